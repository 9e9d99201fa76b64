"""The advice of the expert: it can be done, it has a reason, and it knows no more than the seat sees."""

from __future__ import annotations

from random import Random

from games import services
from games.engine.advice import REASONS, Advice, advice, advise
from games.engine.core.state import Rules, State
from games.engine.deal import Deal
from games.engine.sight import copy_of, not_asked
from tests.cases import cases
from tests.engine.test_bots_sight import decisions, made_nonsense

TABLE = {"preset": "adpoker"}
"""Players hold five cards, and only who holds a set may bet."""


def advised(rules: Rules, state: State) -> Advice:
    given = advice(rules, state)
    assert given is not None
    return given


@cases("preset", services.presets())
def test_the_rules_allow_what_is_advised_and_the_reason_is_a_whole_sentence(preset: str) -> None:
    for number in range(4):
        deal = Deal.begin(
            {"preset": preset}, dealer=number, chips=[60] * 4, pools={"poch": 5}, seed=2, number=number
        )
        while not deal.over:
            assert deal.turn is not None
            given = advise(deal, deal.turn)
            assert given is not None
            assert [seat for seat in range(4) if advise(deal, seat)] == [deal.turn]
            assert given.seat == deal.turn
            assert deal.can(given.action)
            assert given.sentence.template == REASONS[given.code]
            assert given.detail.endswith(".")
            assert "%(" not in given.detail
            deal.apply(given.action)
        assert [seat for seat in range(4) if advise(deal, seat)] == []


@cases("preset", services.presets())
def test_hidden_cards_do_not_change_the_advice(preset: str) -> None:
    """Also not through the seats that hold a set, before the betting has come to them."""
    random = Random(preset)
    for rules, state in decisions({"preset": preset}, 4, 4):
        other = made_nonsense(rules, state, random)
        for seat in not_asked(rules, state):
            other.inside[seat] = random.getrandbits(1)
        other.in_count = sum(other.inside)
        if not state.forced:
            assert advised(rules, other) == advised(rules, state)


def test_reading_the_advice_changes_nothing() -> None:
    for rules, state in decisions(TABLE, 5, 3):
        before = copy_of(state)
        advised(rules, state)
        assert all(getattr(state, name) == getattr(before, name) for name in State.__slots__)


def test_seats_that_the_betting_has_not_come_to_may_still_be_in() -> None:
    """A seat sees that another one is skipped only when that happens."""
    hands = ["As Ks 9h 8d 7c", "Ad Qh 9s 8c 7h", "Jd Jh 9d 8s 7s"]
    document = {
        "format": "poch-deal/1", "rules": TABLE, "dealer": 1, "chips": [0] * 3, "pools": {}, "hands": hands,
        "upcard": "Qd", "actions": [],
    }  # fmt: skip
    deal = Deal(document)
    assert deal.turn == 2
    assert deal.seen_by(2)["inside"] == [0, 1, 2]
    deal.apply("2 bet 1")
    assert deal.seen_by(2)["inside"] == [2]


def test_known_positions_have_known_reasons() -> None:
    """Four aces are hardly beaten, and an ace ends its run."""
    hands = ["As Ad Ah Ac 9h", "Qh Qc Ts 8c 7h", "Jd Jh 9d 8s 7s"]
    deal = Deal(
        {
            "format": "poch-deal/1", "rules": TABLE, "dealer": 2, "chips": [0] * 3, "pools": {},
            "hands": hands, "upcard": "Qd", "actions": [],
        }
    )  # fmt: skip
    given = advise(deal, 0)
    assert given is not None
    assert given.code == "bet_strong"
    assert given.sentence.params["cards"] == "As Ah Ad Ac"
    deal.apply("0 bet 1")
    deal.apply("1 pass")
    deal.apply("2 pass")
    given = advise(deal, 0)
    assert given is not None
    assert given.code == "run_ends_here"
    assert given.action.startswith("0 play A")
