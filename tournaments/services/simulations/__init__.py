"""Simulations: their specs, chunks and reports.

The engine plays and counts. Nothing here touches an event.
"""
