"""A deal step by step in sentences, from a ``poch-steps/1`` and the names of its seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy

from tournaments.core.words.words import account, card_name, pool_name, suit_name
from tournaments.core.words.words import chips as chips_word
from tournaments.core.words.words import names as listed
from tournaments.play.words.deals import set_name, short_names

PARTS: Final = {
    "dealing": gettext_lazy("The deal"),
    "melding": gettext_lazy("Melding"),
    "pochen": gettext_lazy("Pochen"),
    "shedding": gettext_lazy("Shedding"),
}
"""The titles of the parts of a deal."""


@dataclass(frozen=True)
class SeatThen:
    """A seat after a step. `cards` is None if nobody wrote them down, and `left` if nobody counted them."""

    name: str
    is_dealer: bool
    acts: bool
    """Whether the step is an act of this seat."""
    at_turn: bool
    purse: int
    won: int
    """The chips won or lost since before the antes."""
    moved: int
    """The chips won or lost in this step."""
    stake: int
    passed: bool
    left: int | None
    cards: list[str] | None


@dataclass(frozen=True)
class Move:
    """A movement of chips. A row of several antes has no accounts."""

    source: str
    target: str
    chips: int
    reason: str


@dataclass(frozen=True)
class StepThen:
    """A step as a page shows it. `number` counts from 1."""

    number: int
    kind: str
    part: str
    sentence: SafeString
    seats: list[SeatThen]
    run: list[tuple[str, str]]
    pools: Mapping[str, int]
    paid: list[str]
    """The pools that this step emptied."""
    ledger: list[Move]
    next_name: str
    """Who must act then; empty if nobody must."""
    forced: bool
    advice: Mapping[str, Any] | None


def told_steps(watched: Mapping[str, Any], people: Sequence[str], numbers: Sequence[int]) -> list[StepThen]:
    """The steps with these numbers. people: the names by seat; first names are used if they differ."""
    names = short_names(people)
    steps = watched["steps"]
    ledger: list[Move] = []
    shown = []
    for number, step in enumerate(steps, 1):
        ledger += _moves(step, names)
        if number in numbers:
            shown.append(_told(watched, names, number, list(ledger)))
    return shown


def _told(watched: Mapping[str, Any], names: Sequence[str], number: int, ledger: list[Move]) -> StepThen:
    steps = watched["steps"]
    step = steps[number - 1]
    before = steps[number - 2]["pools"] if number > 1 else step["pools"]
    purses = steps[number - 2]["purses"] if number > 1 else watched["chips"]
    return StepThen(
        number=number,
        kind=step["kind"],
        part=str(PARTS[step["part"]]),
        sentence=_sentence(watched, step, names),
        seats=[
            SeatThen(
                name=name,
                is_dealer=seat == watched["dealer"],
                acts=seat == step["seat"],
                at_turn=seat == step["turn"],
                purse=step["purses"][seat],
                won=step["purses"][seat] - watched["chips"][seat],
                moved=step["purses"][seat] - purses[seat],
                stake=step["stakes"][seat],
                passed=seat in step["passed"] and step["part"] == "pochen",
                left=None if step["left"] is None else step["left"][seat],
                cards=None if step["hands"] is None else step["hands"][seat].split(),
            )
            for seat, name in enumerate(names)
        ],
        run=[(names[played["seat"]], played["card"]) for played in step["run"]],
        pools=step["pools"],
        paid=[pool for pool, chips in before.items() if chips and not step["pools"][pool]],
        ledger=ledger,
        next_name="" if step["turn"] is None else names[step["turn"]],
        forced=step["forced"],
        advice=step["advice"],
    )


def _moves(step: Mapping[str, Any], names: Sequence[str]) -> list[Move]:
    """The movements of chips of a step. All antes are one row."""
    rows = step["transfers"]
    if step["kind"] == "ante":
        return [Move("", "", _chips(rows), "ante")] if rows else []
    return [
        Move(account(row["from"], names), account(row["to"], names), row["chips"], row["reason"])
        for row in rows
    ]


def _chips(rows: Sequence[Mapping[str, Any]]) -> int:
    return sum(row["chips"] for row in rows)


def _sentence(watched: Mapping[str, Any], step: Mapping[str, Any], names: Sequence[str]) -> SafeString:
    """What happens in a step."""
    return format_html(_template(watched, step), **step_words(watched, step, names))


def step_words(
    watched: Mapping[str, Any], step: Mapping[str, Any], names: Sequence[str]
) -> dict[str, SafeString | str]:
    """What the sentence of a step can name."""
    rows = step["transfers"]
    payers = sorted({int(row["from"][5:]) for row in rows if row["from"].startswith("seat ")})
    payees = list(dict.fromkeys(int(row["to"][5:]) for row in rows if row["to"].startswith("seat ")))
    return {
        "name": listed([names[step["seat"]]]) if step["seat"] is not None else "",
        "dealer": listed([names[watched["dealer"]]]),
        "names": listed(names[seat] for seat in (payees if step["kind"] == "pot" else payers)),
        "ended_by": listed([names[step["ended_by"]]]) if step["ended_by"] is not None else "",
        "card": card_name(step["card"]) if step["card"] else "",
        "suit": suit_name(watched["pay_suit"]),
        "pool": pool_name(step["pool"]) if step["pool"] else "",
        "chips": chips_word(step["chips"] if step["chips"] is not None else _chips(rows)),
        "stakes": format_html_join(
            ", ",
            "{} {}",
            ((listed([names[seat]]), stake) for seat, stake in enumerate(step["stakes"]) if stake),
        ),
        "hands": _hands(step["showdown"], names),
    }


def _hands(showdown: Sequence[Mapping[str, Any]], names: Sequence[str]) -> SafeString:
    """Who showed what: "Anna: a pair of kings; Ben: three nines"."""
    pair, both = gettext("{}: {}"), gettext("{}; {}")
    hands = [
        format_html(pair, listed([names[row["seat"]]]), set_name(row["kind"], row["cards"]))
        for row in showdown
    ]
    if not hands:
        return SafeString("")
    return reduce(lambda before, hand: format_html(both, before, hand), hands)


def _template(watched: Mapping[str, Any], step: Mapping[str, Any]) -> str:
    """The sentence of a step, with its placeholders."""
    kind = step["kind"]
    if kind == "play":
        return _template_of_card(watched, step)
    if kind == "ante" and not step["transfers"]:
        return gettext("Nobody pays an ante.")
    if kind == "deal" and step["seat"] is not None:
        return gettext(
            "{dealer} deals. The last card is turned up and joins the hand of {name}: {card}. "
            "Pay suit: {suit}."
        )
    if kind == "meld" and not step["chips"]:
        return gettext("{name} melds {pool}, but the pool is empty.")
    if kind == "pot" and len({row["to"] for row in step["transfers"]}) > 1:
        return gettext("The pots go to {names}: {chips}.")
    if kind == "unopened" and "poch" not in watched["rules"]["pools"]:
        return gettext("Nobody bets.")
    if kind == "out" and not step["chips"]:
        return gettext("{name} has no card left, and the deal is over.")
    return {
        "ante": gettext("Everybody pays the antes: {chips}."),
        "deal": gettext("{dealer} deals, and a card is turned up: {card}. Pay suit: {suit}."),
        "upcard": gettext("{name}, the dealer, takes the pool of the upcard, {pool}: {chips}."),
        "meld": gettext("{name} melds {pool}: {chips}."),
        "pass": gettext("{name} passes."),
        "bet": gettext("{name} bets {chips}."),
        "call": gettext("{name} calls and adds {chips}."),
        "raise": gettext("{name} raises to {chips}."),
        "show": gettext("{name} asks for the showdown."),
        "stakes": gettext("The stakes in the Pochen: {stakes}."),
        "unopened": gettext("Nobody bets, so the Poch pool stays for the next deal."),
        "showdown": gettext("The showdown: {hands}."),
        "pot": gettext("{names} wins the Pochen: {chips}."),
        "run_ended": gettext("{name} ends a run: {chips}."),
        "out": gettext("{name} has no card left, and the deal is over: {chips}."),
        "most_cards": gettext("{names} had the most cards left and paid {chips}."),
    }[kind]


def _template_of_card(watched: Mapping[str, Any], step: Mapping[str, Any]) -> str:
    if step["ended_by"] is None:
        return gettext("{name} plays a card: {card}.")
    if watched["rules"]["shedding"] == "tricks":
        return gettext("{name} plays a card: {card}. {ended_by} takes the trick.")
    if step["transfers"]:
        return gettext("{name} plays a card: {card}. It ends the run, and the others pay {chips}.")
    return gettext("{name} plays a card: {card}. It ends the run.")
