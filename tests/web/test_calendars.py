"""Calendar feeds: what is in them, when they change, and who sees what."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import icalendar
import pytest
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries as NumQueries

from tests.builders import make_event, owner_of, play, published_round, running_event, the_table
from tournaments.clubs.verbs.clubs import change_club
from tournaments.desk.verbs.lifecycle import edit_event
from tournaments.events.verbs.events import create_event
from tournaments.models import Club, Event

pytestmark = pytest.mark.django_db

DAY = date(2070, 11, 26)


def dated(club: Club, name: str, **fields: Any) -> Event:
    return make_event(club, name=name, starts_on=DAY, **fields)


def entries(client: Client, route: str, ref: str) -> dict[str, Any]:
    answer = client.get(reverse(route, args=[ref]))
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    calendar = icalendar.Calendar.from_ical(answer.content)
    return {str(entry["summary"]): entry for entry in calendar.walk("VEVENT")}


def test_an_event_without_an_hour_takes_the_whole_day(client: Client, club: Club) -> None:
    event = dated(club, "Club night", place="The Lion, Bern")
    entry = entries(client, "event_calendar", event.ref)["Club night"]
    assert (entry["dtstart"].dt, entry["dtend"].dt) == (DAY, DAY + timedelta(days=1))
    assert str(entry["location"]) == "The Lion, Bern"
    assert str(entry["uid"]) == f"{event.pk}@pochleague"
    assert str(entry["url"]).endswith(f"/events/{event.slug}/")


def test_an_event_takes_as_long_as_its_plan(client: Client, club: Club, subtests: pytest.Subtests) -> None:
    cases: list[tuple[dict[str, Any], int]] = [
        # Three rounds of eight deals, each after five minutes to sit down: 3 * (24 + 5) minutes.
        ({"rounds_planned": 3, "deals_per_round": 8}, 90),
        # Everybody deals twice at tables of four.
        ({"rounds_planned": 3, "deals_per_round": 2, "deals_per": "seat", "size": 4}, 90),
        # With a clock, its minutes and the last deal: 2 * (45 + 1.5 + 5).
        ({"rounds_planned": 2, "deals_per_round": 8, "clock_minutes": 45}, 105),
        ({"stages": [{"format": "knockout", "rounds_planned": None}]}, 240),
    ]
    for plan, minutes in cases:
        with subtests.test(str(plan)):
            event = dated(club, "Club night", starts_at=time(19, 30), **plan)
            entry = entries(client, "event_calendar", event.ref)["Club night"]
            assert entry["duration"].dt == timedelta(minutes=minutes)


def test_the_feed_of_a_club_has_public_events_only_whoever_asks(
    client: Client, director: Client, club: Club
) -> None:
    dated(club, "Open")
    dated(club, "Hidden", visibility="private")
    dated(club, "Linked", visibility="unlisted")
    create_event(club, owner_of(club), "Draft", starts_on=DAY)
    make_event(club, name="Some day")
    for browser in (client, director):
        assert set(entries(browser, "club_calendar", club.slug)) == {"Open"}


def test_the_feed_of_a_club_has_the_last_year_and_all_that_come(client: Client, club: Club) -> None:
    today = timezone.localdate()
    for name, days in (("Long ago", -400), ("Last winter", -300), ("Tonight", 0), ("In five years", 1800)):
        make_event(club, name=name, starts_on=today + timedelta(days=days))
    found = entries(client, "club_calendar", club.slug)
    assert set(found) == {"Last winter", "Tonight", "In five years"}


@pytest.mark.both
def test_an_unchanged_feed_reads_no_event_and_a_changed_one_is_new_at_once(
    client: Client, club: Club, django_assert_num_queries: NumQueries
) -> None:
    event = dated(club, "Club night")
    play_off = running_event(4, club=club, name="Final", starts_on=DAY)
    address = reverse("club_calendar", args=[club.slug])
    client.get(address)
    play(the_table(published_round(play_off)))
    with django_assert_num_queries(2):
        kept = client.get(address)
    assert set(entries(client, "club_calendar", club.slug)) == {"Club night", "Final"}
    for change in ({"place": "The Bear"}, {"visibility": "private"}):
        edit_event(Event.objects.get(pk=event.pk), owner_of(club), **change)
        changed = client.get(address)
        assert changed.headers["ETag"] != kept.headers["ETag"]
        kept = changed
    assert set(entries(client, "club_calendar", club.slug)) == {"Final"}
    change_club(club, owner_of(club), name="Club of the King")
    assert b"X-WR-CALNAME:Club of the King" in client.get(address).content


def test_a_change_of_the_settings_counts_up_and_a_deal_does_not(client: Client, club: Club) -> None:
    event = running_event(4, club=club, name="Club night", starts_on=DAY)
    address = reverse("club_calendar", args=[club.slug])
    before = entries(client, "club_calendar", club.slug)["Club night"]
    etag = client.get(address).headers["ETag"]
    play(the_table(published_round(event)))
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 304
    edit_event(Event.objects.get(pk=event.pk), owner_of(club), place="The Bear")
    changed = client.get(address, headers={"If-None-Match": etag})
    assert (changed.status_code, changed.headers["ETag"] != etag) == (200, True)
    after = entries(client, "club_calendar", club.slug)["Club night"]
    assert int(after["sequence"]) == int(before["sequence"]) + 1
    assert after["last-modified"].dt >= before["last-modified"].dt
    assert after["uid"] == before["uid"]


@pytest.mark.parametrize("machine", ["UTC", "Pacific/Auckland"])
def test_a_calendar_has_the_hour_of_the_club_and_says_what_its_zone_is(
    client: Client, club: Club, machine: str
) -> None:
    change_club(club, owner_of(club), time_zone="Europe/Berlin")
    event = dated(club, "Club night", starts_at=time(19, 30))
    for route, ref in (("event_calendar", event.ref), ("club_calendar", club.slug)):
        with override_settings(TIME_ZONE=machine):
            content = client.get(reverse(route, args=[ref])).content
        assert b"DTSTART;TZID=Europe/Berlin:20701126T193000" in content
        assert b"BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin" in content
        assert len(content) < 4000
        (entry,) = icalendar.Calendar.from_ical(content).events
        assert datetime(2070, 11, 26, 19, 30, tzinfo=ZoneInfo("Europe/Berlin")) == entry.DTSTART
