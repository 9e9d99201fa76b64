"""The page that describes the API fits a phone and follows the colour scheme."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.acting import expect_to_fit
from tests.browser.barriers import expect_no_barrier

pytestmark = [
    pytest.mark.browser,
    pytest.mark.postgres,
    pytest.mark.nightly,
    pytest.mark.django_db(transaction=True),
]

GROUND = "() => getComputedStyle(document.body).backgroundColor"


@pytest.mark.parametrize(("scheme", "ground"), [("light", "rgb(250, 250, 250)"), ("dark", "rgb(28, 32, 34)")])
def test_an_open_operation_fits_a_phone_in_each_colour_scheme(
    new_context: Callable[..., BrowserContext], live_server: LiveServer, scheme: str, ground: str
) -> None:
    page = new_context(viewport={"width": 360, "height": 740}, color_scheme=scheme, locale="de").new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.goto(f"{live_server.url}/api/v1/docs/#/tables/tables_deals_put")
    operation = page.locator("[id$=tables_deals_put]")
    expect(operation.locator(".responses-table").first).to_be_visible()
    expect(operation.locator(".highlight-code").first).to_be_visible()
    expect_to_fit(page)
    assert page.evaluate(GROUND) == ground
    assert [complaint for complaint in complaints if "Content Security Policy" in complaint] == []
    # It is in English for everybody, and says so.
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_role("main")).to_have_count(1)
    expect(page.get_by_role("heading", name="Pochleague API", exact=True)).to_be_visible()
    expect_no_barrier(page)
