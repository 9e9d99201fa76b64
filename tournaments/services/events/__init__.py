"""An event before it is played: its settings, stages, wishes and entries.

Nothing here draws a round, reads results or computes standings.
"""
