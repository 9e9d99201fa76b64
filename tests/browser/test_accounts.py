"""A user switches on a second factor without scripts, on a phone, and signs in with it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.acting import expect_to_fit, press, sign_in
from tests.browser.barriers import expect_no_barrier
from tests.builders import make_club, make_member
from tests.codes import code_of
from tournaments.models import SecondFactor

pytestmark = [
    pytest.mark.browser,
    pytest.mark.postgres,
    pytest.mark.nightly,
    pytest.mark.django_db(transaction=True),
]


def expect_to_be_fine(page: Page) -> None:
    """Assert that the page fits a phone and that axe has no complaint."""
    expect_to_fit(page, 360)
    expect_no_barrier(page)


def test_from_the_qr_code_to_signing_in_with_a_code(without_scripts: Page, live_server: LiveServer) -> None:
    page = without_scripts
    page.set_viewport_size({"width": 360, "height": 740})
    make_member(make_club("Kartenfreunde"), "director", "dora")
    sign_in(page, f"{live_server.url}/sign-in/?next=/account/", "dora")
    press(page.get_by_role("link", name="Second factor"))
    secret = page.locator("input[name=secret]").input_value()
    page.get_by_label("Code that the app shows").fill(code_of(secret))
    press(page.get_by_role("button", name="Switch on"))
    codes = page.locator(".recovery-codes code")
    expect(codes).to_have_count(10)
    [recovery_code, *_others] = codes.all_inner_texts()
    press(page.get_by_role("link", name="I have kept the codes"))
    press(page.get_by_role("button", name="Sign out"))

    SecondFactor.objects.update(last_step=0)  # as if half a minute had passed
    sign_in(page, f"{live_server.url}/sign-in/?next=/account/devices/", "dora")
    page.get_by_label("Code of your app").fill(code_of(secret))
    press(page.get_by_role("button", name="Sign in"))
    expect(page).to_have_url(re.compile("/account/devices/$"))
    expect(page.get_by_text("this device")).to_be_visible()

    press(page.get_by_role("button", name="Sign out", exact=True))
    sign_in(page, f"{live_server.url}/sign-in/", "dora")
    press(page.get_by_role("link", name="Use a recovery code"))
    page.get_by_label("Recovery code").fill(recovery_code)
    press(page.get_by_role("button", name="Sign in"))
    expect(page.get_by_text("You have 9 recovery codes left")).to_be_visible()


def test_the_pages_fit_a_phone_and_are_accessible(phone: Page, live_server: LiveServer) -> None:
    page = phone
    make_member(make_club("Kartenfreunde"), "director", "dora")
    sign_in(page, f"{live_server.url}/sign-in/?next=/account/", "dora")
    expect_to_be_fine(page)
    page.goto(f"{live_server.url}/account/devices/")
    expect_to_be_fine(page)
    page.goto(f"{live_server.url}/account/second-factor/")
    page.get_by_text("Type the key instead").click()
    expect_to_be_fine(page)
    page.get_by_label("Code that the app shows").fill(
        code_of(page.locator("input[name=secret]").input_value())
    )
    press(page.get_by_role("button", name="Switch on"))
    expect_to_be_fine(page)
    page.goto(f"{live_server.url}/account/second-factor/")
    expect_to_be_fine(page)
    press(page.get_by_role("button", name="Sign out"))
    sign_in(page, f"{live_server.url}/sign-in/", "dora")
    expect_to_be_fine(page)
