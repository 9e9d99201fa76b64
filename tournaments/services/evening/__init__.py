"""The course of an evening: the life of an event, publishing and closing rounds, changes of seats, bots.

A step asks `tournaments.rules.phases` whether it is allowed; no step decides that itself.
"""
