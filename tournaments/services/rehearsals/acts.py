"""The acts of a rehearsal, played through the same verbs that pages and programs use.

The next act is read from the event itself, so a rehearsal can go on wherever it stopped. The audit log keeps
what happens; the rehearsal keeps what a verb refused, because a director wants to know it before the evening.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any, Final

from django.utils.translation import gettext as _

import games.services as games
from tournaments.errors import Conflict, ServiceError
from tournaments.kernel.audit import SYSTEM
from tournaments.kernel.languages import in_language_of
from tournaments.kernel.locks import lock_event
from tournaments.kernel.refusals import stored
from tournaments.models import (
    Deal,
    Entry,
    EntryStatus,
    Event,
    EventStatus,
    Occupant,
    Player,
    Rehearsal,
    Round,
    RoundStatus,
    Seat,
    Table,
)
from tournaments.rules.rehearsal import Chance, Sitting, incidents
from tournaments.rules.scoring import unit_of
from tournaments.services.clubs.players import add_player
from tournaments.services.draw.tables import table_seats
from tournaments.services.evening.bots import deal_of
from tournaments.services.evening.lifecycle import finish_event, start_event
from tournaments.services.evening.publish import publish_round
from tournaments.services.evening.rounds import close_round
from tournaments.services.evening.seats import leave_out, substitute
from tournaments.services.events.entries import add_entries, check_in, check_in_all, withdraw
from tournaments.services.events.plans import current_course, current_stage
from tournaments.services.play.corrections import correct_deal, state_before
from tournaments.services.play.results import record_deal
from tournaments.services.play.voids import void_last_deal
from tournaments.services.standings import standings
from tournaments.services.standings.adjustments import add_adjustment
from tournaments.services.standings.table_states import table_state, unfinished_tables

DEALS_PER_STEP: Final = 20
"""Deals of one table that one transaction plays. It holds the lock of the event."""

BEGIN, DRAW, CALL, PLAY, CLOSE, FINISH, OVER = "begin", "draw", "call", "play", "close", "finish", "over"
"""The acts: the event starts; a round is drawn, published, played and closed; the event finishes."""

POINTS_FOR_LATENESS: Final = Decimal("-0.5")
"""The penalty where places make the score."""

BROKEN: Final = "broken"
"""What was refused, where a step failed with an error that is no refusal."""


def next_act(event: Event) -> str:
    """The next act of a rehearsed event."""
    if event.status == EventStatus.OPEN:
        return BEGIN
    if event.status == EventStatus.FINISHED:
        return OVER
    last = newest_round(event)
    if last is None or last.status == RoundStatus.CLOSED:
        return FINISH if current_stage(event) is None else DRAW
    if last.status == RoundStatus.DRAWN:
        return CALL
    return PLAY if unfinished_tables(last) else CLOSE


def newest_round(event: Event) -> Round | None:
    """The newest round of an event; None before the first draw."""
    last = Round.objects.filter(event=event).select_related("stage").order_by("-number").first()
    if last is not None:
        last.event = event
    return last


class RehearsalStep:
    """One step of a rehearsal. It changes `script` and `refusals`; the caller saves the rehearsal."""

    def __init__(self, rehearsal: Rehearsal) -> None:
        self.rehearsal = rehearsal
        self.event = rehearsal.event
        last = newest_round(self.event)
        self.number = last.number if last else 0
        """The number of the newest round; 0 before the first."""

    def play(self, act: str) -> None:
        """Play this act, with reasons and names in the language of the club.

        Raises ServiceError where the evening cannot go on.
        """
        with in_language_of(self.event.club):
            self._play_act(act)

    def _play_act(self, act: str) -> None:
        last = newest_round(self.event)
        if act == BEGIN:
            check_in_all(self.event, SYSTEM)
            self.event = start_event(self.event, SYSTEM)
        elif act == FINISH:
            self.event = finish_event(self.event, SYSTEM)
        elif last is not None:
            {CALL: self._call, PLAY: self._play, CLOSE: self._close}[act](last)

    def refuse(
        self,
        what: str,
        refusal: ServiceError | games.EngineError,
        *,
        round_number: int | None = None,
        **where: Any,
    ) -> None:
        """Store a refusal. `where` contains the ids of entries in place of names."""
        number = self.number if round_number is None else round_number
        self.rehearsal.refusals.append({"round": number, "what": what, **stored(refusal), **where})

    # The acts

    def _call(self, round_: Round) -> None:
        """Publish the round and call its tables. Somebody may be missing."""
        round_ = publish_round(round_, SYSTEM, round_.draw)
        tables: dict[int, list[Entry]] = {}
        deals: dict[int, int] = {}
        for seat in (
            Seat.objects.filter(round=round_, entry__player__bot="")
            .select_related("entry__player", "table")
            .order_by("table__number", "number")
        ):
            tables.setdefault(seat.table.number, []).append(seat.entry)
            deals[seat.table.number] = seat.table.deals_planned
        course = current_course(self.event)
        plan = incidents(
            round_.number,
            [Sitting(table, len(entries), deals[table]) for table, entries in tables.items()],
            self.rehearsal.seed,
            last=course is not None and course.rounds == course.drawn,
            calm=self.rehearsal.calm,
        )
        missing = [(tables[no_show.table][no_show.seat], no_show) for no_show in plan.missing]
        self.rehearsal.script.setdefault("rounds", {})[str(round_.number)] = {
            "mistakes": [[mistake.table, mistake.deal, mistake.noticed] for mistake in plan.mistakes],
            "penalties": [
                [str(tables[penalty.table][penalty.seat].pk), penalty.chips] for penalty in plan.penalties
            ],
            "leaving": [str(tables[table][seat].pk) for table, seat in plan.leaving],
            "coming": [str(entry.pk) for entry, no_show in missing if no_show.comes],
            "gone": [str(entry.pk) for entry, no_show in missing if not no_show.comes],
        }
        for entry, no_show in missing:
            round_ = self._replace_missing(round_, entry, no_show.table)

    def _replace_missing(self, round_: Round, entry: Entry, table: int) -> Round:
        """Put a spare player into the seat of a missing one, or take the seat away."""
        where: dict[str, Any] = {"entry": str(entry.pk), "table": table}
        spare = self._spare(round_, table)
        if spare is None:
            try:
                return leave_out(round_, SYSTEM, entry, round_.draw)
            except Conflict as refusal:
                self.refuse("leave_out", refusal, **where)
                spare = self._guest()
        try:
            return substitute(round_, SYSTEM, entry, spare, round_.draw)
        except ServiceError as refusal:
            self.refuse("substitute", refusal, **where, into=str(spare.pk))
            return round_

    def _play(self, round_: Round) -> None:
        """Play some deals of the first unfinished table. Some are entered wrong, voided and played again."""
        table = min(unfinished_tables(round_), key=lambda table: table.number)
        table.round = round_
        wrong = {
            deal
            for at, deal, noticed in self._script("mistakes")
            if at == table.number and noticed == "at_once"
        }
        bots = self._bots(table)
        for _deal in range(DEALS_PER_STEP):
            state = table_state(table)
            if state.is_over:
                break
            number = state.next_number
            record_deal(table, SYSTEM, number, deal_of(table, state, bots))
            if number in wrong and state.next_revision == 1:
                void_last_deal(table, SYSTEM, number, _("entered wrong"))

    def _close(self, round_: Round) -> None:
        """Correct mistakes, give penalties and close the round. Then people come and go."""
        self._correct(round_, "in_the_round")
        if unfinished_tables(round_):
            return  # after a correction somebody can pay the antes again, and that table plays on
        for pk, chips in self._script("penalties"):
            if Seat.objects.filter(round=round_, entry=pk).exists():
                entry = Entry.objects.get(pk=pk)
                is_points = unit_of(self.event.scoring) == "points"
                add_adjustment(
                    self.event,
                    SYSTEM,
                    entry,
                    _("late at the table"),
                    chips=None if is_points else chips,
                    points=POINTS_FOR_LATENESS if is_points else None,
                    played_round=round_,
                )
        round_ = close_round(round_, SYSTEM)
        self._correct(round_, "after_the_round")
        self.event = round_.event
        if current_stage(self.event) is not None:
            self._come_and_go()

    # Parts of the acts

    def _script(self, key: str) -> list[Any]:
        plan: list[Any] = self.rehearsal.script.get("rounds", {}).get(str(self.number), {}).get(key, [])
        return plan

    def _spare(self, round_: Round, table: int) -> Entry | None:
        """A player without a seat. If there is none, sometimes a late player who arrives now."""
        seated = Seat.objects.filter(round=round_).values("entry")
        later = Occupant.objects.filter(round=round_, entry__isnull=False).values("entry")
        here = Entry.objects.filter(event=self.event, player__bot="", status=EntryStatus.CHECKED_IN)
        spare = (
            here.exclude(pk__in=seated)
            .exclude(pk__in=later)
            .select_related("player")
            .order_by("number")
            .first()
        )
        if spare is not None or Chance(self.rehearsal.seed, f"door {self.number}/{table}").below(2):
            return spare
        players = [player for player, number in self._late() if number == self.number + 1]
        return self._arrive(players[0]) if players else None

    def _late(self) -> list[tuple[str, int]]:
        """Players who are still to come: their ids, and the round before which they come."""
        late = self.rehearsal.script.get("late", [])
        entries = Entry.objects.filter(event=self.event, player__in=[player for player, _number in late])
        here = {str(player) for player in entries.values_list("player_id", flat=True)}
        return [(player, number) for player, number in late if player not in here]

    def _arrive(self, player: str) -> Entry:
        """Enter a player who has just come."""
        (entry,) = add_entries(self.event, SYSTEM, [player], checked_in=True)
        return entry

    def _guest(self) -> Entry:
        """A visitor who agrees to sit in."""
        number = 1 + Player.objects.filter(club=self.event.club).count()
        player = add_player(self.event.club, SYSTEM, _("Guest %(number)d") % {"number": number})
        return self._arrive(str(player.pk))

    def _bots(self, table: Table) -> list[str]:
        """The bot for each seat: bots play for themselves, and any but the random one plays for a person."""
        kinds = [bot.name for bot in games.bots() if bot.name != "random"]
        entries = [seat.sitting for seat in table_seats(table) if seat.empty_from is None]
        return [
            entry.player.bot or kinds[Chance(self.rehearsal.seed, f"player {entry.number}").below(len(kinds))]
            for entry in entries
        ]

    def _correct(self, round_: Round, noticed: str) -> None:
        """Correct the deals of this round whose mistakes are noticed now: other cards were played."""
        mistakes = self._script("mistakes")
        now = [mistake for mistake in mistakes if mistake[2] == noticed]
        mistakes[:] = [mistake for mistake in mistakes if mistake[2] != noticed]
        for number, deal_number, _noticed in now:
            table = Table.objects.get(round=round_, number=number)
            table.round = round_
            deal = Deal.objects.effective().filter(table=table, number=deal_number).first()
            if deal is None:
                continue  # the table ran out of chips before this deal
            # The correction is the revision after the void.
            state = replace(state_before(table, deal), next_revision=deal.revision + 2)
            document = deal_of(table, state, self._bots(table))
            closed = round_.status == RoundStatus.CLOSED
            try:
                correct_deal(table, SYSTEM, deal_number, document, _("entered wrong"), closed_too=closed)
            except (ServiceError, games.EngineError) as refusal:
                self.refuse("correct", refusal, table=number, deal=deal_number)

    def _come_and_go(self) -> None:
        """Withdraw and check in players between two rounds: some leave, some missing or late players come."""
        self._for_each("leaving", withdraw)
        self._for_each("gone", withdraw)
        self._for_each("coming", check_in)
        for player, number in self._late():
            if number == self.number + 1:
                self._arrive(player)

    def _for_each(self, key: str, verb: Callable[[Entry, Any], object]) -> None:
        for pk in self._script(key):
            entry = Entry.objects.select_related("event__club", "player").get(pk=pk)
            if entry.status == EntryStatus.WITHDRAWN:
                continue
            try:
                verb(entry, SYSTEM)
            except ServiceError as refusal:
                self.refuse(key, refusal, entry=pk)


def write_last_standing(step: RehearsalStep) -> None:
    """Write the last standing of an event that cannot go on."""
    standings.write(lock_event(step.event))
