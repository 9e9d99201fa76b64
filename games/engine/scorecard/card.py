"""From a scorecard to a finished deal: checked here, and paid by the core (spec/record.md, 2 and 3).

``finished`` refuses what one of these modules proves impossible, and nothing else:

==============  ====================================================================================
``form``        the format of the document, and that its seats, pools and cards exist
``melds``       melds against each other and against the upcard
``showdown``    shown cards against the betting, the rules, the upcard and the melds
``betting``     stakes and passes: does some order of bets end like this? (exact)
``shedding``    cards left and ended runs, against the leader and the sizes of the hands
``followers``   cards left, against cards that a seat had to follow
``room``        a quick proof that fitting hands exist, which usually saves the search of ``claims``
``play_out``    if all hands are known: does some play end like this? (exact, bounded)
``claims``      everything about hands: does some deal of the pack give them? (exact, bounded)
==============  ====================================================================================

Sentences count seats from 1, as people do. Pointers and results keep the numbers of the document, from 0.
"""

from __future__ import annotations

from typing import Any

from games.engine.core import dealing, melding, payments, pochen, shedding
from games.engine.core.state import NOBODY, OVER, Rules, State
from games.engine.scorecard.betting import check_betting, check_shown
from games.engine.scorecard.evidence import Evidence, layout_of, longest_runs
from games.engine.scorecard.followers import check_followers
from games.engine.scorecard.form import Scorecard, read
from games.engine.scorecard.hands import check_melds
from games.engine.scorecard.room import hands_surely_exist
from games.engine.scorecard.shedding import Played, check_left, check_shedding


def finished(document: dict[str, Any]) -> tuple[Rules, State]:
    """The finished deal of a ``poch-scorecard/1``, with its ledger in the order of record.md.

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
    # The searches are imported here: they are slow to load, and few scorecards need them.
    if not hands_surely_exist(card, layout, evidence):
        from games.engine.scorecard.claims import check_hands  # noqa: PLC0415

        check_hands(card, layout, evidence)
    if evidence.has_whole_hands(layout):
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
