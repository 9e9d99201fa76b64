"""Seats and physical tables for given groups. Never change here who sits together."""
