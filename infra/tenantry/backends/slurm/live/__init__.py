"""Reading a running Slurm, or what was saved of one."""
