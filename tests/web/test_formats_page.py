"""Which format finds the best player? The page that answers it for who plans an event."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from tests.builders import make_club, make_member
from tests.web.conftest import client_of
from tournaments.models import Role
from tournaments.rules.forecasts import advisor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collected_static")]


@pytest.fixture(autouse=True)
def few_events(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate 200 events: fast, with the same steps."""
    monkeypatch.setattr(advisor, "EVENTS", (200, 200))


def answer(status: int = 200, language: str = "en", **asked: Any) -> str:
    club = make_club()
    browser = client_of(make_member(club, Role.DIRECTOR).user)
    page = browser.get(
        reverse("format_advice", args=[club.slug]), asked, headers={"accept-language": language}
    )
    assert page.status_code == status
    return page.content.decode()


ASKED: dict[str, Any] = {"people": 16, "tables": 4, "hours": "3", "minutes": 45, "counts": "chips"}


def test_the_page_asks_first_and_then_compares_the_formats() -> None:
    assert "<table" not in answer()
    page = answer(**ASKED)
    assert "16 people at 4 tables play 4 rounds." in page
    assert "Knockout, the best two of a table go on" in page
    assert page.count("If strengths differ much, ") == 1
    assert page.count("If strengths differ little, ") == 1


def test_one_table_has_no_formats_that_differ() -> None:
    page = answer(**{**ASKED, "people": 5, "tables": 1})
    assert "5 people at one table play 4 rounds." in page
    assert (
        "all these formats find the best player about equally often: take the one that people like." in page
    )


def test_more_people_than_have_room_are_refused() -> None:
    page = answer(422, **{**ASKED, "people": 25})
    assert "4 tables have room for 24 people. Add tables." in page
    assert "<table" not in page


def test_the_limits_of_a_field_are_written_as_the_reader_writes_numbers() -> None:
    assert "from 0.25 to 24" in answer(422, **{**ASKED, "hours": "0"})
    assert "von 0,25 bis 24" in answer(422, "de", **{**ASKED, "hours": "0"})


def test_the_form_of_a_new_event_leads_there() -> None:
    club = make_club()
    browser = client_of(make_member(club, Role.DIRECTOR).user)
    page = browser.get(reverse("new_event", args=[club.slug])).content.decode()
    assert f'href="{reverse("format_advice", args=[club.slug])}"' in page
