"""A practice against bots, for its page: what happened in sentences, the table, the hand, what is possible.

It takes nothing from the cards but what `games.PracticeDeal` shows to the person. The person has seat 0 and
is called "you", so their steps have sentences of their own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy, pgettext

import games.services as games
from tournaments.core.refusals import sentence
from tournaments.core.words.words import card_names
from tournaments.core.words.words import chips as chips_word
from tournaments.core.words.words import names as listed
from tournaments.play.models import Practice
from tournaments.play.verbs.practices import DEALS, has_own_limit, session_is_over, shares_of
from tournaments.play.words.watching import SeatThen, StepThen, step_words, told_steps

YOU: Final = 0
"""The seat of the person."""

BOT_NAMES: Final = ("Alma", "Bruno", "Clara", "Dora", "Emil", "Frieda", "Gustav", "Hanna", "Ida")
"""The names of the bots, by seat from 1."""


@dataclass(frozen=True)
class HeldCard:
    """A card of the person's hand. `is_possible`: whether the rules allow to play it now."""

    code: str
    name: str
    is_possible: bool


@dataclass(frozen=True)
class Stake:
    """A bet or raise that is possible: its verb, and the least and the most chips (None: no limit)."""

    verb: str
    least: int
    most: int | None


@dataclass(frozen=True)
class Standing:
    """The chips of a seat: won in this deal, if it is over, and in all deals of the session.

    `strength`: how well the bot plays; empty for the person.
    """

    name: str
    strength: str
    is_you: bool
    net: int | None
    total: int


@dataclass(frozen=True)
class PracticeTable:
    """Everything that the page of a practice shows. The seats come in the order of their numbers."""

    rules: Mapping[str, Any]
    preset: Any
    is_changed: bool
    deals: int
    news: list[SafeString]
    """What happened since the person acted last, with that act."""
    before: list[SafeString]
    seats: list[SeatThen]
    upcard: str
    pay_suit: str
    run: list[tuple[str, str]]
    pools: Mapping[str, int]
    paid: list[str]
    hand: list[HeldCard]
    plays: bool
    """Whether the person must play a card now."""
    skipped: bool
    """Whether the betting passed the person by, because they hold no set."""
    verbs: list[str]
    """Which of "pass", "call" and "show" are possible."""
    to_call: int
    """What a call costs, in chips."""
    stake: Stake | None
    own_limit: int | None
    """The limit of bets in chips, if the practice has added it to the rules."""
    is_over: bool
    """Whether the deal is over."""
    session_is_over: bool
    standings: list[Standing]
    shares: list[tuple[str, int]]
    """Who got chips of the board at the end of the session, and how many."""


def table_of_practice(practice: Practice, deal: games.PracticeDeal) -> PracticeTable:
    """The page of a practice. deal: its present deal."""
    names = names_of(practice)
    watched, seen = deal.steps(), deal.seen()
    steps = watched["steps"]
    told = told_steps(watched, names, range(1, len(steps) + 1))
    sentences = [_told(watched, step, names) or then.sentence for step, then in zip(steps, told, strict=True)]
    own = [at for at, step in enumerate(steps) if step["at"] is not None and step["seat"] == YOU]
    since = own[-1] if own else 0
    emptied = [pool for then in told[since:] for pool in then.paid]
    now = told[-1]
    choices = {choice.verb: choice for choice in deal.choices()}
    cards = choices["play"].cards if "play" in choices else ()
    result = deal.result() if deal.over else None
    ends = result is not None and session_is_over(practice, result)
    shares = shares_of(practice, result) if ends and result is not None else [0] * len(names)
    is_limited = has_own_limit(practice.rules)
    document = games.nearest_preset({**practice.rules, "bet_limit": None} if is_limited else practice.rules)
    stake = next((choices[verb] for verb in ("bet", "raise") if verb in choices), None)
    stakes, strengths = seen["stakes"], strengths_of(practice)
    return PracticeTable(
        rules=practice.rules,
        preset=games.preset_info(document["preset"]),
        is_changed=len(document) > 1,
        deals=DEALS,
        news=sentences[since:] + ([_end(practice.nets[-1][YOU])] if deal.over else []),
        before=sentences[:since],
        seats=now.seats,
        upcard=watched["upcard"],
        pay_suit=watched["pay_suit"],
        run=now.run,
        pools=now.pools,
        paid=emptied,
        hand=[HeldCard(code, card_names(code), code in cards) for code in seen["hand"]],
        plays=bool(cards),
        skipped=not seen["has_set"] and any(step["part"] == "pochen" for step in steps[since:]),
        verbs=[verb for verb in ("call", "pass", "show") if verb in choices],
        to_call=max(stakes) - stakes[YOU],
        stake=Stake(stake.verb, stake.least or 1, stake.most) if stake else None,
        own_limit=practice.rules["bet_limit"] if is_limited else None,
        is_over=deal.over,
        session_is_over=ends,
        standings=[
            Standing(
                name=name,
                strength=strengths[seat],
                is_you=seat == YOU,
                net=practice.nets[-1][seat] if deal.over else None,
                total=practice.totals[seat] + shares[seat],
            )
            for seat, name in enumerate(names)
        ],
        shares=[(name, share) for name, share in zip(names, shares, strict=True) if share],
    )


def steps_of_practice(
    practice: Practice, watched: Mapping[str, Any], numbers: Sequence[int]
) -> list[StepThen]:
    """The steps with these numbers of a deal that is over. They say "you" to the person."""
    names = names_of(practice)
    steps = watched["steps"]
    return [
        replace(then, sentence=_told(watched, steps[then.number - 1], names) or then.sentence)
        for then in told_steps(watched, names, numbers)
    ]


def names_of(practice: Practice) -> list[str]:
    """The names of the seats. The person is "you"."""
    return [pgettext("practice", "you"), *BOT_NAMES[: len(practice.bots) - 1]]


def strengths_of(practice: Practice) -> list[str]:
    """The title of the bot at each seat; empty for the person."""
    titles = {bot.name: gettext(bot.title) for bot in games.bots()}
    return [titles[name] if name else "" for name in practice.bots]


def _end(net: int) -> SafeString:
    """What the deal brought the person."""
    if not net:
        return format_html("{}", gettext("In this deal you won as many chips as you lost."))
    template = (
        gettext("In this deal you won {chips}.") if net > 0 else gettext("In this deal you lost {chips}.")
    )
    return format_html(template, chips=chips_word(abs(net)))


def _told(watched: Mapping[str, Any], step: Mapping[str, Any], names: Sequence[str]) -> SafeString | None:
    """The sentence of a step about the person; None for a step that is only about others."""
    template, among = _yours(watched, step)
    if not template:
        return None
    words = step_words(watched, step, names)
    if among:
        words["names"] = listed(names[seat] for seat in among)
    return format_html(template, **words)


def _yours(watched: Mapping[str, Any], step: Mapping[str, Any]) -> tuple[str, list[int]]:
    """The sentence of a step about the person, and the seats that its `names` are; empty for other steps."""
    kind, is_yours = step["kind"], step["seat"] == YOU
    if kind == "play":
        return _your_card(watched, step), []
    if kind == "deal":
        return _your_deal(watched, step), []
    if kind in ("pot", "most_cards"):
        side = "to" if kind == "pot" else "from"
        seats = sorted({int(row[side][5:]) for row in step["transfers"] if row[side].startswith("seat ")})
        if YOU not in seats:
            return "", []
        others = [seat for seat in seats if seat != YOU]
        alone = {
            "pot": gettext("You win the Pochen: {chips}."),
            "most_cards": gettext("You had the most cards left and paid {chips}."),
        }
        together = {
            "pot": gettext("The pots go to you and {names}: {chips}."),
            "most_cards": gettext("You and {names} had the most cards left and paid {chips}."),
        }
        return (together if others else alone)[kind], others
    if not is_yours:
        return "", []
    if kind == "meld" and not step["chips"]:
        return gettext("You meld {pool}, but the pool is empty."), []
    if kind == "out" and not step["chips"]:
        return gettext("You have no card left, and the deal is over."), []
    return {
        "upcard": gettext("You are the dealer and take the pool of the upcard, {pool}: {chips}."),
        "meld": gettext("You meld {pool}: {chips}."),
        "pass": gettext("You pass."),
        "bet": gettext("You bet {chips}."),
        "call": gettext("You call and add {chips}."),
        "raise": gettext("You raise to {chips}."),
        "show": gettext("You ask for the showdown."),
        "out": gettext("You have no card left, and the deal is over: you get {chips}."),
    }[kind], []


def _your_deal(watched: Mapping[str, Any], step: Mapping[str, Any]) -> str:
    """The sentence of a deal by the person, or whose upcard joins the hand of the person."""
    deals, joins = watched["dealer"] == YOU, step["seat"]
    if deals and joins is None:
        return gettext("You deal, and a card is turned up: {card}. Pay suit: {suit}.")
    if deals and joins == YOU:
        return gettext("You deal. The last card is turned up and joins your hand: {card}. Pay suit: {suit}.")
    if deals:
        return gettext(
            "You deal. The last card is turned up and joins the hand of {name}: {card}. Pay suit: {suit}."
        )
    if joins == YOU:
        return gettext(
            "{dealer} deals. The last card is turned up and joins your hand: {card}. Pay suit: {suit}."
        )
    return ""


def _your_card(watched: Mapping[str, Any], step: Mapping[str, Any]) -> str:
    is_yours, ended_by = step["seat"] == YOU, step["ended_by"]
    if watched["rules"]["shedding"] == "tricks" and ended_by is not None:
        if is_yours and ended_by == YOU:
            return gettext("You play a card: {card}. You take the trick.")
        if is_yours:
            return gettext("You play a card: {card}. {ended_by} takes the trick.")
        return gettext("{name} plays a card: {card}. You take the trick.") if ended_by == YOU else ""
    if not is_yours:
        return ""
    if ended_by is None:
        return gettext("You play a card: {card}.")
    if step["transfers"]:
        return gettext("You play a card: {card}. It ends the run, and the others pay {chips}.")
    return gettext("You play a card: {card}. It ends the run.")


WHY_REFUSED: Final = {
    "deal_is_over": gettext_lazy("The deal is over. Go on with the next one."),
    "not_in_pochen": gettext_lazy("The Pochen is over. Now everybody plays cards."),
    "not_in_shedding": gettext_lazy("Cards are played only after the Pochen. Bet, call or pass now."),
    "already_bet": gettext_lazy("Somebody has bet already. You can pass, call or raise."),
    "nobody_has_bet": gettext_lazy("Nobody has bet yet. You can pass or bet."),
    "bet_too_small": gettext_lazy("A bet is at least 1 chip."),
    "raise_too_small": gettext_lazy("The highest stake is %(staked)d. A raise must go above it."),
    "beyond_limit": gettext_lazy("By these rules nobody can stake more than %(limit)d chips in one deal."),
    "beyond_purse": gettext_lazy("Your purse is too small for this stake. You can stake at most %(most)d."),
    "only_opener_raises": gettext_lazy("By these rules only who opened the betting can raise."),
    "only_opener_shows": gettext_lazy(
        "Only who opened the betting asks for the showdown, and only if nobody else may raise."
    ),
    "opener_must_show": gettext_lazy("All others have answered your bet. Raise, or ask for the showdown."),
    "nothing_to_call": gettext_lazy("You have the highest stake. Raise, or ask for the showdown."),
    "card_not_held": gettext_lazy("You do not hold this card."),
    "card_is_forced": gettext_lazy(
        "Who holds the next card of a run must play it. You hold it: play the %(forced)s."
    ),
    "suit_not_followed": gettext_lazy("You must follow suit. You can play: %(suit)s."),
    "malformed_action": gettext_lazy("This is no act of the game. Press one of the buttons."),
}
"""The rule behind a refusal of the engine, told to the person who acted."""


def why_refused(refusal: games.EngineError) -> str:
    """Why the rules refuse an act of the person."""
    template = WHY_REFUSED.get(refusal.code)
    if template is None:
        return sentence(refusal, cards=card_names)
    params = {
        name: card_names(value) if isinstance(value, str) and name in ("forced", "suit") else value
        for name, value in refusal.params.items()
    }
    return str(template) % params
