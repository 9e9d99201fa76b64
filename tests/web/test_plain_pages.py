"""What is shown when nothing can be asked for any more: a page that needs neither session nor database."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client, RequestFactory

from api.outside import bad_request, server_error


def test_the_page_for_a_crash_has_the_usual_layout_and_needs_no_query() -> None:
    answer = server_error(RequestFactory().get("/events/cup/"))
    page = answer.content.decode()
    assert answer.status_code == 500
    assert "recorded completely or not at all" in page
    assert f'href="{settings.STATIC_URL}tournaments/css/pochleague.css"' in page


def test_the_page_for_an_unreadable_request_has_the_usual_layout_and_needs_no_query() -> None:
    answer = bad_request(RequestFactory().get("/"), Exception())
    assert answer.status_code == 400
    assert "We could not read this request" in answer.content.decode()


@pytest.mark.django_db
def test_the_stylesheet_that_plain_pages_name_is_served(client: Client) -> None:
    answer = client.get(f"{settings.STATIC_URL}tournaments/css/pochleague.css")
    assert answer.status_code == 200
