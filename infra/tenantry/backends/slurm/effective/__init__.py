"""What a Slurm is configured to do: as a document wants it, as files say it, as a running cluster shows it."""
