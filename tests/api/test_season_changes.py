"""The changes of a season: messages to webhooks, and its stream."""

from __future__ import annotations

import json
from typing import Any

import pytest

from api.live import StreamResponse
from tests.api.client import Client
from tests.builders import make_club, make_key, owner_of, work
from tests.tournaments.seasons import a_club, played, started
from tournaments.models import Club, Season, WebhookDelivery
from tournaments.programs.webhooks import deliveries, feed, sending, webhooks
from tournaments.seasons.verbs import ending, members
from tournaments.teams.verbs import leagues

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def receiver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deliveries, "post", lambda *_args: sending.Reply(200, None))


def a_season(**fields: Any) -> tuple[Season, list[str]]:
    club, people = a_club(4)
    return started(club, [played(club, people)], **fields), people


def follow(club: Club, **fields: Any) -> None:
    webhooks.add_webhook(club, owner_of(club), "https://example.org/", **fields)


def received(club: Club) -> list[tuple[str, Any]]:
    """The types of the messages about seasons to a club, with the version of the table."""
    rows = WebhookDelivery.objects.filter(webhook__club=club, type__startswith="season.")
    return [(row.type, row.payload["data"].get("version")) for row in rows.order_by("created_at", "id")]


def streamed(answer: Any) -> list[dict[str, Any]]:
    assert answer.status_code == 200, answer.content
    blocks = [block.split("\n") for block in answer.text.split("\n\n")[1:] if block]
    return [
        {"id": lines[0].removeprefix("id: "), **json.loads(lines[2].removeprefix("data: "))}
        for lines in blocks
    ]


def test_each_table_and_the_end_are_told_to_the_club_and_to_clubs_that_take_part_alone() -> None:
    season, people = a_season()
    club, guest, asked, stranger = season.league.club, make_club(), make_club(), make_club()
    part = leagues.ask_club(season.league, owner_of(club), guest)
    leagues.ask_club(season.league, owner_of(club), asked)
    leagues.agree_to_league(part, owner_of(guest))
    for each in (club, guest, asked, stranger):
        follow(each)
    follow(club, event=season.evenings.get().event)
    members.give_credit(season, owner_of(club), people[0], 3, "helped")
    work()
    version = Season.objects.get(pk=season.pk).version
    assert received(club) == received(guest) == [("season.standing", version)]
    ending.end_season(season, owner_of(club))
    work()
    version = Season.objects.get(pk=season.pk).version
    assert (
        received(club)[1:] == received(guest)[1:] == [("season.standing", version), ("season.finished", None)]
    )
    assert received(asked) == received(stranger) == []
    leagues.leave_league(part, owner_of(guest))
    ending.reopen_season(season, owner_of(club), "a mistake")
    work()
    assert len(received(club)) == 4
    assert len(received(guest)) == 3


def test_a_stream_of_a_season_resumes_from_each_id_without_loss_or_repetition() -> None:
    season, people = a_season()
    path = f"/seasons/{season.pk}/stream/"
    anybody = Client()
    assert streamed(anybody.get(path)) == []
    members.give_credit(season, owner_of(season.league.club), people[0], 3, "helped")
    ending.end_season(season, owner_of(season.league.club))
    whole = streamed(anybody.get(f"{path}?last_event_id=0"))
    assert [message["type"] for message in whole] == ["season.finished", "season.standing"]
    for at, message in enumerate(whole):
        later = anybody.get(path, headers={"Last-Event-ID": message["id"]})
        assert streamed(later) == whole[at + 1 :]
        assert isinstance(later, StreamResponse)
        assert (later.following.source, later.following.read) == (season.pk, feed.read_season)
    assert streamed(anybody.get(path, headers={"Last-Event-ID": "999999-999999"})) == []
    assert anybody.get(path, headers={"Last-Event-ID": "nonsense"}).json()["code"] == "bad_event_id"


def test_the_stream_of_a_private_season_is_for_members_and_ends_when_its_visibility_changes() -> None:
    season, _people = a_season(visibility="private")
    path = f"/seasons/{season.pk}/stream/"
    assert Client().get(path).status_code == 404
    answer: Any = Client(make_key(season.league.club, "scorer")).get(path)
    assert answer.following.visibility == "private"
    page = feed.read_season(season.pk, answer.following.cursor)
    assert page is not None
    assert (page.changes, page.is_over, page.visibility) == ([], False, "private")
    season.visibility = "public"
    season.save()
    page = feed.read_season(season.pk, answer.following.cursor)
    assert page is not None
    assert page.visibility == "public"
