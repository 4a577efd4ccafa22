"""Names of generated objects."""
