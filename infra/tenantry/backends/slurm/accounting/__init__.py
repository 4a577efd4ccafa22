"""The accounting database: what a document wants in it, what is there, and how the one becomes the other."""
