"""Examples for the OpenAPI document, by operation: what goes in (`body`) and what comes out, by status.

The tests send every body, and hold the refusals against what the API really answers. Answers that are alike
everywhere, and refusals with every code, are recorded (`recorded.json`).
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

RECORDED = Path(__file__).with_name("recorded.json")

EVENING = Path(__file__).with_name("an_evening.json")
"""A finished event of four people and one deal, as `/events/{event}/document/` gave it."""


@cache
def recorded() -> Any:
    """Real answers, written down by the tests: see `tests.api.recorder`."""
    return json.loads(RECORDED.read_text())


@cache
def refusals() -> dict[str, dict[str, Any]]:
    """A refusal with every code: what the API answered, else what a verb refused, else what it would say."""
    told = recorded()
    return dict(sorted({**told["made"], **told["raised"], **told["refusals"]}.items()))


ACTIONS = [
    *("3 bet 1", "0 pass", "1 pass", "2 call"),
    *("3 play 8c", "1 play 9c", "2 play Tc", "3 play Jc", "3 play Qc", "0 play Kc", "3 play Ac"),
    *("3 play Qd", "3 play Kd", "0 play Ad", "0 play Qh", "0 play Kh", "3 play Ah", "3 play Th"),
]

RECORD: dict[str, Any] = {
    "format": "poch-deal/1",
    "hands": [
        "As Kc Ad 9s Jd Kh Ks Qh",
        "7c 8d 7h 9c Qs 8h 9d Td",
        "Js Jh 7s Tc 7d Ts 8s",
        "Jc 8c Ac Th Kd Qc Qd Ah",
    ],
    "upcard": "9h",
    "actions": ACTIONS,
}

SCORECARD: dict[str, Any] = {
    "format": "poch-scorecard/1",
    "upcard": "9h",
    "melds": {"ace": 3, "king": 0, "queen": 0, "jack": 2, "ten": 3, "marriage": 0, "sequence": None},
    "stakes": [0, 0, 1, 1],
    "passed": [0, 1],
    "shown": {"2": "Js Jh", "3": "Ah Ac"},
    "left": [4, 7, 6, 0],
}

FROM_THE_TABLE: dict[str, Any] = {
    "rules": {"preset": "pagat"},
    "dealer": 2,
    "chips": [0, 0, 0, 0],
    "pools": {},
}

ILLEGAL: dict[str, Any] = {**RECORD, "actions": [*ACTIONS[:4], "3 play 7s", *ACTIONS[5:]]}


def _problem(status: int, code: str, title: str, detail: str, **members: Any) -> dict[str, Any]:
    return {
        "type": f"/api/v1/errors/{code}/",
        "title": title,
        "status": status,
        "code": code,
        "detail": detail,
        **members,
    }


NOT_HELD = (
    '"3 play 7s" is refused: seat 4 (3 in the record) does not hold that card, it has '
    "Ah Ac Kd Qd Qc Jc Th 8c."
)

CARD_NOT_HELD = _problem(
    422,
    "card_not_held",
    "The card is not in this hand.",
    NOT_HELD,
    at=4,
    errors=[
        {
            "pointer": "/document/actions/4",
            "code": "card_not_held",
            "detail": NOT_HELD,
        }
    ],
)

DEALER_DISAGREES = _problem(
    409,
    "dealer_disagree",
    "The stated dealer is not the table's.",
    "The document's “dealer” is not what this table has now.",
    stated=3,
    expected=2,
)

ANNA, BEN, CHLOE, DAN, EVA = (f"01980000-0000-7000-8000-{number:012}" for number in range(1, 6))
"""Ids of players, or of entries: whichever are asked for."""

TABLE = f"01980000-0000-7000-8000-{6:012}"

EXAMPLES: dict[str, dict[str, dict[str, Any]]] = {
    "claims_confirm": {"body": {"whoever the key belongs to": {}}},
    "claims_dispute": {"body": {"somebody saw it differently": {"reason": "Ben had the ace, not Dan."}}},
    "claims_withdraw": {"body": {"whoever the key belongs to": {}}},
    "clubs_edit": {"body": {"another name": {"name": "Café Rochester"}}},
    "clubs_events_import": {"body": {"one table, one deal": json.loads(EVENING.read_text())}},
    "clubs_members_create": {"body": {"somebody who enters results": {"role": "scorer"}}},
    "clubs_members_edit": {"body": {"somebody who runs events": {"role": "director"}}},
    "clubs_players_create": {
        "body": {
            "a person": {"name": "Anna Weiß", "public_name": "Anna W."},
            "a bot": {"name": "Fanny Farbe", "bot": "expert"},
        }
    },
    "clubs_players_edit": {"body": {"less is told to the public": {"public_name": "A. W."}}},
    "clubs_simulations_create": {
        "body": {
            "who wins": {
                "title": "Does care pay?",
                "rules": {"preset": "pagat"},
                "seats": ["expert", "bold", "cautious"],
                "deals": 30_000,
            }
        }
    },
    "clubs_webhooks_create": {
        "body": {
            "everything": {"url": "https://example.org/poch"},
            "results alone": {
                "url": "https://example.org/poch",
                "types": ["deal.recorded", "deal.corrected", "standing.changed"],
            },
        }
    },
    "clubs_events_create": {
        "body": {
            "an evening": {"name": "An evening of Poch", "rules": {"preset": "pagat"}},
            "table purses": {
                "name": "Club championship",
                "visibility": "unlisted",
                "rules": {"preset": "pagat-dealer-pool", "purse": "table", "leftover": "split"},
                "starting_chips": 150,
                "rounds_planned": 5,
                "tie_breaks": ["rounds_won", "head_to_head", "lots"],
            },
            "five Swiss rounds and a final": {
                "name": "Open championship",
                "stages": [
                    {"format": "swiss", "rounds_planned": 5},
                    {"format": "final", "cut": 4, "carry": False, "deals_per_round": 8},
                ],
            },
        }
    },
    "clubs_wishes_create": {
        "body": {
            "a family, in every event": {
                "kind": "apart",
                "players": [ANNA, BEN, CHLOE],
                "note": "sisters and brother",
            }
        }
    },
    "events_adjustments_create": {
        "body": {
            "a penalty": {"entry": ANNA, "chips": -10, "reason": "late at the table", "round": 1},
            "of no round": {"entry": BEN, "chips": 5, "reason": "brought the board"},
        }
    },
    "events_edit": {"body": {"open a draft": {"status": "open"}}},
    "events_entries_create": {"body": {"by name": {"players": ["Anna Weiß", "Ben", "Chloé", "Dan"]}}},
    "events_entries_edit": {"body": {"somebody is here": {"status": "checked_in"}}},
    "events_reopen": {"body": {"why": {"reason": "The last deal of table 2 was missing."}}},
    "events_seeding_put": {"body": {"the three strongest": {"order": [BEN, DAN, ANNA]}}},
    "events_stages_create": {
        "body": {
            "a final": {"format": "final", "cut": 4},
            "a knockout of sixteen": {"format": "knockout", "cut": 16, "advance": 2, "reseed": "original"},
            "a league night": {"format": "ladder", "rounds_planned": 6, "advance": 1},
        }
    },
    "events_stages_edit": {"body": {"longer": {"rounds_planned": 5}, "no secret": {"plan_public": True}}},
    "events_wishes_create": {
        "body": {
            "a couple, if it can be had": {"kind": "apart", "players": [ANNA, BEN], "must": False},
            "friends who want to meet": {"kind": "together", "players": [CHLOE, DAN], "must": False},
            "a wheelchair": {"kind": "table", "players": [EVA], "number": 1},
        }
    },
    "events_rounds_create": {
        "body": {
            "as the event's seed has it": {},
            "from a seed": {"seed": 2026},
            "by hand": {"seats": [[ANNA, CHLOE, BEN, EVA, DAN]]},
        }
    },
    "events_deals": {
        "body": {
            "one deal of many": {"deals": [{"table": EVA, "number": 1, "document": RECORD}]},
        }
    },
    "rounds_move": {"body": {"Anna to another table": {"entry": ANNA, "table": TABLE}}},
    "rounds_redraw": {"body": {"the first draw anew": {"draw": 1}, "from a seed": {"seed": 2026}}},
    "rounds_search_take": {"body": {"what it found": {"draw": 1}}},
    "rounds_seating_put": {"body": {"one table": {"seats": [[DAN, ANNA, CHLOE, BEN]], "draw": 1}}},
    "rounds_swap": {"body": {"the first two": {"entries": [ANNA, BEN]}}},
    "rounds_substitute": {"body": {"Eva sits in for Dan": {"out": DAN, "into": EVA, "draw": 1}}},
    "rounds_leave_out": {"body": {"Dan has not come": {"entry": DAN}}},
    "rounds_search": {"body": {"some minutes": {"moves": 20_000_000}}},
    "rounds_publish": {"body": {"the first draw": {"draw": 1}}},
    "rounds_close": {"body": {"all is played": {}, "time is called": {"early": True}}},
    "tables_claims_create": {
        "body": {"a deal for a second person to look at": {"number": 1, "document": SCORECARD}}
    },
    "tables_deals_correction": {
        "body": {"one card more was left": {"document": SCORECARD, "reason": "Ben counted his cards again."}}
    },
    "tables_deals_put": {
        "body": {
            "card by card": {"document": RECORD},
            "a scorecard": {"document": SCORECARD},
            "with what the table knows": {"document": {**RECORD, **FROM_THE_TABLE}},
        },
        "200": {"the same deal again": recorded()["answers"]["tables_deals_put"]["201"]},
        "202": {"two must agree": recorded()["answers"]["tables_claims_create"]["201"]},
        "409": {"another dealer": DEALER_DISAGREES},
        "422": {"a card that is not held": CARD_NOT_HELD},
    },
    "tables_link_free": {"body": {"somebody has another phone": {"seat": 2}}},
    "tables_session": {
        "body": {
            "from the QR code": {"secret": "the-secret-of-nobody"},
            "by hand": {"pin": "271828", "seat": 2},
        }
    },
    "webhooks_edit": {
        "body": {"a pause": {"paused": True}, "other messages": {"types": ["event.finished"]}},
    },
    "webhooks_rotate": {
        "body": {"both are good for a day": {}, "somebody knows the old one": {"at_once": True}}
    },
    "replay": {
        "body": {"card by card": {"document": {**RECORD, **FROM_THE_TABLE}}},
        "422": {"a card that is not held": CARD_NOT_HELD},
    },
}
