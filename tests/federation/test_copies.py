"""Clubs and events that were multiplied by SQL are as if they had been made by the verbs."""

from __future__ import annotations

import pytest
from django.core import serializers

from tests.federation import find, multiply_club, multiply_events, seed_club
from tests.federation.ids import models_of_clubs
from tournaments.models import Event, Transfer
from tournaments.programs.fsck import run

pytestmark = [pytest.mark.django_db, pytest.mark.both, pytest.mark.nightly]


def test_fsck_finds_nothing_in_copies_and_no_row_names_two_clubs() -> None:
    seed_club(players=20)
    multiply_events(0, 2)
    multiply_club(1, 2)
    multiply_events(2, 1)
    played = [find(number).finished for number in (0, 1, 2)]
    assert [Event.objects.filter(club=event.club, name=event.name).count() for event in played] == [3, 3, 4]
    report = run.run()
    assert report.damage == []
    assert report.checked["transfers"] == Transfer.objects.count()
    for model in models_of_clubs():
        for row in serializers.serialize("jsonl", model._base_manager.all()).splitlines():
            assert sum(f"00d000{club}" in row for club in (0, 1, 2)) <= 1, row
