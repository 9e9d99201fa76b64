"""Django's backend for PostgreSQL, with a lighter look at a connection before it is used again: see base."""
