"""Real Slurm for the tests: Debian's packages in private namespaces, on configuration files used unchanged."""
