"""``poch-scorecard/1``: a deal as a scorer at a real table sees it; ``card.finished`` answers it."""
