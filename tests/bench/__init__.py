"""Measurements with databases and servers of their own (see tests/README.md)."""
