"""The shape of a poch-event/1: of what kind every value is, and from where to where it may go.

It is asked first of all, so that what reads the document afterwards meets nothing unheard of, and so that
whoever sent it is told which value is wrong. Whether the values agree with each other is found out while the
event is taken in (`event_import`, `event_draws`, `event_replay`). What the verbs judge themselves (settings,
names, rules, cards) is only looked at for being JSON that a database keeps.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import BANK, EntryStatus, WishKind

from .shape import (
    BIG,
    INT,
    SMALL,
    Check,
    by_name,
    day,
    each,
    fields,
    flag,
    malformed,
    mapping,
    maybe,
    moment,
    one_of,
    ref,
    several,
    text,
    tree,
    whole,
)

LATEST_VERSION = 2**53 - 1
"""Beyond it a browser cannot count: versions are compared by clients."""

VIA = 10
"""Letters of the door by which a deal came."""

PLAYER = fields(
    {"id": ref, "name": text(100), "public_name": text(100), "bot": text(20)},
    {"anonymous": flag},
)
ENTRY = fields(
    {
        "id": ref,
        "player": ref,
        "number": whole(1, INT),
        "status": one_of(*(status.value for status in EntryStatus)),
        "from_round": whole(1, SMALL),
        "seeding": maybe(whole(1, INT)),
    }
)
WISH = fields(
    {
        "kind": one_of(*WishKind.values),
        "number": maybe(whole(0, SMALL)),
        "must": flag,
        "always": flag,
        "note": text(200),
        "players": each(ref, 1),
    }
)
CUT = fields(
    {
        "entrants": whole(0, INT),
        "out": whole(0, INT),
        "last_in": text(36),
        "first_out": text(36),
        "decided_by": text(20),
        "tied": each(ref),
        "passed_over": each(ref),
    }
)
STAGE = fields(
    {
        "settings": mapping,
        "entrants": maybe(each(ref)),
        "cut_report": maybe(CUT),
        "ended_at": maybe(moment),
    }
)
DEAL = {
    "act": one_of("deal", "void"),
    "number": whole(1, SMALL),
    "revision": whole(1, SMALL),
    "reason": text(200),
    "via": text(VIA),
    "version": whole(0, LATEST_VERSION),
    "at": moment,
}
ACTS: Mapping[str, Check] = {
    "deal": fields({**DEAL, "document": mapping, "result": mapping}),
    "void": fields(DEAL),
    "move": fields(
        {
            "act": one_of("move"),
            "from": text(12),
            "to": text(12),
            "chips": whole(1, 10**12),
            "reason": one_of("start", "issue", "return", "leftover"),
            "note": text(200),
            "seq": whole(0, INT),
            "at": moment,
        }
    ),
}


def act(value: Any, place: str) -> None:
    """Something that happened at a table."""
    kind = value.get("act") if isinstance(value, dict) else None
    if not isinstance(kind, str) or kind not in ACTS:
        raise malformed(place, _("One of these belongs here: %(known)s.") % {"known": ", ".join(ACTS)})
    ACTS[kind](value, place)
    if kind == "move" and BANK not in (value["from"], value["to"]) and value["reason"] != "leftover":
        raise malformed(place, _("Chips like these come from the bank, or go there."))


TABLE = fields(
    {
        "number": whole(1, SMALL),
        "deals_planned": whole(1, 200),
        "seats": each(ref, 2),
        "game": each(act),
    }
)
INDEX = whole(0, SMALL)
INDICES = each(each(INDEX))
REQUEST = fields(
    {"players": whole(2, SMALL), "names": each(ref, 2), "sizes": each(whole(2, 10), 1)},
    {
        "past": each(INDICES),
        "rounds_left": whole(1, 100),
        "seed": whole(-BIG, BIG),
        "moves": whole(0, INT),
        "attempts": whole(0, INT),
        "ahead": each(INDICES),
        "apart": each(several(INDEX, INDEX, whole(0, 1))),
        "together": each(several(INDEX, INDEX, whole(0, 1), whole(0, 1))),
        "pins": each(several(INDEX, maybe(whole(0, 9)), maybe(whole(1, SMALL)))),
        "weights": by_name(whole(0, INT), ("repeats", "wishes", "small", "standing")),
        "standing": each(whole(1, INT)),
        "small_to": one_of("shared", "high", "low"),
        "groups": INDICES,
        "mix_tables": flag,
    },
)
GROUPS = ("people", "bots")
ROUND = fields(
    {
        "stage": whole(1, SMALL),
        "number": whole(1, SMALL),
        "draw": whole(1, INT),
        "seed": whole(-BIG, BIG),
        "moves": whole(0, INT),
        "by_hand": whole(0, INT),
        "request": by_name(REQUEST, GROUPS),
        "certificate": by_name(mapping, GROUPS),
        "ahead": by_name(each(each(each(ref, 2), 1)), GROUPS),
        "drawn_at": moment,
        "published_at": moment,
        "closed_at": moment,
        "tables": each(TABLE, 1),
    }
)
ADJUSTMENT = fields(
    {
        "entry": ref,
        "round": maybe(whole(1, SMALL)),
        "chips": whole(-1_000_000, 1_000_000),
        "reason": text(200),
        "created_at": moment,
        "cancelled_at": maybe(moment),
    }
)
ROW = fields(
    {
        "place": tree,
        "entry": ref,
        "score": tree,
        "deals": whole(0, INT),
        "rounds": tree,
        "metrics": mapping,
        "decided_by": tree,
        "last": tree,
        "stage": whole(1, SMALL),
    }
)
STANDING = fields(
    {
        "version": whole(0, LATEST_VERSION),
        "round": maybe(whole(1, SMALL)),
        "revised": maybe(whole(0, LATEST_VERSION)),
        "computed_at": moment,
        "rows": each(ROW),
    }
)


JUDGED_HERE: dict[str, Check] = {
    "starts_on": maybe(day),
    "two_agree": flag,
    "visibility": text(10),
    "scoring": text(10),
    "rules": mapping,
    "points": mapping,
    "tie_breaks": each(text(20)),
}
"""Settings that come to the verbs with their types judged already, from pages and from the API."""


def document_shape(format_: str, settings: Collection[str]) -> Check:
    """The whole document, of this format and with these settings."""
    return fields(
        {
            "format": one_of(format_),
            "name": text(200),
            "settings": fields(dict.fromkeys(settings, tree) | JUDGED_HERE),
            "frozen_rules": mapping,
            "rounds_planned": whole(0, SMALL),
            "seed": whole(-BIG, BIG),
            "version": whole(0, LATEST_VERSION),
            "created_at": moment,
            "started_at": moment,
            "finished_at": moment,
            "players": each(PLAYER),
            "entries": each(ENTRY),
            "wishes": each(WISH),
            "stages": each(STAGE, 1),
            "rounds": each(ROUND),
            "adjustments": each(ADJUSTMENT),
            "standings": each(STANDING, 1),
        }
    )
