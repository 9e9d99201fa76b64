"""An event without the rules of Poch: its tables have totals only, of any game with chips."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from tests.builders import (
    boss,
    enter,
    make_club,
    make_event,
    owner_of,
    published_round,
    refusal,
    running_event,
    the_table,
)
from tests.cases import cases
from tests.tournaments.evenings import sent
from tests.tournaments.play.test_counts import is_clean
from tournaments.desk.verbs import rounds
from tournaments.desk.verbs.lifecycle import finish_event
from tournaments.desk.verbs.rehearsals import rehearse
from tournaments.events.verbs import events
from tournaments.events.verbs.plans import outline_of
from tournaments.models import Account, Event, Round, Seat, Table, Transfer
from tournaments.play.verbs import corrections, results
from tournaments.programs.documents.documents import document_of
from tournaments.programs.documents.imports import import_event
from tournaments.standings.verbs import standings
from tournaments.standings.verbs.forecasts import needs_of
from tournaments.tables.verbs.table_states import TOTAL

pytestmark = pytest.mark.django_db

NONE = {"preset": "none"}
OPEN = {**NONE, "open_totals": True}


def total(*net: int, deals: int = 5) -> dict[str, Any]:
    return {"format": "poch-count/1", "deals": deals, "net": list(net)}


def test_a_whole_event_of_totals_at_tables_of_two() -> None:
    event = running_event(
        4, rules=NONE, size=2, least=2, most=2, rounds_planned=2, scoring="points",
        points={"2": [3, 0]}, tie_breaks=["net", "lots"],
    )  # fmt: skip
    actor = boss(event)
    for _ in range(2):
        round_ = published_round(event)
        results.record(the_table(round_, 1), actor, TOTAL, total(7, -7))
        results.record(the_table(round_, 2), actor, TOTAL, total(-2, 2))
        rounds.close_round(round_, actor)
    assert set(Account.objects.values_list("name", flat=True)) == {
        "bank",
        "bets",
        "board",
        "seat 0",
        "seat 1",
    }
    finished = finish_event(Event.objects.get(pk=event.pk), actor)
    assert sum(row["score"] for row in standings.refresh(event.pk).rows) == 12
    assert is_clean()
    club = make_club()
    taken = import_event(club, owner_of(club), sent(document_of(finished)))
    assert taken.without_rules
    assert [row["score"] for row in standings.refresh(taken.pk).rows] == [
        row["score"] for row in standings.refresh(event.pk).rows
    ]
    assert is_clean()


def test_what_depends_on_cards_is_refused_and_not_chosen_by_default() -> None:
    with refusal("even_needs_rules"):
        make_event(rules=NONE, scoring="even")
    with refusal("tie_break_needs_rules"):
        make_event(rules=NONE, tie_breaks=["out", "lots"])
    event = make_event(rules=NONE)
    assert event.tie_breaks == ["rounds_won", "best_round", "lots"]
    with refusal("bots_need_rules"):
        enter(event, 3, bot="bold")
    with refusal("bots_need_rules"):
        rehearse(event, boss(event))
    of_bots = make_event()
    enter(of_bots, 3, bot="bold")
    with refusal("bots_need_rules"):
        events.change_settings(of_bots, boss(of_bots), {"rules": NONE})


SKAT = (
    ((1204, 987, 655, -86), (1432, 881, 540, 498), (999, 1310, 702, 187)),
    ((1011, 43, 1250, 764), (870, 1122, -204, 931), (640, 1287, 905, 1180)),
)
"""Two series of a Skat list, by table and seat."""


def skat_list(**fields: Any) -> Event:
    """A running event with the list of twelve people; both series are played and closed."""
    event = running_event(12, **{"rules": OPEN, "rounds_planned": 2, "deals_per_round": 48, **fields})
    for series in SKAT:
        round_ = published_round(event)
        for number, points in enumerate(series, 1):
            results.record(the_table(round_, number), boss(event), TOTAL, total(*points, deals=48))
        rounds.close_round(round_, boss(event))
    return event


def points_by_entry(event: Event, unit: int = 1) -> dict[str, Fraction]:
    """What each has in the list, from its numbers and the seats of the draw."""
    points: dict[str, Fraction] = defaultdict(Fraction)
    for seat in Seat.objects.filter(round__event=event).select_related("round", "table"):
        number = SKAT[seat.round.number - 1][seat.table.number - 1][seat.number]
        points[str(seat.entry_id)] += Fraction(number, unit)
    return points


@pytest.mark.both
def test_totals_that_do_not_sum_to_zero_count_as_they_are_and_the_bank_balances_them() -> None:
    event = skat_list()
    rows = standings.refresh(event.pk).rows
    assert {row["entry"]: row["score"] for row in rows} == points_by_entry(event)
    assert [row["score"] for row in rows] == sorted((row["score"] for row in rows), reverse=True)
    for table in Table.objects.filter(round__event=event):
        balances = dict(Account.objects.filter(table=table).values_list("name", "balance"))
        assert sum(balances.values()) == 0
        assert balances["bank"] == -sum(SKAT[table.round.number - 1][table.number - 1])
    assert is_clean()
    table = the_table(Round.objects.get(event=event, number=2), 3)
    corrections.correct(
        table, boss(event), TOTAL, total(640, 1287, 905, -1180, deals=48), "sign", closed_too=True
    )
    assert Account.objects.get(table=table, name="bank").balance == -1652
    finished = finish_event(Event.objects.get(pk=event.pk), boss(event))
    assert is_clean()
    club = make_club()
    taken = import_event(club, owner_of(club), sent(document_of(finished)))
    assert [row["score"] for row in standings.refresh(taken.pk).rows] == [
        row["score"] for row in standings.refresh(event.pk).rows
    ]
    assert is_clean()


@pytest.mark.both
def test_a_voided_total_gives_the_bank_its_points_back() -> None:
    event = running_event(4, rules=OPEN)
    table = the_table(published_round(event))
    results.record(table, boss(event), TOTAL, total(1204, 987, 655, -86))
    corrections.void(table, boss(event), TOTAL, "another table")
    assert set(Account.objects.values_list("balance", flat=True)) == {0}
    assert is_clean()


@pytest.mark.both
def test_the_bank_has_no_part_in_a_total_that_must_sum_to_zero() -> None:
    table = the_table(published_round(running_event(4, rules=NONE)))
    bank, seat = (Account.objects.get(table=table, name=name) for name in ("bank", "seat 0"))
    with pytest.raises(IntegrityError, match="transfer_has_its_reason"), transaction.atomic():
        Transfer.objects.create(
            table=table, deal_id=uuid4(), seq=0, source=bank, target=seat, chips=1, reason="count"
        )


@cases(
    ("scoring", "value"),
    [
        ("chips", lambda points: points),
        ("average", lambda points: points / 96),
        ("root", None),
        ("place", None),
    ],
)
def test_tenths_are_kept_whole_and_count_as_points(scoring: str, value: Any) -> None:
    rules = {**OPEN, "unit": "tenths"}
    event = skat_list(rules=rules, scoring=scoring, tie_breaks=["net", "best_round", "lots"])
    points = points_by_entry(event, 10)
    rows = {row["entry"]: row for row in standings.refresh(event.pk).rows}
    assert {entry: row["metrics"]["net"] for entry, row in rows.items()} == {
        entry: float(net) for entry, net in points.items()
    }
    if value is not None:
        assert {entry: row["score"] for entry, row in rows.items()} == {
            entry: round(float(value(net)), 3) for entry, net in points.items()
        }
    if scoring == "root":
        best = max(rows.values(), key=lambda row: row["score"])
        roots = [result["result"] for result in best["results"]]
        assert best["score"] == pytest.approx(sum(roots))
        assert max(roots) < 12.1  # of 143.2, not of 1432
    assert is_clean()
    finished = finish_event(Event.objects.get(pk=event.pk), boss(event))
    club = make_club()
    taken = import_event(club, owner_of(club), sent(document_of(finished)))
    assert [row["score"] for row in standings.refresh(taken.pk).rows] == [
        row["score"] for row in standings.refresh(event.pk).rows
    ]
    assert is_clean()


def test_what_open_totals_can_still_give_is_not_forecast_unless_only_places_count() -> None:
    told = {}
    for scoring, rules in (("chips", NONE), ("chips", OPEN), ("average", OPEN), ("place", OPEN)):
        event = running_event(8, rules=rules, rounds_planned=2, scoring=scoring)
        round_ = published_round(event)
        for number in (1, 2):
            results.record(the_table(round_, number), boss(event), TOTAL, total(9, 4, -6, -7))
        rounds.close_round(round_, boss(event))
        event = Event.objects.get(pk=event.pk)
        needs = needs_of(event, outline_of(event), standings.refresh(event.pk))
        told[scoring, rules is OPEN] = needs is not None
    assert told == {
        ("chips", False): True,
        ("chips", True): False,
        ("average", True): False,
        ("place", True): True,
    }
