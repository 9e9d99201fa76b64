"""Plugins given to pytest by name, before any conftest is read."""
