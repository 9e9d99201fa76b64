"""The feed: what happened in an event, in order, for programs that follow it."""

from __future__ import annotations

import json

import pytest

from tests.builders import (
    a_table,
    another_document,
    owner_of,
    play,
    play_round,
    published_round,
    running_event,
)
from tournaments.desk.verbs.lifecycle import finish_event
from tournaments.models import Event, Player
from tournaments.play.verbs import corrections
from tournaments.programs.webhooks import feed
from tournaments.programs.webhooks.feed import Cursor
from tournaments.standings.verbs.standings import refresh

pytestmark = pytest.mark.django_db


def types(event: Event, after: Cursor) -> list[str]:
    return [change.type for change in feed.changes(event, after)]


def test_an_event_is_followed_from_its_first_round_to_its_end() -> None:
    event = running_event(4, rounds_planned=1, deals_per_round=2)
    refresh(event.pk)
    start = feed.newest_cursor(event)
    round_ = published_round(event)
    assert types(event, start) == ["round.published"]
    play_round(round_)
    finish_event(event, owner_of(event.club))
    changes = feed.changes(event, start)
    assert [change.type for change in changes] == [
        "round.published",
        "deal.recorded",
        "deal.recorded",
        "event.finished",
        "standing.changed",
    ]
    assert [change.cursor for change in changes] == sorted(change.cursor for change in changes)
    assert all(change.data["event"] == str(event.pk) for change in changes)
    event.refresh_from_db()
    assert changes[-1].data["version"] == event.version
    assert feed.changes(event, changes[-1].cursor) == []


def test_a_correction_tells_which_deals_it_gave_new_revisions() -> None:
    table = a_table()
    first, second, third = play(table, 3)
    event = table.round.event
    start = feed.newest_cursor(event)
    document = another_document(table, 2)
    corrections.correct(table, owner_of(event.club), 2, document, "Anna miscounted")
    (data,) = [change.data for change in feed.changes(event, start) if change.type == "deal.corrected"]
    assert (data["number"], data["replaces"], data["counts"]) == (2, str(second.pk), True)
    assert [later["replaces"] for later in data["later"]] == [str(third.pk)]
    assert str(first.pk) not in json.dumps(data)
    assert "Anna" not in json.dumps(data)


def test_standings_in_between_are_passed_over() -> None:
    table = a_table()
    event = table.round.event
    refresh(event.pk)
    start = feed.newest_cursor(event)
    for _ in range(3):
        play(table)
        refresh(event.pk)
    changes = feed.changes(event, start)
    assert [change.type for change in changes] == ["deal.recorded"] * 3 + ["standing.changed"]


def test_the_standing_of_a_closed_round_says_so_and_the_feed_holds_no_name() -> None:
    event = running_event(8, deals_per_round=1)
    play_round(published_round(event))
    changes = feed.changes(event, Cursor())
    assert changes[-1].data["closed_round"] == 1
    text = json.dumps([change.data for change in changes])
    assert not [player.name for player in Player.objects.all() if player.name in text]


def test_a_long_feed_is_read_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    table = a_table(deals_per_round=10)
    play(table, 5)
    event = table.round.event
    refresh(event.pk)
    monkeypatch.setattr(feed, "AT_ONCE", 2)
    seen, cursor = [], Cursor()
    while changes := feed.changes(event, cursor):
        seen += [change.type for change in changes]
        cursor = changes[-1].cursor
    assert seen == ["round.published"] + ["deal.recorded"] * 5 + ["standing.changed"]
    assert cursor == feed.newest_cursor(event)


def test_a_cursor_is_parsed_as_it_is_written_and_an_invalid_one_is_none() -> None:
    for cursor in (Cursor(), Cursor(7), Cursor(7, 0), Cursor(12, 34)):
        assert Cursor.parse(str(cursor)) == cursor
    for text in ("", "x", "-1", "1-", "1-2-3", "1 2", "9" * 19, "1-x", "\u0661"):
        assert Cursor.parse(text) is None
