"""Swiss rounds of an event: scores pair, and the certificate, pages, commands and documents say so."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import combinations
from typing import Any

import pytest

from tests.builders import boss, play_round, published_round, running_event
from tournaments.draw.rules.cut import thousandths
from tournaments.draw.rules.draw import SearchState, plan_of
from tournaments.draw.rules.request import Request, request_from_json
from tournaments.draw.verbs import brief, draws, searches
from tournaments.draw.verbs.draws import check_draw
from tournaments.draw.verbs.seating import seating_of
from tournaments.events.verbs import entries
from tournaments.models import Event, Round
from tournaments.programs.documents.draws import verify_draw
from tournaments.standings.verbs.standings import order_for_draw

pytestmark = pytest.mark.django_db

SWISS = [{"format": "swiss", "rounds_planned": 4}]
POINTS = {str(size): [3, 1, *[0] * (size - 2)] for size in range(3, 7)}


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws that are over in no time."""
    monkeypatch.setattr(brief, "Request", partial(Request, moves=20_000))


def by_points(players: int, **fields: Any) -> Event:
    settings: dict[str, Any] = {"stages": SWISS, "deals_per_round": 1, "scoring": "points", "points": POINTS}
    return running_event(players, **settings | fields)


def request_of(round_: Round, group: str = "people") -> Request:
    return request_from_json(round_.request[group])


def next_round(event: Event) -> Round:
    return draws.draw_round(event, boss(event))


def people(round_: Round) -> dict[str, Any]:
    certificate: dict[str, Any] = round_.certificate["people"]
    return certificate


def test_the_seeding_pairs_in_the_first_round_and_scores_after_it() -> None:
    event = by_points(12)
    order = [str(entry.pk) for entry in event.entries.order_by("number")]
    entries.set_seeding(event, boss(event), order)
    first = published_round(event)
    assert request_of(first).scores == ()
    assert {frozenset(table) for table in seating_of(first)} == {
        frozenset(order[start : start + 4]) for start in (0, 4, 8)
    }
    play_round(first)
    second = next_round(event)
    score_of = {line.entry: thousandths(line.score) for line in order_for_draw(event, second.stage)}
    request = request_of(second)
    assert dict(zip(request.players, request.scores, strict=True)) == score_of
    assert len(set(score_of.values())) > 1
    codes = {reason["code"] for table in people(second)["tables"] for reason in table["reasons"]}
    assert codes & {"near_scores", "equal_scores"}
    assert [check["same"] for check in check_draw(second)] == [True]
    verify_draw(second)


def repeats_in(first: Round, tables: Sequence[Sequence[str]]) -> int:
    """How many pairs at these tables met in the first round."""
    met = {frozenset(pair) for table in seating_of(first) for pair in combinations(table, 2)}
    return sum(frozenset(pair) in met for table in tables for pair in combinations(table, 2))


@pytest.mark.parametrize("carry", [True, False])
def test_the_first_swiss_round_after_another_stage_pairs_by_the_scores_of_that(carry: bool) -> None:
    stages = [
        {"format": "rotation", "rounds_planned": 1},
        {"format": "swiss", "rounds_planned": 2, "carry": carry},
    ]
    event = by_points(9, stages=stages)
    play_round(published_round(event))
    second = published_round(event)
    assert set(request_of(second).scores) == {3000, 1000, 0}
    play_round(second)
    most = max(request_of(next_round(event)).scores)
    assert most > 3000 if carry else most == 3000


def test_a_longer_search_of_a_round_that_looks_ahead_is_compared_by_this_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(searches, "SLICE", 5_000)
    event = by_points(16, stages=[{"format": "swiss", "rounds_planned": 5}])
    first = play_round(published_round(event))
    drawn = next_round(event)
    assert request_of(drawn).rounds_left == 4
    search = searches.start_search(drawn, boss(event), drawn.draw, 15_000)
    while search.status == "running":
        step = search.state["step"]
        assert searches.keep_slice(searches.search_slice(search.pk, step), search.pk, step)
        search.refresh_from_db()
    progress = searches.progress_of(search, drawn)
    assert progress["repeats_now"] == repeats_in(first, seating_of(drawn))
    request, state = request_of(drawn), search.state["groups"]["people"]
    best = plan_of(request, SearchState.from_json(request, state)).tables
    assert progress["repeats_best"] == repeats_in(first, best)
    if progress["takeable"]:
        taken = searches.take_search(drawn, boss(event), drawn.draw)
        verify_draw(taken)
        assert [check["same"] for check in check_draw(taken)] == [True]
