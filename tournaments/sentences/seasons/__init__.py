"""Seasons in words: their rules, tables, calendars, needs and ends."""
