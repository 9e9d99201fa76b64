"""Many clubs in seconds, for tests and benches: one club by the ordinary verbs, multiplied by SQL.

    seed_club()                     # a database with nothing in it gets club 0, with a dozen events
    multiply_events(0, 3)           # each finished evening of club 0 three times more
    multiply_club(1, 49)            # clubs 1 to 49
    find(7)                         # what to look at in club 7

`seed` makes the club. `copies` multiplies rows: it takes tables, keys and unique constraints from the models,
so it follows them. `fsck` finds nothing in the copies.
"""

from tests.federation.copies import multiply_club, multiply_events
from tests.federation.seed import Places, find, seed_club

__all__ = ["Places", "find", "multiply_club", "multiply_events", "seed_club"]
