"""Kueue: ResourceFlavors, Topologies, Cohorts, queues and priority classes."""
