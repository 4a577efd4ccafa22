"""Where a cluster, a capture or files differ from what a document says."""
