"""The pages of the second factor, and signing in with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from tests.builders import PASSWORD, make_member, owner_of
from tests.codes import code_of, switch_on
from tests.web.conftest import client_of, press, seen
from tournaments.models import Club, SecondFactor, Session, User

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(datetime(2026, 11, 23, 19, 30, 7, tzinfo=UTC), tick=False) as clock:
        yield clock


@pytest.fixture
def user(club: Club) -> User:
    return make_member(club, name="dora").user


@pytest.fixture
def app(user: User, clock: time_machine.Traveller) -> str:
    """The secret of the user's app, which shows a new code now."""
    secret, _codes = switch_on(user)
    clock.shift(60)
    return secret


def give_password(browser: Client, *, wanted: str = "", password: str = PASSWORD) -> str:
    """Send the name and the password. Return the address of the page that follows."""
    answer = browser.post(reverse("sign_in"), {"username": "dora", "password": password, "next": wanted})
    assert answer.status_code == 302, answer.content.decode()
    return answer.headers["Location"]


def give_code(browser: Client, code: str) -> str:
    """Send a code and return the page that follows."""
    answer = browser.post(reverse("sign_in_code"), {"code": code}, follow=True)
    return answer.content.decode()


def is_signed_in(browser: Client) -> bool:
    return browser.get(reverse("account")).status_code == 200


def test_password_and_code_open_the_requested_page_of_this_site(
    app: str, club: Club, client: Client, clock: time_machine.Traveller
) -> None:
    wanted = reverse("new_event", args=[club.slug])
    assert give_password(client, wanted=wanted) == reverse("sign_in_code")
    assert not is_signed_in(client), "the password alone does not sign in"
    answer = client.post(reverse("sign_in_code"), {"code": code_of(app)})
    assert answer.headers["Location"] == wanted
    assert is_signed_in(client)
    elsewhere = Client()
    give_password(elsewhere, wanted="https://evil.example/")
    clock.shift(60)
    answer = elsewhere.post(reverse("sign_in_code"), {"code": code_of(app)})
    assert answer.headers["Location"] == reverse("club", args=[club.slug])


def test_after_five_wrong_codes_the_next_one_must_wait_also_after_the_right_password(
    app: str, client: Client
) -> None:
    for _ in range(5):
        give_password(client)
        give_code(client, "000000")
    give_password(client)
    answer = client.post(reverse("sign_in_code"), {"code": "000000"})
    assert answer.status_code == 429
    assert "Too many wrong passwords or codes" in answer.content.decode()
    assert client.post(reverse("sign_in_code"), {"code": code_of(app)}).status_code == 429
    assert not is_signed_in(client)


def test_a_code_without_the_password_signs_in_nobody(app: str, client: Client) -> None:
    answer = client.post(reverse("sign_in_code"), {"code": code_of(app)})
    assert answer.headers["Location"] == reverse("sign_in")
    answer = client.post(reverse("sign_in"), {"username": "dora", "code": code_of(app)})
    assert answer.context["form"].errors["password"]
    assert not is_signed_in(client)


@pytest.mark.parametrize("meanwhile", ["too late", "a new password", "deactivated"])
def test_a_sign_in_that_waits_for_its_code_ends(
    app: str, user: User, client: Client, clock: time_machine.Traveller, meanwhile: str
) -> None:
    give_password(client)
    if meanwhile == "too late":
        clock.shift(601)
    elif meanwhile == "a new password":
        user.set_password("three other words")
        user.save()
    else:
        User.objects.filter(pk=user.pk).update(is_active=False)
    answer = client.post(reverse("sign_in_code"), {"code": code_of(app)})
    assert answer.headers["Location"] == reverse("sign_in"), "begin again with the password"


def test_the_session_has_a_new_key_after_the_password_and_after_the_code(app: str, client: Client) -> None:
    client.cookies["poch_session"] = planted = "planted0planted0planted0planted0"
    Session.objects.create(session_key=planted, session_data="", expire_date=datetime(2027, 1, 1, tzinfo=UTC))
    give_password(client)
    waiting = client.cookies["poch_session"].value
    give_code(client, code_of(app))
    assert len({planted, waiting, client.cookies["poch_session"].value}) == 3
    assert Session.objects.filter(user__isnull=False).count() == Session.objects.count() == 1


def test_a_recovery_code_signs_in_and_the_page_counts_what_is_left(user: User, client: Client) -> None:
    _secret, codes = switch_on(user)
    give_password(client)
    page = client.get(reverse("sign_in_code"), {"recovery": ""}).content.decode()
    assert "Enter one of your recovery codes" in page
    answer = client.post(reverse("sign_in_code") + "?recovery", {"code": codes[0]}, follow=True)
    assert "You have 9 recovery codes left" in answer.content.decode()
    assert is_signed_in(client)


def test_a_new_password_by_a_link_does_not_pass_by_the_second_factor(
    app: str, user: User, club: Club, client: Client
) -> None:
    boss = owner_of(club).user
    assert boss is not None
    member = user.memberships.get()
    page = client_of(boss).post(reverse("make_reset_link", args=[member.pk])).content.decode()
    link = re.search(r'value="http://testserver([^"]+)"', page)
    assert link is not None
    form = client.get(link[1], follow=True)
    new = "three other words"
    client.post(form.request["PATH_INFO"], {"new_password1": new, "new_password2": new})
    assert give_password(client, password=new) == reverse("sign_in_code")
    assert not is_signed_in(client)


def test_the_pages_sign_somebody_in_at_four_places_only() -> None:
    """A new door must ask for the code, too. Two places are of new users, by an invitation or a link."""
    sources = (path for room in ("api", "pochleague", "tournaments") for path in (ROOT / room).rglob("*.py"))
    doors = re.compile(r"\bLoginView\)|\b(?:auth_)?login\(")
    found = {path.name: len(doors.findall(path.read_text())) for path in sources}
    assert {name: times for name, times in found.items() if times} == {"account.py": 4}


# --- The pages of the account


def test_a_user_switches_it_on_with_the_app_and_sees_the_recovery_codes_once(user: User) -> None:
    browser = client_of(user)
    page = seen(browser, "second_factor")
    assert 'class="qr"' in page
    secret = re.search(r'name="secret" value="(\w{32})"', page)
    assert secret is not None
    assert f"secret={secret[1]}" in page, "the link that opens the app"
    code, page = code_of(secret[1]), reverse("second_factor")
    refused = browser.post(page, {"secret": secret[1], "code": code, "password": "of a borrower"})
    assert refused.status_code == 422
    assert "This password is wrong" in refused.content.decode()
    assert not SecondFactor.objects.exists()
    answer = browser.post(page, {"secret": secret[1], "code": code, "password": PASSWORD})
    codes = re.findall(r"<code>([a-z2-7]{4}(?:-[a-z2-7]{4}){3})</code>", answer.content.decode())
    assert len(set(codes)) == 10
    assert codes[0] not in seen(browser, "second_factor")
    assert "no-store" in answer.headers["Cache-Control"]


def test_a_wrong_code_keeps_the_secret_that_the_app_has_got(user: User) -> None:
    browser = client_of(user)
    secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
    answer = browser.post(
        reverse("second_factor"), {"secret": secret, "code": "000000", "password": PASSWORD}
    )
    assert answer.status_code == 422
    assert "This code is wrong" in answer.content.decode()
    assert f'name="secret" value="{secret}"' in answer.content.decode()
    damaged = {"secret": "<b>", "code": "123456", "password": PASSWORD}
    answer = browser.post(reverse("second_factor"), damaged)
    assert answer.status_code == 422
    assert "Open the page again" in answer.content.decode()
    assert not SecondFactor.objects.exists()


def test_switching_off_and_new_recovery_codes_need_a_code(
    app: str, user: User, clock: time_machine.Traveller
) -> None:
    browser = client_of(user)
    refused = browser.post(reverse("second_factor"), {"act": "off", "code": "000000"})
    assert refused.status_code == 422
    assert SecondFactor.objects.exists()
    shown = press(browser, "second_factor", act="codes", code=code_of(app))
    assert "These codes replace the old ones" in shown
    assert len(re.findall(r"<code>[a-z2-7-]{19}</code>", shown)) == 10
    clock.shift(60)
    assert "is switched off" in press(browser, "second_factor", act="off", code=code_of(app))
    assert not SecondFactor.objects.exists()
