"""Every stable error code, and what it means whoever made it. Codes are for programs and never change.

`detail` of a problem tells of the very refusal; these titles tell what kind it is, and `type` leads to them.
A test holds the list against the code, both ways (`tests/api/test_codes.py`).
"""

from __future__ import annotations

from .clubs import OF_CLUBS, OF_LINKS, OF_SIMULATIONS, OF_WEBHOOKS
from .deals import OF_DEALS, OF_DOCUMENTS, OF_RULES, OF_SCORECARDS
from .events import OF_EVENTS, OF_ROUNDS, OF_SEATING, OF_STAGES, OF_TABLES
from .requests import OF_FIELDS, OF_REQUESTS

__all__ = [
    "GROUPS",
    "OF_CLUBS",
    "OF_DEALS",
    "OF_DOCUMENTS",
    "OF_EVENTS",
    "OF_FIELDS",
    "OF_LINKS",
    "OF_REQUESTS",
    "OF_ROUNDS",
    "OF_RULES",
    "OF_SCORECARDS",
    "OF_SEATING",
    "OF_SIMULATIONS",
    "OF_STAGES",
    "OF_TABLES",
    "OF_WEBHOOKS",
    "TITLES",
]

GROUPS = {
    "requests": ("Any request", OF_REQUESTS),
    "clubs": ("Clubs, members, keys", OF_CLUBS),
    "events": ("Events and their documents", OF_EVENTS),
    "stages": ("Stages", OF_STAGES),
    "seating": ("Seating", OF_SEATING),
    "rounds": ("Rounds and draws", OF_ROUNDS),
    "tables": ("Tables and claims", OF_TABLES),
    "documents": ("Deals: how they are written", OF_DOCUMENTS),
    "rules": ("Deals: the rules they name", OF_RULES),
    "deals": ("Deals: card by card", OF_DEALS),
    "scorecards": ("Deals: scorecards", OF_SCORECARDS),
    "simulations": ("Simulations", OF_SIMULATIONS),
    "links": ("Table links and limited keys", OF_LINKS),
    "webhooks": ("Webhooks", OF_WEBHOOKS),
}
"""The groups, as the page shows them: a title, and the codes."""

TITLES = {code: title for _group, codes in GROUPS.values() for code, title in codes.items()}
