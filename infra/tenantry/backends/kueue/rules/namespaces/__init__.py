"""Which namespaces a queue lets in."""
