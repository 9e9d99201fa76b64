"""The report of a simulation in sentences, charts and tables."""
