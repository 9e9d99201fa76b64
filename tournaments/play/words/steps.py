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
from tournaments.play.words.deals import set_name, short_names

PARTS: Final = {
    "dealing": gettext_lazy("The deal"),
    "melding": gettext_lazy("Melding"),
    "pochen": gettext_lazy("Pochen"),
    "shedding": gettext_lazy("Shedding"),
}
"""The titles of the parts of a deal."""

SENTENCES: Final = {
    "ante": gettext_lazy("Everybody pays the antes: {chips}."),
    "no_ante": gettext_lazy("Nobody pays an ante."),
    "deal": gettext_lazy("{dealer} deals, and a card is turned up: {card}. Pay suit: {suit}."),
    "deal_joins": gettext_lazy(
        "{dealer} deals. The last card is turned up and joins the hand of {name}: {card}. Pay suit: {suit}."
    ),
    "upcard": gettext_lazy("{name}, the dealer, takes the pool of the upcard, {pool}: {chips}."),
    "meld": gettext_lazy("{name} melds {pool}: {chips}."),
    "empty_meld": gettext_lazy("{name} melds {pool}, but the pool is empty."),
    "pass": gettext_lazy("{name} passes."),
    "bet": gettext_lazy("{name} bets {chips}."),
    "call": gettext_lazy("{name} calls and adds {chips}."),
    "raise": gettext_lazy("{name} raises to {chips}."),
    "show": gettext_lazy("{name} asks for the showdown."),
    "stakes": gettext_lazy("The stakes in the Pochen: {stakes}."),
    "unopened": gettext_lazy("Nobody bets, so the Poch pool stays for the next deal."),
    "unopened_alone": gettext_lazy("Nobody bets."),
    "showdown": gettext_lazy("The showdown: {hands}."),
    "pot": gettext_lazy("{names} wins the Pochen: {chips}."),
    "pots": gettext_lazy("The pots go to {names}: {chips}."),
    "play": gettext_lazy("{name} plays a card: {card}."),
    "trick": gettext_lazy("{name} plays a card: {card}. {ended_by} takes the trick."),
    "paid_end": gettext_lazy("{name} plays a card: {card}. It ends the run, and the others pay {chips}."),
    "end": gettext_lazy("{name} plays a card: {card}. It ends the run."),
    "run_ended": gettext_lazy("{name} ends a run: {chips}."),
    "out": gettext_lazy("{name} has no card left, and the deal is over: {chips}."),
    "unpaid_out": gettext_lazy("{name} has no card left, and the deal is over."),
    "most_cards": gettext_lazy("{names} had the most cards left and paid {chips}."),
}
"""What happens in a step, by its case."""

YOURS: Final = {
    ("deal", "dealer"): gettext_lazy("You deal, and a card is turned up: {card}. Pay suit: {suit}."),
    ("deal_joins", "dealer seat"): gettext_lazy(
        "You deal. The last card is turned up and joins your hand: {card}. Pay suit: {suit}."
    ),
    ("deal_joins", "dealer"): gettext_lazy(
        "You deal. The last card is turned up and joins the hand of {name}: {card}. Pay suit: {suit}."
    ),
    ("deal_joins", "seat"): gettext_lazy(
        "{dealer} deals. The last card is turned up and joins your hand: {card}. Pay suit: {suit}."
    ),
    ("upcard", "seat"): gettext_lazy("You are the dealer and take the pool of the upcard, {pool}: {chips}."),
    ("meld", "seat"): gettext_lazy("You meld {pool}: {chips}."),
    ("empty_meld", "seat"): gettext_lazy("You meld {pool}, but the pool is empty."),
    ("pass", "seat"): gettext_lazy("You pass."),
    ("bet", "seat"): gettext_lazy("You bet {chips}."),
    ("call", "seat"): gettext_lazy("You call and add {chips}."),
    ("raise", "seat"): gettext_lazy("You raise to {chips}."),
    ("show", "seat"): gettext_lazy("You ask for the showdown."),
    ("pot", "alone"): gettext_lazy("You win the Pochen: {chips}."),
    ("pot", "among"): gettext_lazy("The pots go to you and {names}: {chips}."),
    ("play", "seat"): gettext_lazy("You play a card: {card}."),
    ("trick", "seat ended_by"): gettext_lazy("You play a card: {card}. You take the trick."),
    ("trick", "seat"): gettext_lazy("You play a card: {card}. {ended_by} takes the trick."),
    ("trick", "ended_by"): gettext_lazy("{name} plays a card: {card}. You take the trick."),
    ("paid_end", "seat"): gettext_lazy(
        "You play a card: {card}. It ends the run, and the others pay {chips}."
    ),
    ("end", "seat"): gettext_lazy("You play a card: {card}. It ends the run."),
    ("out", "seat"): gettext_lazy("You have no card left, and the deal is over: you get {chips}."),
    ("unpaid_out", "seat"): gettext_lazy("You have no card left, and the deal is over."),
    ("most_cards", "alone"): gettext_lazy("You had the most cards left and paid {chips}."),
    ("most_cards", "among"): gettext_lazy("You and {names} had the most cards left and paid {chips}."),
}
"""The same for the reader who plays, by the case and the part that the reader has in the step."""


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


def _case(watched: Mapping[str, Any], step: Mapping[str, Any]) -> str:
    """The case of a step, in `SENTENCES`."""
    kind: str = step["kind"]
    if kind == "play" and step["ended_by"] is not None:
        if watched["rules"]["shedding"] == "tricks":
            return "trick"
        return "paid_end" if step["transfers"] else "end"
    unusual = {
        "ante": ("no_ante", not step["transfers"]),
        "deal": ("deal_joins", step["seat"] is not None),
        "meld": ("empty_meld", not step["chips"]),
        "pot": ("pots", len({row["to"] for row in step["transfers"]}) > 1),
        "unopened": ("unopened_alone", "poch" not in watched["rules"]["pools"]),
        "out": ("unpaid_out", not step["chips"]),
    }
    case, applies = unusual.get(kind, (kind, False))
    return case if applies else kind


def _sentence(
    watched: Mapping[str, Any], step: Mapping[str, Any], names: Sequence[str], you: int | None
) -> SafeString:
    """What happens in a step, said to the reader if the reader has a part in it."""
    kind, case = step["kind"], _case(watched, step)
    among = _seats(step, "to" if kind == "pot" else "from")
    template = SENTENCES[case]
    if you is not None and kind in ("pot", "most_cards"):
        if you in among:
            among = sorted(set(among) - {you})
            template = YOURS[kind, "among" if among else "alone"]
    elif you is not None:
        seats = {
            "dealer": watched["dealer"] if kind == "deal" else None,
            "seat": step["seat"],
            "ended_by": step["ended_by"] if case == "trick" else None,
        }
        part = " ".join(name for name, seat in seats.items() if seat == you)
        template = YOURS.get((case, part), template)
    return format_html(
        str(template),
        name=listed([names[step["seat"]]]) if step["seat"] is not None else "",
        dealer=listed([names[watched["dealer"]]]),
        names=listed(names[seat] for seat in among),
        ended_by=listed([names[step["ended_by"]]]) if step["ended_by"] is not None else "",
        card=card_name(step["card"]) if step["card"] else "",
        suit=suit_name(watched["pay_suit"]),
        pool=pool_name(step["pool"]) if step["pool"] else "",
        chips=chips_word(step["chips"] if step["chips"] is not None else _chips(step["transfers"])),
        stakes=format_html_join(
            ", ",
            "{} {}",
            ((listed([names[seat]]), stake) for seat, stake in enumerate(step["stakes"]) if stake),
        ),
        hands=_hands(step["showdown"], names),
    )


def _hands(showdown: Sequence[Mapping[str, Any]], names: Sequence[str]) -> SafeString:
    """Who showed what: "Anna: a pair of kings; Ben: three nines"."""
    hands = [
        format_html(gettext("{}: {}"), listed([names[row["seat"]]]), set_name(row["kind"], row["cards"]))
        for row in showdown
    ]
    return reduce(partial(format_html, gettext("{}; {}")), hands) if hands else SafeString("")
