"""Measurements with databases and servers of their own (see README.md)."""
