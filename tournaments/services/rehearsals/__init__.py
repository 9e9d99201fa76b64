"""An evening played through by bots beforehand, in a club of its own.

A rehearsal uses the same verbs as people do. It never changes the event that it rehearses.
"""
