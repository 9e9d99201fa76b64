"""The door of the pages: wrong passwords are slowed, and the owner's own browser is let in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import PASSWORD, make_member, make_user
from tournaments.clubs.verbs.clubs import create_user
from tournaments.core.rules.refusals import Invalid
from tournaments.models import Club, Role

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    """The time stands still, since limits are let go with time and the machine can be busy."""
    with time_machine.travel(timezone.now(), tick=False) as clock:
        yield clock


@pytest.fixture(autouse=True)
def dora(club: Club) -> None:
    """A director who can sign in."""
    user = make_member(club, Role.DIRECTOR, "dora").user
    user.set_password(PASSWORD)
    user.save()


def attempt(client: Client, password: str, address: str = "203.0.113.1") -> HttpResponseBase:
    return client.post(reverse("sign_in"), {"username": "dora", "password": password}, REMOTE_ADDR=address)


def text_of(answer: HttpResponseBase) -> str:
    return str(getattr(answer, "content", b"").decode())


def test_capital_letters_in_the_name_do_not_matter(client: Client) -> None:
    answer = client.post(reverse("sign_in"), {"username": "DORA", "password": PASSWORD})
    assert answer.status_code == 302
    with pytest.raises(Invalid, match="taken"):
        create_user("Dora", "another long pass phrase")


def attack(tries: int) -> HttpResponseBase:
    """A stranger tries passwords from eight addresses."""
    for number in range(tries):
        answer = attempt(Client(), "wrong", f"198.51.100.{number % 8}")
    return answer


def test_a_stranger_is_slowed_told_for_how_long_and_not_let_in_with_the_right_password(
    client: Client,
) -> None:
    answer = attack(10)
    assert answer.status_code == 429
    seconds = answer.headers["Retry-After"]
    assert f"You can try again in {seconds} seconds." in text_of(answer)
    assert attempt(client, PASSWORD).status_code == 429
    assert "_auth_user_id" not in client.session


def test_a_browser_that_was_signed_in_before_is_let_in_during_an_attack_and_guesses_slowly(
    client: Client,
) -> None:
    assert attempt(client, PASSWORD).status_code == 302
    known, forger = client.cookies["poch_browser"].value, Client()
    client.post(reverse("sign_out"))
    attack(30)
    forger.cookies["poch_browser"] = "x" + known[1:]
    assert attempt(forger, PASSWORD).status_code == 429
    assert attempt(client, PASSWORD).status_code == 302
    assert "_auth_user_id" in client.session
    for _ in range(6):
        answer = client.post(reverse("change_password"), {"old_password": "wrong"})
    assert answer.status_code == 429, "also on a borrowed phone"


def test_an_unknown_name_is_slowed_alike() -> None:
    """So nobody can find out which names exist."""
    answers = []
    for name in ("dora", "nobody"):
        client = Client()
        for _ in range(6):
            answer = client.post(reverse("sign_in"), {"username": name, "password": "wrong"})
        answers.append((answer.status_code, answer.headers["Retry-After"]))
        assert "Too many wrong passwords or codes" in text_of(answer)
    assert answers[0] == answers[1]


def test_after_signing_in_and_out_a_browser_stays_on_this_site(client: Client) -> None:
    targets = [
        "https://evil.example/",
        "//evil.example",
        "///evil.example",
        "\\\\evil.example",
        "/\\evil.example",
        "http:evil.example",
        "javascript:alert(1)",
        " //evil.example",
        "\t//evil.example",
        "https:///evil.example",
    ]
    user = make_user()
    for target in targets:
        entering = {"username": user.username, "password": PASSWORD, "next": target}
        for answer in (
            client.post(reverse("sign_in"), entering),
            client.get(reverse("sign_in"), {"next": target}),
            client.post(reverse("sign_out"), {"next": target}),
        ):
            assert (answer.status_code, answer.headers["Location"]) == (302, reverse("home")), target
