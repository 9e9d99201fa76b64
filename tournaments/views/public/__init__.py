"""Pages for everybody: home, clubs, events, rounds, standings, and the pages of one's own account."""
