"""Pages for everybody: home, clubs, events, rounds, standings, and the user's own account."""
