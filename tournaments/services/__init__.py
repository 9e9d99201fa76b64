"""The verbs of the service, in rooms. One verb is one function, and every door leads to it.

A verb takes the object that it changes, then the actor. It checks that the step is allowed, makes the change
and its audit entry in one transaction, and raises `tournaments.errors.ServiceError` if it changes nothing.
It never checks the rights of the actor: `tournaments.access` did that when it fetched the object.

Imports between the rooms run in one direction (import-linter checks it):
privacy > exchange | webhooks > evening > play > draw > standings > events > clubs.
Simulations lean on clubs alone.
"""
