"""Migrations are undone where nothing is exposed by it, and refused where something would be."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.exceptions import IrreversibleError

from tests.builders import make_event, owner_of
from tournaments.models import Club
from tournaments.services import rehearsals

pytestmark = pytest.mark.django_db(transaction=True)

BEFORE_REHEARSALS = "0005_simulations"


def columns() -> set[str]:
    with connection.cursor() as cursor:
        return {
            column.name
            for column in connection.introspection.get_table_description(cursor, Club._meta.db_table)
        }


def test_before_rehearsals_one_goes_back_and_forth_while_there_are_none() -> None:
    assert "rehearses_id" in columns()
    try:
        call_command("migrate", "tournaments", BEFORE_REHEARSALS, verbosity=0)
        assert "rehearses_id" not in columns()
    finally:
        call_command("migrate", verbosity=0)
    assert "rehearses_id" in columns()


def test_nobody_goes_back_to_where_a_rehearsals_club_would_be_one_as_any() -> None:
    event = make_event()
    rehearsals.start_rehearsal(event, owner_of(event.club), players=6)
    try:
        with pytest.raises(IrreversibleError, match=r"clubs of rehearsals \(1\).*restore a backup"):
            call_command("migrate", "tournaments", BEFORE_REHEARSALS, verbosity=0)
        assert Club.objects.filter(rehearses=event.club).count() == 1
    finally:
        call_command("migrate", verbosity=0)
