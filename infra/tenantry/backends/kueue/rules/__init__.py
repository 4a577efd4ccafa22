"""What can be wrong with Kueue manifests, each rule by itself."""
