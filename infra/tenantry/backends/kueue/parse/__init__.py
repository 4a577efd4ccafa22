"""Kueue manifests, of either API version, in one normal form."""
