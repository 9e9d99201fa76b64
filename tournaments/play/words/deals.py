"""A deal in words: its story (from a poch-result/1 and the names of the seats), and refusals."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.template.loader import render_to_string
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy

import games.services as games
from tournaments.core.packs import in_pack
from tournaments.core.refusals import sentence
from tournaments.core.words.words import RANK_NAMES, card_names, pool_name
from tournaments.core.words.words import chips as chips_word
from tournaments.core.words.words import names as listed

RANKS = {
    "A": gettext_lazy("aces"),
    "K": gettext_lazy("kings"),
    "Q": in_pack(gettext_lazy("queens"), gettext_lazy("Obers")),
    "J": in_pack(gettext_lazy("jacks"), gettext_lazy("Unters")),
    "T": gettext_lazy("tens"),
    "9": gettext_lazy("nines"),
    "8": gettext_lazy("eights"),
    "7": gettext_lazy("sevens"),
    "6": gettext_lazy("sixes"),
    "5": gettext_lazy("fives"),
    "4": gettext_lazy("fours"),
    "3": gettext_lazy("threes"),
    "2": gettext_lazy("twos"),
}
SETS = {
    "four": gettext_lazy("four %(ranks)s"),
    "three": gettext_lazy("three %(ranks)s"),
    "two_pairs": gettext_lazy("two pairs, %(high)s and %(low)s"),
    "pair": gettext_lazy("a pair of %(ranks)s"),
}
TITLES = {
    "melding": gettext_lazy("Melding"),
    "pochen": gettext_lazy("Pochen"),
    "shedding": gettext_lazy("Shedding"),
}

Rows = Sequence[Mapping[str, Any]]


def story_of(people: Sequence[str], document: Mapping[str, Any], result: Mapping[str, Any]) -> dict[str, Any]:
    """The story of a deal: a text for each part of it, and `parts` in the order of the rules.

    people: by seat; the story uses first names if they differ. `result` has its transfers. `taken` and
    `upcard_pool` are the pools that somebody took in the melding, `shown` the seats in the Pochen. Without a
    record of all cards there are no runs, hands and betting.
    """
    names, stages = short_names(people), games.stages(document, result)
    shown = _shown(names, result)
    taken = [row | {"name": names[row["seat"]]} for row in result["melds"]]
    upcard = next((row for row in result["transfers"] if row["reason"] == "upcard"), None)
    upcard_pool = upcard and {
        "pool": upcard["from"],
        "name": names[_seat(upcard["to"])],
        "chips": upcard["chips"],
    }
    acts = [(row["verb"], listed([names[row["seat"]]]), row["chips"]) for row in stages["betting"] or []]
    texts = {
        "melding": sentences("play/told.html", part="melding", **_melding(taken, upcard_pool)),
        "pochen": sentences("play/told.html", part="pochen", **_pochen(names, result, shown)),
        "shedding": sentences("play/told.html", part="shedding", **_shedding(names, result)),
    }
    return texts | {
        "order": stages["order"],
        "parts": [{"title": TITLES[part], "text": texts[part]} for part in stages["order"]],
        "upcard": stages["upcard"],
        "pay_suit": stages["pay_suit"],
        "taken": taken,
        "upcard_pool": upcard_pool,
        "betting": sentences("play/told.html", part="betting", acts=acts) if acts else "",
        "shown": [line for line in shown if line["stake"] or line["cards"] or not line["passed"]],
        "left": list(zip(names, result["shedding"]["left"], strict=True)),
        "runs": [
            {"cards": [{"name": names[play["seat"]], "card": play["card"]} for play in run["cards"]]}
            for run in stages["runs"] or []
        ],
        "hands": list(zip(names, stages["hands"] or [], strict=False)),
    }


def sentences(template: str, **values: Any) -> SafeString:
    """The sentences of a template, on one line."""
    return SafeString(re.sub(r"[ \n]+", " ", render_to_string(template, values)).strip())


def short_names(names: Sequence[str]) -> list[str]:
    """First names if they differ within the table, else the full names."""
    first = [name.split()[0] if name.split() else name for name in names]
    return first if len({name.casefold() for name in first}) == len(first) else list(names)


def set_name(kind: str, cards: str) -> str:
    """The name of a set: "three nines", "a pair of kings", "two pairs, kings and nines", "king high"."""
    ranks = [card[0] for card in cards.split()]
    if kind not in SETS:
        return gettext("%(rank)s high") % {"rank": RANK_NAMES[ranks[0]]}
    high, low = RANKS[ranks[0]], RANKS[ranks[len(ranks) // 2]]
    return str(SETS[kind]) % {"ranks": high, "high": high, "low": low}


def _seat(account: str) -> int:
    return int(account.removeprefix("seat "))


def _chips(rows: Iterable[Mapping[str, Any]]) -> str:
    return chips_word(sum(row["chips"] for row in rows))


def _melding(taken: Rows, upcard: Mapping[str, Any] | None) -> dict[str, Any]:
    """The pools that each player took, most chips first, and the pool of the upcard."""
    by_name: dict[str, list[Mapping[str, Any]]] = {}
    for row in taken:
        by_name.setdefault(row["name"], []).append(row)
    rows = sorted(by_name.items(), key=lambda item: -sum(row["chips"] for row in item[1]))
    values: dict[str, Any] = {
        "took": [
            (listed([name]), listed(pool_name(row["pool"]) for row in own), _chips(own)) for name, own in rows
        ]
    }
    if upcard is not None:
        values["upcard_name"] = listed([upcard["name"]])
        values["upcard_pool_name"], values["upcard_chips"] = pool_name(upcard["pool"]), _chips([upcard])
    return values


def _shown(names: Sequence[str], result: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Each seat in the Pochen: its stake, whether it passed, the set that it showed, what it won."""
    pochen = result["pochen"]
    hands = {row["seat"]: row for row in pochen["showdown"]}
    won: Counter[int] = Counter()
    for row in result["transfers"]:
        if row["reason"] == "pot":
            won[_seat(row["to"])] += row["chips"]
    return [
        {
            "name": name,
            "stake": pochen["stakes"][seat],
            "passed": seat in pochen["passed"],
            "kind": set_name(hands[seat]["kind"], hands[seat]["cards"]) if seat in hands else "",
            "cards": hands[seat]["cards"] if seat in hands else "",
            "won": won[seat],
        }
        for seat, name in enumerate(names)
    ]


def _pochen(names: Sequence[str], result: Mapping[str, Any], shown: Rows) -> dict[str, Any]:
    """Who won the Pochen by which set, and who stayed in it until the showdown."""
    winners = result["pochen"]["winners"]
    values = {"has_poch": "poch" in result["pools"], "winners": listed(names[seat] for seat in winners)}
    if not winners:
        return values
    best, staying = shown[winners[0]], [line for line in shown if not line["passed"]]
    folded = [line["name"] for line in shown if line["passed"] and line["stake"]]
    contested = bool(result["pochen"]["showdown"])
    return values | {
        "won": chips_word(sum(shown[seat]["won"] for seat in winners)),
        "is_shared": len(winners) > 1,
        "hand": best["kind"],
        "staying": listed(line["name"] for line in staying) if contested else "",
        "stake": chips_word(max(line["stake"] for line in (staying if contested else [best]))),
        "beaten": listed(sorted({line["kind"] for line in staying} - {best["kind"]})),
        "folded": listed(folded),
        "folds": len(folded),
    }


def _shedding(names: Sequence[str], result: Mapping[str, Any]) -> dict[str, Any]:
    """Who led and who went out, what was paid for that, and who ended runs."""
    shedding, transfers = result["shedding"], result["transfers"]
    paid = [row for row in transfers if row["reason"] == "out"]
    of_pool = [row for row in paid if not row["from"].startswith("seat ")]
    most = [row for row in transfers if row["reason"] == "most_cards"]
    counts = Counter(shedding["stops"] or ()).most_common()
    return {
        "leader": listed([names[shedding["leader"]]]),
        "out": listed([names[shedding["out"]]]),
        "for_hands": _chips(row for row in paid if row not in of_pool),
        "from_pool": _chips(of_pool) if of_pool else "",
        "tally": format_html_join(", ", "{} {}", ((listed([names[seat]]), count) for seat, count in counts)),
        "payers": listed(names[seat] for seat in sorted({_seat(row["from"]) for row in most})),
        "for_most": _chips(most),
    }


SEATS: Final = frozenset({"seat", "other", "first", "second", "holder", "taker"})
"""The params of the engine that are seats, counted from 1. `seats` is a list of them as a text."""


def at_table(refusal: games.EngineError, names: Sequence[str]) -> str:
    """The refusal in words. The engine counts seats, so sentences that name the people follow.

    names: of the people who play the deal, in the order of its document.
    """
    seats: set[int] = set()
    for _template, params in (refusal.sentence, *refusal.statements):
        seats |= {value for name, value in params.items() if name in SEATS and isinstance(value, int)}
        if isinstance(listed := params.get("seats"), str):
            seats |= {int(seat) for seat in listed.split(", ") if seat.isdecimal()}
    people = [
        gettext("Seat %(seat)d is %(name)s.") % {"seat": seat, "name": names[seat - 1]}
        for seat in sorted(seats)
        if 0 < seat <= len(names)
    ]
    return " ".join([sentence(refusal, cards=card_names, pools=pool_name), *people])
