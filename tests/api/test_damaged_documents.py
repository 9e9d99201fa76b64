"""Forged and damaged documents of events: refused with their place, or as good as any other event.

``POCH_SOAK=600`` tries so many of each evening instead of a sample. Each is made from its number alone,
which a failure names.
"""

from __future__ import annotations

from random import Random

import pytest
from django.db import connection, transaction
from django.test import Client as Browser

from tests.api.client import Client
from tests.api.damaged_documents import damaged
from tests.api.reading import books_do_not_balance, failures
from tests.builders import make_club, make_key, make_member, owner_of
from tests.engine.reading import SOAK
from tests.tournaments.evenings import EVENINGS, sent
from tests.web.conftest import client_of
from tournaments.models import Club, Event
from tournaments.programs.documents.documents import document_of
from tournaments.programs.documents.imports import import_event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collected_static")]

READ_WHOLE = 1
"""Of so many that were taken in everything is read without a soak: it takes longer than all the rest. The
gate reads one kind of evening only."""


def look_at(event: Event, club: Club, browser: Browser, client: Client) -> None:
    """Every page and route of it answers, its books balance, and it can move on to another club."""
    connection.check_constraints()
    assert failures(event, browser, client) == []
    assert books_do_not_balance(event) == []
    again = sent(document_of(event))
    assert sent(document_of(import_event(club, owner_of(club), again)))["name"] == again["name"]


@pytest.mark.parametrize("kind", EVENINGS)
@pytest.mark.parametrize("times", [6, pytest.param(SOAK or 25, marks=pytest.mark.nightly)])
def test_a_damaged_document_is_refused_with_its_place_or_is_a_good_event(kind: str, times: int) -> None:
    document = sent(document_of(EVENINGS[kind]()))
    club, other = make_club(), make_club()
    client = Client(make_key(club, "director"))
    client.raise_request_exception = True
    browser = client_of(make_member(club, "director").user)
    taken = 0
    for number in range(times):
        broken = damaged(Random(number), document)
        with transaction.atomic():
            answer = client.send("POST", f"/clubs/{club.slug}/events/import/", {"document": broken})
            if answer.status_code == 201:
                taken += 1
                if SOAK or (taken <= READ_WHOLE and (times > 6 or kind == "knockout")):
                    look_at(Event.objects.get(pk=answer.json()["id"]), other, browser, client)
            else:
                assert 400 <= answer.status_code < 500, number
                problem = answer.json()
                assert problem["errors"][0]["pointer"].startswith("/document"), (number, problem)
            transaction.set_rollback(True)
