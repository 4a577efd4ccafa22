"""topology.conf and topology.yaml."""
