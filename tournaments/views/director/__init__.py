"""Pages for directors: an event from its settings to its log."""
