"""What happens in a rehearsal, act by act, through the verbs that pages and programs use.

What is to be done next is read from the event itself, so that it makes no difference where it was left off.
What a verb refuses is told with its sentence: that is what a director wants to hear before the evening.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from django.utils.translation import gettext as _

import games.services as games
from tournaments.errors import Conflict, ServiceError
from tournaments.kernel.audit import SYSTEM
from tournaments.kernel.locks import lock_event
from tournaments.models import (
    Deal,
    Entry,
    EntryStatus,
    Event,
    EventStatus,
    Player,
    Rehearsal,
    Round,
    RoundStatus,
    Seat,
    Stage,
    StageFormat,
    Table,
)
from tournaments.rules.rehearsal import Chance, Sitting, incidents
from tournaments.services.clubs.players import add_player
from tournaments.services.draw.entrants import seatable_in
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
from tournaments.services.standings.standings import Moved
from tournaments.services.standings.table_states import TableState, table_state, unfinished_tables

DEALS_AT_ONCE: Final = 20
"""So many deals of a table are played in one transaction, which holds the event meanwhile."""

BEGIN, DRAW, CALL, PLAY, CLOSE, FINISH, OVER = "begin", "draw", "call", "play", "close", "finish", "over"
"""The acts: the doors open, a round is drawn, published and its tables called, played, closed; the end."""


BROKEN: Final = "broken"
"""What is told as refused where a step failed without a refusal."""


def next_act(event: Event) -> str:
    """What is to be done next in a rehearsed event."""
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
    """The newest round, with the event as it was given."""
    last = Round.objects.filter(event=event).select_related("stage").order_by("-number").first()
    if last is not None:
        last.event = event
    return last


class Acting:
    """A rehearsal while a step of it is taken: what happens is noted in it, to be saved by the caller."""

    def __init__(self, rehearsal: Rehearsal) -> None:
        self.rehearsal = rehearsal
        self.event = rehearsal.event
        self.number = 0
        """The round that is spoken of; 0 before the first."""

    def do(self, act: str) -> None:
        """Do this act; raises the refusal where the evening cannot go on without it."""
        last = newest_round(self.event)
        self.number = last.number if last else 0
        if act == BEGIN:
            self._begin()
        elif act == FINISH:
            self.event = finish_event(self.event, SYSTEM)
        elif last is not None:
            {CALL: self._call, PLAY: self._play, CLOSE: self._close}[act](last)

    def tell(self, kind: str, **particulars: Any) -> None:
        """Note that something happened in the round that is spoken of. Players are their entries' ids."""
        self.rehearsal.told.append({"round": self.number, "kind": kind, **particulars})

    def refused_to_draw(self, code: str, why: str) -> None:
        """Note why the next round could not be drawn."""
        last = newest_round(self.event)
        self.number = 1 + (last.number if last else 0)
        self.tell("refused", what=DRAW, code=code, why=why)

    def broke_off(self) -> None:
        """Note that the evening cannot go on, for an error that is nobody's but ours."""
        last = newest_round(self.event)
        self.number = last.number if last else 0
        why = _("Something is wrong with the program: the server's log says what. Rehearse again.")
        self.tell("refused", what=BROKEN, code="step_failed", why=why)

    def tell_refusal(self, what: str, refusal: ServiceError | games.EngineError, **particulars: Any) -> None:
        """Note what was refused, with the sentence that says why."""
        self.tell("refused", what=what, code=refusal.code, why=str(refusal.detail), **particulars)

    # The acts

    def _begin(self) -> None:
        check_in_all(self.event, SYSTEM)
        self.event = start_event(self.event, SYSTEM)

    def _call(self, round_: Round) -> None:
        """Publish the round and call its tables: somebody is missing."""
        round_ = publish_round(round_, SYSTEM, round_.draw)
        seats = list(
            Seat.objects.filter(round=round_, entry__player__bot="")
            .select_related("entry__player", "table")
            .order_by("table__number", "number")
        )
        tables: dict[int, list[Entry]] = {}
        for seat in seats:
            tables.setdefault(seat.table.number, []).append(seat.entry)
        deals = {seat.table.number: seat.table.deals_planned for seat in seats}
        course = current_course(self.event)
        found = incidents(
            round_.number,
            [Sitting(table, len(sitting), deals[table]) for table, sitting in tables.items()],
            self.rehearsal.seed,
            last=course is not None and course.rounds == course.drawn,
            calm=self.rehearsal.calm,
        )
        missing = [(tables[one.table][one.seat], one) for one in found.missing]
        self.rehearsal.script.setdefault("rounds", {})[str(round_.number)] = {
            "mistakes": [[one.table, one.deal, one.noticed] for one in found.mistakes],
            "penalties": [[str(tables[one.table][one.seat].pk), one.chips] for one in found.penalties],
            "leaving": [str(tables[table][seat].pk) for table, seat in found.leaving],
            "coming": [str(entry.pk) for entry, one in missing if one.comes],
            "gone": [str(entry.pk) for entry, one in missing if not one.comes],
        }
        for entry, one in missing:
            round_ = self._no_show(round_, entry, one.table)

    def _no_show(self, round_: Round, entry: Entry, table: int) -> Round:
        """Somebody has not come: who is there without a seat sits in, else the table has a seat less."""
        told: dict[str, Any] = {"entry": str(entry.pk), "table": table}
        spare = self._spare(round_, table)
        if spare is None:
            try:
                round_ = leave_out(round_, SYSTEM, entry, round_.draw)
            except Conflict as refusal:
                self.tell_refusal("leave_out", refusal, **told)
                spare = self._guest()
            else:
                self.tell("shrunk", **told)
                return round_
        try:
            round_ = substitute(round_, SYSTEM, entry, spare, round_.draw)
        except ServiceError as refusal:
            self.tell_refusal("substitute", refusal, **told, into=str(spare.pk))
        else:
            self.tell("substituted", **told, into=str(spare.pk))
        return round_

    def _play(self, round_: Round) -> None:
        """Play the first table that is not done, so many deals of it; some are written down wrong."""
        table = min(unfinished_tables(round_), key=lambda table: table.number)
        table.round = round_
        wrong = {
            deal for at, deal, found in self._script("mistakes") if at == table.number and found == "at_once"
        }
        bots = self._bots(table)
        for _deal in range(DEALS_AT_ONCE):
            state = table_state(table)
            if state.is_over:
                break
            number = state.next_number
            self._record(table, state, bots)
            if number in wrong and state.next_revision == 1:
                void_last_deal(table, SYSTEM, number, _("written down wrong"))
                self.tell("voided", table=table.number, deal=number)

    def _close(self, round_: Round) -> None:
        """Correct what was found wrong, give a penalty, close the round; then people come and go."""
        self._correct(round_, "in_the_round")
        if unfinished_tables(round_):
            return  # somebody can pay the antes after all, and that table plays on
        for entry, chips in self._script("penalties"):
            if Seat.objects.filter(round=round_, entry=entry).exists():
                given = Entry.objects.get(pk=entry)
                add_adjustment(self.event, SYSTEM, given, chips, _("late at the table"), round_)
                self.tell("penalty", entry=entry, chips=chips)
        round_ = close_round(round_, SYSTEM)
        self._correct(round_, "after_the_round")
        self.event = round_.event
        if current_stage(self.event) is not None:
            self._come_and_go(round_)

    # What they are made of

    def _script(self, what: str) -> list[Any]:
        found: list[Any] = self.rehearsal.script.get("rounds", {}).get(str(self.number), {}).get(what, [])
        return found

    def _spare(self, round_: Round, table: int) -> Entry | None:
        """Who is here without a seat in this round; else, now and then, who is late and comes just now."""
        seated = Seat.objects.filter(round=round_).values("entry")
        here = Entry.objects.filter(event=self.event, player__bot="", status=EntryStatus.CHECKED_IN)
        spare = here.exclude(pk__in=seated).select_related("player").order_by("number").first()
        if spare is not None or Chance(self.rehearsal.seed, f"door {self.number}/{table}").below(2):
            return spare
        players = [player for player, number in self._late() if number == self.number + 1]
        return self._arrive(players[0]) if players else None

    def _late(self) -> list[tuple[str, int]]:
        """Who is still to come: players' ids, and the rounds before which they come."""
        late = self.rehearsal.script.get("late", [])
        come = Entry.objects.filter(event=self.event, player__in=[player for player, _number in late])
        there = {str(player) for player in come.values_list("player_id", flat=True)}
        return [(player, number) for player, number in late if player not in there]

    def _arrive(self, player: str) -> Entry:
        """A late one is entered, and is here."""
        (entry,) = add_entries(self.event, SYSTEM, [player], checked_in=True)
        return entry

    def _guest(self) -> Entry:
        """Somebody who only looked on, and is asked to sit in."""
        number = 1 + Player.objects.filter(club=self.event.club).count()
        player = add_player(self.event.club, SYSTEM, _("Guest %(number)d") % {"number": number})
        return self._arrive(str(player.pk))

    def _bots(self, table: Table) -> list[str]:
        """Who plays for each seat: bots for themselves, and for people any but the one that does anything."""
        kinds = [bot.name for bot in games.bots() if bot.name != "random"]
        entries = Entry.objects.filter(seats__table=table).select_related("player").order_by("seats__number")
        return [
            entry.player.bot or kinds[Chance(self.rehearsal.seed, f"player {entry.number}").below(len(kinds))]
            for entry in entries
        ]

    def _record(self, table: Table, state: TableState, bots: Sequence[str]) -> None:
        document = deal_of(table, state, bots)
        record_deal(table, SYSTEM, state.next_number, document)
        played = self.rehearsal.played.setdefault(str(self.number), {"actions": 0, "deals": {}})
        played["actions"] += len(document["actions"])
        played["deals"][str(table.number)] = played["deals"].get(str(table.number), 0) + 1

    def _correct(self, round_: Round, found: str) -> None:
        """Correct the deals of this round that are found wrong now, each once: other cards were played."""
        mistakes = self._script("mistakes")
        now = [mistake for mistake in mistakes if mistake[2] == found]
        mistakes[:] = [mistake for mistake in mistakes if mistake[2] != found]
        for number, deal_number, _found in now:
            table = Table.objects.get(round=round_, number=number)
            table.round = round_
            deal = Deal.objects.effective().filter(table=table, number=deal_number).first()
            if deal is None:
                continue  # the table had run out of chips by then
            # The revision that the correction is going to be: after the void.
            state = replace(state_before(table, deal), next_revision=deal.revision + 2)
            told: dict[str, Any] = {"table": number, "deal": deal_number, "found": found}
            try:
                correction = correct_deal(
                    table,
                    SYSTEM,
                    deal_number,
                    deal_of(table, state, self._bots(table)),
                    _("written down wrong"),
                    closed_too=round_.status == RoundStatus.CLOSED,
                )
            except (ServiceError, games.EngineError) as refusal:
                self.tell_refusal("correct", refusal, **told)
            else:
                self.tell(
                    "corrected", **told, later=len(correction.later), moved=_places_moved(correction.moved)
                )

    def _come_and_go(self, round_: Round) -> None:
        """Between two rounds: who was missing comes after all or does not, late ones come, some go home."""
        self._each("leaving", lambda entry: withdraw(entry, SYSTEM), "left")
        self._each("gone", lambda entry: withdraw(entry, SYSTEM), "stayed_away")
        stage = current_stage(self.event)
        self._each("coming", lambda entry: check_in(entry, SYSTEM), "came_after_all", stage)
        for player, number in self._late():
            if number == round_.number + 1:
                entry = self._arrive(player)
                self.tell(self._admitted("late", entry, stage), entry=str(entry.pk))

    def _admitted(self, kind: str, entry: Entry, stage: Stage | None) -> str:
        """What is told of somebody who has come: `kind` if they play from the next round on."""
        begun = stage is not None and stage.entrants is not None
        if stage is None or entry not in seatable_in(self.event, stage, self.number + 1):
            return "too_late"
        if begun and stage.format == StageFormat.KNOCKOUT:
            return "too_late"  # one of its entrants perhaps, but did not play the round before
        return "before_a_cut" if stage.cut is not None and not begun else kind

    def _each(
        self, what: str, verb: Callable[[Entry], object], kind: str, admits: Stage | None = None
    ) -> None:
        """Do it for each of them. admits: the stage that they hope to play in from the next round on."""
        for pk in self._script(what):
            entry = Entry.objects.select_related("event__club", "player").get(pk=pk)
            if entry.status == EntryStatus.WITHDRAWN:
                continue
            try:
                verb(entry)
            except ServiceError as refusal:
                self.tell_refusal(kind, refusal, entry=pk)
            else:
                self.tell(self._admitted(kind, entry, admits) if admits else kind, entry=pk)


def stop(acting: Acting) -> None:
    """Leave the evening where it is; its standings say how it stands."""
    standings.write(lock_event(acting.event))


def _places_moved(moved: Sequence[Moved]) -> int:
    """How many stand at another place in the event's standing."""
    return sum(
        one.place_before != one.place_after
        for standing in moved
        if standing.round is None
        for one in standing.entries
    )
