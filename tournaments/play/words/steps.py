"""A deal step by step in sentences, from a ``poch-steps/1`` and the names of its seats."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial, reduce
from typing import Any, Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy

from tournaments.core.words.words import account, card_name, pool_name, suit_name
from tournaments.core.words.words import chips as chips_word
from tournaments.core.words.words import names as listed
from tournaments.play.words.deals import sentences, set_name, short_names

PARTS: Final = {
    "dealing": gettext_lazy("The deal"),
    "melding": gettext_lazy("Melding"),
    "pochen": gettext_lazy("Pochen"),
    "shedding": gettext_lazy("Shedding"),
}
"""The titles of the parts of a deal."""


def steps_in_words(
    watched: Mapping[str, Any],
    people: Sequence[str],
    numbers: Collection[int] | None = None,
    *,
    you: int | None = None,
) -> list[dict[str, Any]]:
    """The steps with these numbers, which count from 1 (None: all), as pages show them.

    people: the names by seat; first names are used if they differ. you: the seat of the reader. A seat has no
    `cards` if nobody wrote them down, and nothing `left` if nobody counted them. `won` and `moved` are the
    chips since before the antes, and in this step. `paid` are the pools that the step emptied.
    """
    names = short_names(people)
    ledger: list[dict[str, Any]] = []
    shown = []
    purses, pools = watched["chips"], watched["steps"][0]["pools"]
    for number, step in enumerate(watched["steps"], 1):
        ledger += _moves(step, names)
        if numbers is None or number in numbers:
            shown.append(
                {
                    "number": number,
                    "kind": step["kind"],
                    "part": PARTS[step["part"]],
                    "sentence": _sentence(watched, step, names, you),
                    "seats": [
                        {
                            "name": name,
                            "is_dealer": seat == watched["dealer"],
                            "acts": seat == step["seat"],
                            "at_turn": seat == step["turn"],
                            "purse": step["purses"][seat],
                            "won": step["purses"][seat] - watched["chips"][seat],
                            "moved": step["purses"][seat] - purses[seat],
                            "stake": step["stakes"][seat],
                            "passed": seat in step["passed"] and step["part"] == "pochen",
                            "left": step["left"] and step["left"][seat],
                            "cards": step["hands"] and step["hands"][seat].split(),
                        }
                        for seat, name in enumerate(names)
                    ],
                    "run": [(names[played["seat"]], played["card"]) for played in step["run"]],
                    "pools": step["pools"],
                    "paid": [pool for pool, chips in pools.items() if chips and not step["pools"][pool]],
                    "ledger": list(ledger),
                    "next_name": "" if step["turn"] is None else names[step["turn"]],
                    "forced": step["forced"],
                    "advice": step["advice"],
                }
            )
        purses, pools = step["purses"], step["pools"]
    return shown


def _moves(step: Mapping[str, Any], names: Sequence[str]) -> list[dict[str, Any]]:
    """The movements of chips of a step. All antes are one row, without accounts."""
    rows = step["transfers"]
    if step["kind"] == "ante":
        return [{"source": "", "target": "", "chips": _chips(rows), "reason": "ante"}] if rows else []
    return [
        {"source": account(row["from"], names), "target": account(row["to"], names)} | row for row in rows
    ]


def _chips(rows: Iterable[Mapping[str, Any]]) -> int:
    return sum(row["chips"] for row in rows)


def _seats(step: Mapping[str, Any], end: str) -> list[int]:
    """The seats that pay (`from`) or get (`to`) chips in a step, each once."""
    seats = (int(row[end][5:]) for row in step["transfers"] if row[end].startswith("seat "))
    return list(dict.fromkeys(seats)) if end == "to" else sorted(set(seats))


def _sentence(
    watched: Mapping[str, Any], step: Mapping[str, Any], names: Sequence[str], you: int | None
) -> SafeString:
    """What happens in a step, said to the reader if the reader has a part in it."""
    seat, ended_by, dealer = step["seat"], step["ended_by"], watched["dealer"]
    among = _seats(step, "to" if step["kind"] == "pot" else "from")
    stakes = ((listed([names[at]]), stake) for at, stake in enumerate(step["stakes"]) if stake)
    return sentences(
        "play/step_told.html",
        kind=step["kind"],
        moves=bool(step["transfers"]),
        pays=bool(step["chips"]),
        by_tricks=watched["rules"]["shedding"] == "tricks",
        has_poch="poch" in watched["rules"]["pools"],
        you=you is not None and seat == you,
        you_deal=dealer == you,
        you_end=you is not None and ended_by == you,
        you_among=you in among,
        several=len({row["to"] for row in step["transfers"]}) > 1,
        name="" if seat is None else listed([names[seat]]),
        dealer=listed([names[dealer]]),
        names=listed(names[at] for at in among if at != you),
        ended_by="" if ended_by is None else listed([names[ended_by]]),
        card=card_name(step["card"]) if step["card"] else "",
        suit=suit_name(watched["pay_suit"]),
        pool=pool_name(step["pool"]) if step["pool"] else "",
        chips=chips_word(_chips(step["transfers"]) if step["chips"] is None else step["chips"]),
        stakes=format_html_join(", ", "{} {}", stakes),
        hands=_hands(step["showdown"], names),
    )


def _hands(showdown: Sequence[Mapping[str, Any]], names: Sequence[str]) -> SafeString:
    """Who showed what: "Anna: a pair of kings; Ben: three nines"."""
    hands = [
        format_html(gettext("{}: {}"), listed([names[row["seat"]]]), set_name(row["kind"], row["cards"]))
        for row in showdown
    ]
    return reduce(partial(format_html, gettext("{}; {}")), hands) if hands else SafeString("")
