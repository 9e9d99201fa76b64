"""Ratings of people: stored, shown, and how good they are."""
