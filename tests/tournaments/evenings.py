"""Whole evenings for what is told of finished events: in each of them as much happens as may."""

from __future__ import annotations

import json
from datetime import date, time
from decimal import Decimal
from typing import Any

from tests.builders import (
    another_document,
    enter,
    make_event,
    owner_of,
    play,
    play_round,
    published_round,
    the_table,
)
from tournaments.desk.verbs import leaving, seats
from tournaments.desk.verbs.lifecycle import finish_event, start_event
from tournaments.desk.verbs.rounds import publish_round
from tournaments.draw.verbs import draws, wishes
from tournaments.events.verbs import entries
from tournaments.models import Entry, Event, Round, Seat
from tournaments.play.verbs import corrections, leftovers
from tournaments.programs.privacy import anonymise_player
from tournaments.standings.rules.prizes import PrizeList
from tournaments.standings.verbs import adjustments
from tournaments.standings.verbs.prizes import set_prizes, set_tags

WITHOUT_LOTS = ["rounds_won", "out", "best_round"]


def evening(**fields: Any) -> Event:
    """An event in which everything happened: purses, chips issued, a void, a correction, substitutes."""
    event = make_event(
        rules={"preset": "pagat", "purse": "table", "leftover": "split"},
        deals_per_round=3,
        stages=[{"format": "swiss", "rounds_planned": 2}, {"format": "final", "cut": 4, "rounds_planned": 1}],
        **{"tie_breaks": WITHOUT_LOTS, **fields},
    )
    enter(event, 11)
    boss = owner_of(event.club)
    event = start_event(event, boss)
    first_player, second_player = (entry.player_id for entry in event.entries.order_by("number")[:2])
    wishes.add_wishes(
        event.club, boss, "apart", [first_player, second_player], event=event, must=False, note="a family"
    )
    late = enter(event, 1)[0]
    first = published_round(event)
    seated = first.tables.get(number=1).seats.get(number=0).entry
    into = late if not late.seats.exists() else None
    if into is not None:
        seats.substitute(first, boss, seated, into, first.draw)
    table = the_table(first)
    play(table, 2)
    corrections.void(table, boss, 2, "wrong seats")
    leftovers.issue_chips(table, boss, [1], 40, "ran out")
    play(table, 1, seed=5)
    left = first.tables.get(number=2).seats.get(number=1).entry
    play(the_table(first, 2), 1)
    leaving.leave_table(the_table(first, 2), boss, left, enter(event, 1)[0], 2, withdraw=True)
    play(the_table(first, 2), 1)
    away = first.tables.get(number=2).seats.get(number=2).entry
    leaving.leave_table(the_table(first, 2), boss, away, None, 3)
    play_round(first)
    entries.check_in(Entry.objects.get(pk=away.pk), boss)
    adjustments.add_adjustment(event, boss, seated, "late", chips=-5, played_round=first)
    cancelled = adjustments.add_adjustment(event, boss, seated, "by mistake", chips=7)
    adjustments.cancel_adjustment(cancelled, boss)
    # Before the chips were issued, and after.
    corrections.correct(
        the_table(first), boss, 1, another_document(the_table(first), 1), "misread", closed_too=True
    )
    corrections.correct(
        the_table(first), boss, 3, another_document(the_table(first), 3), "misread", closed_too=True
    )
    play_round(published_round(event))
    play_round(published_round(event))
    return finish_event(event, boss)


def league(**fields: Any) -> Event:
    """A rotation with its plan shown: a swap, somebody who is not there, people who come late and leave."""
    event = make_event(
        deals_per_round=1,
        stages=[{"format": "rotation", "rounds_planned": 3, "plan_public": True}],
        **{"tie_breaks": WITHOUT_LOTS, **fields},
    )
    enter(event, 11)
    boss = owner_of(event.club)
    event = start_event(event, boss)
    pinned = event.entries.get(number=1).player_id
    wishes.add_wishes(event.club, boss, "table", [pinned], event=event, number=1)
    play_round(published_round(event))
    drawn = draws.draw_round(event, boss)
    drawn = seats.swap_seats(drawn, boss, _seat(drawn, 1, 1).entry, _seat(drawn, 2, 1).entry, drawn.draw)
    drawn = publish_round(drawn, boss, drawn.draw)
    full = max(drawn.tables.all(), key=lambda table: table.seats.count())
    seats.leave_out(drawn, boss, full.seats.get(number=0).entry, drawn.draw)
    play_round(Round.objects.get(pk=drawn.pk))
    # Somebody who had asked nothing of the draws: they keep their requests.
    left = next(entry for entry in (_seat(drawn, 1, seat).entry for seat in (0, 1)) if entry.number != 1)
    entries.withdraw(left, boss)
    anonymise_player(left.player, boss)
    enter(event, 2)
    play_round(published_round(event))
    return finish_event(event, boss)


def knockout(**fields: Any) -> Event:
    """People and bots apart, each to their final table."""
    event = make_event(
        deals_per_round=1,
        stages=[{"format": "knockout", "rounds_planned": None, "advance": 2}],
        **{"tie_breaks": WITHOUT_LOTS, **fields},
    )
    enter(event, 8)
    enter(event, 4, bot="random")
    event = start_event(event, owner_of(event.club))
    for _ in range(2):
        play_round(published_round(event))
    return finish_event(event, owner_of(event.club))


def up_and_down(**fields: Any) -> Event:
    """A ladder on credit, with points, seated by hand once."""
    event = make_event(
        deals_per_round=1,
        stages=[{"format": "ladder", "rounds_planned": 3, "advance": 1}],
        scoring="points",
        points={"3": [3, 1, 0], "4": [4, 2, 1, 0]},
        least=3,
        most=4,
        **{"tie_breaks": WITHOUT_LOTS, **fields},
    )
    enter(event, 7)
    boss = owner_of(event.club)
    event = start_event(event, boss)
    play_round(published_round(event))
    people = [str(entry.pk) for entry in event.entries.order_by("number")]
    drawn = draws.draw_round(event, boss, seats=[people[:4], people[4:]])
    play_round(publish_round(drawn, boss, drawn.draw))
    play_round(published_round(event))
    return finish_event(event, boss)


def mixed(**fields: Any) -> Event:
    """People at tables of four and three, with comparable chips and a penalty."""
    settings: dict[str, Any] = {"scoring": "auto", "most": 4, "tie_breaks": WITHOUT_LOTS}
    event = make_event(deals_per_round=1, rounds_planned=2, **{**settings, **fields})
    first, *_others = enter(event, 7)
    boss = owner_of(event.club)
    event = start_event(event, boss)
    for _ in range(2):
        play_round(published_round(event))
    adjustments.add_adjustment(event, boss, first, "late", chips=-3)
    return finish_event(event, boss)


VARIED: dict[str, Any] = {
    "deals_per_round": 1,
    "deals_per": "seat",
    "most": 5,
    "missed": "fixed",
    "missed_score": Decimal("-1.5"),
    "struck_rounds": 1,
    "least_rounds": 2,
    "pack": "german",
    "starts_on": date(2026, 10, 31),
    "starts_at": time(19, 30),
    "place": "Café Central",
    "about": "Bring **change**.",
    "price": 1250,
    "capacity": 18,
}
"""Settings of each kind."""


def varied(**fields: Any) -> Event:
    """Everybody deals equally often; rounds are missed and struck; with prizes, tags and an invitation."""
    event = make_event(
        **{"rounds_planned": 3, "tie_breaks": WITHOUT_LOTS, "sign_up": "open", **VARIED, **fields}
    )
    boss = owner_of(event.club)
    wanted = [{"first": 1, "what": "a ham"}, {"first": 2, "last": 3, "what": "wine", "amount": "20"}]
    cup = {"first": 1, "what": "a cup", "tag": "newcomer"}
    set_prizes(event, boss, PrizeList.read({"prizes": [*wanted, cup], "currency": "EUR"}))
    for entry in enter(event, 7)[1:3]:
        set_tags(entry, boss, ["Newcomer", "SC Bonn"])
    event = start_event(event, boss)
    play_round(published_round(event), seed=1)
    entries.withdraw(event.entries.get(number=1), boss)
    play_round(published_round(event), seed=2)
    enter(event, 1)
    play_round(published_round(event), seed=3)
    return finish_event(event, boss)


EVENINGS = {
    "evening": evening,
    "league": league,
    "knockout": knockout,
    "up and down": up_and_down,
    "mixed": mixed,
    "varied": varied,
}


def _seat(round_: Round, table: int, number: int) -> Seat:
    return Seat.objects.select_related("entry__player").get(round=round_, table__number=table, number=number)


def plain(document: dict[str, Any]) -> dict[str, Any]:
    """The document with ids that say who is meant in every installation: by the order of naming.

    Without the log: an imported event has a log of its own.
    """
    assert document["log"]["length"] > 0
    text = json.dumps(document)
    for kind in ("players", "entries"):
        for number, thing in enumerate(document[kind]):
            text = text.replace(thing["id"], f"{kind} {number}")
    parsed: dict[str, Any] = json.loads(text)
    del parsed["log"]
    for wish in parsed["wishes"]:
        wish["players"].sort()
    return parsed


def sent(document: dict[str, Any]) -> dict[str, Any]:
    """The document as it comes over the wire."""
    received: dict[str, Any] = json.loads(json.dumps(document))
    return received
