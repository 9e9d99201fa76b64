"""The first owner of a club comes from the environment or from the terminal."""

from __future__ import annotations

import getpass
import sys
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tournaments.models import Club, Member

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("POCH_CLUB_NAME", "POCH_OWNER_NAME", "POCH_OWNER_PASSWORD"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lines that a person types at the terminal. Tests append to it."""
    lines: list[str] = []
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda _prompt: lines.pop(0))
    monkeypatch.setattr(getpass, "getpass", lambda _prompt: lines.pop(0))
    return lines


def test_the_environment_gives_club_and_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POCH_CLUB_NAME", "Kartenfreunde")
    monkeypatch.setenv("POCH_OWNER_NAME", "anna")
    monkeypatch.setenv("POCH_OWNER_PASSWORD", "a long pass phrase")
    call_command("found_club", stdout=StringIO())
    member = Member.objects.select_related("club", "user").get()
    assert (member.club.name, member.user.username, member.role) == ("Kartenfreunde", "anna", "owner")
    assert member.user.check_password("a long pass phrase")


def test_the_terminal_asks_again_until_the_input_is_valid(typed: list[str]) -> None:
    typed += ["Kartenfreunde", "anna", "short", "short"]  # too weak: only the password is asked again
    typed += ["a long pass phrase", "a long pass phrasf"]  # they differ
    typed += ["a long pass phrase", "a long pass phrase"]
    errors = StringIO()
    call_command("found_club", stdout=StringIO(), stderr=errors)
    assert Club.objects.get().name == "Kartenfreunde"
    assert "The passwords are different" in errors.getvalue()
    assert typed == []


def test_input_that_ends_at_a_question_creates_nothing(
    typed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def end(_prompt: str) -> str:
        raise EOFError

    monkeypatch.setattr(getpass, "getpass", end)
    typed += ["Kartenfreunde", "anna"]
    with pytest.raises(CommandError, match="No club was created"):
        call_command("found_club")
    assert not Club.objects.exists()
