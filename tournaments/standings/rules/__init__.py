"""The pure part of standings."""
