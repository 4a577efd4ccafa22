"""Rules about a site's own Slurm files, whoever wrote them."""
