"""Names that refer to something, and lists."""
