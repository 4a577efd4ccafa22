"""Slurm's files read: the inverse of ``render``, and the way into a site's own files."""
