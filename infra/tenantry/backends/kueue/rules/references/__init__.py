"""What objects name."""
