"""A club and its people: clubs, members and invitations, the roster, API keys.

Nothing here knows events.
"""
