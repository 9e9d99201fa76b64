"""Each club has a time zone: its hours are shown, read and compared in it, whatever zone the machine has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, time
from pathlib import Path
from unittest.mock import patch
from zoneinfo import ZoneInfo

import icalendar
import pytest
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from pochleague.environment import machine_time_zone
from tests.builders import (
    make_club,
    make_event,
    make_member,
    owner_of,
    refusal,
    running_event,
)
from tests.web.conftest import client_of
from tournaments.kernel import zones
from tournaments.kernel.languages import in_language_of
from tournaments.models import Club, Event, Member, Reply
from tournaments.sentences.agenda import agenda
from tournaments.services.clubs.clubs import change_club
from tournaments.services.evening.again import repeat_on
from tournaments.services.privacy.replies import forget_old
from tournaments.services.seasons.days import day_of
from tournaments.views.public.arriving import first_page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collected_static")]

BERLIN, AUCKLAND, ADAK = "Europe/Berlin", "Pacific/Auckland", "America/Adak"

SIX_IN_BERLIN = datetime(2026, 11, 25, 17, 0, tzinfo=UTC)
"""18:00 in Berlin, 06:00 of the next day in Auckland."""


def club_in(zone: str, name: str = "Kartenfreunde") -> Club:
    club = make_club(name)
    return change_club(club, owner_of(club), time_zone=zone)


@pytest.fixture(params=["UTC", AUCKLAND])
def machine(request: pytest.FixtureRequest) -> Iterator[str]:
    """The machine is in one zone or in another one: the pages of a club must not know it."""
    with override_settings(TIME_ZONE=request.param):
        yield request.param


def html(browser: Client, route: str, *args: object) -> str:
    answer = browser.get(reverse(route, args=args))
    assert answer.status_code == 200, answer.content.decode()
    return answer.content.decode()


# The zone of a club


def test_a_new_club_is_in_the_zone_of_the_machine(machine: str) -> None:
    assert make_club().time_zone == machine


def test_an_owner_chooses_the_zone_in_the_settings() -> None:
    club = make_club()
    browser = client_of(make_member(club, "owner").user)
    assert '<option value="UTC" selected>UTC</option>' in html(browser, "club_settings", club.slug)
    address, form = reverse("club_settings", args=[club.slug]), {"name": club.name, "pack": "french"}
    assert browser.post(address, form | {"time_zone": BERLIN}).status_code == 302
    club.refresh_from_db()
    assert club.time_zone == BERLIN
    assert browser.post(address, form).status_code == 302
    club.refresh_from_db()
    assert club.time_zone == BERLIN, "a form without the field leaves it as it is"
    assert browser.post(address, form | {"time_zone": "Mars/Olympus"}).status_code == 422


def test_a_zone_that_no_place_has_is_refused() -> None:
    club = make_club()
    for zone in ("Mars/Olympus", "", "localtime", "../../etc/passwd", "Europe", "europe/berlin"):
        with refusal("time_zone_unknown"):
            change_club(club, owner_of(club), time_zone=zone)


def test_a_zone_that_another_machine_does_not_know_gives_way_to_that_of_the_machine() -> None:
    club = Club(time_zone="Mars/Olympus")
    assert str(zones.zone_of(club)) == "UTC"


@pytest.mark.parametrize(
    ("tz", "link", "said", "zone"),
    [
        ("", "usr/share/zoneinfo/Europe/Berlin", None, BERLIN),
        ("", "usr/share/zoneinfo/posix/America/New_York", None, "America/New_York"),
        ("", "usr/share/zoneinfo/Etc/UTC", None, "UTC"),
        ("", None, "Pacific/Auckland\n", AUCKLAND),
        ("", None, "Somewhere\n", "UTC"),
        ("", None, None, "UTC"),
        (":America/Adak", "usr/share/zoneinfo/Europe/Berlin", None, ADAK),
        ("/usr/share/zoneinfo/Europe/Berlin", None, None, BERLIN),
        # A rule without a place. The link is not what programs on this machine use.
        ("CET-1CEST,M3.5.0,M10.5.0/3", "usr/share/zoneinfo/America/Adak", None, "UTC"),
    ],
)
def test_the_zone_of_the_machine_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tz: str, link: str | None, said: str | None, zone: str
) -> None:
    monkeypatch.setenv("TZ", tz)
    (tmp_path / "etc").mkdir()
    if link is not None:
        (tmp_path / "etc/localtime").symlink_to(tmp_path / link)
    if said is not None:
        (tmp_path / "etc/timezone").write_text(said)
    assert machine_time_zone(tmp_path) == zone


# What is shown


def test_the_end_of_sign_up_has_the_hour_of_the_club(machine: str) -> None:
    club = club_in(BERLIN)
    event = make_event(
        club, starts_on=date(2099, 11, 26), sign_up="open", sign_up_until=SIX_IN_BERLIN.replace(year=2099)
    )
    for browser in (Client(), client_of(make_member(club, "director").user)):
        assert "until Nov. 25, 2099, 6 p.m." in html(browser, "event", event.ref)


def test_a_kept_page_has_the_new_hours_at_once_when_the_owner_changes_the_zone() -> None:
    club = club_in(BERLIN)
    event = make_event(club, sign_up="open", sign_up_until=SIX_IN_BERLIN.replace(year=2099))
    seen = Client().get(reverse("event", args=[event.ref]))
    assert "6 p.m." in seen.content.decode()
    change_club(club, owner_of(club), time_zone="America/New_York")
    again = Client().get(reverse("event", args=[event.ref]), headers={"If-None-Match": seen.headers["ETag"]})
    assert "until Nov. 25, 2099, noon" in again.content.decode()


def test_a_page_of_several_clubs_shows_each_time_in_the_zone_of_its_club() -> None:
    for zone, name in ((BERLIN, "Hauptstadt"), (AUCKLAND, "Antipoden")):
        event = running_event(4, club=club_in(zone, name), name=f"Evening of {name}")
        Event.objects.filter(pk=event.pk).update(started_at=SIX_IN_BERLIN)
    page = html(Client(), "home")
    assert {"Nov. 25, 2026, 6 p.m.", "Nov. 26, 2026, 6 a.m."} == set(re.findall(r'title="(Nov[^"]*)"', page))


def test_a_page_does_not_leave_its_zone_to_the_next_one(machine: str) -> None:
    html(Client(), "club", club_in(ADAK).slug)
    assert timezone.get_current_timezone_name() == machine
    with zones.showing():
        zones.come_to(BERLIN)
        zones.come_to(ADAK)
        assert timezone.get_current_timezone_name() == BERLIN
    assert timezone.get_current_timezone_name() == machine


def test_today_is_the_day_in_the_club_of_each_event() -> None:
    now = datetime(2026, 11, 25, 22, 30, tzinfo=UTC)  # the 26th in Auckland, the 25th in Berlin
    made = [
        make_event(club_in(zone, zone[:6]), name=zone, starts_on=date(2026, 11, 26))
        for zone in (BERLIN, AUCKLAND)
    ]
    with patch("django.utils.timezone.now", return_value=now):
        listed = agenda(Event.objects.filter(pk__in=[event.pk for event in made]).select_related("club"))
    assert [event.name for event in listed["today"]] == [AUCKLAND]
    assert [event.name for event in listed["coming"]] == [BERLIN]


def test_who_signs_in_stands_at_the_club_that_plays_today() -> None:
    now = datetime(2026, 11, 25, 22, 30, tzinfo=UTC)
    clubs = [club_in(zone, zone[:6]) for zone in (BERLIN, AUCKLAND)]
    member = make_member(clubs[0], "director")
    Member.objects.create(club=clubs[1], user=member.user, role="scorer")
    for club in clubs:
        make_event(club, starts_on=date(2026, 11, 26))
    with patch("django.utils.timezone.now", return_value=now):
        assert first_page(member.user) == reverse("club", args=[clubs[1].slug])


def test_a_new_event_is_on_the_day_that_it_is_in_the_club() -> None:
    now = datetime(2026, 11, 25, 22, 30, tzinfo=UTC)
    for zone, day in ((BERLIN, "2026-11-25"), (AUCKLAND, "2026-11-26")):
        club = club_in(zone, zone[:6])
        browser = client_of(make_member(club, "director").user)
        with patch("django.utils.timezone.now", return_value=now):
            assert f'value="{day}"' in html(browser, "new_event", club.slug)


def test_a_calendar_has_the_hour_of_the_club_and_says_what_its_zone_is(machine: str) -> None:
    event = make_event(club_in(BERLIN), starts_on=date(2026, 11, 26), starts_at=time(19, 30))
    for route, ref in (("event_calendar", event.ref), ("club_calendar", event.club.slug)):
        content = Client().get(reverse(route, args=[ref])).content
        assert b"DTSTART;TZID=Europe/Berlin:20261126T193000" in content
        assert b"BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin" in content
        (entry,) = icalendar.Calendar.from_ical(content).events
        assert datetime(2026, 11, 26, 18, 30, tzinfo=UTC) == entry.DTSTART


def test_what_has_no_reader_is_written_with_the_hours_of_the_club() -> None:
    with in_language_of(club_in(AUCKLAND)):
        assert timezone.localtime(SIX_IN_BERLIN).hour == 6


# What is read and compared


def test_a_form_reads_the_hour_of_the_club(machine: str) -> None:
    club = club_in(BERLIN)
    event = make_event(club, sign_up="open")
    browser = client_of(make_member(club, "director").user)
    form = {"sign_up": "open", "sign_up_until": "2099-11-25T18:00"}
    assert browser.post(reverse("invitation", args=[event.ref]), form).status_code == 302
    event.refresh_from_db()
    assert event.sign_up_until == SIX_IN_BERLIN.replace(year=2099)
    assert 'value="2099-11-25T18:00"' in html(browser, "invitation", event.ref)


def test_a_copy_keeps_the_hour_on_the_wall_of_the_club() -> None:
    """Summer time ends in Berlin between the two."""
    club = club_in(BERLIN)
    until = datetime(2026, 10, 21, 18, 0, tzinfo=ZoneInfo(BERLIN)).astimezone(UTC)
    event = make_event(club, starts_on=date(2026, 10, 22), sign_up="open", sign_up_until=until)
    (again,) = repeat_on(event, owner_of(club), [date(2026, 10, 29)])
    assert again.sign_up_until == datetime(2026, 10, 28, 18, 0, tzinfo=ZoneInfo(BERLIN))


def test_an_evening_without_a_date_is_on_the_day_that_it_was_in_its_club() -> None:
    event = make_event(club_in(AUCKLAND))
    event.started_at = SIX_IN_BERLIN
    assert day_of(event) == date(2026, 11, 26)


def test_contacts_are_forgotten_thirty_days_after_the_event_in_its_club() -> None:
    for zone in (BERLIN, AUCKLAND):
        event = make_event(club_in(zone, zone[:6]), starts_on=date(2026, 10, 26))
        reply = {"name": "Anna", "name_key": "anna", "contact": zone, "answer": "yes", "paid": 1}
        Reply.objects.create(event=event, number=1, token_digest=zone, **reply)
    for hour, left in ((10, {BERLIN, AUCKLAND}), (12, {BERLIN, ""}), (23, {""})):
        forget_old(datetime(2026, 11, 25, hour, 30, tzinfo=UTC))
        assert set(Reply.objects.values_list("contact", flat=True)) == left
