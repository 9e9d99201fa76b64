"""Evenings of acts that are drawn by chance. After each of them fsck finds no damage, whatever was refused.

``POCH_SOAK=500`` plays so many evenings instead of a few. Each follows from its number alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from django.db import transaction

from tests.builders import another_document, enter, make_event, owner_of, play, the_table
from tests.engine.reading import SOAK
from tournaments.core.rules.refusals import Refusal
from tournaments.desk.verbs import leaving, seats
from tournaments.desk.verbs.lifecycle import finish_event, reopen_event, start_event
from tournaments.desk.verbs.rounds import close_round, publish_round
from tournaments.draw.verbs import draws
from tournaments.events.verbs import entries
from tournaments.models import Adjustment, Deal, Entry, Event, Round, Table
from tournaments.play.verbs import corrections, leftovers
from tournaments.programs.fsck import run as fsck
from tournaments.standings.verbs import adjustments
from tournaments.standings.verbs.standings import refresh
from tournaments.tables.verbs.table_states import table_state
from tournaments.tables.verbs.tables import table_seats

pytestmark = pytest.mark.django_db

EVENINGS = SOAK or 4
ACTS = 60
SETTINGS: list[dict[str, Any]] = [
    {"rules": {"preset": "pagat", "purse": "table", "leftover": "split"}},
    {"rules": {"preset": "hoffmann"}},
    {
        "rules": {"preset": "poque-1789"},
        "scoring": "place",
        "tie_breaks": ["countback", "mates_mean", "rounds_won", "lots"],
    },
    {
        "rules": {"preset": "pagat"},
        "least": 3,
        "most": 5,
        "scoring": "even",
        "tie_breaks": ["mates_median", "head_to_head", "mates_mean", "countback"],
    },
]


class RandomEvening:
    """A running event, and what may happen next. An act that is refused changes nothing."""

    def __init__(self, number: int) -> None:
        self.chance = Random(number)
        self.event = make_event(deals_per_round=3, **SETTINGS[number % len(SETTINGS)])
        self.boss = owner_of(self.event.club)
        enter(self.event, self.chance.randint(6, 11))
        self.event = start_event(self.event, self.boss)
        self.done: Counter[str] = Counter()
        self.acts: list[tuple[int, Callable[[], object]]] = [
            (30, self.play),
            (6, self.void),
            (4, self.correct),
            (3, self.issue_chips),
            (4, self.adjust),
            (2, self.cancel_adjustment),
            (3, self.enter),
            (2, self.withdraw),
            (5, self.change_seats),
            (6, self.leave),
            (8, self.next_round),
            (3, self.discard_draw),
            (4, self.finish_and_reopen),
            (4, self.count_standings),
        ]

    def act(self) -> None:
        """Try one act."""
        (act,) = self.chance.choices([act for _, act in self.acts], [weight for weight, _ in self.acts])
        self.event = Event.objects.select_related("club").get(pk=self.event.pk)
        try:
            with transaction.atomic():
                act()
        except (Refusal, NothingToDo):
            return
        self.done[act.__name__] += 1

    def one(self, rows: Iterable[Any]) -> Any:
        """Return one of the rows. Raises NothingToDo if there is none."""
        if not (choices := list(rows)):
            raise NothingToDo
        return self.chance.choice(choices)

    def round(self) -> Round:
        rounds = Round.objects.select_related("event__club").filter(event=self.event)
        newest: Round = self.one(rounds.order_by("-number")[:1])
        return newest

    def table(self) -> Table:
        round_ = self.round()
        return the_table(round_, self.chance.randint(1, round_.tables.count()))

    def entry(self) -> Entry:
        entered = self.event.entries.select_related("player", "event__club")
        entry: Entry = self.one(entered.order_by("number"))
        return entry

    def play(self) -> None:
        table = self.table()
        if not table.round.is_public:
            raise NothingToDo
        play(table, seed=self.chance.randrange(10**6))

    def void(self) -> None:
        table = self.table()
        deal = self.one(Deal.objects.effective().filter(table=table).order_by("-number")[:1])
        corrections.void(table, self.boss, deal.number, "by chance")

    def correct(self) -> None:
        deal = self.one(Deal.objects.effective().filter(table__round__event=self.event).order_by("pk"))
        table = the_table(deal.table.round, deal.table.number)
        document = another_document(table, deal.number, seed=self.chance.randrange(10**6))
        corrections.correct(table, self.boss, deal.number, document, "by chance", closed_too=True)

    def issue_chips(self) -> None:
        leftovers.issue_chips(
            self.table(), self.boss, [self.chance.randrange(3)], self.chance.randint(1, 50), "more"
        )

    def adjust(self) -> None:
        round_ = self.chance.choice([None, *self.event.rounds.order_by("number")])
        chips = self.chance.choice([-20, -3, 7, 40])
        adjustments.add_adjustment(
            self.event, self.boss, self.entry(), "by chance", chips=chips, played_round=round_
        )

    def cancel_adjustment(self) -> None:
        adjustments.cancel_adjustment(
            self.one(Adjustment.objects.filter(event=self.event).order_by("created_at")), self.boss
        )

    def enter(self) -> None:
        enter(self.event, 1)

    def withdraw(self) -> None:
        entries.withdraw(self.entry(), self.boss)

    def change_seats(self) -> None:
        round_, first = self.round(), self.entry()
        second = self.chance.choice([self.entry(), enter(self.event, 1)[0]])
        change = self.chance.choice([seats.swap_seats, seats.substitute])
        change(round_, self.boss, first, second, round_.draw)

    def leave(self) -> None:
        table = self.table()
        seat = self.one(table_seats(table))
        into = self.chance.choice([None, self.entry(), enter(self.event, 1)[0]])
        withdraw = self.chance.random() < 0.3
        number = table_state(table).next_number
        leaving.leave_table(table, self.boss, seat.sitting, into, number, withdraw=withdraw)
        if self.chance.random() < 0.3 and not withdraw:
            leaving.give_seat_back(table, self.boss, seat.number)

    def next_round(self) -> None:
        """Close the round, mostly draw the next one, and mostly publish it."""
        with suppress(Refusal, NothingToDo):
            close_round(self.round(), self.boss, early=self.chance.random() < 0.3)
        if self.chance.random() < 0.2:
            return
        drawn = draws.draw_round(self.event, self.boss, seed=self.chance.randrange(10**6))
        if self.chance.random() < 0.7:
            publish_round(drawn, self.boss, drawn.draw)

    def discard_draw(self) -> None:
        draws.discard_draw(self.round(), self.boss)

    def finish_and_reopen(self) -> None:
        with suppress(Refusal, NothingToDo):
            close_round(self.round(), self.boss, early=True)
        reopen_event(finish_event(self.event, self.boss), self.boss, "by chance")

    def count_standings(self) -> None:
        refresh(self.event.pk)


class NothingToDo(Exception):
    """There is no row for the act."""


def test_fsck_finds_no_damage_after_any_acts() -> None:
    done: Counter[str] = Counter()
    for number in range(EVENINGS):
        evening = RandomEvening(number)
        for act in range(1, ACTS + 1):
            evening.act()
            if act % 20 == 0:
                assert [damage.as_json() for damage in fsck.run().damage] == [], (number, act)
        done += evening.done
    assert {act.__name__ for _, act in evening.acts} <= done.keys()
