"""Every stable error code: its meaning (`title`) and what the client can do about it (`remedy`).

Never change or reuse a code, because programs depend on it. Rooms declare their refusals as classes
(`core.rules.refusals`). `tests/api/test_codes.py` compares the list of all others with the source code.
"""

from __future__ import annotations

from typing import NamedTuple

import tournaments.standings.verbs.prizes  # noqa: F401 - it declares refusals
from tournaments.core.rules.refusals import declared

from .clubs import CALL_CODES, CARD_CODES, CLUB_CODES, SIMULATION_CODES, WEBHOOK_CODES
from .deals import DEAL_CODES, DOCUMENT_CODES, RULE_CODES, SCORECARD_CODES
from .events import EVENT_CODES, PRACTICE_CODES, ROUND_CODES, SEATING_CODES, STAGE_CODES, TABLE_CODES
from .requests import FIELD_CODES, REQUEST_CODES
from .seasons import SEASON_CODES
from .teams import TEAM_CODES

__all__ = ["CODE_REMEDIES", "FIELD_CODES", "GROUPS", "STATUS_REMEDIES", "TITLES", "remedy"]


class Group(NamedTuple):
    """Codes about one subject, as the page of codes shows them."""

    title: str
    codes: dict[str, str]
    """Code to title."""
    remedy: str = ""
    """The remedy for all codes of the group."""


def _of_room(room: str) -> dict[str, str]:
    """The codes of the refusals that a room declares: the first line of the docstring is the title."""
    return {
        kind.code: (kind.__doc__ or "").splitlines()[0]
        for kind in sorted(declared(), key=lambda kind: kind.code)
        if kind.__module__.startswith(f"tournaments.{room}.")
    }


GROUPS = {
    "values": Group("Any value", _of_room("core")),
    "entries": Group("Entries", _of_room("events")),
    "standings": Group("Standings and prizes", _of_room("standings")),
    "requests": Group("Any request", REQUEST_CODES),
    "clubs": Group("Clubs, members, keys", CLUB_CODES),
    "events": Group("Events and their documents", EVENT_CODES),
    "stages": Group("Stages", STAGE_CODES),
    "seasons": Group("Seasons", SEASON_CODES),
    "teams": Group("Teams", TEAM_CODES),
    "seating": Group("Seating", SEATING_CODES),
    "rounds": Group("Rounds and draws", ROUND_CODES),
    "tables": Group("Tables and claims", TABLE_CODES),
    "documents": Group(
        "Deals: the document",
        DOCUMENT_CODES,
        "Write the document as its format requires. `errors` names each wrong place.",
    ),
    "rules": Group(
        "Deals: the rules in the document",
        RULE_CODES,
        "GET `/rules/`. It lists the presets, the switches, and the values that each switch allows.",
    ),
    "deals": Group(
        "Deals: card by card",
        DEAL_CODES,
        "Look at the action with the index `at`, counted from 0. All actions before it are legal.",
    ),
    "scorecards": Group(
        "Deals: scorecards",
        SCORECARD_CODES,
        "No deal can end as the scorecard says. Compare the fields that `detail` names with the table, and "
        "correct the wrong one.",
    ),
    "simulations": Group("Simulations", SIMULATION_CODES),
    "cards": Group("Cards of tables and limited keys", CARD_CODES),
    "practices": Group("Practices against bots", PRACTICE_CODES),
    "calls": Group("Calls of the director", CALL_CODES),
    "webhooks": Group("Webhooks", WEBHOOK_CODES),
}

TITLES = {code: title for group in GROUPS.values() for code, title in group.codes.items()}

STATUS_REMEDIES = {
    400: "Send a request that matches the schema of the route. `errors` names each wrong place. The server "
    "refuses the same request again.",
    401: "Send a valid key as `Authorization: Bearer KEY`.",
    403: "Use a key that has the scope, whose member has the role, and that covers the event and the table.",
    404: "Look up the address in the list that contained it. Private things need a key of their club.",
    405: "Use one of the methods in the header `Allow`.",
    406: "Accept `application/json`, or send no `Accept` header.",
    408: "Send the same request again, with the whole body at once.",
    409: "The state has changed since you read it. GET it again, then decide. `stated` and `expected` show "
    "the difference if there is one to show.",
    412: "GET the resource. If your change still makes sense, send the new `ETag` as `If-Match`.",
    413: "Send a smaller body. `detail` states the limit.",
    415: "Send JSON, with `Content-Type: application/json`.",
    422: "Correct the mistake that `detail` describes. `errors` names the place in the body. The server "
    "refuses the same request again.",
    428: "GET the resource, and send its `ETag` as `If-Match`.",
    429: "Wait for the number of seconds in `Retry-After`, then send the same request again.",
    500: "Retry later; retry a POST with the same `Idempotency-Key`. If it fails again, report the time of "
    "the request to the operator of the server, who can find it in the log.",
    503: "Nothing was changed. Wait for the number of seconds in `Retry-After`, then send the same request "
    "again.",
}
"""The remedy for a status, used when neither the code nor its group has one."""

_OMIT_FROM_DOCUMENT = (
    "You can leave this out of the document, because the table knows it. If you state it as a check, GET "
    "`/tables/{table}/` and compare. Perhaps a deal is missing, or the document belongs to another table."
)
_NEW_CARD = "Scan the QR code of the table again, or ask a director for a new one."

CODE_REMEDIES = {
    **dict.fromkeys(
        ("chips_disagree", "dealer_disagree", "pools_disagree", "rules_disagree"), _OMIT_FROM_DOCUMENT
    ),
    **dict.fromkeys(("link_ended", "pin_burnt", "pin_wrong", "pins_paused"), _NEW_CARD),
    "event_already_here": "`expected` names the event. Send `again` to import a copy all the same.",
    "bad_cursor": "Read the list from its beginning, and follow `next` without changing it.",
    "bad_event_id": "Connect without `Last-Event-ID`, and GET the standings once.",
    "bad_query": "Correct the parameter that `errors` names. A route accepts only the parameters in its "
    "schema.",
    "changed_meanwhile": "GET the list again: it may already contain what you wanted to create. If not, send "
    "the same request again.",
    "deal_number_taken": "GET the deal with this number. If yours is a different deal, it is the next one: "
    "GET `/tables/{table}/` for its number.",
    "deal_out_of_turn": "GET `/tables/{table}/` and send the number in `next_deal`. An earlier deal may be "
    "missing.",
    "draw_stale": "GET the round, look at the new draw, and send its `draw`.",
    "idempotency_key_reused": "Use a new key for each new request. A retry repeats the request unchanged.",
    "no_such_version": "Send the request without `If-Match`.",
    "seat_taken": "Send the seat of the person who holds this phone. If another phone took the seat by "
    "mistake, a scorer can free it: POST `/tables/{table}/link/free/`.",
    "request_in_progress": "Wait for the number of seconds in `Retry-After`, then send the same request "
    "again with the same `Idempotency-Key`. You then get the response to the first request.",
    "webhook_no_secret": "POST `/webhooks/{webhook}/rotate/`, and give the new secret to the receiver.",
    "key_unknown": "Create a new key on the page of the club. Owners can see there which keys have expired.",
    "unknown_bot": "Use the name of an existing bot. `detail` lists them if it can.",
}
"""The remedy for a single code."""


def remedy(code: str, status: int) -> str:
    """Return what the client can do about a refusal with this code and status."""
    group = next((group for group in GROUPS.values() if code in group.codes), None)
    return CODE_REMEDIES.get(code) or (group.remedy if group else "") or STATUS_REMEDIES[status]
