"""Every key of Slurm's files by release, as data; ``words`` has the values that are one of a list."""
