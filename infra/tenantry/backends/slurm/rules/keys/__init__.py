"""Which keys a release knows."""
