"""``poch-scorecard/1``: a deal as a scorer at a real table can write it down; ``card.finished`` checks it.

Never refuse a scorecard without a proof that no deal under the rules makes all its statements true.
"""
