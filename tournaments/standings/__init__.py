"""Standings: scoring, ranking, adjustments, prizes, what people need."""
