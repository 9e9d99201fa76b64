"""Pages about a club itself: members, players, keys, webhooks."""
