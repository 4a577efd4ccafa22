"""The fields that each release of Kueue knows."""
