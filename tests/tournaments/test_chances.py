"""What standings and seasons can tell about chance is computed after them, once, and again after a change."""

from __future__ import annotations

import pytest

from tests.builders import (
    another_document,
    boss,
    make_club,
    owner_of,
    play_round,
    published_round,
    running_event,
    the_table,
    work,
)
from tests.tournaments.evenings import sent
from tests.tournaments.seasons import a_club, played, standing, started
from tournaments import tasks
from tournaments.kernel.refreshes import CHANCES_TASK, SEASON_CHANCES_TASK, stale_chances
from tournaments.models import Event, OutboxTask, Round, SeasonStanding, Standing
from tournaments.services.evening.lifecycle import finish_event
from tournaments.services.events import marks
from tournaments.services.events.marks import mark_of
from tournaments.services.exchange.documents import document_of
from tournaments.services.exchange.imports import import_event
from tournaments.services.fsck.run import run as check
from tournaments.services.play.corrections import correct_deal
from tournaments.services.seasons import chances as season_chances
from tournaments.services.seasons.evenings import add_evening
from tournaments.services.standings import chances

pytestmark = pytest.mark.django_db


def after(rounds: int, people: int = 8) -> Event:
    """An event of two tables after so many closed rounds."""
    event = running_event(
        people, stages=[{"format": "rotation", "rounds_planned": rounds + 1, "deals_per_round": 2}]
    )
    for number in range(rounds):
        play_round(published_round(event), seed=10 * number + 1)
    return Event.objects.get(pk=event.pk)


def finish(event: Event) -> Event:
    event.stages.update(rounds_planned=3)
    return finish_event(event, boss(event))


def kept(event: Event, number: int) -> Standing:
    return Standing.objects.get(event=event, round__number=number)


def waiting(task: str = CHANCES_TASK) -> int:
    return OutboxTask.objects.filter(task=task, done_at=None).count()


def test_a_closed_round_has_its_standing_at_once_and_its_chances_after_the_work() -> None:
    event = after(2)
    assert (waiting(), stale_chances().exists()) == (0, False), "two rounds are too few to tell"
    play_round(published_round(event), seed=21)
    standing_ = kept(event, 3)
    assert (standing_.chances, len(standing_.rows)) == (None, 8)
    assert waiting() == 1
    work()
    standing_ = kept(event, 3)
    assert standing_.chances is not None
    places = standing_.chances["places"]
    assert set(places) == {row["entry"] for row in standing_.rows}
    assert all(1 <= first <= last <= 8 for first, last in places.values())
    leader, second = standing_.rows[:2]
    assert standing_.chances["lead"]["entry"] == leader["entry"]
    assert standing_.chances["lead"]["by"] == leader["score"] - second["score"]
    assert (standing_.chances_cover, stale_chances().exists()) == (standing_.covers, False)
    assert chances.compute_stale(event.pk) == []
    Standing.objects.update(chances=None)
    chances.keep(chances.compute_stale(event.pk), event.pk)
    assert kept(event, 3).chances == standing_.chances
    assert check().is_clean
    standing_.chances["places"][leader["entry"]] = [7, 8]
    standing_.save(update_fields=["chances"])
    assert [damage.code for damage in check().damage] == ["chances_differ"]


def test_a_correction_makes_them_anew_for_the_rounds_after_it() -> None:
    event = after(4)
    work()
    before = {number: kept(event, number) for number in (3, 4)}
    table = the_table(Round.objects.get(event=event, number=4))
    correct_deal(table, boss(event), 2, another_document(table, 2), "miscounted", closed_too=True)
    assert stale_chances().get().round == table.round
    work()
    assert not stale_chances().exists()
    now = {number: kept(event, number) for number in (3, 4)}
    assert now[3].chances == before[3].chances
    assert now[4].covers > before[4].covers
    assert now[4].chances_cover == now[4].covers


def test_a_task_computes_some_standings_and_the_next_one_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    event = after(4)
    monkeypatch.setattr(chances, "STANDINGS_AT_ONCE", 1)
    (first,) = chances.compute_stale(event.pk)
    assert first.standing == kept(event, 4).pk
    OutboxTask.objects.filter(task=CHANCES_TASK).delete()
    assert chances.keep([first], event.pk) == 1
    assert waiting() == 1
    work()
    assert not stale_chances().exists()


def test_a_result_of_a_standing_that_has_been_corrected_is_not_stored() -> None:
    event = after(3)
    computed = chances.compute_stale(event.pk)
    Standing.objects.filter(event=event, round__number=3).update(revised=99)
    assert chances.keep(computed, event.pk) == 0
    assert kept(event, 3).chances is None
    assert stale_chances().count() == 1


def test_the_sweep_finds_what_is_missing_and_asks_once() -> None:
    event = after(3)
    OutboxTask.objects.all().delete()
    assert chances.ask_for_missing() == 1
    assert chances.ask_for_missing() == 0, "it has been asked for"
    work()
    assert chances.ask_for_missing() == 0
    Standing.objects.filter(event=event).update(chances=None)
    assert tasks.sweep_standings() == 1
    work()
    assert not stale_chances().exists()


def test_kept_pages_notice_the_chances() -> None:
    event = after(3)
    before = mark_of("event", str(event.pk))
    assert before is not None
    work()
    marks._marks.clear()
    now = mark_of("event", str(event.pk))
    assert now is not None
    assert now != before
    assert now.access == before.access


def test_an_event_from_a_document_has_the_same_chances() -> None:
    """They are in no document: everything that they follow from is."""
    event = finish(after(3))
    work()
    club = make_club()
    copy = import_event(club, owner_of(club), sent(document_of(event)))
    work()
    mine, theirs = (
        ({str(entry.pk): entry.number for entry in each.entries.all()}, kept(each, 3).chances)
        for each in (event, copy)
    )
    assert mine[1] is not None
    assert theirs[1] is not None
    assert {mine[0][entry]: places for entry, places in mine[1]["places"].items()} == {
        theirs[0][entry]: places for entry, places in theirs[1]["places"].items()
    }
    assert (mine[1]["share"], mine[1]["lead"]["percent"]) == (
        theirs[1]["share"],
        theirs[1]["lead"]["percent"],
    )


def test_a_season_is_told_after_three_evenings() -> None:
    club, people = a_club(8)
    nights = [played(club, people, seed=seed) for seed in (1, 2)]
    season = started(club, nights, scheme={"worth": "score"})
    work()
    assert standing(season).chances == {"tables": [None]}
    for seed in (3, 4, 5):
        add_evening(season, owner_of(club), played(club, people, seed=seed))
    assert standing(season).chances is None, "the table does not wait"
    assert waiting(SEASON_CHANCES_TASK) >= 1
    work()
    (again,) = (standing(season).chances or {})["tables"]
    assert 0 <= again["low"] <= again["middle"] <= again["high"] <= 100
    assert season_chances.compute_stale(season.pk) is None
    SeasonStanding.objects.update(chances=None)
    assert season_chances.ask_for_missing() == 1
    assert season_chances.ask_for_missing() == 0, "it has been asked for"
    work()
    assert (standing(season).chances or {})["tables"] == [again]
    assert check().is_clean
    SeasonStanding.objects.update(chances={"tables": [{"low": 90, "middle": 95, "high": 99}]})
    assert [damage.code for damage in check().damage] == ["season_chances_differ"]
