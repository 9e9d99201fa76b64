"""The next steps of a director: the list at the top of the overview of an event.

The template `desk/need_why.html` has their sentences.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils import timezone

from tournaments.core.models.choices import Scoring, SignUp
from tournaments.core.refusals import sentence, why_refused
from tournaments.core.rules.statuses import EventStatus, RoundStatus
from tournaments.desk.verbs.calls import open_calls
from tournaments.draw.verbs.entrants import changed_cuts
from tournaments.events.models.events import Event
from tournaments.events.models.replies import Answer
from tournaments.events.rules.phases.events import verify_finish, verify_start
from tournaments.events.rules.phases.facts import EventFacts
from tournaments.events.rules.phases.rounds import rounds_complete, verify_close, verify_draw
from tournaments.events.verbs.arrivals import numbers_expected
from tournaments.events.verbs.entries import entries_by_id
from tournaments.events.verbs.plans import Outline, current_stage
from tournaments.events.words.stages import stage_title
from tournaments.play.verbs.cards import tables_with_locked_pin
from tournaments.play.verbs.claims import disputed_in, waiting_in
from tournaments.play.words.entries import claimant
from tournaments.seasons.models import Evening
from tournaments.standings.verbs.spreads import scoring_at_start
from tournaments.tables.models.rounds import Round
from tournaments.tables.verbs.tables import TablePlay, names_at
from tournaments.teams.verbs.leagues import match_days_ahead

SILENT = timedelta(minutes=10)
"""Without a deal for this time, a table is silent."""

FEW_SILENT = 3
"""More silent tables than this are one line: then it is probably a break."""

UNCONFIRMED = timedelta(minutes=3)
"""The time that a table has to agree by itself."""

BUTTONS = frozenset(
    {"open_event", "start_event", "draw_round", "close_round", "finish_event"}
    | {"make_card", "answer_call", "end_call"}
)
"""The addresses of buttons. Other steps are links to a page."""


@dataclass(frozen=True)
class Need:
    """One step. key: of its sentences; page, args: where it leads; about: what its sentences name.

    table: where somebody needs the director.
    """

    key: str
    page: str
    args: Sequence[Any]
    about: Any = None
    urgent: bool = True
    table: UUID | None = None

    @property
    def url(self) -> str:
        """The address of the button or of the page."""
        return reverse(self.page, args=self.args)

    @property
    def post(self) -> bool:
        """Whether it is a button."""
        return self.page in BUTTONS

    @property
    def tables(self) -> str:
        """The numbers of the tables that it is about."""
        return ", ".join(str(table.number) for table in self.about)

    def is_at(self, table: UUID) -> bool:
        """Whether it is about this table, or leads to its page."""
        return self.table == table or (self.page == "table" and self.args[0] == table)


def needs_of(
    event: Event, facts: EventFacts, outline: Outline, tables: Sequence[TablePlay], entries: dict[str, int]
) -> list[Need]:
    """The next steps, most urgent first. tables: of the newest round. entries: how many have each status."""
    if event.status == EventStatus.FINISHED:
        return [
            Need("finished", "paper", [event.ref], urgent=False),
            Need("next_evening", "again", [event.ref], urgent=False),
        ]
    if event.status != EventStatus.RUNNING:
        return list(_before_the_start(event, facts, entries))
    return [*_changed_cuts(event, outline), *_next_steps(event, facts, outline, tables, entries)]


def needs_of_calls(event: Event) -> Iterator[Need]:
    """A step for each open call of an event, the longest waiting first (two queries)."""
    calls = list(open_calls(event))
    names = names_at([call.table_id for call in calls], for_members=True) if calls else {}
    for call in calls:
        if call.answered_at is not None:
            yield Need("call_answered", "end_call", [call.pk], call, urgent=False, table=call.table_id)
            continue
        here = names[call.table_id]
        name = here[call.seat] if call.seat is not None and call.seat < len(here) else ""
        if not name and call.by_user is not None:
            name = call.by_user.get_username()
        yield Need("call", "answer_call", [call.pk], {"call": call, "name": name}, table=call.table_id)


def needs_of_teams(event: Event, evenings: Sequence[Evening]) -> Iterator[Need]:
    """What the teams of an event need before its first round: line-ups, and tables for team-mates."""
    for day in match_days_ahead(event, evenings):
        season = day.evening.season
        if day.refused is not None:
            why = {"season": season.name, "why": sentence(day.refused)}
            yield Need("teams_refused", "manage_teams", [season.ref], why)
        if day.missing:
            about = {"season": season.name, "teams": ", ".join(team.name for team in day.missing)}
            yield Need("line_ups", "team_evening", [season.ref, day.evening.pk], about, urgent=False)


def _changed_cuts(event: Event, outline: Outline) -> Iterator[Need]:
    """Cuts that would choose other players today, after a correction or an adjustment."""
    for cut in changed_cuts(event, outline):
        entries = entries_by_id(event, {*cut.into, *cut.out})
        into, out = ([entries[pk].player.name for pk in ids if pk in entries] for ids in (cut.into, cut.out))
        about = {"stage": stage_title(cut.stage), "into": into, "out": out}
        yield Need("changed_cut", "stages", [event.ref], about, urgent=False)


def _next_steps(
    event: Event, facts: EventFacts, outline: Outline, tables: Sequence[TablePlay], entries: dict[str, int]
) -> Iterator[Need]:
    newest = outline.newest
    if newest is not None and newest.status == RoundStatus.DRAWN:
        yield Need("drawn", "draw", [newest.pk], newest)
        yield from _arrivals(event, entries)
    elif newest is not None and newest.status != RoundStatus.CLOSED:
        deals = [*_disputed(newest), *_unconfirmed(newest)]
        yield from deals
        for table in tables_with_locked_pin(newest, tables):
            yield Need("locked_pin", "make_card", [event.ref, table.number], table, table=table.id)
        listed = {need.args[0] for need in deals if need.page == "table"}
        yield from _silent(newest, [table for table in tables if table.id not in listed])
        if facts.last is not None and not why_refused(verify_close, facts, facts.last):
            yield Need("played", "close_round", [newest.pk], newest)
        else:
            about = {"round": newest, "unfinished": sum(not table.over for table in tables)}
            yield Need("being_played", "round", [newest.pk], about, urgent=False)
        yield from _arrivals(event, entries)
    else:
        if not rounds_complete(facts):  # after the last round no check-in is needed
            yield from _arrivals(event, entries)
        yield _between_rounds(event, facts, outline)


def _before_the_start(event: Event, facts: EventFacts, entries: dict[str, int]) -> Iterator[Need]:
    if event.status == EventStatus.DRAFT:
        yield Need("draft", "open_event", [event.ref])
    expected = numbers_expected(event)
    if asking := expected[Answer.PENDING]:
        yield Need("asking", "entries", [event.ref], asking)
    if coming := expected[Answer.YES]:
        yield Need("signed_up", "entries", [event.ref], coming)
    if not asking and not coming and not sum(entries.values()):
        signs_up = event.status == EventStatus.OPEN and event.sign_up != SignUp.CLOSED
        yield Need("nobody_signed_up" if signs_up else "no_players", "entries", [event.ref])
    yield from _arrivals(event, entries)
    if event.scoring == Scoring.AUTO and scoring_at_start(event) == Scoring.EVEN:
        yield Need("sizes", "edit_event", [event.ref], urgent=False)
    if event.status == EventStatus.OPEN and not why_refused(verify_start, facts):
        urgent = not entries.get("registered") and not expected
        yield Need("ready", "start_event", [event.ref], facts.ready, urgent=urgent)


def _arrivals(event: Event, entries: dict[str, int]) -> Iterator[Need]:
    if (waiting := entries.get("registered", 0)) and event.status != EventStatus.DRAFT:
        urgent = event.status != EventStatus.RUNNING
        yield Need("not_checked_in", "entries", [event.ref], waiting, urgent=urgent)


def _disputed(newest: Round) -> list[Need]:
    """Deals that a second person disputes."""
    return [Need("disputed", "table", [claim.table_id], claim) for claim in disputed_in(newest)]


def _unconfirmed(newest: Round) -> Iterator[Need]:
    """The steps for open claims: a step for each old claim, and one step for all new claims."""
    if not newest.event.two_agree:
        return
    long_ago, recent = timezone.now() - UNCONFIRMED, []
    for claim in waiting_in(newest):
        if claim.created_at > long_ago:
            recent.append(claim.table)
            continue
        names = [seat.sitting.player.public_name for seat in claim.table.seats.all()]
        about = {"claim": claim, "name": claimant(claim, names)}
        yield Need("unconfirmed", "table", [claim.table_id], about)
    if len(recent) == 1:
        yield Need("just_entered", "table", [recent[0].pk], recent, urgent=False)
    elif recent:
        yield Need("just_entered", "round", [newest.pk], recent, urgent=False)


def _silent(newest: Round, tables: Sequence[TablePlay]) -> list[Need]:
    """Tables without a deal for ten minutes: one step each, or one step if there are many."""
    long_ago = timezone.now() - SILENT
    silent = [
        table
        for table in tables
        if not table.over and (table.last_deal_at or newest.published_at or timezone.now()) < long_ago
    ]
    if len(silent) > FEW_SILENT:
        return [Need("many_silent", "round", [newest.pk], silent)]
    return [Need("silent", "table", [table.id], table) for table in silent]


def _between_rounds(event: Event, facts: EventFacts, outline: Outline) -> Need:
    newest = outline.newest
    if refused := why_refused(verify_draw, facts):
        if rounds_complete(facts) and not why_refused(verify_finish, facts):
            return Need("all_played", "finish_event", [event.ref])
        return Need("no_draw", "entries", [event.ref], refused)
    about: dict[str, Any] = {"number": newest.number + 1 if newest else 1, "ready": facts.ready}
    stage = current_stage(event, outline)
    if stage is not None and newest is not None and stage.pk != newest.stage_id:
        about |= {"stage": stage, "title": stage_title(stage)}
    return Need("draw", "draw_round", [event.ref], about)
