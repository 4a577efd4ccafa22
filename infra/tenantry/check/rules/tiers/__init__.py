"""Priority classes and time."""
