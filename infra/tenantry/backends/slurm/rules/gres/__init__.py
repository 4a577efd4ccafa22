"""GPUs in slurm.conf and gres.conf."""
