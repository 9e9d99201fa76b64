"""The next evening from this one: one more, or a series that is shown before it is created."""

from __future__ import annotations

import re
from datetime import date, datetime, time
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import owner_of, running_event
from tests.tournaments.seasons import a_club, played, started
from tests.web.conftest import press
from tournaments.desk.verbs.lifecycle import edit_event
from tournaments.desk.verbs.repeating import repeat_on
from tournaments.models import Club, Event
from tournaments.seasons.verbs.evenings import add_evening
from tournaments.teams.verbs import leagues

pytestmark = pytest.mark.django_db

HERE = timezone.get_default_timezone()
THURSDAY = date(2026, 11, 26)
SERIES = {"first": "2026-12-03", "every": "week", "step": "2", "until": "2027-01-31", "count": ""}


def club_night(club: Club, **fields: Any) -> Event:
    event = running_event(4, club=club, name="Club night 3")
    invitation = {
        "starts_on": THURSDAY,
        "starts_at": time(19, 30),
        "place": "The Lion",
        "about": "Bring a friend.",
        "price": 500,
        "capacity": 20,
        "sign_up": "open",
        "sign_up_until": datetime(2026, 11, 25, 18, 0, tzinfo=HERE),
    }
    return edit_event(event, owner_of(club), **(invitation | fields))


def days(club: Club) -> list[tuple[str, date | None]]:
    return list(Event.objects.filter(club=club).order_by("starts_on").values_list("name", "starts_on")[1:])


def test_an_event_on_another_day_has_the_same_invitation_and_the_same_people_registered(club: Club) -> None:
    event = club_night(club)
    (again,) = repeat_on(event, owner_of(club), [date(2026, 12, 10)], players=True)
    assert (again.name, again.status, again.starts_on) == ("Club night 4", "open", date(2026, 12, 10))
    for name in ("starts_at", "place", "about", "price", "capacity", "sign_up", "rules", "size"):
        assert getattr(again, name) == getattr(event, name), name
    assert again.sign_up_until == datetime(2026, 12, 9, 18, 0, tzinfo=HERE)
    assert (again.version, again.started_at, again.frozen_rules) == (0, None, None)
    assert list(again.entries.values_list("status", flat=True)) == ["registered"] * 4


def test_a_series_is_shown_before_it_is_created_and_days_can_be_left_out(
    director: Client, club: Club
) -> None:
    event = club_night(club)
    page = press(director, "again", event.ref, **SERIES)
    shown = re.findall(r'name="dates" value="([\d-]+)"', page)
    assert shown == ["2026-12-03", "2026-12-17", "2026-12-31", "2027-01-14", "2027-01-28"]
    assert Event.objects.filter(club=club).count() == 1, "a preview creates nothing"
    page = press(director, "again", event.ref, dates=[day for day in shown if day != "2026-12-31"])
    assert "4 events are created." in page
    assert days(club)[0] == ("Club night 4", date(2026, 12, 3))
    assert days(club)[-1] == ("Club night 7", date(2027, 1, 28))


def test_a_series_without_sense_is_refused_at_its_field(
    director: Client, club: Club, subtests: pytest.Subtests
) -> None:
    cases: list[tuple[dict[str, str], str, str]] = [
        ({"until": ""}, "count", "Say how many events there are"),
        ({"until": "2026-12-01"}, "until", "before the first one"),
        ({"step": "13"}, "step", "Write a number from 1 to 12."),
        ({"first": "soon"}, "first", "Write the date as year, month and day"),
    ]
    for changes, field, why in cases:
        with subtests.test(f"{changes} {field}"):
            answer = director.post(reverse("again", args=[club_night(club).ref]), SERIES | changes)
            assert answer.status_code == 422
            assert why in answer.context["form"].errors[field][0]


def test_the_next_evenings_of_a_season_count_in_it_as_far_as_it_plans(director: Client, club: Club) -> None:
    event = club_night(club)
    season = started(club, [event], scheme={"planned": 3})
    page = director.get(reverse("again", args=[event.ref])).text
    assert f"It counts in {season.name}, too." in " ".join(page.split())
    press(director, "again", event.ref, dates=["2026-12-03", "2026-12-10", "2026-12-17"])
    counting = [evening.event.name for evening in season.evenings.order_by("number")]
    assert counting == ["Club night 3", "Club night 4", "Club night 5"]


def test_the_next_evening_does_not_count_in_a_league_that_the_club_has_left(
    director: Client, club: Club
) -> None:
    event, (host, people) = club_night(club), a_club(4)
    season = started(host, [played(host, people)])
    part = leagues.ask_club(season.league, owner_of(host), club)
    leagues.agree_to_league(part, owner_of(club))
    add_evening(season, owner_of(club), event)
    leagues.leave_league(part, owner_of(club))
    press(director, "again", event.ref, dates=["2026-12-03"])
    assert [name for name, _day in days(club)] == ["Club night 4"]
    assert season.evenings.count() == 2
