"""What to do about a refusal: by its code where that says more than its status does."""

from __future__ import annotations

from api.codes import OF_DEALS, OF_DOCUMENTS, OF_RULES, OF_SCORECARDS

BY_STATUS = {
    400: "Send what the route's schema says. `errors` tells where the request does not; the same again is "
    "refused again.",
    401: "Send a key that is good, as `Authorization: Bearer KEY`.",
    403: "Take a key that may: with the scope, of a member with the role, for the events and tables that it "
    "was given.",
    404: "Look the address up again in the list that it came from. What is not public takes a key of its "
    "club.",
    405: "Use one of the methods that the header `Allow` names.",
    406: "Ask for `application/json`, or send no `Accept`.",
    408: "Send the same again, the whole body at once.",
    409: "Things are not as you saw them: GET them again and decide anew. `stated` and `expected` say what "
    "disagrees, where that can be said.",
    412: "GET the thing, see whether your change still makes sense, and send its `ETag` as `If-Match`.",
    413: "Send less at once: `detail` says how much may be sent.",
    415: "Send JSON, with `Content-Type: application/json`.",
    422: "Change what `detail` tells of; `errors` says where it stands in the body. The same again is "
    "refused again.",
    428: "GET the thing, and send its `ETag` as `If-Match`.",
    429: "Wait as many seconds as `Retry-After` says, then send the same again.",
    500: "Send the same again later, a POST with the same `Idempotency-Key`. If it stays so, tell whoever "
    "runs the server when it was: it is in the log.",
    503: "Wait as many seconds as `Retry-After` says, then send the same again: nothing was done.",
}
"""What a status asks for."""

_TAKEN_FROM_TABLE = (
    "Leave it out of the document: the table knows. If it was stated to be sure, GET `/tables/{table}/` and "
    "compare: a deal was missed, or belongs to another table."
)
_NEW_LINK = "Scan the table's QR code again, or ask whoever directs for a new one."

BY_CODE = {
    **dict.fromkeys(
        OF_DEALS, "Look at the action that `at` names, counted from 0: up to there the record is legal."
    ),
    **dict.fromkeys(
        OF_SCORECARDS,
        "No deal can have ended as the card says. Compare the fields that `detail` names with the table, and "
        "mend the one that was written down wrongly.",
    ),
    **dict.fromkeys(
        OF_DOCUMENTS, "Write the document as its format says: `errors` tells where it is not so."
    ),
    **dict.fromkeys(
        OF_RULES, "GET `/rules/` for the presets and for every switch with the values that it may have."
    ),
    **dict.fromkeys(
        ("chips_disagree", "dealer_disagree", "pools_disagree", "rules_disagree"), _TAKEN_FROM_TABLE
    ),
    **dict.fromkeys(("link_ended", "pin_burnt", "pin_wrong", "pins_paused"), _NEW_LINK),
    "bad_cursor": "Begin the list anew, and follow `next` as it is given.",
    "bad_event_id": "Connect without `Last-Event-ID`, and read the standings once.",
    "bad_query": "Mend the parameter that `errors` names: a route takes those in its schema and no others.",
    "changed_meanwhile": "GET the list again: what you wanted to make may be there. Otherwise send the same "
    "again.",
    "deal_number_taken": "GET the deal of this number. If yours is another one, it is the table's next deal: "
    "GET `/tables/{table}/` for its number.",
    "deal_out_of_turn": "GET `/tables/{table}/`: `next_deal` is the number to send, and a deal before may be "
    "missing.",
    "draw_stale": "GET the round, look at the new draw, and send its `draw`.",
    "idempotency_key_reused": "Use a fresh key for every new request; a retry repeats the request as it was.",
    "no_such_version": "Send the request without `If-Match`.",
    "seat_taken": "Say the seat of whoever has this phone. If another has taken it, a scorer frees it: POST "
    "`/tables/{table}/link/free/`.",
    "request_in_progress": "Wait as many seconds as `Retry-After` says, then send the same again with the "
    "same `Idempotency-Key`: it gets the first one's answer.",
    "key_unknown": "Make a new key on the club's page; whoever is an owner sees which have expired.",
    "unknown_bot": "Name one of the bots there are; `detail` lists them where it can.",
}
"""What a code asks for, where that is more."""


def remedy(code: str, status: int) -> str:
    """What to do about a refusal with this code and status."""
    return BY_CODE.get(code) or BY_STATUS[status]
