"""Tiers, time limits and sizes held on Kubernetes by admission policies, which Kueue has no fields for."""
