"""Quota: where it lives, what may be lent, and whether there is enough."""
