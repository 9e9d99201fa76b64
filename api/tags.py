"""The groups of routes, as the page of the schema shows them: in the order in which a client meets them."""

from __future__ import annotations

from typing import Any

TAGS = {
    "tables": "**For a table app.** What the next deal finds at a table; recording it, voiding the last one, "
    "the table's ledger.",
    "bulk": "Many deals in one request, each with a status of its own.",
    "claims": "Deals that wait for a second person, where an event asks that two agree; disputes.",
    "corrections": "A wrong deal put right, with every later deal of its table replayed.",
    "links": "A table's QR code and PIN, and how a phone comes in by them.",
    "standings": "**For who watches.** Standings, payouts and showdowns; cheap to ask again with an ETag.",
    "live": "An event's changes as they happen: Server-Sent Events.",
    "exports": "Whole tables of data as NDJSON or CSV.",
    "events": "**For who directs.** Events, and their life from draft to finished.",
    "entries": "Who plays, seeds, and what a director adds to or takes from a score.",
    "stages": "What an event consists of: rounds of all, a final, a knockout.",
    "rounds": "Draws, proposed, published and closed.",
    "seats": "Changing a draw by hand: who sits where, who is missing.",
    "searches": "Looking longer for a better draw.",
    "wishes": "Who sits apart, together or at a certain table.",
    "simulations": "Questions to the bots: deals by the thousand or million, and what they show.",
    "documents": "A whole finished event as one document: taken out, and into another club.",
    "clubs": "**For who owns.** Clubs and their members.",
    "players": "The club's players.",
    "webhooks": "Being told: addresses, their secrets, what was sent. The messages are below.",
    "rules": "**Without a club.** The rules of Poch, and replaying a deal that is recorded nowhere.",
    "docs": "Every error code, with what to do about it.",
}
"""What each group is about. (Routes are grouped by the module of their view.)"""


def describe_tags(result: dict[str, Any], **_of: Any) -> dict[str, Any]:
    """drf-spectacular's hook: name the groups in their order."""
    result["tags"] = [{"name": name, "description": told} for name, told in TAGS.items()]
    return result
