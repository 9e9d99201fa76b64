"""Messages to other programs about changes: the feed, webhooks and their deliveries.

A message holds ids and numbers, never names or reasons. No transaction waits for a receiver.
"""
