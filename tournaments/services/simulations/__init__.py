"""Questions to the bots: simulations, their chunks and reports.

The engine plays and counts. Nothing here touches an event.
"""
