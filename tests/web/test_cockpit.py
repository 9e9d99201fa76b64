"""The overview of a director: which table comes first."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import (
    make_member,
    play,
    published_round,
    running_event,
    the_table,
)
from tests.web.conftest import client_of
from tournaments.desk.words.cockpit import watch_lines
from tournaments.desk.words.needs import Need
from tournaments.models import Event
from tournaments.tables.verbs.tables import table_plays

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collected_static")]


def page_of(event: Event, name: str, *args: object) -> str:
    director: Client = client_of(make_member(event.club).user)
    return director.get(reverse(name, args=args)).content.decode()


def test_who_needs_somebody_comes_first_then_who_waits_longest() -> None:
    with time_machine.travel(timezone.now(), tick=False) as now:
        round_ = published_round(running_event(16, deals_per_round=2))
        now.shift(timedelta(minutes=8))
        play(the_table(round_, 1), 2)
        play(the_table(round_, 2))
        now.shift(timedelta(minutes=4))
        play(the_table(round_, 3))
        address = reverse("table", args=[the_table(round_, 3).pk])
        needs = [Need("Table 3 calls", "", "", address)]
        round_.refresh_from_db()
        lines = watch_lines(round_, table_plays(round_), needs, timezone.now())
    assert [line.play.number for line in lines] == [3, 4, 2, 1]
    assert [line.silent for line in lines] == [False, True, False, False]
    assert lines[0].needs == ["Table 3 calls"]
