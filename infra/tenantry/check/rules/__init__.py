"""The rules: one file each, in a folder a topic."""
