"""What every room needs: actors and the audit log, the outbox, locks, refusals, secrets and stored responses.

Do not put a business rule here, and do not import a room.
"""
