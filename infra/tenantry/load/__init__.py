"""Text to a validated document, and the place in a file of everything in it."""
