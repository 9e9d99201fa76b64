"""Standings: a pure function of deals and adjustments, refreshed by tasks that may be lost or doubled."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import (
    another_document,
    boss,
    make_club,
    nets_by_the_ledger,
    owner_of,
    play,
    play_round,
    published_round,
    refusal,
    running_event,
    the_table,
)
from tournaments import tasks
from tournaments.core.rules.refusals import Conflict, Invalid
from tournaments.desk.verbs import rounds
from tournaments.desk.verbs.lifecycle import finish_event
from tournaments.desk.verbs.rounds import publish_round
from tournaments.draw.verbs import draws
from tournaments.draw.verbs.entrants import changed_cuts
from tournaments.events.verbs.stages import add_stage
from tournaments.models import Adjustment, Entry, Event, OutboxTask, Round, Stage, Standing
from tournaments.play.verbs import corrections
from tournaments.standings.rules.ranking import Ranked
from tournaments.standings.verbs import adjustments, standings
from tournaments.standings.verbs.adjustments import add_adjustment, cancel_adjustment
from tournaments.standings.words.ranking import table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Seven players after a round of two deals."""
    event = running_event(7, deals_per_round=2)
    play_round(published_round(event))
    event.refresh_from_db()
    return event


def test_scores_are_what_the_ledger_says_to_the_chip_and_refreshing_twice_is_once(event: Event) -> None:
    standing = standings.refresh(event.pk)
    assert standing.version == event.version
    assert standings.refresh(event.pk) == standing
    rows = standing.rows
    assert {row["entry"]: row["score"] for row in rows} == dict(nets_by_the_ledger(event))
    assert [row["score"] for row in rows] == sorted((row["score"] for row in rows), reverse=True)


def test_where_one_score_has_a_decimal_all_have_one(event: Event) -> None:
    standing = standings.refresh(event.pk)
    assert not any("." in line["shown"] for line in table_of(event, [standing], standing.rows).lines)
    standing.rows[0]["score"] += 0.25
    assert all("." in line["shown"] for line in table_of(event, [standing], standing.rows[1:]).lines)


def test_an_adjustment_counts_until_it_is_cancelled(event: Event) -> None:
    actor = owner_of(event.club)
    entry = event.entries.get(number=1)
    before = {row["entry"]: row["score"] for row in standings.refresh(event.pk).rows}
    adjustment = add_adjustment(
        event, actor, entry, "left the table in mid-deal", chips=-20, played_round=event.rounds.get()
    )
    adjusted = {row["entry"]: row["score"] for row in standings.refresh(event.pk).rows}
    assert adjusted == before | {str(entry.pk): before[str(entry.pk)] - 20}
    cancel_adjustment(adjustment, actor)
    assert {row["entry"]: row["score"] for row in standings.refresh(event.pk).rows} == before


def test_the_sweep_queues_missing_standings(event: Event) -> None:
    OutboxTask.objects.all().delete()
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    assert standings.ask_for_stale() == 1
    assert standings.ask_for_stale() == 0, "it has been asked for"
    row = OutboxTask.objects.get(done_at__isnull=True)
    tasks.refresh_standings(str(row.pk))
    assert Standing.objects.filter(event=event).latest("version").version == event.version + 1
    assert standings.ask_for_stale() == 0, "it has been counted"


# Several stages


def staged(players: int, *stages: dict[str, Any], **fields: Any) -> Event:
    """A running event whose first round is played, with these stages behind one round of rotation."""
    event = running_event(players, rounds_planned=1, deals_per_round=1, **fields)
    for settings in stages:
        add_stage(event, owner_of(event.club), **settings)
    play_round(published_round(event))
    return Event.objects.get(pk=event.pk)


def agree(order: list[Ranked], rows: list[dict[str, Any]]) -> bool:
    """Whether the order for a draw has the places of this standing. Lots order those who share a place."""
    there = {row["entry"]: row["place"] for row in rows}
    return [there[line.entry] for line in order] == sorted(there.values())


def places(rows: list[dict[str, Any]]) -> list[str]:
    return [row["entry"] for row in rows]


@pytest.mark.parametrize("carry", [True, False])
def test_finalists_are_first_by_the_score_of_the_final(carry: bool) -> None:
    event = staged(8, {"format": "final", "cut": 4, "carry": carry})
    before = standings.compute(event)
    assert {row["stage"] for row in before} == {1}
    final = published_round(event)
    play_round(final, seed=5)
    rows = standings.compute(event)
    assert [row["stage"] for row in rows] == [2] * 4 + [1] * 4
    assert set(places(rows)[:4]) == set(places(before)[:4])
    assert places(rows)[4:] == places(before)[4:]
    scores = {row["entry"]: row["score"] for row in before}
    for row in rows[:4]:
        assert row["score"] == row["last"] + (scores[row["entry"]] if carry else 0)
        assert (row["rounds"], row["deals"]) == ((2, 2) if carry else (1, 1))
    assert [row["score"] for row in rows[:4]] == sorted((row["score"] for row in rows[:4]), reverse=True)


def test_a_knockout_is_seeded_by_the_standing_and_ranked_by_how_far_one_came() -> None:
    event = staged(16, {"format": "knockout", "carry": False})
    first, knockout = event.stages.order_by("number")
    assert agree(standings.order_for_draw(event, knockout), standings.compute(event))
    reached: list[set[str]] = []
    for seed in (2, 3, 4):
        round_ = published_round(event)
        reached.append({str(pk) for pk in round_.seats.values_list("entry_id", flat=True)})
        play_round(round_, seed=seed)
    assert [len(seated) for seated in reached] == [16, 8, 4]
    rows = standings.compute(event)
    assert set(places(rows)[:4]) == reached[2]
    assert set(places(rows)[4:8]) == reached[1] - reached[2]
    assert [row["last"] for row in rows[:4]] == sorted((row["last"] for row in rows[:4]), reverse=True)
    assert standings.compute(event, stage=first) == standings.compute(event, through_round=1)
    event = finish_event(event, owner_of(event.club))
    assert [row["place"] for row in standings.compute(event)] == list(range(1, 17))


def test_an_adjustment_outside_any_round_counts_in_the_stage_being_played() -> None:
    event = staged(8, {"format": "final", "cut": 4, "carry": False})
    actor = owner_of(event.club)
    early, late = event.entries.order_by("number")[:2]
    add_adjustment(event, actor, early, "before the final", chips=500)
    add_adjustment(event, actor, late, "before the final", chips=500)
    play_round(published_round(event), seed=5)
    rows = {row["entry"]: row["score"] for row in standings.compute(event)}
    add_adjustment(event, actor, late, "in the final", chips=70)
    assert {row["entry"]: row["score"] for row in standings.compute(event)} == rows | {
        str(late.pk): rows[str(late.pk)] + 70
    }
    assert rows[str(early.pk)] < 500, "what was given before the final is not carried into it"


def test_a_draw_looks_at_closed_rounds_only() -> None:
    event = running_event(7, deals_per_round=1)
    play_round(published_round(event))
    stage = event.stages.get()
    order = standings.order_for_draw(event, stage)
    assert agree(order, standings.compute(event))
    play(the_table(published_round(event)), seed=9)
    assert standings.order_for_draw(event, stage) == order
    assert not agree(order, standings.compute(event))


POINTS = {str(seats): list(range(seats, 0, -1)) for seats in range(3, 7)}


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


STAGES: list[dict[str, Any]] = [
    {"format": "swiss", "rounds_planned": 1, "deals_per_round": 1},
    {"format": "final", "cut": 4, "deals_per_round": 1},
]


def at_the_final(**fields: Any) -> tuple[Event, Round, Round]:
    """An event of 8 with its first round closed and its final published."""
    event = running_event(8, stages=STAGES, **fields)
    first = play_round(published_round(event))
    return event, first, published_round(event)


def outsiders(event: Event) -> list[Entry]:
    """The players who are not in the final, best first."""
    inside = Stage.objects.get(event=event, number=2).entrants or []
    rows = standings.compute(event)
    return [Entry.objects.get(pk=row["entry"]) for row in rows if row["entry"] not in inside]


def give(event: Event, entry: Entry, chips: int, round_: Round | None) -> Any:
    return adjustments.add_adjustment(
        event, boss(event), entry, "forgotten", chips=chips, played_round=round_
    )


def test_an_adjustment_of_an_earlier_round_that_would_have_changed_the_cut_is_named() -> None:
    event, first, final = at_the_final()
    outsider = outsiders(event)[-1]
    last = list(final.stage.entrants or ())[-1]
    given = give(event, outsider, 10_000, first)
    (changed,) = changed_cuts(event)
    assert (changed.stage.number, changed.into, changed.out) == (2, (str(outsider.pk),), (last,))
    adjustments.cancel_adjustment(given, boss(event))
    assert changed_cuts(event) == []


def corrected(event: Event, first: Round) -> corrections.Correction:
    """A correction of the first round that changes the cut."""
    for seed in range(200):
        table = the_table(first, 1 + seed % 2)
        document = another_document(table, 1, seed=seed)
        preview = corrections.preview_correction(table, boss(event), 1, document, closed_too=True)
        if preview.cuts:
            return corrections.correct(table, boss(event), 1, document, "miscounted", closed_too=True)
    raise AssertionError("no correction of 200 changes the cut")


def test_a_correction_names_the_cuts_that_it_changes_and_they_are_made_anew() -> None:
    event, first, final = at_the_final()
    correction = corrected(event, first)
    (cut,) = correction.cuts
    assert set(cut.out) <= set(final.stage.entrants or ())
    draws.discard_draw(rounds.take_back_round(final, boss(event), "the cut was wrong"), boss(event))
    published_round(event)
    assert set(cut.into) <= set(Stage.objects.get(event=event, number=2).entrants or ())
    assert changed_cuts(event) == []


def test_a_banner_for_directors_says_who_would_be_in_and_out(client: Client) -> None:
    club = make_club()
    event, first, final = at_the_final(club=club)
    client.force_login(owner_of(club).user)  # type: ignore[arg-type]
    address = reverse("manage", args=[event.ref])
    assert "would be another one today" not in client.get(address).content.decode()
    outsider = outsiders(event)[-1]
    give(event, outsider, 10_000, first)
    page = client.get(address).content.decode()
    assert "The cut of “Final of 4” would be another one today" in page
    last = Entry.objects.get(pk=list(final.stage.entrants or ())[-1])
    assert f"In today: {outsider.player.name}. Out today: {last.player.name}." in page
    assert (
        "would be another one today" not in Client().get(reverse("event", args=[event.ref])).content.decode()
    )
