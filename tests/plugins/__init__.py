"""Plugins of pytest, loaded by name before the conftest files."""
