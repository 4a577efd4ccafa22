"""Preemption and backfill."""
