"""Slurm: configuration files and sacctmgr commands."""
