"""The table of rights: for every route and method, the status that each caller gets."""

from __future__ import annotations

from typing import Any

KEYS = ["nobody", "read", "results", "events", "club", "foreign", "revoked"]
"""No key; four keys of the club with one scope each; a key of another club with all scopes; a revoked key."""

OF_TABLES = ["limited", "phone"]
"""A key that is limited to the results of {given} and {table}; a phone with a session at {table}.

If a row does not name them, `limited` gets the status of `results` (for a private object: of `nobody`), and
`phone` gets the status of `foreign`, but 403 on a route that every key may use.
"""

CALLERS = [*KEYS, *OF_TABLES]

# 401 without a valid key, 403 without the scope, 404 for an object of another club.
PUBLIC = "200 200 200 200 200 200 401"
ANY_KEY = "401 200 200 200 200 200 401"
ELSEWHERE = " 403 404"
"""The statuses of the callers of `OF_TABLES` for a public table that is not theirs."""
OF_THE_CLUB = "404 200 200 200 200 404 401"


def needs(scope: str, done: int = 200) -> str:
    """Return the statuses of a route that only keys of the club with this scope may use."""
    return " ".join(["401", *(str(done) if key == scope else "403" for key in KEYS[1:5]), "404", "401"])


def of_all(statuses: str) -> list[str]:
    """Return the status of every caller. A row may leave out the callers of `OF_TABLES`."""
    whole = statuses.split()
    if len(whole) == len(KEYS):
        private = whole == OF_THE_CLUB.split()
        whole.append(whole[KEYS.index("nobody" if private else "results")])
        whole.append(
            "403"
            if whole[0] == "401" and whole[KEYS.index("foreign")] == "200"
            else whole[KEYS.index("foreign")]
        )
    return whole


RIGHTS: list[tuple[str, str, Any, str]] = [
    ("GET", "/clubs/", None, ANY_KEY),
    ("GET", "/clubs/{club}/", None, needs("club")),
    ("PATCH", "/clubs/{club}/", {"name": "Anew"}, needs("club")),
    ("GET", "/clubs/{club}/members/", None, needs("club")),
    ("POST", "/clubs/{club}/members/", {"role": "scorer"}, needs("club", 201)),
    ("GET", "/clubs/{club}/members/{member}/", None, needs("club")),
    ("PATCH", "/clubs/{club}/members/{member}/", {"role": "scorer"}, needs("club")),
    ("DELETE", "/clubs/{club}/members/{member}/", None, needs("club", 204)),
    ("GET", "/clubs/{club}/players/", None, needs("events")),
    ("POST", "/clubs/{club}/players/", {"name": "Zoe"}, needs("events", 201)),
    ("GET", "/clubs/{club}/players/{player}/", None, needs("events")),
    ("PATCH", "/clubs/{club}/players/{player}/", {"name": "Zoe"}, needs("events")),
    ("DELETE", "/clubs/{club}/players/{player}/", None, needs("events", 204)),
    ("GET", "/clubs/{club}/events/", None, PUBLIC),
    ("POST", "/clubs/{club}/events/", {"name": "Another"}, needs("events", 201)),
    ("GET", "/clubs/{club}/wishes/", None, needs("events")),
    (
        "POST",
        "/clubs/{club}/wishes/",
        {"kind": "apart", "players": ["{one}", "{other}"]},
        needs("events", 201),
    ),
    ("GET", "/clubs/{club}/webhooks/", None, needs("club")),
    ("POST", "/clubs/{club}/webhooks/", {"url": "https://example.org/"}, needs("club", 201)),
    ("GET", "/webhooks/{webhook}/", None, needs("club")),
    ("PATCH", "/webhooks/{webhook}/", {"paused": True}, needs("club")),
    ("DELETE", "/webhooks/{webhook}/", None, needs("club", 204)),
    ("POST", "/webhooks/{webhook}/rotate/", {}, needs("club")),
    ("POST", "/webhooks/{webhook}/test/", {}, needs("club")),
    ("GET", "/webhooks/{webhook}/deliveries/", None, needs("club")),
    ("POST", "/deliveries/{delivery}/redeliver/", {}, needs("club")),
    ("GET", "/clubs/{club}/simulations/", None, needs("events")),
    (
        "POST",
        "/clubs/{club}/simulations/",
        {"rules": {"preset": "pagat"}, "seats": ["bold", "bold", "bold"], "deals": 30},
        needs("events", 202),
    ),
    ("GET", "/simulations/{running_simulation}/", None, needs("events") + " 404 404"),
    ("DELETE", "/simulations/{running_simulation}/", None, needs("events") + " 404 404"),
    ("GET", "/simulations/{simulation}/report/", None, needs("events") + " 404 404"),
    ("GET", "/wishes/{wish}/", None, needs("events")),
    ("DELETE", "/wishes/{wish}/", None, needs("events", 204)),
    ("GET", "/events/{playing}/", None, PUBLIC),
    ("GET", "/events/{private}/", None, OF_THE_CLUB),
    ("GET", "/events/{draft}/", None, OF_THE_CLUB),
    ("PATCH", "/events/{playing}/", {"name": "Anew"}, needs("events")),
    ("PATCH", "/events/{draft}/", {"status": "open"}, needs("events") + " 404 404"),
    ("POST", "/events/{ready}/start/", {}, needs("events")),
    ("POST", "/events/{played}/finish/", {}, needs("events")),
    ("POST", "/events/{finished}/reopen/", {}, needs("events")),
    ("GET", "/events/{finished}/document/", None, needs("events")),
    ("POST", "/clubs/{club}/events/import/", {"document": "{whole}"}, needs("events", 201)),
    ("GET", "/events/{playing}/entries/", None, PUBLIC),
    ("GET", "/events/{private}/entries/", None, OF_THE_CLUB),
    ("POST", "/events/{playing}/entries/", {"players": ["Zoe"]}, needs("events", 201)),
    ("GET", "/events/{playing}/entries/{entry}/", None, PUBLIC),
    ("PATCH", "/events/{playing}/entries/{entry}/", {"status": "withdrawn"}, needs("events")),
    ("GET", "/events/{playing}/seeding/", None, PUBLIC),
    ("GET", "/events/{private}/seeding/", None, OF_THE_CLUB),
    ("PUT", "/events/{playing}/seeding/", {"order": ["{entry}"]}, needs("events")),
    ("GET", "/events/{playing}/stages/", None, PUBLIC),
    ("GET", "/events/{private}/stages/", None, OF_THE_CLUB),
    ("GET", "/events/{playing}/stages/{stage}/", None, PUBLIC),
    ("POST", "/events/{ready}/stages/", {"format": "final", "cut": 3}, needs("events", 201)),
    ("PATCH", "/events/{ready}/stages/{ready_stage}/", {"rounds_planned": 5}, needs("events")),
    ("DELETE", "/events/{staged}/stages/{last_stage}/", None, needs("events", 204)),
    ("POST", "/events/{played}/stages/{played_stage}/end/", {}, needs("events")),
    ("GET", "/events/{playing}/rounds/", None, PUBLIC),
    ("GET", "/events/{private}/rounds/", None, OF_THE_CLUB),
    ("POST", "/events/{played}/rounds/", {}, needs("events", 201)),
    ("GET", "/events/{playing}/wishes/", None, needs("events")),
    (
        "POST",
        "/events/{playing}/wishes/",
        {"kind": "table", "players": ["{one}"], "number": 1},
        needs("events", 201),
    ),
    ("GET", "/events/{playing}/standings/", None, PUBLIC),
    ("GET", "/events/{private}/standings/", None, OF_THE_CLUB),
    ("GET", "/events/{playing}/stream/", None, PUBLIC),
    ("GET", "/events/{private}/stream/", None, OF_THE_CLUB),
    (
        "POST",
        "/events/{playing}/deals/",
        {"deals": [{"table": "{table}", "number": 2, "document": "{document}"}]},
        needs("results") + " 200 404",
    ),
    ("GET", "/events/{playing}/exports/deals/", None, PUBLIC),
    ("GET", "/events/{private}/exports/deals/", None, OF_THE_CLUB),
    ("GET", "/events/{playing}/exports/ledger/", None, PUBLIC),
    ("GET", "/events/{private}/exports/ledger/", None, OF_THE_CLUB),
    ("GET", "/events/{playing}/exports/standings/", None, PUBLIC),
    ("GET", "/events/{private}/exports/standings/", None, OF_THE_CLUB),
    ("GET", "/events/{playing}/payouts/", None, PUBLIC),
    ("GET", "/events/{private}/payouts/", None, OF_THE_CLUB),
    ("GET", "/events/{playing}/showdowns/", None, PUBLIC),
    ("GET", "/events/{private}/showdowns/", None, OF_THE_CLUB),
    ("GET", "/events/{playing}/adjustments/", None, needs("events")),
    (
        "POST",
        "/events/{playing}/adjustments/",
        {"entry": "{entry}", "chips": -5, "reason": "late"},
        needs("events", 201),
    ),
    ("GET", "/events/{playing}/adjustments/{adjustment}/", None, needs("events")),
    ("DELETE", "/events/{playing}/adjustments/{adjustment}/", None, needs("events")),
    ("GET", "/rounds/{published_round}/", None, PUBLIC),
    ("GET", "/rounds/{private_round}/", None, OF_THE_CLUB),
    # What is only drawn is for directors: a scorer's key does not know of it.
    ("GET", "/rounds/{drawn_round}/", None, "404 404 404 200 200 404 401 404 404"),
    ("DELETE", "/rounds/{drawn_round}/", None, needs("events", 204)),
    ("POST", "/rounds/{drawn_round}/publish/", {"draw": 1}, needs("events")),
    ("POST", "/rounds/{drawn_round}/redraw/", {"draw": 1}, needs("events")),
    ("POST", "/rounds/{drawn_round}/swap/", {"entries": ["{drawn_0}", "{drawn_1}"]}, needs("events")),
    (
        "POST",
        "/rounds/{drawn_round}/move/",
        {"entry": "{drawn_0}", "table": "{drawn_table}"},
        needs("events"),
    ),
    ("PUT", "/rounds/{drawn_round}/seating/", {"seats": ["{turned_0}", "{turned_1}"]}, needs("events")),
    (
        "POST",
        "/rounds/{drawn_round}/substitute/",
        {"out": "{drawn_0}", "into": "{late}"},
        needs("events"),
    ),
    ("POST", "/rounds/{drawn_round}/leave-out/", {"entry": "{drawn_0}"}, needs("events")),
    ("POST", "/rounds/{drawn_round}/search/", {"moves": 1000}, needs("events", 202)),
    ("GET", "/rounds/{searched_round}/search/", None, needs("events")),
    ("DELETE", "/rounds/{searched_round}/search/", None, needs("events")),
    ("POST", "/rounds/{searched_round}/search/take/", {}, needs("events")),
    ("POST", "/rounds/{published_round}/close/", {"early": True}, needs("events")),
    ("GET", "/tables/{table}/", None, PUBLIC),
    ("GET", "/tables/{private_table}/", None, OF_THE_CLUB),
    ("GET", "/tables/{table}/deals/", None, PUBLIC),
    ("GET", "/tables/{private_table}/deals/", None, OF_THE_CLUB),
    ("GET", "/tables/{table}/deals/1/", None, PUBLIC),
    ("PUT", "/tables/{table}/deals/2/", {"document": "{document}"}, needs("results", 201) + " 201 201"),
    ("DELETE", "/tables/{table}/deals/1/", None, needs("results") + " 200 403"),
    # Another table, which everybody may see.
    ("GET", "/tables/{other_table}/", None, PUBLIC),
    ("PUT", "/tables/{other_table}/deals/1/", {"document": "{document}"}, needs("results", 409) + ELSEWHERE),
    ("GET", "/tables/{other_table}/link/", None, needs("results") + ELSEWHERE),
    # A private event's: given to the one, closed to the other.
    ("GET", "/tables/{given_table}/", None, "404 200 200 200 200 404 401 200 404"),
    ("GET", "/tables/{given_table}/ledger/", None, "404 200 200 200 200 404 401 200 404"),
    ("PUT", "/tables/{given_table}/deals/1/", {"document": {}}, needs("results", 400) + " 400 404"),
    ("GET", "/events/{given}/", None, "404 200 200 200 200 404 401 200 404"),
    ("PUT", "/tables/{private_table}/deals/1/", {"document": {}}, needs("results", 400) + " 404 404"),
    ("GET", "/tables/{table}/link/", None, needs("results") + " 403 403"),
    ("POST", "/tables/{table}/link/", {}, needs("results", 201) + " 403 403"),
    ("DELETE", "/tables/{table}/link/", None, needs("results") + " 403 403"),
    ("POST", "/tables/{table}/link/free/", {"seat": 2}, needs("results") + " 403 403"),
    # It looks at no key.
    (
        "POST",
        "/tables/{table}/session/",
        {"secret": "{secret}"},
        "201 201 201 201 201 201 201 201 201",
    ),
    (
        "POST",
        "/tables/{other_table}/session/",
        {"secret": "{secret}"},
        "403 403 403 403 403 403 403 403 403",
    ),
    (
        "POST",
        "/tables/{table}/deals/1/correction/",
        {"document": "{corrected}"},
        needs("results") + " 200 403",
    ),
    ("GET", "/tables/{table}/deals/1/revisions/", None, PUBLIC),
    ("GET", "/tables/{private_table}/deals/1/revisions/", None, OF_THE_CLUB),
    ("GET", "/tables/{agreeing}/claims/", None, needs("results") + ELSEWHERE),
    (
        "POST",
        "/tables/{free}/claims/",
        {"number": 1, "document": "{fresh}"},
        needs("results", 201) + ELSEWHERE,
    ),
    ("GET", "/claims/{claim}/", None, needs("results") + ELSEWHERE),
    ("POST", "/claims/{claim}/confirm/", {}, needs("results") + ELSEWHERE),
    ("POST", "/claims/{claim}/dispute/", {"reason": "not so"}, needs("results") + ELSEWHERE),
    ("POST", "/claims/{own_claim}/withdraw/", {}, needs("results") + ELSEWHERE),
    ("GET", "/tables/{table}/ledger/", None, PUBLIC),
    ("GET", "/tables/{private_table}/ledger/", None, OF_THE_CLUB),
    ("GET", "/rules/", None, PUBLIC),
    ("GET", "/rules/pagat/", None, PUBLIC),
    ("POST", "/replay/", {"document": "{document}"}, PUBLIC),
    ("GET", "/errors/", None, PUBLIC),
    ("GET", "/errors/not_found/", None, PUBLIC),
]
