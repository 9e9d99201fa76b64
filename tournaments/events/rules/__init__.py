"""The pure part of events."""
