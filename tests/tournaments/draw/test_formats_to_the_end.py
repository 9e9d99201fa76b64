"""An evening of each format, with people who come late, leave and do not turn up, played to its end.

Whatever happens on the way: everybody who should be seated is, once; the draw of every round can be made
again; and the final standing is what the ledger says, to the chip.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.builders import boss, enter, nets_by_the_ledger, play_round, running_event, work
from tournaments.core.rules.refusals import Conflict
from tournaments.desk.verbs import seats
from tournaments.desk.verbs.lifecycle import finish_event
from tournaments.desk.verbs.rounds import publish_round
from tournaments.draw.verbs import draws
from tournaments.draw.verbs.draws import check_draw
from tournaments.draw.verbs.seating import seating_of
from tournaments.events.verbs import entries
from tournaments.models import Entry, Event, Round, Seat, Stage
from tournaments.standings.verbs import standings
from tournaments.standings.verbs.standings import standing_after

pytestmark = pytest.mark.django_db

FEW: dict[str, Any] = {"deals_per_round": 1, "rules": {"preset": "pagat", "leftover": "split"}}
"""One deal a round; what is left in the pools is shared out, so that nothing but people's chips remains."""


def seated_in(round_: Round) -> list[str]:
    return [entry for table in seating_of(round_) for entry in table]


def seat_of(round_: Round, table: int, number: int) -> Entry:
    return (
        Seat.objects.select_related("entry__player")
        .get(round=round_, table__number=table, number=number)
        .entry
    )


def publish(round_: Round) -> Round:
    return publish_round(round_, boss(round_.event), round_.draw)


def one_leaves(event: Event, round_: Round) -> None:
    """Somebody plays the round to its end and goes home."""
    entries.withdraw(seat_of(round_, 1, 1), boss(event))


def one_does_not_come(event: Event, round_: Round) -> None:
    """Somebody is seated, and the table plays without them."""
    full = next(number for number, table in enumerate(seating_of(round_), 1) if len(table) > 3)
    seats.leave_out(round_, boss(event), seat_of(round_, full, 0), round_.draw)


def rounds_to_the_end(event: Event) -> Iterator[Round]:
    """Draw, check and publish round after round, until there is none left to draw; each is played after."""
    while True:
        try:
            round_ = draws.draw_round(event, boss(event))
        except Conflict as refusal:
            assert refusal.code == "rounds_complete"  # noqa: PT017
            return
        assert all(check["same"] for check in check_draw(round_))
        assert all(not certificate["faults"] for certificate in round_.certificate.values())
        assert len(set(seated_in(round_))) == len(seated_in(round_))
        publish(round_)
        round_.refresh_from_db()
        yield round_
        round_.refresh_from_db()
        play_round(round_)


def finish(event: Event) -> list[dict[str, Any]]:
    """The final standing, once it agrees with the ledger."""
    event.refresh_from_db()
    assert event.rounds_planned == event.rounds.count()
    finish_event(event, boss(event))
    rows = standings.compute(Event.objects.get(pk=event.pk))
    ledger = nets_by_the_ledger(event)
    for row in rows:
        assert row["metrics"]["net"] == ledger[row["entry"]]
    assert sum(row["metrics"]["net"] for row in rows) == 0
    return rows


def test_swiss_rounds_and_a_final_of_four() -> None:
    plan = [{"format": "swiss", "rounds_planned": 3}, {"format": "final", "cut": 4, "deals_per_round": 2}]
    event = running_event(13, stages=plan, **FEW)
    for round_ in rounds_to_the_end(event):
        if round_.number == 1:
            enter(event, 1)
            one_leaves(event, round_)
        if round_.number == 2:
            one_does_not_come(event, round_)
        if round_.number == 3:
            # Who was missing is registered, and comes back by checking in.
            assert len(seated_in(round_)) == 12
            entries.check_in_all(event, boss(event))
        if round_.number == 4:
            late = enter(event, 1)[0]
            here = {str(pk) for pk in event.entries.filter(status="checked_in").values_list("pk", flat=True)}
            standing = standing_after(event, 3)
            assert standing is not None
            places = {row["entry"]: row["place"] for row in standing.rows if row["entry"] in here}
            # Players who share the last place that gets in are chosen by lots.
            last_in = sorted(places.values())[3]
            seated = set(seated_in(round_))
            assert len(seated) == 4
            assert {entry for entry, place in places.items() if place < last_in} <= seated
            assert seated <= {entry for entry, place in places.items() if place <= last_in}
            assert str(late.pk) not in seated_in(round_)
            assert round_.tables.get().deals_planned == 2
    final = Stage.objects.get(event=event, number=2)
    rows = finish(event)
    assert {row["entry"] for row in rows[:4]} == set(final.entrants or ())


def test_a_knockout_comes_to_its_final_table_though_people_leave() -> None:
    event = running_event(16, stages=[{"format": "knockout", "advance": 2}], **FEW)
    entries.set_seeding(event, boss(event), [str(entry.pk) for entry in event.entries.order_by("number")])
    numbers = {str(entry.pk): entry.number for entry in event.entries.all()}
    seen: list[int] = []
    for round_ in rounds_to_the_end(event):
        seen.append(len(seated_in(round_)))
        if round_.number == 1:
            groups = [{numbers[entry] for entry in table} for table in seating_of(round_)]
            assert groups == [{1, 8, 9, 16}, {2, 7, 10, 15}, {3, 6, 11, 14}, {4, 5, 12, 13}]
            # Who comes late may be entered, and is told that the knockout has begun.
            enter(event, 1)
            one_does_not_come(event, round_)
        if round_.number == 2:
            assert event.entries.get(number=17).seats.count() == 0
            assert len(round_.certificate["people"]["waiting"]) == 1
            one_leaves(event, round_)
    assert seen == [16, 8, 4]
    rows = finish(event)
    final = event.rounds.get(number=3)
    assert {row["entry"] for row in rows[:4]} == set(seated_in(final))


def test_a_league_night_moves_the_best_up_and_the_worst_down() -> None:
    event = running_event(11, stages=[{"format": "ladder", "rounds_planned": 4}], **FEW)
    for round_ in rounds_to_the_end(event):
        if round_.number == 1:
            late = enter(event, 1)[0]
        if round_.number == 2:
            before = event.rounds.get(number=1)
            (winner, *_rest), (*_others, last) = (
                [line.entry for line in table] for table in standings.table_rankings(before)[1:]
            )
            tables = seating_of(round_)
            assert winner in tables[0]
            assert last in tables[-1]
            assert str(late.pk) in tables[-1]
            one_leaves(event, round_)
        if round_.number == 3:
            one_does_not_come(event, round_)
    assert len(finish(event)) == 12


def test_an_event_of_bots_plays_all_its_stages_by_itself() -> None:
    plan = [
        {"format": "rotation", "rounds_planned": 2},
        {"format": "knockout", "cut": 8, "advance": 2},
        {"format": "final", "cut": 4, "rounds_planned": 2},
    ]
    event = running_event(13, bot="random", stages=plan, auto_draw=True, pace_ms=0, **FEW)
    work()
    event.refresh_from_db()
    assert event.status == "finished"
    assert [round_.stage.number for round_ in event.rounds.order_by("number")] == [1, 1, 2, 2, 3, 3]
