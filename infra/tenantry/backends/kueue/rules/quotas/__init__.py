"""Amounts, resource groups and what they cover."""
