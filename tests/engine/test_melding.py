"""Who wins the pools by the cards."""

from __future__ import annotations

from games.engine.cards import cards_of
from games.engine.core import dealing, melding
from games.engine.core.state import NOBODY, SEQUENCE, State
from games.engine.record import a_hand
from games.engine.rules import rules_record
from tests.cases import cases


@cases(
    ("rule", "hands", "winner"),
    [
        ("pay_789", ["7h 8h 9h", "As Ks Qs"], 0),
        ("pay_789", ["7s 8s 9s", "As Ks Qs"], NOBODY),
        ("pay_789", ["7h 8h", "9h Th Jh"], NOBODY),
        ("none", ["7h 8h 9h", "Qs Ks As"], NOBODY),
        *((rule, ["As 2s 3s", "Ks Qs 7d"], NOBODY) for rule in ("best_three", "longest")),
        *((rule, ["Ks Ah 2h", "9s Ts Js"], 1) for rule in ("best_three", "longest")),
        *((rule, ["As Ah Kd", "9s Ts Qs"], NOBODY) for rule in ("best_three", "longest")),
        *((rule, ["7s 8s 9s", "7d 8d 9d", "7c 8c 9c"], 1) for rule in ("best_three", "longest")),
        ("best_three", ["7h 8h 9h Th Jh", "Qs Ks As"], 1),
        ("best_three", ["Js Qs Ks As", "Qh Kh Ah"], 1),
        ("longest", ["7s 8s 9s Ts", "Qh Kh Ah"], 0),
        ("longest", ["7s 8s 9s", "8d 9d Td"], 1),
        ("longest", ["7s 8s 9s", "7h 8h 9h"], 1),
    ],
)
def test_the_pool_of_the_sequence_goes_to_the_best_run(rule: str, hands: list[str], winner: int) -> None:
    """The pay suit is hearts, seat 0 deals. A run is three of a suit in order, and an ace is high."""
    rules = rules_record({"preset": "pagat", "sequence": rule})
    state = State()
    dealing.seat_down(rules, state, 3, 0)
    state.pay_suit = 1
    for seat, text in enumerate(hands):
        state.hand[seat] = a_hand(text, "")
        for card in cards_of(state.hand[seat]):
            state.owner[card] = seat
    assert melding.taker(rules, state, SEQUENCE) == winner
