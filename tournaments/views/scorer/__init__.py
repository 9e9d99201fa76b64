"""Pages for the people at a table: deals, claims, corrections, the cards of tables, phones."""
