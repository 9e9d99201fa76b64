"""Each club has a time zone: its hours are shown, read and compared in it, whatever zone the machine has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from unittest.mock import patch
from zoneinfo import ZoneInfo

import pytest
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import formats, timezone

from pochleague.environment import machine_time_zone
from tests.api.client import Client as Program
from tests.builders import make_club, make_event, make_key, make_member, owner_of, refusal, running_event
from tests.web.conftest import client_of, seen
from tests.web.test_correcting import fields_of
from tests.web.test_evening import FORM
from tournaments.clubs.verbs.clubs import change_club
from tournaments.core import zones
from tournaments.desk.verbs.repeating import repeat_on
from tournaments.events.forms.events import EventForm
from tournaments.events.pages.first import first_page
from tournaments.events.words.calendars import agenda
from tournaments.models import Club, Event, Member, Reply
from tournaments.programs.privacy import forget_old

pytestmark = pytest.mark.django_db

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


def test_an_owner_chooses_the_zone_in_the_settings() -> None:
    club = make_club()
    browser = client_of(make_member(club, "owner").user)
    assert '<option value="UTC" selected>UTC</option>' in seen(browser, "club_settings", club.slug)
    address, form = reverse("club_settings", args=[club.slug]), {"name": club.name, "pack": "french"}
    assert browser.post(address, form | {"time_zone": BERLIN}).status_code == 302
    club.refresh_from_db()
    assert club.time_zone == BERLIN
    assert browser.post(address, form).status_code == 302
    club.refresh_from_db()
    assert club.time_zone == BERLIN, "a form without the field leaves it as it is"
    assert browser.post(address, form | {"time_zone": "Mars/Olympus"}).status_code == 422


def test_a_zone_that_no_place_has_is_refused_and_reads_as_that_of_the_machine() -> None:
    club = make_club()
    assert str(zones.zone_of(Club(time_zone="Mars/Olympus"))) == "UTC"
    for zone in ("Mars/Olympus", "", "localtime", "../../etc/passwd", "Europe", "europe/berlin"):
        with refusal("time_zone_unknown"):
            change_club(club, owner_of(club), time_zone=zone)


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


def test_the_end_of_sign_up_has_the_hour_of_the_club(machine: str) -> None:
    club = club_in(BERLIN)
    event = make_event(
        club, starts_on=date(2070, 11, 26), sign_up="open", sign_up_until=SIX_IN_BERLIN.replace(year=2070)
    )
    for browser in (Client(), client_of(make_member(club, "director").user)):
        assert "until Nov. 25, 2070, 6 p.m." in seen(browser, "event", event.ref)


def test_a_page_of_several_clubs_shows_each_time_in_the_zone_of_its_club() -> None:
    for zone, name in ((BERLIN, "Hauptstadt"), (AUCKLAND, "Antipoden")):
        event = running_event(4, club=club_in(zone, name), name=f"Evening of {name}")
        Event.objects.filter(pk=event.pk).update(started_at=SIX_IN_BERLIN)
    page = seen(Client(), "home")
    assert {"Nov. 25, 2026, 6 p.m.", "Nov. 26, 2026, 6 a.m."} == set(re.findall(r'title="(Nov[^"]*)"', page))


def test_a_page_does_not_leave_its_zone_to_the_next_one(machine: str) -> None:
    seen(Client(), "club", club_in(ADAK).slug)
    assert timezone.get_current_timezone_name() == machine
    with zones.showing():
        zones.come_to(BERLIN)
        zones.come_to(ADAK)
        assert timezone.get_current_timezone_name() == BERLIN
    assert timezone.get_current_timezone_name() == machine


def test_today_is_the_day_in_each_club() -> None:
    now = datetime(2026, 11, 25, 22, 30, tzinfo=UTC)  # the 26th in Auckland, the 25th in Berlin
    days = {BERLIN: "2026-11-25", AUCKLAND: "2026-11-26"}
    clubs = {zone: club_in(zone, zone[:6]) for zone in days}
    member = make_member(clubs[BERLIN], "director")
    Member.objects.create(club=clubs[AUCKLAND], user=member.user, role="director")
    for zone, club in clubs.items():
        make_event(club, name=zone, starts_on=date(2026, 11, 26))
    with patch("django.utils.timezone.now", return_value=now):
        listed = agenda(Event.objects.select_related("club"))
        assert first_page(member.user) == reverse("club", args=[clubs[AUCKLAND].slug]), "it plays today"
        for zone, club in clubs.items():
            assert f'value="{days[zone]}"' in seen(client_of(member.user), "new_event", club.slug)
    assert [event.name for event in listed["today"]] == [AUCKLAND]
    assert [event.name for event in listed["coming"]] == [BERLIN]


def test_a_form_reads_the_hour_of_the_club(machine: str) -> None:
    club = club_in(BERLIN)
    event = make_event(club, sign_up="open")
    browser = client_of(make_member(club, "director").user)
    form = {"sign_up": "open", "sign_up_until": "2070-11-25T18:00"}
    assert browser.post(reverse("edit_event", args=[event.ref]), FORM | form).status_code == 302
    event.refresh_from_db()
    assert event.sign_up_until == SIX_IN_BERLIN.replace(year=2070)
    assert 'value="2070-11-25T18:00"' in seen(browser, "edit_event", event.ref)


def test_a_copy_keeps_the_hour_on_the_wall_of_the_club() -> None:
    """Summer time ends in Berlin between the two."""
    club = club_in(BERLIN)
    until = datetime(2026, 10, 21, 18, 0, tzinfo=ZoneInfo(BERLIN)).astimezone(UTC)
    event = make_event(club, starts_on=date(2026, 10, 22), sign_up="open", sign_up_until=until)
    (again,) = repeat_on(event, owner_of(club), [date(2026, 10, 29)])
    assert again.sign_up_until == datetime(2026, 10, 28, 18, 0, tzinfo=ZoneInfo(BERLIN))


def test_contacts_are_forgotten_thirty_days_after_the_event_in_its_club() -> None:
    for zone in (BERLIN, AUCKLAND):
        event = make_event(club_in(zone, zone[:6]), starts_on=date(2026, 10, 26))
        reply = {"name": "Anna", "name_key": "anna", "contact": zone, "answer": "yes", "paid": 1}
        Reply.objects.create(event=event, number=1, token_digest=zone, **reply)
    for hour, left in ((10, {BERLIN, AUCKLAND}), (12, {BERLIN, ""}), (23, {""})):
        forget_old(datetime(2026, 11, 25, hour, 30, tzinfo=UTC))
        assert set(Reply.objects.values_list("contact", flat=True)) == left


def fifty_years_on(zone: str) -> date:
    return zones.today_of(Club(time_zone=zone)).replace(year=timezone.now().year + 50)


@pytest.mark.parametrize("zone", [BERLIN, ADAK])
def test_dates_from_1900_to_fifty_years_on_are_taken_and_no_others_at_every_door(zone: str) -> None:
    club = club_in(zone)
    browser = client_of(make_member(club, "director").user)
    program = Program(make_key(club, "owner"))
    last = fifty_years_on(zone)
    for day in (date(1900, 1, 1), last):
        answer = program.send("POST", f"/clubs/{club.slug}/events/", {"name": "Edge", "starts_on": str(day)})
        assert answer.status_code == 201, answer.content
        event = make_event(club, starts_on=day, starts_at=time(19, 30), visibility="public")
        for route, ref in (("event", event.ref), ("club", club.slug), ("club_calendar", club.slug)):
            assert browser.get(reverse(route, args=[ref])).status_code == 200
    said = f"Choose a date from Jan. 1, 1900 to {formats.date_format(last)}."
    for text in ("9999-12-31", "0001-01-01", "1899-12-31", str(last + timedelta(days=2))):
        events = f"/clubs/{club.slug}/events/"
        for body in (
            {"starts_on": text},
            {"sign_up_until": f"{text}T12:00:00Z"},
            {"sign_up_until": f"{text}T12:00"},
        ):
            answer = program.send("POST", events, {"name": "Beyond", **body})
            assert (answer.status_code, answer.json()["code"]) == (422, "date_out_of_range")
            assert answer.json()["detail"] == said
        found = program.get(f"{events}?starts_from={text}")
        assert (found.status_code, found.json()["errors"][0]["code"]) == (400, "date_out_of_range")
        form = {"sign_up": "open", "starts_on": text, "sign_up_until": f"{text}T12:00"}
        page = browser.post(reverse("edit_event", args=[event.ref]), FORM | form)
        assert (page.status_code, page.content.decode().count(said) >= 1) == (422, True)
        again = {"first": text, "every": "week", "step": "1", "until": "", "count": "3"}
        page = browser.post(reverse("again", args=[event.ref]), again)
        assert (page.status_code, said in page.content.decode()) == (422, True)
        for days in ({"dates": [text]}, {"series": {"first": text, "count": 2}}):
            answer = program.send("POST", f"/events/{event.slug}/again/", days)
            assert (answer.status_code, answer.json()["code"]) == (422, "date_out_of_range")


def test_an_hour_that_the_clocks_skip_is_refused_and_the_sentence_says_why() -> None:
    club = club_in(BERLIN)
    browser = client_of(make_member(club, "director").user)
    program = Program(make_key(club, "owner"))
    event = make_event(club)
    said = (
        "On March 28, 2027 there is no 02:30: the clocks are put forward over it, to 03:30. "
        "Choose another hour."
    )
    body = {"name": "Night", "starts_on": "2027-03-28", "starts_at": "02:30"}
    answer = program.send("POST", f"/clubs/{club.slug}/events/", body)
    assert (answer.status_code, answer.json()["code"]) == (422, "hour_skipped")
    assert (answer.json()["detail"], answer.json()["errors"][0]["pointer"]) == (said, "/starts_at")
    for form in (
        {"sign_up": "open", "starts_on": "2027-03-28", "starts_at": "02:30"},
        {"sign_up": "open", "sign_up_until": "2027-03-28T02:30"},
    ):
        page = browser.post(reverse("edit_event", args=[event.ref]), FORM | form)
        assert (page.status_code, said in page.content.decode()) == (422, True)
    make_event(club_in("UTC", "Elsewhere"), starts_on=date(2027, 3, 28), starts_at=time(2, 30))


def test_an_hour_that_comes_twice_is_the_first_one() -> None:
    club = club_in(BERLIN)
    event = make_event(club)
    browser = client_of(make_member(club, "director").user)
    form = {"sign_up": "open", "sign_up_until": "2027-10-31T02:30"}
    assert browser.post(reverse("edit_event", args=[event.ref]), FORM | form).status_code == 302
    event.refresh_from_db()
    assert event.sign_up_until == datetime(2027, 10, 31, 0, 30, tzinfo=UTC)
    assert "If the clocks show this hour twice, it is the first one." in seen(
        browser, "edit_event", event.ref
    )


def test_a_new_event_on_a_day_that_is_over_asks_once_and_keeps_what_was_typed() -> None:
    club = club_in(AUCKLAND)
    browser = client_of(make_member(club, "director").user)
    page = seen(browser, "new_event", club.slug)
    assert 'name="past"' not in page
    form = fields_of(EventForm()) | {
        "name": "Last year",
        "starts_on": "2025-11-26",
        "place": "The Lion",
        "open": "1",
    }
    asked = browser.post(reverse("new_event", args=[club.slug]), form)
    assert asked.status_code == 422
    again = asked.content.decode()
    assert "This day is over. Change it, or say that you mean it." in again
    assert 'value="The Lion"' in again
    assert not Event.objects.exists()
    assert browser.post(reverse("new_event", args=[club.slug]), form | {"past": "on"}).status_code == 302
    assert Event.objects.get().starts_on == date(2025, 11, 26)
    program = Program(make_key(club, "owner"))
    made = program.send("POST", f"/clubs/{club.slug}/events/", {"name": "Old", "starts_on": "2025-11-27"})
    assert made.status_code == 201, "a program is not asked"
