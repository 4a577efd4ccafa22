"""What a key may be set to."""
