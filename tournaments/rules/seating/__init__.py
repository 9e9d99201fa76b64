"""Draws: from a request, make a plan of who sits where, and a certificate that shows its quality.

Never share code between `certificate` and the modules that make plans. Never limit a search by time.
README.md describes the modules and how they work together.
"""
