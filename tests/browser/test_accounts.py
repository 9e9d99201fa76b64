"""The pages of an account fit a phone, while a user switches on a second factor and signs in again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.browser.acting import expect_to_fit, press, sign_in
from tests.browser.barriers import expect_no_barrier
from tests.builders import make_club, make_member
from tests.codes import code_of

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
