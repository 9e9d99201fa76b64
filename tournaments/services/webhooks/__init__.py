"""Telling other programs what happened: the feed of changes, webhooks and their deliveries.

A message holds ids and numbers, never names or reasons. No transaction waits for a receiver.
"""
