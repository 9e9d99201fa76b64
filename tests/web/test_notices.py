"""The clock, the announcement and calls: on public pages, on phones, and on the overview of a director."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from tests.builders import (
    a_table,
    boss,
    make_card,
    make_event,
    make_member,
    make_user,
    play,
    play_round,
    published_round,
    refusal,
    running_event,
    the_table,
    work,
)
from tests.web.conftest import client_of, press, seen
from tournaments.desk.verbs import clocks
from tournaments.desk.verbs.lifecycle import finish_event
from tournaments.desk.verbs.rounds import close_round, take_back_round
from tournaments.events.verbs.announcements import announce, recipients_of, take_down
from tournaments.events.verbs.events import change_settings
from tournaments.models import Call, Event, Round, RoundClock, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_() -> Round:
    return published_round(running_event(8, rounds_planned=3, deals_per_round=4))


def test_a_clock_is_on_the_pages_of_the_event_and_of_a_table(client: Client, round_: Round) -> None:
    event, table = round_.event, the_table(round_)
    pages = [("event", event.ref), ("standings", event.ref), ("projector", event.ref), ("table", table.pk)]
    for name, ref in pages:
        assert "data-clock" not in seen(client, name, ref), name
    clock = clocks.start_clock(round_, boss(event), 40)
    member = client_of(make_member(event.club).user)
    for name, ref in pages:
        assert "data-clock" in seen(member, name, ref), name
    end = round((clock.started_at + timedelta(minutes=40)).timestamp() * 1000)
    assert f'data-end="{end}"' in seen(member, "event", event.ref)
    with time_machine.travel(clock.started_at, tick=False) as now:
        for minutes, phase in ((36, "warning"), (5, "last_deal")):
            now.shift(timedelta(minutes=minutes))
            assert f'data-phase="{phase}"' in seen(member, "event", event.ref)
    # The pages say when the time is up also where no script counts.
    assert "until " in seen(member, "scorecard", table.pk)


def test_each_pause_moves_the_end_and_extra_time_only_that_of_a_table(client: Client, round_: Round) -> None:
    actor = boss(round_)
    with time_machine.travel(timezone.now(), tick=False) as now:
        began = timezone.now()
        clocks.start_clock(round_, actor, 40)
        for minutes in (6, 4):
            clocks.pause_clock(round_, actor)
            now.shift(timedelta(minutes=minutes))
            clock = clocks.resume_clock(round_, actor)
        assert clock.for_table().ends_at == (began + timedelta(minutes=50)).timestamp()
        clocks.add_time(round_, actor, 5, table=2)
        member = client_of(make_member(round_.event.club).user)
        ends = [
            re.findall(r'data-end="(\d+)"', seen(member, "table", the_table(round_, number).pk))[0]
            for number in (1, 2)
        ]
        assert int(ends[1]) - int(ends[0]) == 5 * 60_000
        assert "This table has 5 minutes more." in seen(member, "table", the_table(round_, 2).pk)


def test_what_a_clock_refuses(round_: Round) -> None:
    actor = boss(round_)

    def refused(code: str, act: Any, *args: Any, **named: Any) -> None:
        with refusal(code):
            act(round_, actor, *args, **named)

    refused("clock_missing", clocks.pause_clock)
    refused("clock_missing", clocks.resume_clock)
    refused("clock_without_minutes", clocks.start_clock)
    refused("clock_out_of_range", clocks.start_clock, 601)
    refused("clock_warning_out_of_range", clocks.start_clock, 40, 41)
    clocks.start_clock(round_, actor, 40)
    refused("clock_started", clocks.start_clock, 40)
    refused("clock_not_paused", clocks.resume_clock)
    clocks.pause_clock(round_, actor)
    refused("clock_paused", clocks.pause_clock)
    refused("clock_table_unknown", clocks.add_time, 5, table=9)
    refused("extra_time_out_of_range", clocks.add_time, 0)
    refused("extra_time_out_of_range", clocks.add_time, 121)
    refused("extra_time_out_of_range", clocks.add_time, -5, table=1)
    refused("clock_out_of_range", clocks.add_time, -40)
    for changes in ({"clock_at_publishing": True}, {"clock_minutes": 0}):
        with refusal("clock_without_minutes" if "clock_at_publishing" in changes else "number_out_of_range"):
            change_settings(make_event(), actor, changes)


def test_publishing_starts_the_clock_if_the_event_says_so_and_closing_ends_it() -> None:
    event = running_event(4, rounds_planned=3, deals_per_round=1, clock_minutes=6, clock_at_publishing=True)
    round_ = published_round(event)
    clock = RoundClock.objects.get(event=event)
    assert (clock.round, clock.seconds, clock.warning) == (round_, 360, 180)
    play(the_table(round_))
    close_round(round_, boss(event))
    assert not RoundClock.objects.filter(event=event).exists()
    second = published_round(event)
    assert RoundClock.objects.get(event=event).round == second
    take_back_round(second, boss(event), "the wrong draw")
    assert not RoundClock.objects.filter(event=event).exists()


def test_a_director_runs_the_clock_from_the_overview(round_: Round) -> None:
    event = round_.event
    director = client_of(make_member(event.club).user)
    assert "Start the clock of round 1" in seen(director, "manage", event.ref)
    director.post(reverse("start_clock", args=[round_.pk]), {"minutes": "40", "warning_minutes": "5"})
    assert "Pause the clock" in seen(director, "manage", event.ref)
    director.post(reverse("pause_clock", args=[round_.pk]))
    assert "Let the clock go on" in seen(director, "manage", event.ref)
    director.post(reverse("resume_clock", args=[round_.pk]))
    director.post(reverse("add_time", args=[round_.pk]), {"more-minutes": "5", "more-table": "2"})
    assert the_table(round_, 2).extra_seconds == 300
    wrong = director.post(reverse("add_time", args=[round_.pk]), {"more-minutes": "x"}, follow=True)
    assert "Write a whole number" in wrong.content.decode()
    log = seen(director, "event_log", event.ref)
    for deed in ("started the clock", "paused the clock", "changed the time of a round or a table"):
        assert deed in log


def test_the_overview_estimates_the_end_of_the_evening() -> None:
    with time_machine.travel("2026-10-31 19:00:00+00:00", tick=False) as now:
        event = running_event(4, rounds_planned=2, deals_per_round=4)
        director = client_of(make_member(event.club).user)
        round_ = published_round(event)
        assert "The evening ends" not in seen(director, "manage", event.ref)
        now.shift(timedelta(minutes=10))
        play(the_table(round_), 2)
        # Two deals of five minutes, a break of five, and four deals more.
        assert "The evening ends about 19:45." in seen(director, "manage", event.ref)
        now.shift(timedelta(minutes=10))
        play_round(round_)
        now.shift(timedelta(minutes=7))
        # The round took 20 minutes for its four deals.
        assert "The evening ends about 19:52." in seen(director, "manage", event.ref)


def test_an_announcement_is_escaped_and_shown_until_it_ends_or_is_taken_down(
    client: Client, round_: Round
) -> None:
    event = round_.event
    member = client_of(make_member(event.club).user)
    announce(event, boss(event), "  Soup is <b>ready</b>\nin the   kitchen. ")
    for name, ref in (("event", event.ref), ("projector", event.ref), ("table", the_table(round_).pk)):
        assert "Soup is &lt;b&gt;ready&lt;/b&gt;<br>in the kitchen." in seen(client, name, ref), name
    take_down(event, boss(event))
    assert "Soup" not in seen(member, "event", event.ref)
    with time_machine.travel(timezone.now(), tick=False) as now:
        announce(event, boss(event), "Soup", timezone.now() + timedelta(minutes=10))
        assert "Soup" in seen(member, "event", event.ref)
        now.shift(timedelta(minutes=10))
        assert "Soup" not in seen(member, "event", event.ref)


def test_a_director_announces_from_the_overview(round_: Round) -> None:
    event = round_.event
    director = client_of(make_member(event.club).user)
    page = seen(director, "manage", event.ref)
    assert 'name="say-text"' in page
    assert "by mail" not in page
    director.post(reverse("announce", args=[event.ref]), {"say-text": "Soup", "say-minutes": "10"})
    event.refresh_from_db()
    assert event.announcement == "Soup"
    assert event.announced_until is not None
    empty = director.post(reverse("announce", args=[event.ref]), {"say-text": ""})
    assert empty.status_code == 422
    director.post(reverse("take_down_announcement", args=[event.ref]))
    event.refresh_from_db()
    assert event.announcement == ""


@pytest.fixture
def with_mail(round_: Round) -> Event:
    """An event with a player who has an address, one without, and one who has withdrawn."""
    event = round_.event
    for number, address in ((1, "anna@example.org"), (2, ""), (3, "gone@example.org")):
        entry = event.entries.get(number=number)
        user = make_member(event.club, "scorer").user
        user.email = address
        user.save()
        entry.player.user = user
        entry.player.save()
    event.entries.filter(number=3).update(status="withdrawn")
    return event


@override_settings(SENDS_MAIL=True)
def test_an_announcement_goes_to_everybody_with_an_address_in_letters_of_their_own(with_mail: Event) -> None:
    assert recipients_of(with_mail) == ["anna@example.org"]
    announce(with_mail, boss(with_mail), "Soup is ready.", by_mail=True)
    work()
    assert [letter.to for letter in mail.outbox] == [["anna@example.org"]]
    assert "Soup is ready." in mail.outbox[0].body
    announce(with_mail, boss(with_mail), "Old", by_mail=True)
    announce(with_mail, boss(with_mail), "New")
    work()
    assert len(mail.outbox) == 1


def test_an_announcement_ends_with_the_evening_and_a_later_one_does_not() -> None:
    with time_machine.travel("2026-10-31 19:00:00+00:00", tick=False) as now:
        event = running_event(4, rounds_planned=1)
        director = client_of(make_member(event.club).user)
        announce(event, boss(event), "The prizes are in the kitchen")
        play_round(published_round(event))
        event = finish_event(event, boss(event))
        now.shift(timedelta(minutes=59))
        assert "kitchen" in seen(director, "event", event.ref)
        now.shift(timedelta(minutes=1))
        assert "kitchen" not in seen(director, "event", event.ref)
        assert "kitchen" not in seen(director, "manage", event.ref)
        announce(event, boss(event), "Somebody has left an umbrella")
        now.shift(timedelta(days=1))
        assert "umbrella" in seen(director, "event", event.ref)


@pytest.fixture
def table() -> Table:
    return a_table(4)


@pytest.fixture
def phone(client: Client, table: Table) -> Client:
    """A phone that sits at the table."""
    client.post(reverse("enter_table"), {"secret": make_card(table).secret})
    client.post(reverse("choose_seat"), {"seat": "1"})
    return client


def test_a_player_who_sits_there_calls_without_being_a_member(table: Table) -> None:
    user = make_user()
    player = table.seats.get(number=2).entry.player
    player.user = user
    player.save(update_fields=["user"])
    page = press(client_of(user), "call_director", table.pk)
    assert "The director has been called" in page
    assert (Call.objects.get().seat, Call.objects.get().by_user) == (2, user)


def test_what_an_announcement_refuses(round_: Round) -> None:
    event = round_.event
    with refusal("announcement_empty"):
        announce(event, boss(event), " \n ")
    with refusal("text_too_long"):
        announce(event, boss(event), "x" * 501)
    with refusal("announcement_over"):
        announce(event, boss(event), "Soup", timezone.now())
    with refusal("mail_missing"):
        announce(event, boss(event), "Soup", by_mail=True)
    with refusal("announcement_missing"):
        take_down(event, boss(event))
