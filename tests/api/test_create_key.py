"""`manage.py create_key`: a key without a page."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.api.client import Client
from tests.builders import make_club, make_member, next_document, published_round, running_event, the_table
from tournaments.models import ApiKey, Club

pytestmark = pytest.mark.django_db


def create_key(club: Club, member: str, *scopes: str, **options: Any) -> str:
    """Run the command and return its output."""
    out = StringIO()
    arguments = [f"--scope={scope}" for scope in scopes]
    call_command("create_key", f"--club={club.slug}", f"--member={member}", *arguments, stdout=out, **options)
    return out.getvalue().strip()


def test_the_printed_key_works_and_its_secret_is_stored_nowhere() -> None:
    club = make_club()
    make_member(club, "scorer", "Anna")
    secret = create_key(club, "Anna", "read", "results", name="the scanner", days=7)
    assert Client(secret).get("/clubs/").json()["results"][0]["slug"] == club.slug
    key = ApiKey.objects.get()
    assert (key.name, key.scopes, key.member.user.username) == ("the scanner", ["read", "results"], "Anna")
    assert key.expires_at is not None
    assert secret not in str(ApiKey.objects.values())


def test_a_key_never_exceeds_its_members_role() -> None:
    club = make_club()
    make_member(club, "scorer", "Anna")
    with pytest.raises(CommandError, match="does not include"):
        create_key(club, "Anna", "club")
    with pytest.raises(CommandError, match="has no member Anna"):
        create_key(make_club(), "Anna", "read")
    with pytest.raises(CommandError, match=f"There is no club nope.*{club.slug}"):
        call_command("create_key", "--club=nope", "--member=Anna", "--scope=read")
    assert not ApiKey.objects.exists()


def test_a_key_can_be_for_some_events_and_tables_alone() -> None:
    club = make_club()
    make_member(club, "scorer", "Anna")
    event = running_event(4, club=club, visibility="private")
    granted, other = (
        the_table(published_round(running_event(4, club=club, visibility="private"))) for _ in "ab"
    )
    secret = create_key(club, "Anna", "results", events=[event.slug], tables=[str(granted.pk)])
    client = Client(secret)
    assert ApiKey.objects.get().limited
    assert client.get(f"/events/{event.slug}/").status_code == 200
    assert client.get(f"/tables/{granted.pk}/").status_code == 200
    assert client.get(f"/events/{granted.round.event.slug}/").status_code == 404
    assert client.get(f"/tables/{other.pk}/").status_code == 404
    document = {"document": next_document(granted)}
    assert client.send("PUT", f"/tables/{granted.pk}/deals/1/", document).status_code == 201


def test_a_limited_key_has_no_other_scope_and_nothing_of_another_club() -> None:
    club = make_club()
    make_member(club, "director", "Anna")
    event, foreign = running_event(4, club=club), running_event(4)
    with pytest.raises(CommandError, match="can only have the scope"):
        create_key(club, "Anna", "results", "events", events=[event.slug])
    with pytest.raises(CommandError, match="own club"):
        create_key(club, "Anna", "results", events=[foreign.slug])
    with pytest.raises(CommandError):
        create_key(club, "Anna", "results", tables=["no such table"])
    assert not ApiKey.objects.exists()
