"""The pure part of tables."""
