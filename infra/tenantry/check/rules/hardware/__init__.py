"""Flavors, pools, topologies and ownership."""
