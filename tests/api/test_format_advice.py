"""Which format finds the best player, over REST."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.client import Client
from tests.api.program import done
from tests.builders import make_club, make_key
from tournaments.rules.forecasts import advisor

pytestmark = pytest.mark.django_db

ASKED: dict[str, Any] = {"people": 16, "tables": 4, "hours": 3}


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Ask as a director, with 200 simulated events: fast, with the same steps."""
    monkeypatch.setattr(advisor, "EVENTS", (200, 200))
    club = make_club()
    client = Client(make_key(club, "director"))
    return lambda **asked: client.get(
        f"/clubs/{club.slug}/formats/?" + "&".join(f"{name}={value}" for name, value in asked.items())
    )


def test_formats_are_compared_for_both_spreads_of_strength(ask: Any) -> None:
    advice = done(ask(**ASKED, counts="places"))
    assert (advice["sizes"], advice["rounds"], advice["events"]) == ([4, 4, 4, 4], 4, 200)
    names = {each["format"] for each in advice["formats"]}
    assert {"rotation", "swiss", "knockout_two"} <= names
    for spread in ("wide", "narrow"):
        found = [each[spread] for each in advice["formats"]]
        assert any(each["best"] for each in found)
        assert all(0 <= each["wins"] <= each["among_top"] <= 1 for each in found)
    assert done(ask(**ASKED, counts="places")) == advice


def test_numbers_out_of_range_are_refused(ask: Any, subtests: pytest.Subtests) -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"people": 2}, "min_value"),
        ({"people": 501}, "max_value"),
        ({"tables": 0}, "min_value"),
        ({"hours": 0}, "min_value"),
        ({"hours": 25}, "max_value"),
        ({"hours": "nan"}, "invalid"),
        ({"hours": "long"}, "invalid"),
        ({"minutes": 4}, "min_value"),
        ({"counts": "luck"}, "not_one_of"),
    ]
    for wrong, code in cases:
        with subtests.test(f"{wrong} {code}"):
            answer = ask(**ASKED | wrong)
            assert answer.status_code == 400
            (error,) = answer.json()["errors"]
            assert (answer.json()["code"], error["code"]) == ("bad_query", code)
            assert error["parameter"] == next(iter(wrong))


def test_more_people_than_have_room_are_refused(ask: Any) -> None:
    answer = ask(**ASKED | {"people": 25})
    assert (answer.status_code, answer.json()["code"]) == (422, "formats_no_room")
    assert answer.json()["detail"] == "There is no room for 25 people: a table seats at most 6. Add tables."
