"""Partitions and their limits."""
