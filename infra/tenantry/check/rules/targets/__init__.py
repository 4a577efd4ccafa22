"""What a scheduler's release can say."""
