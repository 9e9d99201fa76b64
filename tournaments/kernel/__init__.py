"""What every verb leans on: the actor and the audit log, the outbox, locks, refusals and secrets.

Nothing here knows a business rule, and nothing here imports a room.
"""
