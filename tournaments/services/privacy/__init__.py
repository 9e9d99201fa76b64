"""Forgetting a person: names, wishes, and what was stored about them with draws and rehearsals.

Results stay. No other room may make a person anonymous.
"""
