"""Which facts of an evening are told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tournaments.standings.rules.story import WORDINGS, Evening, Fact, Line, Showing, story


def standing(*scores: tuple[str, int], deals: int = 4, **more: Any) -> list[Line]:
    """A standing in this order, with places by the scores."""
    values = [score for _entry, score in scores]
    return [Line(entry, 1 + values.index(score), score, deals, **more) for entry, score in scores]


CLOSE = Evening(
    final=standing(("a", 30), ("b", 26), ("c", -10), ("d", -46)),
    rounds={
        1: standing(("b", 20), ("c", 10), ("a", -5), ("d", -25)),
        2: standing(("a", 21), ("b", 19), ("c", 0), ("d", -40)),
        3: standing(("a", 30), ("b", 26), ("c", -10), ("d", -46)),
    },
    deals=12,
    on_boards=7,
)


def facts(evening: Evening, seed: int = 1) -> dict[str, Fact]:
    return {fact.kind: fact for fact in story(evening, seed)}


def test_who_won_by_how_much_and_where_the_lead_changed_for_good() -> None:
    told = facts(CLOSE)
    assert told["played"].values == {"players": 4, "rounds": 3, "deals": 12}
    assert told["won"].values == {"entry": "a", "score": 30, "second": "b", "lead": 4}
    assert told["turn"].values == {"entry": "a", "round": 2, "leaders": ["b"], "place": 3, "behind": 25}
    assert told["boards"].values == {"chips": 7}


def test_the_last_round_can_be_the_turn() -> None:
    evening = replace(CLOSE, rounds={1: CLOSE.rounds[2], 2: CLOSE.rounds[1], 3: CLOSE.rounds[3]})
    told = facts(evening)
    assert told["turn_at_the_end"].values["round"] == 3
    assert "turn" not in told


def test_equal_winners_share_and_a_tie_break_is_named() -> None:
    level = standing(("a", 30), ("b", 30), ("c", -60))
    assert facts(replace(CLOSE, final=level))["won_together"].values["entries"] == ["a", "b"]
    broken = [level[0], replace(level[1], place=2), level[2]]
    assert facts(replace(CLOSE, final=broken))["won_by_tie_break"].values["second"] == "b"


def test_a_climb_in_the_last_round_is_told_of_one_player_only() -> None:
    before = standing(("a", 50), ("b", 40), ("c", 30), ("d", 20), ("e", 10))
    after = standing(("a", 60), ("e", 55), ("b", 40), ("c", 30), ("d", 20))
    evening = replace(CLOSE, final=after, rounds={1: before, 2: after})
    assert facts(evening)["climb"].values == {"entry": "e", "places": 3, "place": 2}


def test_the_largest_pot_and_sets_of_four() -> None:
    four = Showing("c", 2, 1, 3, 9, "four", "Ks Kh Kd Kc")
    told = facts(replace(CLOSE, pot=four, fours=[four]))
    assert told["pot"].values["chips"] == 9
    assert told["four"].values["entry"] == "c"
    assert facts(replace(CLOSE, fours=[four] * 4))["many_fours"].values == {"count": 4}


def test_a_best_figure_that_many_share_is_not_told() -> None:
    final = [replace(line, pools=5, out=place) for place, line in enumerate(CLOSE.final)]
    told = facts(replace(CLOSE, final=final))
    assert "pools" not in told
    assert told["out"].values == {"entries": ["d"], "count": 3}


@pytest.mark.parametrize("seed", range(5))
def test_the_same_seed_always_gives_the_same_words(seed: int) -> None:
    assert story(CLOSE, seed) == story(CLOSE, seed)
    assert {fact.wording for fact in story(CLOSE, seed)} <= set(range(WORDINGS))
