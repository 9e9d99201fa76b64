"""From a scorecard to a finished deal: checked here, and paid by the core.

``finished`` refuses what one of these functions proves impossible, and nothing else:

===========================  =======================================================================
``form.read``                the format of the document, and that its seats, pools and cards exist
``hands.check_melds``        melds against each other and against the upcard
``betting.check_shown``      shown cards against the betting, the rules, the upcard and the melds
``betting.check_betting``    stakes and passes: does some order of bets end like this? (exact)
``shedding.check_shedding``  cards left and ended runs, against the leader and the sizes of the hands
``check_followers``          cards left, against cards that a seat had to follow
``check_hands``              everything about hands: does some deal of the pack give them? (exact,
                             bounded)
``shedding.check_play``      if all hands are known: does some play end like this? (exact, bounded)
===========================  =======================================================================

Sentences count seats from 1, as people do. Pointers and results keep the numbers of the document, from 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from games.engine.cards import written
from games.engine.core import dealing, melding, payments, pochen, shedding
from games.engine.core.state import (
    NOBODY,
    OVER,
    SEQUENCE,
    SEQUENCE_BEST_THREE,
    SEQUENCE_LONGEST,
    TIES_KICKERS,
    Rules,
    State,
)
from games.engine.errors import EngineError, Param, Sentence, gettext_noop, seat_error
from games.engine.scorecard.betting import check_betting, check_shown
from games.engine.scorecard.evidence import (
    Evidence,
    Layout,
    bits,
    layout_of,
    longest_runs,
    most_of_each_rank,
    needing_a_set,
)
from games.engine.scorecard.form import Scorecard, read
from games.engine.scorecard.hands import (
    EFFORT,
    Alternative,
    GaveUpError,
    HoldsASet,
    NeverTogether,
    Search,
    check_melds,
    find_hands,
)
from games.engine.scorecard.shedding import (
    NoBetterRun,
    Played,
    Runs,
    TakesTheSequence,
    check_left,
    check_shedding,
    may_end_within_a_run,
)
from games.engine.switches import POOLS

# ---- Cards that nobody can have played, because the next seat had to follow and did not.
#
# A seat with as many cards left as it was dealt played nothing. So no other seat can have played a card that
# forces it to play: in ``stops`` the next lower card of the suit, in ``tricks`` any card of the suit.
#
# ``stops``: the one exception is the last card of the deal, by the seat that went out. A card that was not
# played stays in its hand, so the same then holds for the next lower card. ``tricks``: the deal can end
# before the turn of the seat that must follow, so each seat can have played one such card: its last. The
# cards that a seat cannot have played must be among its cards left.


_LANE = 0xFFFF


# fmt: off
_TOO_FEW_LEFT = gettext_noop(
    "Seat %(seat)d held %(cards)s. It cannot have played them, because the seats that had to follow still "
    "hold their cards. So its cards left must be at least %(least)d, not %(left)d.")
_RUN_NOT_ENDED = gettext_noop(
    "Seat %(seat)d went out with %(cards)s. Another seat still holds the next card, so the last run did not "
    "end, but the scorecard says that it ended.")
# fmt: on


def check_followers(card: Scorecard, evidence: Evidence, played: Played, runs: Sequence[int]) -> None:
    """Raise ``EngineError`` (``cannot_be_played``) if a seat played a card that others did not follow.

    ``runs``: as in ``check_shedding``, which must have passed.
    """
    tricks = bool(card.rules.tricks)
    stuck = _suits_not_led(evidence, played) if tricks else _runs_not_begun(evidence, played)
    for seat, cards in enumerate(stuck):
        last = int(tricks or seat == played.out)
        least, left = cards.bit_count() - last, played.left[seat]
        if least > left:
            params = {"cards": written(cards), "least": least, "left": left}
            raise seat_error("cannot_be_played", _TOO_FEW_LEFT, "left", seat, **params)
    if stuck[played.out] and card.rules.stop_pay and not tricks and not may_end_within_a_run(played, runs):
        text, seat = written(stuck[played.out]), played.out + 1
        raise EngineError("cannot_be_played", _RUN_NOT_ENDED, pointer="/stops", seat=seat, cards=text)


def _runs_not_begun(evidence: Evidence, played: Played) -> list[int]:
    """By seat, the cards below a card that was never played: nobody played them, except as the last card."""
    kept = 0
    for seat, hand in enumerate(evidence.hands):
        if played.cards(seat) == 0:
            kept |= hand
    while True:
        stuck = [hand & kept >> 1 for hand in evidence.hands]
        before = kept
        for seat, cards in enumerate(stuck):
            if seat != played.out:
                kept |= cards
        if kept == before:
            return stuck


def _suits_not_led(evidence: Evidence, played: Played) -> list[int]:
    """By seat, the cards of each suit that a seat held and, as it played nothing, did not follow."""
    suits = 0
    for seat, hand in enumerate(evidence.hands):
        if played.cards(seat) == 0:
            suits |= sum(_LANE << suit * 16 for suit in range(4) if hand >> suit * 16 & _LANE)
    return [hand & suits for hand in evidence.hands]


# ---- Does some deal give all the hands that a scorecard speaks of? If not, which statements exclude each
# other?
#
# A claim is one statement of the scorecard about hands: a sentence for people, and a limit for the search for
# hands. If the search proves that no deal keeps all claims, they are left out one by one. Those that cannot
# be left out exclude each other, and the error names them.


EFFORT_TO_EXPLAIN = 200
"""Matchings to try, for each claim, in the search for those that exclude each other."""


class Claim(NamedTuple):
    """One statement about the hands: its place in the scorecard, its words, and its limits for a search.

    cards, seat: these cards lie in this hand, or (``NOBODY``) in none. most: the most cards of each rank in
    this hand. alternative: what can be kept in several ways.
    """

    pointer: str
    sentence: Sentence
    cards: int = 0
    seat: int = NOBODY
    most: list[int] | None = None
    alternative: Alternative | None = None


def check_hands(card: Scorecard, layout: Layout, evidence: Evidence) -> None:
    """Raise ``EngineError`` (``cannot_be_dealt``) if no deal gives hands that keep all claims."""
    claims = list(claims_of(card, layout, evidence))
    if excluded(layout, claims):
        raise _exclusion(layout, claims)


def claims_of(card: Scorecard, layout: Layout, evidence: Evidence) -> Iterator[Claim]:
    """All claims of a scorecard about hands: pools taken and not taken, sets shown, sets needed to bet."""
    rules = card.rules
    by_best_run = rules.sequence in (SEQUENCE_BEST_THREE, SEQUENCE_LONGEST)
    for pool, seat in card.melds.items():
        if cards := layout.winning.get(pool):
            took = gettext_noop("Seat %(seat)d took the %(pool)s pool.")
            yield _about_pool(pool, took, {"seat": seat + 1, "pool": POOLS[pool]}, cards=cards, seat=seat)
        else:
            took = gettext_noop(
                "Seat %(seat)d took the sequence pool with the best run. Its hand had %(size)d cards."
            )
            best = TakesTheSequence(Runs.from_scorecard(card), seat)
            yield _about_pool(pool, took, {"seat": seat + 1, "size": layout.sizes[seat]}, alternative=best)
    nobody_took = gettext_noop("No seat took the %(pool)s pool.")
    for pool, honour in evidence.untaken.items():
        if honour != layout.upcard:
            yield _about_pool(pool, nobody_took, {"pool": POOLS[pool]}, cards=1 << honour)
    for pool, cards in evidence.apart.items():
        yield _about_pool(pool, nobody_took, {"pool": POOLS[pool]}, alternative=NeverTogether(cards))
    if rules.has_pool[SEQUENCE] and SEQUENCE not in card.melds and by_best_run:
        no_run = gettext_noop("No seat took the sequence pool, which any run of three wins.")
        none = NoBetterRun(Runs.from_scorecard(card), value=0, seat=-1)
        yield _about_pool(SEQUENCE, no_run, {}, alternative=none)
    for seat, shown in card.shown.items():
        showed = gettext_noop("Seat %(seat)d showed %(cards)s as its best set. Its hand had %(size)d cards.")
        params: dict[str, Param] = {"seat": seat + 1, "cards": written(shown), "size": layout.sizes[seat]}
        whole_hand = rules.ties == TIES_KICKERS
        most = None if whole_hand else most_of_each_rank(evidence.best[seat], rules.two_pairs)
        yield Claim(f"/shown/{seat}", Sentence(showed, params), shown, seat, most)
    for seat in needing_a_set(card):
        bet = Sentence(gettext_noop("Seat %(seat)d bet, so it held a set."), {"seat": seat + 1})
        yield Claim(f"/stakes/{seat}", bet, alternative=HoldsASet(seat))


def _about_pool(pool: int, template: str, params: dict[str, Param], **limits: Any) -> Claim:
    return Claim(f"/melds/{POOLS[pool]}", Sentence(template, params), **limits)


def search_for(layout: Layout, claims: Iterable[Claim]) -> Search:
    """A search for hands that is limited by these claims."""
    search = Search.start(layout)
    for claim in claims:
        for card in bits(claim.cards):
            if claim.seat == NOBODY:
                search.not_dealt(card)
            else:
                search.hold(card, claim.seat)
        if claim.most is not None:
            search.bound_ranks(claim.seat, claim.most)
        if claim.alternative is not None:
            search.alternatives.append(claim.alternative)
    return search


def excluded(layout: Layout, claims: Iterable[Claim], effort: int = EFFORT) -> bool:
    """Whether a search of limited effort proves that no deal keeps all of these claims."""
    try:
        return find_hands(search_for(layout, claims), effort) is None
    except GaveUpError:
        return False


def _exclusion(layout: Layout, claims: list[Claim]) -> EngineError:
    """The error that names a smallest group of claims that exclude each other."""
    for claim in list(claims):
        others = [other for other in claims if other is not claim]
        if excluded(layout, others, EFFORT_TO_EXPLAIN):
            claims = others
    return EngineError(
        "cannot_be_dealt",
        gettext_noop("No deal under these rules makes the following true."),
        pointer=claims[0].pointer,
        statements=[claim.sentence for claim in claims],
    )


def finished(document: dict[str, Any]) -> tuple[Rules, State]:
    """The finished deal of a ``poch-scorecard/1``, with its ledger.

    Raise ``EngineError``, and never another exception: of the kind ``schema`` if the document is not of the
    format, of the kind ``rule`` if no deal under these rules makes all its statements true.
    """
    card = read(document)
    rules, state = card.rules, card.state
    layout = layout_of(rules, state, card.upcard)
    evidence = Evidence.from_scorecard(card, layout)
    check_melds(card, layout, evidence)
    check_shown(card, layout, evidence)
    check_left(layout.sizes, card.left)
    dealing.antes(rules, state)
    dealing.turn_up(rules, state, card.upcard)
    if not rules.pochen_first:
        _pay_melds(card)
    _bet(card, evidence)
    payments.settle_pochen(rules, state)
    if rules.pochen_first:
        _pay_melds(card)
    state.leader = shedding.first_leader(rules, state)
    played = Played(layout.sizes, card.left, state.leader, card.stops)
    runs = longest_runs(layout.pack) if rules.stop_pay else []
    check_shedding(played, tricks=bool(rules.tricks), stop_pay=rules.stop_pay, runs=runs)
    check_followers(card, evidence, played, runs)
    check_hands(card, layout, evidence)
    if evidence.has_whole_hands(layout):
        # It is slow to load, and few scorecards need it.
        from games.engine.scorecard.shedding import check_play  # noqa: PLC0415

        check_play(card, evidence.hands)
    for seat in card.stops:
        payments.run_ended(rules, state, seat)
    state.count[: state.seats] = card.left
    payments.going_out(rules, state, played.out)
    state.stage = OVER
    return rules, state


def _pay_melds(card: Scorecard) -> None:
    rules = card.rules
    for pool in rules.board[: rules.board_size]:
        if pool in card.melds:
            melding.pay(card.state, pool, card.melds[pool])


def _bet(card: Scorecard, evidence: Evidence) -> None:
    """Check the stakes against the purses of this moment, pay them in, and note who stays in."""
    rules, state = card.rules, card.state
    seats = state.seats
    first = state.dealer if rules.dealer_speaks else state.forehand
    order = [(first + turn * rules.step) % seats for turn in range(seats)]
    check_betting(
        order,
        card.stakes,
        card.passed,
        purses=state.account[:seats] if rules.table else None,
        bet_limit=rules.bet_limit or None,
        opener_raises=bool(rules.opener_raises),
    )
    for seat, stake in enumerate(card.stakes):
        if stake:
            pochen.put_in(state, seat, stake)
    # Whoever speaks before the first bet and does not bet has passed for good.
    state.opener = next((seat for seat in order if card.stakes[seat]), NOBODY)
    staying = card.staying
    for seat in staying:
        state.inside[seat] = 1
        if seat in card.shown:
            state.dealt[seat] = card.shown[seat]
            state.best[seat] = evidence.best[seat]
    state.in_count = len(staying)
    state.staked = max(card.stakes)
