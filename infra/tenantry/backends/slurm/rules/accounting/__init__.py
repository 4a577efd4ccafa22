"""Accounting, TRES and QOS."""
