"""A season equals what the documents of its events give, counted again here without its code.

The documents say who sat where and what each deal did. From there on, this file has arithmetic of its own:
decimal roots with sixty digits, sums of sorted lists, and places by counting who is ahead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from decimal import ROUND_CEILING, Decimal, localcontext
from typing import Any

import pytest

from tests.builders import (
    another_document,
    make_event,
    owner_of,
    play_round,
    published_round,
    the_table,
    work,
)
from tests.tournaments.seasons import a_club, fresh, scores, standing, started
from tournaments.desk.verbs.lifecycle import finish_event, reopen_event, start_event
from tournaments.events.verbs import entries
from tournaments.models import Adjustment, Club, Event, Season
from tournaments.play.verbs import corrections
from tournaments.programs.documents.documents import document_of
from tournaments.seasons.verbs import ending, evenings, finals, members
from tournaments.standings.verbs.adjustments import add_adjustment

pytestmark = pytest.mark.django_db

WEIGHTS = ("1", "1.5", "1", "0.333")
BEST = 3


def an_evening(club: Club, players: list[str], seed: int) -> Event:
    """Two rounds of two deals at tables of three and more, with a penalty."""
    actor = owner_of(club)
    event = make_event(club, rounds_planned=2, deals_per_round=2, tie_breaks=["net"])
    entries.add_entries(event, actor, players)
    entries.check_in_all(event, actor)
    event = start_event(event, actor)
    for number in (1, 2):
        play_round(published_round(event), seed=10 * seed + number)
    add_adjustment(event, actor, event.entries.order_by("number")[0], "late", chips=-3)
    return finish_event(event, actor)


def nets(document: dict[str, Any]) -> Counter[str]:
    """The chips of each player: what the deals that count moved, and adjustments."""
    player = {entry["id"]: entry["player"] for entry in document["entries"]}
    won: Counter[str] = Counter(dict.fromkeys(player.values(), 0))
    for table in (table for round_ in document["rounds"] for table in round_["tables"]):
        counting: dict[int, dict[str, Any]] = {}
        for act in table["game"]:
            if act["act"] == "deal":
                counting[act["number"]] = act
            elif act["act"] == "void":
                counting.pop(act["number"])
        for act in counting.values():
            for seat, entry in enumerate(table["seats"]):
                won[player[entry]] += act["result"]["net"][seat]
    for adjustment in document["adjustments"]:
        if adjustment["cancelled_at"] is None:
            won[player[adjustment["entry"]]] += adjustment["chips"]
    return won


def rounded(value: Decimal) -> Decimal:
    """To a thousandth, half up: the whole number of thousandths that follows value - 0.0005, or is it."""
    return (value * 1000 - Decimal("0.5")).to_integral_value(ROUND_CEILING) / 1000


def worths(won: Counter[str], weight: str) -> dict[str, Decimal]:
    """10 root(n) / root(p), shared by equal people, times the weight."""
    made = {}
    with localcontext() as context:
        context.prec = 60
        for player, chips in won.items():
            ahead = sum(other > chips for other in won.values())
            sharing = sum(other == chips for other in won.values())
            roots = [
                10 * Decimal(len(won)).sqrt() / Decimal(place).sqrt()
                for place in range(ahead + 1, ahead + sharing + 1)
            ]
            made[player] = rounded(sum(roots, Decimal(0)) / sharing * Decimal(weight))
    return made


def by_list(document: dict[str, Any], points: Sequence[int]) -> dict[str, Decimal]:
    """The points of an evening by place; who shares places shares their points."""
    won = nets(document)
    listed = [Decimal(each) for each in points] + [Decimal(0)] * len(won)
    made = {}
    for player, chips in won.items():
        ahead = sum(other > chips for other in won.values())
        sharing = sum(other == chips for other in won.values())
        made[player] = rounded(sum(listed[ahead : ahead + sharing], Decimal(0)) / sharing)
    return made


def recomputed(season: Season, kind: str = "counting") -> dict[str, Decimal]:
    """The scores of a season with best 3, from the documents alone."""
    gained: dict[str, list[Decimal]] = {}
    for evening in season.evenings.filter(kind=kind).select_related("event").order_by("number"):
        for player, worth in worths(nets(document_of(evening.event)), str(evening.weight)).items():
            gained.setdefault(player, []).append(worth)
    return {player: sum(sorted(each)[-BEST:], Decimal(0)) for player, each in gained.items()}


def test_a_season_equals_an_independent_recomputation_to_the_last_thousandth() -> None:
    club, people = a_club(8)
    actor = owner_of(club)
    nights = [
        an_evening(club, people, 1),
        an_evening(club, people[1:], 2),
        an_evening(club, people[:7], 3),
        an_evening(club, people, 4),
    ]
    scheme = {"worth": "root", "best": BEST, "final": 4, "carry": "half", "carry_step": 1}
    season = started(club, nights, scheme=scheme)
    for evening, weight in zip(season.evenings.order_by("number"), WEIGHTS, strict=True):
        evenings.edit_evening(evening, actor, weight=weight)
    expected = recomputed(season)
    assert {player: Decimal(str(score)) for player, score in scores(season).items()} == expected

    # A deal of the first evening is corrected.
    event = reopen_event(nights[0], actor, "wrong cards")
    table = the_table(event.rounds.order_by("number")[0])
    corrections.correct(table, actor, 2, another_document(table, 2), "wrong cards", closed_too=True)
    finish_event(event, actor)
    work()
    assert recomputed(season) != expected
    expected = recomputed(season)
    assert {player: Decimal(str(score)) for player, score in scores(season).items()} == expected

    # A credit, then the final, into which half is carried.
    members.give_credit(season, actor, people[2], "1.125", "helped")
    expected[people[2]] += Decimal("1.125")
    assert {player: Decimal(str(score)) for player, score in scores(season).items()} == expected
    order = sorted(expected, key=lambda player: -expected[player])
    final = evenings.add_evening(
        season,
        actor,
        make_event(club, rounds_planned=1, deals_per_round=1, tie_breaks=["net"]),
        kind="final",
    )
    entered = [str(entry.player_id) for entry in finals.enter_finalists(final, actor)]
    assert entered == order[:4]
    entries.check_in_all(final.event, actor)
    event = start_event(final.event, actor)
    finals.give_start_points(final, actor, "half of the season")
    taken = {str(each.entry.player_id): each.chips for each in Adjustment.objects.filter(event=event)}
    assert taken == {player: int((expected[player] / 2 + Decimal("0.5")) // 1) for player in order[:4]}
    play_round(published_round(event))
    finish_event(event, actor)
    work()
    won = nets(document_of(Event.objects.get(pk=event.pk)))
    lines = {line["player"]: line for line in standing(season).tables[0]["lines"]}
    assert [lines[player]["final"] for player in sorted(won, key=lambda player: -won[player])] == [1, 2, 3, 4]
    assert [lines[player]["final"] for player in order[4:]] == [5, 6, 7, 8]
    ending.end_season(season, actor)
    assert fresh(season).is_over
