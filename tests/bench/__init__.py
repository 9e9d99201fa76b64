"""Measurements that need a database and servers of their own; see README.md."""
