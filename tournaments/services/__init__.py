"""The verbs of the tournament. One verb, one function; every door leads to it.

A verb takes what it changes, then the actor; it checks whether it may happen (with a sentence why
not), does it in one transaction with its audit entry, and raises `tournaments.errors.ServiceError`
without having changed anything. Whether the *actor* may do it was settled where the thing was fetched
(`tournaments.access`).
"""
