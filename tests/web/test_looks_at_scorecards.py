"""A look at a scorecard that somebody is filling in: contradictions, and the payouts so far."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import a_table, play
from tests.web.cards import a_scorecard
from tests.web.conftest import SignIn
from tournaments.models import Deal, Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collected_static")]


@pytest.fixture
def table() -> Table:
    return a_table(4)


@pytest.fixture
def scorer(sign_in: SignIn, table: Table) -> Client:
    return sign_in(table.round.event.club, "scorer")


def look(scorer: Client, table: Table, fields: dict[str, Any]) -> dict[str, Any]:
    sent = {name: value for name, value in fields.items() if value is not None} | {"step": "look"}
    answer = scorer.post(reverse("scorecard", args=[table.pk]), sent)
    assert answer.status_code == 200
    said: dict[str, Any] = answer.json()
    return said


def without(fields: dict[str, Any], *starts: str) -> dict[str, Any]:
    """The fields whose names begin with none of these."""
    return {name: value for name, value in fields.items() if not name.startswith(starts)}


def test_an_empty_scorecard_has_no_errors_and_no_payouts(scorer: Client, table: Table) -> None:
    assert look(scorer, table, {"number": 1}) == {"wrong": {}, "payouts": "", "complete": False}


def test_a_complete_scorecard_shows_what_everybody_wins_and_records_nothing(
    scorer: Client, table: Table
) -> None:
    fields, result = a_scorecard(table)
    said = look(scorer, table, fields)
    assert said["wrong"] == {}
    assert said["complete"]
    for net in result["net"]:
        assert f"{abs(net)}</span>" in said["payouts"]
    assert not Deal.objects.exists()


def test_the_parts_that_are_typed_are_told_before_the_deal_is_complete(scorer: Client, table: Table) -> None:
    fields, result = a_scorecard(table)
    said = look(scorer, table, without(fields, "left", "out"))
    assert said["wrong"] == {}
    assert not said["complete"]
    assert "thumb-nets" not in said["payouts"]
    assert "took" in said["payouts"]
    assert result["melds"]


def test_what_is_only_missing_is_no_error(scorer: Client, table: Table, subtests: pytest.Subtests) -> None:
    for missing in [("left",), ("out",), ("shown",), ("rank",), ("meld",)]:
        with subtests.test(str(missing)):
            for seed in (1, 4, 5):
                fields, _result = a_scorecard(table, seed=seed)
                half = without(fields, *missing, "left" if "out" in missing else "out")
                assert look(scorer, table, half)["wrong"] == {}, (seed, missing)


def test_a_contradiction_is_told_at_its_field_as_it_arises(scorer: Client, table: Table) -> None:
    fields = {"number": 1, "rank": "9", "suit": "h", "meld_king": 0, "meld_queen": 1, "meld_marriage": 0}
    said = look(scorer, table, fields)
    assert list(said["wrong"]) == ["meld_marriage"]
    assert said["payouts"] == ""


def test_a_deal_that_somebody_else_has_recorded_is_told(scorer: Client, table: Table) -> None:
    fields, _result = a_scorecard(table, seed=7)
    play(table, 2)
    said = look(scorer, table, fields)
    assert list(said["wrong"]) == [""]
    assert not said["complete"]


def test_the_board_goes_on_to_the_next_deal_until_the_last(scorer: Client, sign_in: SignIn) -> None:
    table = a_table(4, deals_per_round=2)
    scorer = sign_in(table.round.event.club, "scorer")
    for next_page in ("scorecard", "table"):
        fields, _result = a_scorecard(table)
        answer = scorer.post(
            reverse("scorecard", args=[table.pk]),
            {name: value for name, value in fields.items() if value is not None}
            | {"step": "send", "onward": 1},
        )
        assert answer.status_code == 302
        assert answer.headers["Location"] == reverse(next_page, args=[table.pk])


@pytest.mark.parametrize(("preset", "first", "second"), [("adpoker", 1, 3), ("poque-1789", 1, 3)])
def test_stakes_are_judged_together_when_the_deal_has_gone_on(
    sign_in: SignIn, preset: str, first: int, second: int
) -> None:
    """Somebody types the stake of one player after the other. Nothing is wrong before the last."""
    table = a_table(4, rules={"preset": preset})
    scorer = sign_in(table.round.event.club, "scorer")
    typed = {"number": 1, "rank": "9", "suit": "h", "stake_1": first, "stake_2": second}
    assert look(scorer, table, typed)["wrong"] == {}
    assert look(scorer, table, typed | {"left_1": 2})["wrong"] != {}
