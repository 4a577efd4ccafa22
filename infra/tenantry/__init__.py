"""Tenantry: one tenancy policy for a GPU fleet, rendered to Slurm and Kueue."""

__version__ = "0.1.0"
