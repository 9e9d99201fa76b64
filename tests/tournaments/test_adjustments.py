"""Penalties and corrections: where they may be given."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from tests.builders import owner_of, play_round, published_round, refusal, running_event
from tournaments.core.rules.refusals import Conflict, Invalid
from tournaments.desk.verbs.publish import publish_round
from tournaments.draw.verbs import draws
from tournaments.models import Adjustment
from tournaments.standings.verbs import adjustments, standings

POINTS = {str(seats): list(range(seats, 0, -1)) for seats in range(3, 7)}

pytestmark = pytest.mark.django_db


def test_none_is_given_in_a_proposal_which_can_still_be_thrown_away() -> None:
    event = running_event(4)
    actor, entry = owner_of(event.club), event.entries.all()[0]
    drawn = draws.draw_round(event, actor)
    with refusal("round_not_published", Conflict):
        adjustments.add_adjustment(event, actor, entry, "late", chips=-5, played_round=drawn)
    publish_round(drawn, actor, 1)
    # What was read before the round was published is as good.
    assert (
        adjustments.add_adjustment(event, actor, entry, "late", chips=-5, played_round=drawn).round == drawn
    )


def test_where_places_make_the_score_a_penalty_is_points_off_the_score_alone() -> None:
    event = running_event(4, scoring="place")
    play_round(published_round(event))
    actor = owner_of(event.club)
    before = {row["entry"]: row["score"] for row in standings.refresh(event.pk).rows}
    winner = event.entries.get(pk=max(before, key=lambda entry: before[entry]))
    for round_ in (event.rounds.get(), None):
        adjustments.add_adjustment(event, actor, winner, "rude", points=Decimal("-0.25"), played_round=round_)
    rows = standings.refresh(event.pk).rows
    after = {row["entry"]: row["score"] for row in rows}
    assert after == before | {str(winner.pk): before[str(winner.pk)] - 0.5}
    assert {row["entry"]: row["metrics"]["rounds_won"] for row in rows}[str(winner.pk)] == 0.75
    ranked = standings.table_rankings(event.rounds.get())[0]
    assert ranked[0].entry == str(winner.pk), "no neighbour wins the table by a penalty"


@pytest.mark.parametrize(
    ("scoring", "amount", "code", "field"),
    [
        ("place", {"chips": -7}, "adjustment_in_points", "chips"),
        ("points", {"chips": -7}, "adjustment_in_points", "chips"),
        ("chips", {"points": Decimal(-1)}, "adjustment_in_chips", "points"),
        ("average", {"chips": 1, "points": Decimal(-1)}, "adjustment_in_chips", "points"),
        ("chips", {}, "chips_out_of_range", "chips"),
        ("chips", {"chips": 0}, "chips_out_of_range", "chips"),
        ("chips", {"chips": 1_000_001}, "chips_out_of_range", "chips"),
        ("place", {}, "points_out_of_range", "points"),
        ("place", {"points": Decimal(0)}, "points_out_of_range", "points"),
        ("place", {"points": Decimal("0.005")}, "points_out_of_range", "points"),
        ("place", {"points": Decimal("1e9")}, "points_out_of_range", "points"),
        ("place", {"points": Decimal("NaN")}, "points_out_of_range", "points"),
        ("place", {"points": Decimal("Infinity")}, "points_out_of_range", "points"),
    ],
)
def test_an_adjustment_in_another_unit_or_out_of_range_is_refused(
    scoring: str, amount: dict[str, Any], code: str, field: str
) -> None:
    event = running_event(4, scoring=scoring, points=POINTS if scoring == "points" else {})
    actor, entry = owner_of(event.club), event.entries.all()[0]
    with pytest.RaisesExc(Invalid, check=lambda error: (error.code, error.field) == (code, field)):
        adjustments.add_adjustment(event, actor, entry, "late", **amount)
    assert not Adjustment.objects.exists()
