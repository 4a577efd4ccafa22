"""Flavors, and the nodes they select."""
