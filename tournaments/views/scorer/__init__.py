"""Pages for the people at a table: deals, claims, corrections, table links and phones."""
