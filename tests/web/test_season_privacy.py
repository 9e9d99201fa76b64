"""A season shows an event that is in no list for the visitor as an evening with a number, at every door."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from django.test import Client, override_settings
from django.urls import reverse

from tests.api.client import Client as Program
from tests.builders import make_club, make_event, make_key, make_member, owner_of, refusal, work
from tests.tournaments.seasons import a_club, played, standing, started
from tests.web.conftest import client_of
from tournaments.core.actors import Actor
from tournaments.events.access import may_name_event, may_see_event
from tournaments.models import Club, Evening, Event, Season, WebhookDelivery
from tournaments.programs.webhooks import deliveries, feed
from tournaments.programs.webhooks.webhooks import add_webhook
from tournaments.seasons.access import unknown_events
from tournaments.seasons.verbs import evenings
from tournaments.seasons.verbs.facts import read_facts
from tournaments.seasons.verbs.finals import refuse_open_evenings
from tournaments.teams.verbs import leagues

pytestmark = pytest.mark.django_db

NAME = "Behind closed doors"
PAGES = (
    "season", "season_evenings", "season_rules", "season_to_print", "season_file",
    "season_ladder", "embed_season",
)  # fmt: skip
READS = ("", "standings/", "evenings/", "members/", "honours/", "divisions/", "play-offs/")


@pytest.fixture
def season() -> Season:
    """A public season with a public event, and an unlisted one of a club that takes part."""
    club, people = a_club(4)
    running = started(club, [played(club, people, name="Open to all", starts_on=date(2026, 5, 5))])
    guest, guests = a_club(4)
    leagues.agree_to_league(leagues.ask_club(running.league, owner_of(club), guest), owner_of(guest))
    hidden = played(guest, guests, visibility="unlisted", name=NAME, starts_on=date(2026, 5, 12))
    evenings.add_evening(running, owner_of(guest), hidden)
    work()
    return running


def the_hidden(season: Season) -> Evening:
    return Evening.objects.select_related("event__club").get(season=season, event__name=NAME)


def doors(season: Season, browser: Client, program: Program) -> dict[str, str]:
    """All that the season shows to a visitor with this browser and this program."""
    evening = the_hidden(season)
    public = season.evenings.exclude(pk=evening.pk).get()
    shown: dict[str, Any] = {name: browser.get(reverse(name, args=[season.slug])) for name in PAGES}
    shown["projector_season"] = browser.get(reverse("projector_season", args=[public.event.slug]))
    reads = (*READS, f"evenings/{evening.pk}/")
    shown |= {f"GET {path}": program.get(f"/seasons/{season.pk}/{path}") for path in reads}
    shown["GET seasons/"] = program.get(f"/leagues/{season.league_id}/seasons/")
    assert {name for name, answer in shown.items() if answer.status_code != 200} == set()
    return {name: answer.getvalue().decode() for name, answer in shown.items()}


def tells(season: Season, texts: dict[str, str]) -> set[str]:
    """The doors at which the name, the slug or the id of the unlisted event is seen."""
    event = the_hidden(season).event
    words = (NAME, event.slug, str(event.pk))
    return {door for door, text in texts.items() if any(word in text for word in words)}


def test_no_door_tells_a_stranger_of_an_unlisted_event(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert tells(season, doors(season, Client(), Program())) == set()
    monkeypatch.setattr("tournaments.events.access.may_see_event", lambda *_args, **_named: True)
    evening = the_hidden(season)
    assert tells(season, doors(season, client_of(make_member(make_club()).user), Program())) == {
        "season", "season_evenings", "GET standings/", "GET evenings/",
        f"GET evenings/{evening.pk}/",
    }, "this test would not see it"  # fmt: skip


def test_an_evening_without_its_event_keeps_its_number_day_and_kind(season: Season) -> None:
    evening = the_hidden(season)
    page = Client().get(reverse("season_evenings", args=[season.slug])).content.decode()
    assert "Evening 2" in page
    assert "May 12" in page
    shown = Program().get(f"/seasons/{season.pk}/evenings/{evening.pk}/").json()
    assert [shown[name] for name in ("event", "name", "club", "event_status")] == [None] * 4
    assert (shown["number"], shown["starts_on"], shown["kind"]) == (2, "2026-05-12", "counting")
    (_open, listed) = Program().get(f"/seasons/{season.pk}/evenings/").json()["results"]
    assert listed == shown
    table = Program().get(f"/seasons/{season.pk}/standings/").json()
    assert str(evening.pk) in table["tables"][0]["evenings"], "its results are in the table"


def test_directors_of_the_season_do_not_learn_the_events_of_another_club(season: Season) -> None:
    evening, club = the_hidden(season), season.league.club
    browser = client_of(make_member(club, "director").user)
    pages = {
        name: browser.get(reverse(name, args=[season.slug])).content.decode()
        for name in ("manage_season", "manage_evenings", "what_if", "end_season")
    }
    pages["absences"] = browser.get(reverse("absences", args=[evening.pk])).content.decode()
    program = Program(make_key(club, "director"))
    pages |= doors(season, browser, program)
    assert tells(season, pages) == set()
    assert "Evening 2" in pages["manage_evenings"]
    theirs = client_of(make_member(evening.event.club, "scorer").user)
    own = doors(season, theirs, Program(make_key(evening.event.club, "scorer")))
    assert {"season", "season_evenings", "GET standings/", "GET evenings/"} <= tells(season, own)


def test_the_next_steps_and_refusals_name_an_evening_by_its_number(season: Season) -> None:
    guest = the_hidden(season).event.club
    coming = make_event(guest, visibility="private", name="Not yet announced")
    evenings.add_evening(season, owner_of(guest), coming)
    browser = client_of(make_member(season.league.club, "director").user)
    page = browser.get(reverse("manage_season", args=[season.slug])).content.decode()
    assert "The next one is Evening 3." in page
    with refusal("season_evening_open") as refused:
        refuse_open_evenings(read_facts(season))
    assert str(refused.value).startswith("Evening 3 is not over yet.")


@override_settings(WEBHOOK_HTTP=True)
def test_messages_about_a_season_name_no_event(season: Season) -> None:
    owner = owner_of(season.league.club)
    webhook, _secret = add_webhook(season.league.club, owner, "http://127.0.0.1:9/", ["season.standing"])
    start = feed.newest_cursor(season)
    evenings.edit_evening(the_hidden(season), owner, weight=2)
    version = standing(season).version
    assert deliveries.write_season_messages(season.pk, str(version)) == 1
    sent = {
        "webhook": str(WebhookDelivery.objects.get(webhook=webhook).payload),
        "stream": json.dumps([vars(change) for change in feed.changes(season, start)], default=str),
    }
    assert all("season.standing" in text for text in sent.values())
    assert tells(season, sent) == set()


def test_a_table_seen_without_an_event_is_another_version_than_with_it(season: Season) -> None:
    event = the_hidden(season).event
    path = f"/seasons/{season.pk}/standings/"
    before = Program().get(path)
    seen = {"If-None-Match": before.headers["ETag"]}
    assert Program().get(path, headers=seen).status_code == 304
    assert Program(make_key(event.club, "scorer")).get(path, headers=seen).status_code == 200
    Event.objects.filter(pk=event.pk).update(visibility="public")
    after = Program().get(path, headers=seen)
    assert after.headers["ETag"] == f'"{after.json()["version"]}"'
    assert len(after.json()["covers"]) == len(before.json()["covers"]) + 1


def test_one_function_decides(season: Season) -> None:
    event = the_hidden(season).event
    elsewhere: Club = make_club()
    stranger = Actor(None, "page")
    assert may_see_event(stranger, event, by_slug=False), "it is open to who has its address"
    for actor in (stranger, owner_of(elsewhere), owner_of(season.league.club)):
        assert not may_name_event(actor, event)
        assert unknown_events(actor, season) == {event.pk}
    assert may_name_event(owner_of(event.club), event)
    assert unknown_events(owner_of(event.club), season) == set()
