"""`manage.py create_key`: a key without a page."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.api.client import Client
from tests.builders import make_club, make_member
from tournaments.models import ApiKey, Club

pytestmark = pytest.mark.django_db


def create_key(club: Club, member: str, *scopes: str, **options: Any) -> str:
    """Run the command; what it prints."""
    out = StringIO()
    asked = [f"--scope={scope}" for scope in scopes]
    call_command("create_key", f"--club={club.slug}", f"--member={member}", *asked, stdout=out, **options)
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
    assert not ApiKey.objects.exists()


def test_somebody_elses_club_is_refused() -> None:
    make_member(make_club(), "owner", "Anna")
    with pytest.raises(CommandError, match="has no member Anna"):
        create_key(make_club(), "Anna", "read")
