"""Reports: who wins, where the chips come from, how long a deal is."""

from __future__ import annotations

from typing import Any

import pytest

from games import services
from games.engine.errors import EngineError
from tests.engine.simulated import FOUR, outcomes_of, report_of, spec_of


def test_does_dealing_favour_the_dealer_where_the_upcard_joins_a_hand() -> None:
    """Four cautious bots on the same 40,000 deals of pagat, where the last of 32 cards would be the dealer's.

    Yes. While it is nobody's, the dealer holds a card less and loses about a chip a deal. Where it joins the
    dealer's hand, which then has a card of the pay suit for certain, the dealer wins nearly three.
    """
    reports = [
        report_of(["cautious"] * 4, tables=800, deals_each=50, seed=3, **rules)
        for rules in ({}, {"upcard": "joins_hand"})
    ]
    before, after = ([row["chips_per_deal"] for row in report["positions"]] for report in reports)
    assert [row["position"] for row in reports[0]["positions"]] == ["forehand", "second", "third", "dealer"]
    assert before[3] < -0.5
    assert max(after[:3]) < 0 < after[3]
    assert 3.5 < after[3] - before[3] < 4.1
    left = [report["checks"]["chips_left"] / report["checks"]["deals"] for report in reports]
    assert left[0] - left[1] == pytest.approx(sum(after) - sum(before))


def test_every_chip_has_a_source() -> None:
    report = report_of(
        [*FOUR, "bold"],
        tables=300,
        deals_each=6,
        seed=3,
        preset="adpoker",
        pools=services.board(services.preset_switches("pagat")),
        most_cards_pays=True,
        leftover="split",
        undressed=["ten"],
    )
    for row in report["bots"]:
        mine = [source for source in report["sources"] if source["bot"] == row["bot"]]
        assert sum(source["chips"] for source in mine) == row["chips"]
        assert sum(source["chips_per_deal"] for source in mine) == pytest.approx(row["chips_per_deal"])
        assert [source["source"] for source in mine] == [
            "antes", "ace", "king", "queen", "jack", "ten", "marriage", "sequence", "poch", "centre",
            "upcard", "pochen", "stops", "going_out", "most_cards", "leftover",
        ]  # fmt: skip
        # The pool of the ten gets no ante, and sequences are rare.
        empty = {source["source"] for source in mine if not source["chips"]}
        assert {"ten"} <= empty <= {"ten", "sequence"}
    for source in ("pochen", "stops", "going_out", "most_cards"):
        # These chips move between seats, and no pool is involved.
        assert sum(row["chips"] for row in report["sources"] if row["source"] == source) == 0
    assert sum(row["chips"] for row in report["bots"]) == report["checks"]["chips_left"] == 0


def test_the_lengths_are_those_of_the_deals() -> None:
    report = report_of(tables=4000)
    lengths = report["lengths"]
    assert sum(row["deals"] for row in lengths["bins"]) == 4000
    assert lengths["mean"] == report["checks"]["actions"] / 4000
    assert lengths["bins"][0]["least"] < lengths["median"] < lengths["p90"] < lengths["longest"]
    assert lengths["low"] < lengths["mean"] < lengths["high"]
    assert lengths["open"] is False


def test_a_report_needs_exactly_its_own_chunks() -> None:
    spec = spec_of(tables=100, deals_each=50)
    outcomes = outcomes_of(spec)
    wrongs: list[Any] = [outcomes[:-1], [*outcomes, outcomes[0]], [outcomes[0][1:], *outcomes[1:]], []]
    for wrong in wrongs:
        with pytest.raises(EngineError) as error:
            services.simulation_report(spec, wrong)
        assert error.value.code == "simulation_incomplete"
    report = services.simulation_report(spec, outcomes)
    assert (report["format"], report["spec"], report["checks"]["deals"]) == ("poch-simulation/1", spec, 5000)
    assert (report["confidence"], report["batches"]) == (95, 100)
