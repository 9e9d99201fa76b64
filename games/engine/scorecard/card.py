"""From a scorecard to a finished deal: checked by the rules, and paid by the core (spec/record.md, 2 and 3).

``finished`` refuses exactly what the modules beside it show to be impossible:

==============  ====================================================================================
``form``        the document's shape, and that its seats, pools and cards exist
``melds``       melds against each other and the upcard
``showdown``    shown cards against the betting, the rules, the upcard and the melds
``betting``     stakes and passes: is there an order of bets that ends so? (exact)
``shedding``    cards left and runs ended, against the leader and the hands' sizes
``followers``   cards left, against cards that had to be followed
``room``        a quick proof that the hands exist, which mostly saves the search of ``claims``
``play_out``    where all hands are known: is there a play that ends so? (exact, bounded)
``claims``      all that is said of hands: is there a deal of the pack that gives it? (exact, bounded)
==============  ====================================================================================

In sentences seats are counted from 1, as people count them; pointers and results keep the document's numbers.
"""

from __future__ import annotations

from typing import Any

from games.engine.core import dealing, melding, payments, pochen, shedding
from games.engine.core.state import OVER, Rules, State
from games.engine.scorecard.betting import check_betting
from games.engine.scorecard.dealt import layout_of, longest_runs
from games.engine.scorecard.evidence import Evidence
from games.engine.scorecard.followers import check_followers
from games.engine.scorecard.form import Scorecard, read
from games.engine.scorecard.melds import check_melds
from games.engine.scorecard.room import hands_surely_exist
from games.engine.scorecard.shedding import Played, check_left, check_shedding
from games.engine.scorecard.showdown import check_shown


def finished(document: dict[str, Any]) -> tuple[Rules, State]:
    """The end of the deal that a ``poch-scorecard/1`` tells, with its ledger in the order of record.md.

    Raises ``EngineError``: of kind ``schema`` for a document that is not of the format, of kind ``rule`` for
    statements that no deal under these rules makes true together; nothing else whatever the document holds.
    """
    card = read(document)
    rules, state = card.rules, card.state
    layout = layout_of(rules, state, card.upcard)
    evidence = Evidence.of(card, layout)
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
    # The searches are imported here, where they are wanted: they take long to load, and few scorecards do.
    if not hands_surely_exist(card, layout, evidence):
        from games.engine.scorecard.claims import check_hands  # noqa: PLC0415

        check_hands(card, layout, evidence)
    if evidence.tells_whole_hands(layout):
        from games.engine.scorecard.play_out import check_play  # noqa: PLC0415

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
    """Judge the stakes by the purses of this moment, put them in, and say who stays in with which cards."""
    rules, state = card.rules, card.state
    seats = state.seats
    first = state.dealer if rules.dealer_speaks else state.forehand
    check_betting(
        [(first + turn * rules.step) % seats for turn in range(seats)],
        card.stakes,
        card.passed,
        purses=state.account[:seats] if rules.table else None,
        bet_limit=rules.bet_limit or None,
        opener_raises=bool(rules.opener_raises),
    )
    for seat, stake in enumerate(card.stakes):
        if stake:
            pochen.put_in(state, seat, stake)
    staying = card.staying
    for seat in staying:
        state.inside[seat] = 1
        if seat in card.shown:
            state.dealt[seat] = card.shown[seat]
            state.best[seat] = evidence.best[seat]
    state.in_count = len(staying)
    state.staked = max(card.stakes)
