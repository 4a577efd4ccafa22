"""Weights and fair sharing."""
