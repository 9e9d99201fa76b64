"""Simulations: what a rule or a bot does, answered by deals in bulk, with intervals.

A *spec* says what is played and is all that a job depends on. Its *plan* cuts it into chunks, which anybody
may play anywhere; the *report* is made of their outcomes in the order of their numbers. It is the same to the
last digit whoever played what, with a compiler or without. The public face is ``games.services``.
"""
