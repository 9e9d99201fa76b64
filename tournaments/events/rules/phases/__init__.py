"""Which step is allowed now, in the life of an event, a stage, a round, an entry or a table.

A `verify_*` function takes facts as small records and raises a Conflict if the step is not allowed. Pages,
API and bots use the same functions. Never change anything here: the verbs do that.
"""
