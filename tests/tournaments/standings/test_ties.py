"""Ties: shared places while an event runs, lots at its end and where a draw needs an order."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import another_document, owner_of, play_round, published_round, running_event, the_table
from tournaments.desk.verbs.lifecycle import finish_event, reopen_event
from tournaments.models import Event
from tournaments.play.verbs import corrections
from tournaments.programs.fsck import run as fsck
from tournaments.standings.rules.ranking import lot
from tournaments.standings.verbs import standings
from tournaments.standings.words.ranking import about_lots

pytestmark = pytest.mark.django_db

Rows = list[dict[str, Any]]


@pytest.fixture
def event() -> Event:
    """Two tables of three after a round, scored by places. Only lots can separate the two winners."""
    event = running_event(6, scoring="place", tie_breaks=["lots"], deals_per_round=2, rounds_planned=1)
    play_round(published_round(event))
    return Event.objects.get(pk=event.pk)


def rows_of(event: Event) -> Rows:
    return list(standings.refresh(event.pk).rows)


def kept_rows(event: Event) -> Rows:
    kept = standings.standing_after(event, 1)
    assert kept is not None
    return list(kept.rows)


def decided(rows: Rows) -> list[tuple[int, str]]:
    return [(row["place"], row["decided_by"]) for row in rows]


SHARED = [(1, "shared"), (1, "shared"), (3, "shared"), (3, "shared"), (5, "shared"), (5, "shared")]
DRAWN = [(number, "lots") for number in range(1, 7)]


def test_equal_players_share_a_place_until_the_event_ends_and_lots_are_drawn_from_its_seed(
    event: Event,
) -> None:
    assert decided(rows_of(event)) == SHARED
    assert about_lots(event, rows_of(event)) == "Equal players share a place. Lots decide at the end."
    finish_event(event, owner_of(event.club))
    final = rows_of(event)
    assert decided(final) == DRAWN
    assert about_lots(event, final) == "Lots decided these places: 1, 2, 3, 4, 5, 6."
    for first, second in (final[:2], final[2:4], final[4:]):
        assert first["score"] == second["score"]
        assert lot(event.seed, first["entry"]) > lot(event.seed, second["entry"])
        assert first["metrics"]["lots"] == lot(event.seed, first["entry"])


def test_nothing_tells_the_lots_before_they_are_drawn(event: Event) -> None:
    numbers = {str(entry.pk): entry.number for entry in event.entries.all()}
    rows = rows_of(event)
    assert not any("lots" in row["metrics"] for row in rows)
    for level in (rows[:2], rows[2:4], rows[4:]):
        assert [numbers[row["entry"]] for row in level] == sorted(numbers[row["entry"]] for row in level)


def test_a_correction_after_the_end_keeps_shared_places_after_the_round(event: Event) -> None:
    actor = owner_of(event.club)
    event = reopen_event(finish_event(event, actor), actor, "one deal was wrong")
    table = the_table(event.rounds.get())
    document = another_document(table, 1)
    corrections.correct(table, actor, 1, document, "written down wrongly", closed_too=True)
    finish_event(event, actor)
    assert not {"lots"} & {row["decided_by"] for row in kept_rows(event)}
    assert "shared" not in {row["decided_by"] for row in rows_of(event)}
    assert fsck.run().damage == []
