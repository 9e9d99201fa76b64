"""Leagues and seasons: evenings that count together, their members, tables, finals and ends. Also persons.

One function writes tables of seasons (`tables.write`). Nothing here changes an event but `finals`, which
enters finalists. The rules are in `tournaments.rules.season`.
"""
