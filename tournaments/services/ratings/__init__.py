"""Ratings of people: stored and shown."""
