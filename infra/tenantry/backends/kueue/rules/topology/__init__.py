"""Topologies and the labels of their levels."""
