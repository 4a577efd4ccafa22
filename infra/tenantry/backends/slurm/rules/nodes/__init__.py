"""Node definitions."""
