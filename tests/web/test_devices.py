"""The list of one's devices: what it shows, and that a device can be signed out from another."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import PASSWORD, make_user
from tests.web.conftest import press
from tournaments.clubs.words import browser_words
from tournaments.core.models.sessions import USE_INTERVAL, _noted
from tournaments.models import Session, User
from tournaments.tasks import forget_sessions

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collected_static")]

WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.5 Mobile/15E148 Safari/604.1"
)


def browser_of(user: User, agent: str) -> Client:
    """A browser with this User-Agent, in which the user has signed in by the page."""
    browser = Client(headers={"user-agent": agent})
    answer = browser.post(reverse("sign_in"), {"username": user.get_username(), "password": PASSWORD})
    assert answer.status_code == 302
    return browser


def page_of(browser: Client) -> str:
    return " ".join(browser.get(reverse("devices")).content.decode().split())


def is_signed_in(browser: Client) -> bool:
    return browser.get(reverse("account")).status_code == 200


@pytest.fixture
def user() -> User:
    return make_user("dora")


@pytest.fixture
def laptop(user: User) -> Client:
    return browser_of(user, WINDOWS)


@pytest.fixture
def phone(user: User) -> Client:
    return browser_of(user, IPHONE)


def test_the_page_names_each_device_and_marks_this_one(laptop: Client, phone: Client) -> None:
    page = page_of(laptop)
    names = re.findall(
        r'<span class="what"><bdi>(.*?)</bdi></span>( <span class="badge live">this device)?', page
    )
    assert [(name, bool(mark)) for name, mark in names] == [
        ("Firefox on Windows", True),
        ("Safari on iPhone", False),
    ]


def test_the_devices_of_others_are_not_shown(laptop: Client) -> None:
    browser_of(make_user("emil"), IPHONE)
    assert "iPhone" not in page_of(laptop)


def test_no_page_contains_the_key_of_a_session(laptop: Client, phone: Client) -> None:
    page = page_of(laptop)
    assert Session.objects.count() == 2
    assert not any(session.pk in page for session in Session.objects.all())


def test_a_device_is_signed_out_from_another(laptop: Client, phone: Client) -> None:
    [address] = re.findall(r'action="(/account/devices/\w{16}/sign-out/)"', page_of(laptop))
    assert "The device is signed out" in laptop.post(address, follow=True).content.decode()
    assert is_signed_in(laptop)
    assert not is_signed_in(phone)
    assert "was signed out before" in laptop.post(address, follow=True).content.decode()


def test_nobody_signs_out_the_device_of_somebody_else(laptop: Client, phone: Client) -> None:
    [address] = re.findall(r'action="(/account/devices/\w{16}/sign-out/)"', page_of(laptop))
    stranger = browser_of(make_user("emil"), WINDOWS)
    assert "was signed out before" in stranger.post(address, follow=True).content.decode()
    assert is_signed_in(phone)


def test_all_others_are_signed_out_at_once(user: User, laptop: Client, phone: Client) -> None:
    tablet = browser_of(user, IPHONE)
    assert "2 devices are signed out" in press(laptop, "sign_out_others")
    assert (is_signed_in(laptop), is_signed_in(phone), is_signed_in(tablet)) == (True, False, False)


def test_a_new_password_signs_out_all_other_devices(user: User, laptop: Client, phone: Client) -> None:
    new = "three other words"
    data = {"old_password": PASSWORD, "new_password1": new, "new_password2": new}
    assert "Your password has been changed" in press(laptop, "change_password", **data)
    assert Session.objects.filter(user=user).count() == 1
    assert "Firefox on Windows" in page_of(laptop), "the device keeps its name under its new key"
    assert not is_signed_in(phone)


def test_the_page_says_roughly_when_a_device_was_used(laptop: Client, phone: Client) -> None:
    later = timezone.now() + timedelta(hours=2)
    with time_machine.travel(later, tick=False):
        _noted.clear()  # this process has not stored a use for long
        phone.get(reverse("account"))
        uses = sorted(Session.objects.values_list("last_used_at", flat=True))
        assert uses[1] == later
        assert uses[0] < later - USE_INTERVAL


def test_expired_sessions_are_deleted(laptop: Client, phone: Client) -> None:
    expired = Session.objects.earliest("expire_date")
    Session.objects.filter(pk=expired.pk).update(expire_date=timezone.now() - timedelta(seconds=1))
    assert forget_sessions() == 1
    assert not Session.objects.filter(pk=expired.pk).exists()


def test_a_browser_is_named_in_plain_words(subtests: pytest.Subtests) -> None:
    cases: list[tuple[str, str]] = [
        (WINDOWS, "Firefox on Windows"),
        (IPHONE, "Safari on iPhone"),
        (
            (
                "Mozilla/5.0 (Linux; Android 14; SM-S901B) AppleWebKit/537.36 (KHTML, like Gecko) "
                "Chrome/142.0.0.0 Mobile Safari/537.36"
            ),
            "Chrome on Android",
        ),
        (
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) "
                "Version/18.5 Safari/605.1.15"
            ),
            "Safari on Mac",
        ),
        ("", "Unknown browser"),
        ("<script>", "Unknown browser"),
    ]
    for agent, words in cases:
        with subtests.test(f"{agent} {words}"):
            assert browser_words(agent) == words
