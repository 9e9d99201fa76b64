"""The draw of a round: who can be seated, what the draw must keep, the proposal and its certificate.

A draw is a proposal. Nothing here publishes a round or changes a published seat.
"""
