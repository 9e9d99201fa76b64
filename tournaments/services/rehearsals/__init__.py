"""Rehearsals: bots play a copy of an event before its evening, in a separate club.

A rehearsal uses the same verbs as people do. It never changes the event that it rehearses.
"""
