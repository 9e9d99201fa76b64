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
from tests.web.conftest import press, seen
from tournaments.clubs.pages.frame import browser_words
from tournaments.core.models.log import USE_INTERVAL, _noted
from tournaments.models import Session, User
from tournaments.tasks import forget_sessions

pytestmark = pytest.mark.django_db

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
    return " ".join(seen(browser, "devices").split())


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


def test_the_page_names_each_own_device_and_marks_this_one(laptop: Client, phone: Client) -> None:
    browser_of(make_user("emil"), "another")
    page = page_of(laptop)
    names = re.findall(
        r'<span class="what"><bdi>(.*?)</bdi></span>( <span class="badge live">this device)?', page
    )
    assert [(name, bool(mark)) for name, mark in names] == [
        ("Firefox on Windows", True),
        ("Safari on iPhone", False),
    ]
    assert not any(session.pk in page for session in Session.objects.all()), "the key of a session"


def test_a_device_is_signed_out_from_another_of_its_user(user: User, laptop: Client, phone: Client) -> None:
    [address] = re.findall(r'action="(/account/devices/\w{16}/sign-out/)"', page_of(laptop))
    stranger = browser_of(make_user("emil"), WINDOWS)
    assert "was signed out before" in stranger.post(address, follow=True).content.decode()
    assert is_signed_in(phone)
    assert "The device is signed out" in laptop.post(address, follow=True).content.decode()
    assert is_signed_in(laptop)
    assert not is_signed_in(phone)
    others = [browser_of(user, IPHONE), browser_of(user, WINDOWS)]
    assert "2 devices are signed out" in press(laptop, "sign_out_others")
    assert [is_signed_in(browser) for browser in (laptop, *others)] == [True, False, False]


def test_a_new_password_signs_out_all_other_devices(user: User, laptop: Client, phone: Client) -> None:
    new = "three other words"
    data = {"old_password": PASSWORD, "new_password1": new, "new_password2": new}
    assert "Your password has been changed" in press(laptop, "change_password", **data)
    assert Session.objects.filter(user=user).count() == 1
    assert "Firefox on Windows" in page_of(laptop), "the device keeps its name under its new key"
    assert not is_signed_in(phone)


def test_expired_sessions_are_deleted(laptop: Client, phone: Client) -> None:
    expired = Session.objects.earliest("expire_date")
    Session.objects.filter(pk=expired.pk).update(expire_date=timezone.now() - timedelta(seconds=1))
    assert forget_sessions() == 1
    assert not Session.objects.filter(pk=expired.pk).exists()


def test_a_browser_is_named_in_plain_words() -> None:
    android = "Mozilla/5.0 (Linux; Android 14; SM-S901B) Chrome/142.0.0.0 Mobile Safari/537.36"
    mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.5 Safari/605.1.15"
    assert browser_words(android) == "Chrome on Android"
    assert browser_words(mac) == "Safari on Mac"
    assert browser_words("") == browser_words("<script>") == "Unknown browser"


def test_the_page_says_roughly_when_a_device_was_used(laptop: Client, phone: Client) -> None:
    later = timezone.now() + timedelta(hours=2)
    with time_machine.travel(later, tick=False):
        _noted.clear()  # this process has not stored a use for long
        phone.get(reverse("account"))
        uses = sorted(Session.objects.values_list("last_used_at", flat=True))
        assert uses[1] == later
        assert uses[0] < later - USE_INTERVAL
