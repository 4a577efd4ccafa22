"""What any object can have wrong: its version, its fields, its name."""
