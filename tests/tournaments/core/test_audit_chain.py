"""The audit log is one hash chain for each event, and one for the rest of each club."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from tests.builders import a_table, make_club, make_event, play
from tournaments.core import change as audit
from tournaments.core.rules import chain
from tournaments.models import AuditEntry, Club, Event

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def links(log: list[AuditEntry]) -> list[str]:
    """The digests that the entries of a log must have."""
    digests, before = [], chain.START
    for entry in log:
        before = chain.link(before, audit.content(entry))
        digests.append(before)
    return digests


def assert_is_chained(owner: Event | Club) -> None:
    """The log of this event or club is numbered and linked, and its owner has its length and head."""
    entries = owner.audit.all() if isinstance(owner, Event) else owner.audit.filter(event=None)
    log = list(entries.order_by("pk"))
    owner.refresh_from_db()
    assert [entry.number for entry in log] == list(range(1, len(log) + 1))
    assert [entry.digest for entry in log] == links(log)
    assert (owner.log_length, owner.log_head) == (len(log), log[-1].digest)


def test_an_event_and_the_rest_of_its_club_have_a_chain_each() -> None:
    table = a_table()
    play(table, 2)
    event = table.round.event
    assert_is_chained(event)
    assert_is_chained(event.club)
    assert event.log_length > 5
    assert event.club.log_length > 4


def test_a_number_has_one_form_in_a_digest() -> None:
    assert chain.link("", {"score": 1.0}) == chain.link("", {"score": 1})
    assert chain.link("", {"score": -0.0}) == chain.link("", {"score": 0})
    assert chain.link("", {"score": 1.5}) != chain.link("", {"score": 1})


def test_the_database_refuses_an_entry_in_a_wrong_place() -> None:
    club = make_club()
    entry = AuditEntry.objects.filter(event=None, club=club).latest("pk")
    for number in (entry.number, entry.number + 2):
        entry.pk, entry.number = None, number
        with pytest.raises(IntegrityError), transaction.atomic():
            entry.save(force_insert=True)


def test_the_database_refuses_another_length_or_head() -> None:
    event = make_event()
    event.refresh_from_db()
    for change in (
        {"log_length": 0, "log_head": ""},
        {"log_length": event.log_length + 1},
        {"log_head": "0" * 64},
    ):
        for rows in (Event.objects.filter(pk=event.pk), Club.objects.filter(pk=event.club_id)):
            with pytest.raises(IntegrityError), transaction.atomic():
                rows.update(**change)
