"""What the expert would do at a seat, and why: a code, and a sentence that can be translated.

The advice knows what ``sight.seen_state`` shows: the hand of the seat and what everybody sees. It uses no
random numbers, so the same hand in the same place gives the same advice.
"""

from __future__ import annotations

from typing import NamedTuple

from games.engine import bots
from games.engine.bot_betting import ONE, beaten, chance, prospects, reaching
from games.engine.bot_shedding import ONE as SURE
from games.engine.bot_shedding import chance_held, held_at, maybe_held, run_from, surely_held
from games.engine.cards import NAMES, written
from games.engine.core import sets
from games.engine.core.state import (
    BET,
    CALL,
    IN_POCHEN,
    NOBODY,
    OVER,
    PASS,
    RAISE,
    SHOW,
    Rules,
    State,
    count_bits,
)
from games.engine.deal import Deal
from games.engine.errors import Param, Sentence, gettext_noop
from games.engine.record import written_action
from games.engine.sight import seen_state


class Advice(NamedTuple):
    """The action of the expert, as a record writes it, and its reason as a code and a sentence.

    The params ``card`` and ``cards`` are cards as a record writes them, ``chips`` is a stake, and ``percent``
    the chance to hold the best hand.
    """

    seat: int
    action: str
    code: str
    sentence: Sentence

    @property
    def detail(self) -> str:
        """The reason in English."""
        return str(self.sentence)


STRONG, LIKELY = 90, 50
"""From these chances in percent a hand is hardly ever beaten, or is more often the best one than not."""

# fmt: off
REASONS = {
    "bet_strong": gettext_noop("Bet %(chips)d: hardly any hand beats %(cards)s."),
    "bet_likely": gettext_noop("Bet %(chips)d: %(cards)s is the best set in about %(percent)d of 100 deals."),
    "bet_risk": gettext_noop(
        "Bet %(chips)d: %(cards)s is the best set in only about %(percent)d of 100 deals, but the "
        "others may pass, and the pool is worth the risk."),
    "bet_bluff": gettext_noop(
        "Bet %(chips)d without a set: the others may pass, and the pool is worth the risk."),
    "raise_strong": gettext_noop("Raise to %(chips)d: hardly any hand beats %(cards)s."),
    "raise_likely": gettext_noop(
        "Raise to %(chips)d: %(cards)s is the best set in about %(percent)d of 100 deals."),
    "raise_risk": gettext_noop(
        "Raise to %(chips)d: %(cards)s is the best set in only about %(percent)d of 100 deals, but the "
        "others may pass, and there is much to win."),
    "raise_bluff": gettext_noop(
        "Raise to %(chips)d without a set: the others may pass, and there is much to win."),
    "call_strong": gettext_noop("Call: hardly any hand beats %(cards)s, and a raise would win no more."),
    "call_likely": gettext_noop("Call: %(cards)s is the best set in about %(percent)d of 100 deals."),
    "call_risk": gettext_noop(
        "Call: %(cards)s is the best set in only about %(percent)d of 100 deals, but there is more to win "
        "than the call costs."),
    "call_bluff": gettext_noop("Call without a set: there is much more to win than the call costs."),
    "show": gettext_noop("Show: a higher stake would not win more with %(cards)s."),
    "pass_before_a_bet": gettext_noop(
        "Pass: %(cards)s is the best set in only about %(percent)d of 100 deals, too seldom for a bet."),
    "pass": gettext_noop(
        "Pass: %(cards)s is the best set in only about %(percent)d of 100 deals, too seldom for what the "
        "call costs."),
    "pass_without_a_set": gettext_noop("Pass: without a set there is too little hope for a stake."),
    "forced": gettext_noop("Play %(card)s: who holds the next card of a run must play it."),
    "last_card": gettext_noop("Play %(card)s: it is the last card of the hand, and the seat goes out."),
    "run_ends_here": gettext_noop(
        "Play %(card)s: the run is sure to end in the same hand, which leads again."),
    "run_probably_ends_here": gettext_noop(
        "Play %(card)s: the run probably ends in the same hand, which leads again."),
    "not_reached": gettext_noop(
        "Play %(card)s: no run of another seat reaches this card, so only leading it gets rid of it."),
    "run_sheds_several": gettext_noop("Play %(card)s: several cards of the hand can go in this one run."),
    "best_of_few": gettext_noop(
        "Play %(card)s: no card is likely to keep the lead, but this one comes closest."),
    "trick_is_sure": gettext_noop("Play %(card)s: nobody can beat this card, so the same seat leads again."),
    "trick_is_likely": gettext_noop("Play %(card)s: no other card is more likely to take its trick."),
    "only_card_of_suit": gettext_noop("Play %(card)s: it is the only card of the suit that was led."),
    "trick_is_lost": gettext_noop(
        "Play %(card)s: no card of the hand takes this trick, so the lowest one goes."),
    "takes_trick_last": gettext_noop(
        "Play %(card)s: nobody plays after it, so the lowest card that takes the trick is enough."),
    "highest_of_suit": gettext_noop(
        "Play %(card)s: others still play after it, so the highest card is the surest."),
}
# fmt: on
"""The sentence of each reason."""


def advise(deal: Deal, seat: int) -> Advice | None:
    """What the expert would do at a seat, and why. None if it is not the turn of the seat."""
    rules, state = deal.position()
    return advice(rules, state) if deal.turn == seat else None


def advice(rules: Rules, state: State) -> Advice | None:
    """What the expert would do at the seat at turn, and why. None if the deal is over."""
    if state.stage == OVER or state.turn < 0:
        return None
    seen = seen_state(rules, state)
    action = bots.decide(rules, seen, bots.EXPERT)
    if state.stage == IN_POCHEN:
        code, params = _why_stake(rules, seen, action)
    else:
        code, params = _why_card(rules, seen, action >> 16), {"card": NAMES[action >> 16]}
    template = REASONS[code]
    used = {name: value for name, value in params.items() if f"%({name})" in template}
    return Advice(state.turn, written_action(action), code, Sentence(template, used))


def _why_stake(rules: Rules, seen: State, action: int) -> tuple[str, dict[str, Param]]:
    """The reason of an action in the Pochen, and everything that its sentence may name."""
    verb = action >> 10 & 63
    best = seen.best[seen.turn]
    has_set = best >= sets.PAIR << 8
    percent = chance_to_be_best(rules, seen)
    params: dict[str, Param] = {
        "cards": written(sets.cards_of_set(seen.hand[seen.turn], best)),
        "chips": action >> 16,
        "percent": percent,
    }
    if verb == SHOW:
        return "show", params
    if verb == PASS:
        if not has_set:
            return "pass_without_a_set", params
        return "pass" if seen.staked else "pass_before_a_bet", params
    if not has_set:
        how = "bluff"
    elif percent >= STRONG:
        how = "strong"
    else:
        how = "likely" if percent >= LIKELY else "risk"
    return f"{({BET: 'bet', RAISE: 'raise', CALL: 'call'})[verb]}_{how}", params


def chance_to_be_best(rules: Rules, seen: State) -> int:
    """The chance in percent that no seat in the Pochen has a better hand, by the estimate of the expert."""
    seat = seen.turn
    unseen = rules.whole[seen.seats] & ~(seen.hand[seat] | 1 << seen.upcard)
    hands = prospects(unseen, seen.count[seen.after[seat]])
    may_bet = ONE if rules.anyone else max(1, chance(reaching(rules, hands, sets.PAIR, 0)))
    odds = min(ONE, beaten(rules, seen, unseen, hands) * ONE // may_bet)
    best = ONE
    for other in range(seen.seats):
        if other != seat and seen.inside[other]:
            best = best * (ONE - odds) // ONE
    return (best * 100 + ONE // 2) // ONE


def _why_card(rules: Rules, seen: State, card: int) -> str:
    """The reason of playing a card."""
    hand = seen.hand[seen.turn]
    if count_bits(hand) == 1:
        return "last_card"
    if seen.forced:
        return "forced"
    if seen.led_suit >= 0:
        return _why_follow(seen, card, hand & 0xFFFF << seen.led_suit * 16)
    hidden = maybe_held(rules, seen, hand)
    sure = surely_held(rules, seen) & hidden
    if rules.tricks:
        higher = hidden & 0xFFFF << (card & 48) & -2 << card
        return "trick_is_likely" if higher else "trick_is_sure"
    return _why_lead(card, hand, hidden, sure, chance_held(seen, hidden, sure))


def _why_follow(seen: State, card: int, choice: int) -> str:
    """The reason of following suit with a card, with ``choice`` of that suit in the hand."""
    if count_bits(choice) == 1:
        return "only_card_of_suit"
    if card < seen.trick_card:
        return "trick_is_lost"
    return "highest_of_suit" if seen.trick_left else "takes_trick_last"


def _why_lead(card: int, hand: int, hidden: int, sure: int, held: int) -> str:
    """The reason of leading a card to a run."""
    keep = shed = 0
    above = NOBODY
    for other in range(63, card - 1, -1):
        if hand >> other & 1:
            keep, shed = run_from(other, above, keep, shed, hidden, sure, held)
            above = other
    if keep >= SURE:
        return "run_ends_here"
    if keep * 2 >= SURE:
        return "run_probably_ends_here"
    if not hand << 1 >> card & 1 and not held_at(card - 1, hidden, sure, held):
        return "not_reached"
    return "run_sheds_several" if shed * 2 >= SURE * 3 else "best_of_few"
