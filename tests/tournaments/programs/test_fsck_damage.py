"""Damage that somebody planted in the database: fsck finds each kind with its place, and restore refuses it.

The table has at least one damage for each column that the README of `programs/fsck` promises. The triggers
refuse nearly all of it, so they are switched off first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connection, transaction
from django.db.models import F, ForeignKey, Model
from django.utils import timezone

from pochleague import backups
from tests.builders import SMALL_PICTURE, a_table, owner_of, play, published_round, running_event, the_table
from tests.builders import work as do_tasks
from tests.tournaments.evenings import evening
from tests.tournaments.teams import League, a_league, begin, finish, play_series
from tournaments.clubs.verbs import clubs
from tournaments.core import outbox
from tournaments.models import (
    Absence,
    Account,
    Adjustment,
    AuditEntry,
    ClubPicture,
    Credit,
    Deal,
    Evening,
    EveningWorth,
    Event,
    Honour,
    LineUp,
    LineUpPlace,
    Occupant,
    OutboxTask,
    Payout,
    Player,
    Round,
    Season,
    SeasonMember,
    SeasonStanding,
    Seat,
    SeatResult,
    Showdown,
    Stage,
    Standing,
    Table,
    TeamMember,
    Transfer,
    Webhook,
    WebhookDelivery,
)
from tournaments.programs import fsck as room
from tournaments.programs.fsck import (
    draws,
    duties,
    logs,
    pictures,
    references,
    run,
    seasons,
    standings,
    tables,
)
from tournaments.seasons.verbs import ending, members
from tournaments.seasons.verbs import seasons as verbs
from tournaments.teams.verbs import line_ups

pytestmark = pytest.mark.django_db


def switch_triggers_off() -> None:
    """Until the test ends, the database takes any row."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL session_replication_role = replica")
            return
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in cursor.fetchall():
            cursor.execute(f'DROP TRIGGER "{name}"')


@contextmanager
def without_constraints() -> Iterator[None]:
    """Let SQLite take any values of a row while the block runs."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA ignore_check_constraints = ON")
        try:
            yield
        finally:
            cursor.execute("PRAGMA ignore_check_constraints = OFF")


def remove(rows: Iterable[Model]) -> None:
    """Delete rows with plain SQL, although others refer to them."""
    with connection.cursor() as cursor:
        for row in rows:
            key = row._meta.pk.get_db_prep_value(row.pk, connection)
            cursor.execute(f"DELETE FROM {row._meta.db_table} WHERE {row._meta.pk.column} = %s", [key])


def change(row: Model, **fields: Any) -> None:
    """Update columns of one row."""
    type(row)._base_manager.filter(pk=row.pk).update(**fields)


def shift(transfer: Transfer, chips: int) -> None:
    """Change the amount of a transfer, and the two balances with it."""
    change(transfer, chips=transfer.chips + chips)
    change(transfer.source, balance=F("balance") - chips)
    change(transfer.target, balance=F("balance") + chips)


def codes() -> set[str]:
    """The codes of all damage that a full run finds."""
    return {damage.code for damage in run.run().damage}


@dataclass
class World:
    """A finished evening with all that can happen, a finished season of teams, and rows of another club."""

    event: Event
    league: League
    season: Season
    other: Event

    @cached_property
    def deal(self) -> Deal:
        """A deal of round 2 of the evening that counts."""
        return Deal.objects.effective().get(
            table__round__event=self.event, table__round__number=2, table__number=1, number=2
        )

    def entry(self, verb: str) -> AuditEntry:
        """The first entry of the log of the evening with this verb."""
        return AuditEntry.objects.filter(event=self.event, verb=verb).earliest("pk")

    def round(self, number: int) -> Round:
        return Round.objects.get(event=self.event, number=number)

    def newest(self) -> SeasonStanding:
        return SeasonStanding.objects.filter(season=self.season).latest("version")

    def honour(self) -> Honour:
        return Honour.objects.filter(member__season=self.season).earliest("place")

    def place(self) -> LineUpPlace:
        return LineUpPlace.objects.filter(line_up__team=self.league.teams[0], number=2).earliest("pk")


def a_season() -> tuple[League, Season]:
    """A finished season of teams: a match day, a substitute, an absence, a credit and a play-off."""
    league = a_league(result="match", substitutions=2, points=[3000, 1500])
    season, actor = verbs.start_season(league.season, league.director), league.director
    day = league.evening()
    handed_in = league.hand_in(day)
    event = begin(day, league.players)
    people = [own[:4] for own in league.players]
    play_series(event, people, 1)
    line_ups.substitute(handed_in[0], actor, 1, league.players[0][4])
    play_series(event, [[league.players[0][4], *people[0][1:]], *people[1:]], 2)
    finish(event)
    do_tasks()
    members.note_absence(day, actor, league.players[1][4], "organiser")
    members.give_credit(season, actor, people[0][0], "1.5", "helped")
    verbs.note_play_off(season, actor, {people[0][0]: 3, people[0][1]: -3})
    ending.end_season(season, actor)
    do_tasks()
    return league, Season.objects.get(pk=season.pk)


def the_world() -> World:
    event = evening()
    event.club = clubs.set_picture(event.club, owner_of(event.club), SMALL_PICTURE)
    do_tasks()
    return World(event, *a_season(), running_event(4))


Row = Callable[[World], Model]
Plant = Callable[[World], object]


def put(row: Row, **fields: Any) -> Plant:
    """Change columns of a row to these values, or to what these functions make of the row."""

    def plant(w: World) -> None:
        found = row(w)
        change(found, **{name: value(found) if callable(value) else value for name, value in fields.items()})

    return plant


def part(model: type[Model], **fields: Any) -> Plant:
    """Change columns of the first row of the deal of this kind."""
    return put(lambda w: model._base_manager.filter(deal=w.deal).earliest("pk"), **fields)


def edited(column: str, key: str) -> Callable[[Model], Any]:
    """The JSON of this column with the first number under this key one larger."""

    def edit(row: Model) -> Any:
        value = getattr(row, column)
        inside = next(iter(value[key])) if isinstance(value[key], dict) else 0
        value[key][inside] += 1
        return value

    return edit


def more(column: str, **fields: Any) -> Callable[[Model], Any]:
    """The JSON of this column with these fields."""
    return lambda row: {**getattr(row, column), **fields}


def after(column: str) -> Callable[[Model], Any]:
    """One more than in this column."""
    return lambda row: (getattr(row, column) or 0) + 1


def rows_of(column: str) -> Callable[[Model], Any]:
    """The rows or tables of this column with one point more for the first line."""

    def edit(row: Model) -> Any:
        value = getattr(row, column)
        line = value[0]["lines"][0] if "lines" in value[0] else value[0]
        line["score"] += 1
        return value

    return edit


def purse(w: World) -> Account:
    return Account.objects.get(table=w.deal.table, name="seat 0")


def transfer(w: World) -> Transfer:
    return w.deal.transfers.earliest("seq")


def moved(w: World, reason: str) -> Transfer:
    return Transfer.objects.filter(reason=reason, table__round__event=w.event).earliest("pk")


def showdown(w: World) -> Showdown:
    return Showdown.objects.filter(deal__table__round__event=w.event, deal__kind="recorded").earliest("pk")


def given(w: World) -> Adjustment:
    return Adjustment.objects.get(event=w.event, cancelled_at=None)


def cancelled(w: World) -> Adjustment:
    return Adjustment.objects.get(event=w.event, cancelled_at__isnull=False)


def stage(w: World) -> Stage:
    return Stage.objects.get(event=w.event, number=2)


def standing(w: World) -> Standing:
    return Standing.objects.filter(event=w.event).latest("version")


def seat(w: World) -> Seat:
    return Seat.objects.get(round=w.round(3), table__number=1, number=3)


def table(w: World) -> Table:
    return Table.objects.get(round=w.round(2), number=1)


def picture(w: World) -> ClubPicture:
    return ClubPicture.objects.get(club=w.event.club_id)


def member(w: World) -> SeasonMember:
    return SeasonMember.objects.filter(season=w.season).earliest("position")


def evening_of(w: World) -> Evening:
    return Evening.objects.get(season=w.season)


def somebody_else(w: World) -> Player:
    """A player of another club."""
    return Player.objects.filter(club=w.other.club).earliest("pk")


def copy_of(deal: Deal) -> None:
    """A deal is there twice, with all its parts."""
    parts: list[Any] = [
        row
        for rows in (deal.transfers, deal.seat_results, deal.payouts, deal.showdowns)
        for row in rows.all()
    ]
    deal.pk, deal.number = uuid4(), deal.number + 2
    deal.save(force_insert=True)
    for row in parts:
        row.pk, row.deal = None, deal
        row.save(force_insert=True)


def without_deal(w: World) -> None:
    row = transfer(w)
    row.pk, row.deal = None, None
    row.save(force_insert=True)


def inserted(w: World) -> None:
    """An entry is put into a log."""
    entry = w.entry("start_event")
    for later in AuditEntry.objects.filter(event=w.event, pk__gt=entry.pk).order_by("-number"):
        change(later, number=later.number + 1)
    entry.pk, entry.number = None, entry.number + 1
    entry.save(force_insert=True)


def changed_tables(w: World) -> None:
    """Two players change their tables."""
    one, two = (Seat.objects.get(round=w.round(2), table__number=number, number=0) for number in (1, 2))
    remove([one])
    first = one.entry_id
    one.entry_id = two.entry_id
    change(two, entry=first)
    one.save(force_insert=True)


def pending(w: World) -> None:
    """A message of a webhook has no task."""
    webhook = Webhook.objects.create(
        club=w.event.club,
        url="https://example.org/",
        types=["deal.recorded"],
        secrets=[],
        since=timezone.now(),
    )
    WebhookDelivery.objects.create(webhook=webhook, type="deal.recorded", payload={})


RESULT, LOG, MIXED = "seat_result_differs", "record_differs", "reference_mixed"

DAMAGES: dict[ModuleType, list[tuple[str, str, Plant]]] = {
    tables: [
        ("Account.balance", "balance_differs", put(purse, balance=after("balance"))),
        ("Account.name", "account_missing", put(purse, name="seat 9")),
        ("Transfer.chips", "transfers_differ", put(transfer, chips=after("chips"))),
        ("a transfer and its balances", "transfers_differ", lambda w: shift(transfer(w), 1)),
        ("Transfer.reason", "transfers_differ", put(transfer, reason="pot")),
        ("Transfer.seq", "transfers_differ", put(transfer, seq=99)),
        ("a transfer backwards", "transfers_differ",
         put(transfer, source=lambda row: row.target_id, target=lambda row: row.source_id)),
        ("a transfer is removed", "transfers_differ", lambda w: remove([w.deal.transfers.latest("seq")])),
        ("chips move without a deal", "transfer_without_reason", without_deal),
        ("chips at the start", "start_differs", lambda w: shift(moved(w, "start"), 5)),
        ("a share of the leftovers", "leftover_differs", lambda w: shift(moved(w, "leftover"), -1)),
        ("Deal.number", "revision_wrong", put(lambda w: w.deal, number=9)),
        ("Deal.revision", "revision_wrong", put(lambda w: w.deal, revision=7)),
        ("Deal.kind", "revision_wrong", put(lambda w: w.deal, kind="void")),
        ("Deal.counted", "count_beside_deals", put(lambda w: w.deal, counted=3)),
        ("Deal.event_version", "version_wrong", put(lambda w: w.deal, event_version=9999)),
        ("Deal.document", "start_differs", put(lambda w: w.deal, document=edited("document", "chips"))),
        ("the cards of a deal", "document_impossible",
         put(lambda w: w.deal, document=lambda row: row.document | {"actions": row.document["actions"][1:]})),
        ("Deal.result", "result_differs", put(lambda w: w.deal, result=edited("result", "net"))),
        ("Deal.next_dealer", "result_differs",
         put(lambda w: w.deal, next_dealer=lambda row: (row.next_dealer + 1) % 4)),
        ("a deal is there twice", "start_differs", lambda w: copy_of(w.deal)),
        ("SeatResult.deals", RESULT, part(SeatResult, deals=3)),
        ("SeatResult.net", RESULT, part(SeatResult, net=after("net"))),
        ("SeatResult.staked", RESULT, part(SeatResult, staked=after("staked"))),
        ("SeatResult.pots", RESULT, part(SeatResult, pots=after("pots"))),
        ("SeatResult.out", RESULT, part(SeatResult, out=after("out"))),
        ("SeatResult.pools", RESULT, part(SeatResult, pools=after("pools"))),
        ("SeatResult.showdowns", RESULT, part(SeatResult, showdowns=after("showdowns"))),
        ("SeatResult.left", RESULT, part(SeatResult, left=after("left"))),
        ("a seat result is removed", RESULT, lambda w: remove(w.deal.seat_results.all()[:1])),
        ("Payout.chips", "payout_differs", part(Payout, chips=after("chips"))),
        ("Payout.pool", "payout_differs", part(Payout, pool="nine")),
        ("Payout.how", "payout_differs", part(Payout, how="won")),
        ("Showdown.stake", "showdown_differs", put(showdown, stake=after("stake"))),
        ("Showdown.passed", "showdown_differs", put(showdown, passed=lambda row: not row.passed)),
        ("Showdown.kind", "showdown_differs", put(showdown, kind="none")),
        ("Showdown.cards", "showdown_differs", put(showdown, cards="2s")),
        ("Showdown.pots", "showdown_differs", put(showdown, pots=after("pots"))),
        ("Showdown.chips", "showdown_differs", put(showdown, chips=after("chips"))),
        ("Occupant.from_deal", "takes_over_too_late",
         put(lambda w: Occupant.objects.filter(round__event=w.event).earliest("pk"), from_deal=99)),
    ],
    logs: [
        ("a deal is removed", "deal_gone", lambda w: remove([w.deal])),
        ("another table", "deal_moved",
         put(lambda w: w.deal, table=lambda row: row.table.round.tables.get(number=2).pk, number=9)),
        ("a deal without an entry", "deal_unlogged", lambda w: copy_of(w.deal)),
        ("chips that were issued", "issue_differs", lambda w: shift(moved(w, "issue"), 5)),
        ("AuditEntry.verb", "audit_changed", put(lambda w: w.entry("start_event"), verb="open_event")),
        ("AuditEntry.target", "audit_changed", put(lambda w: w.entry("start_event"), target="event x")),
        ("AuditEntry.data", "audit_changed", put(lambda w: w.entry("start_event"), data={})),
        ("AuditEntry.via", "audit_changed", put(lambda w: w.entry("start_event"), via="page2")),
        ("AuditEntry.at", "audit_changed", put(lambda w: w.entry("start_event"), at=timezone.now())),
        ("AuditEntry.number", "audit_gap", put(lambda w: w.entry("start_event"), number=9999)),
        ("AuditEntry.digest", "audit_changed", put(lambda w: w.entry("start_event"), digest="0" * 64)),
        ("an entry of the club", "audit_changed",
         put(lambda w: AuditEntry.objects.filter(event=None, club=w.event.club_id).earliest("pk"), data={})),
        ("an entry is removed", "audit_gap", lambda w: remove([w.entry("check_in_all")])),
        ("an entry is put into a log", "audit_changed", inserted),
        ("the end of a log is cut", "audit_cut",
         lambda w: remove(AuditEntry.objects.filter(event=w.event).order_by("-pk")[:1])),
        ("a log is gone", "audit_cut", lambda w: remove(AuditEntry.objects.filter(event=w.event))),
        ("Club.log_length", "audit_cut", put(lambda w: w.event.club, log_length=1)),
        ("Club.log_head", "audit_cut", put(lambda w: w.event.club, log_head="0" * 64)),
        ("Event.log_length", "audit_cut", put(lambda w: w.event, log_length=1)),
        ("Event.log_head", "audit_cut", put(lambda w: w.event, log_head="0" * 64)),
        ("Adjustment.chips", "adjustment_differs", put(given, chips=-50)),
        ("Adjustment.points", "adjustment_differs", put(given, chips=None, points=5)),
        ("Adjustment.reason", "adjustment_differs", put(given, reason="nothing")),
        ("Adjustment.cancelled_at", "adjustment_unlogged",
         put(cancelled, cancelled_at=None, cancelled_by=None)),
        ("an adjustment is removed", "adjustment_differs", lambda w: remove([cancelled(w)])),
        ("Event.frozen_rules", LOG,
         put(lambda w: w.event, frozen_rules=more("frozen_rules", leftover="stay"))),
        ("Event.scoring", LOG, put(lambda w: w.event, scoring="average")),
        ("Event.points", LOG, put(lambda w: w.event, points={"4": [9, 2, 1, 0]})),
        ("Event.spreads", LOG, put(lambda w: w.event, spreads={"4": 5})),
        ("Event.missed", LOG, put(lambda w: w.event, missed="mean")),
        ("Event.missed_score", LOG, put(lambda w: w.event, missed="fixed", missed_score=-5)),
        ("Event.best_rounds", LOG, put(lambda w: w.event, best_rounds=1)),
        ("Event.struck_rounds", LOG, put(lambda w: w.event, struck_rounds=1)),
        ("Event.least_rounds", LOG, put(lambda w: w.event, least_rounds=3)),
        ("Event.tie_breaks", LOG, put(lambda w: w.event, tie_breaks=["out"])),
        ("Event.prizes", LOG,
         put(lambda w: w.event, prizes={"currency": "", "prizes": [{"first": 1, "what": "a ham"}]})),
        ("Event.seed", LOG, put(lambda w: w.event, seed=after("seed"))),
        ("Season.seed", LOG, put(lambda w: w.season, seed=after("seed"))),
        ("Season.scheme", LOG, put(lambda w: w.season, scheme=more("scheme", best=1))),
        ("Season.play_offs", LOG, put(lambda w: w.season, play_offs=[])),
        ("TeamScheme.result", LOG, put(lambda w: w.season.team_scheme, result="best")),
        ("TeamScheme.best", LOG, put(lambda w: w.season.team_scheme, best=1)),
        ("TeamScheme.size", LOG, put(lambda w: w.season.team_scheme, size=5)),
        ("TeamScheme.least", LOG, put(lambda w: w.season.team_scheme, least=1)),
        ("TeamScheme.substitutions", LOG, put(lambda w: w.season.team_scheme, substitutions=9)),
        ("TeamScheme.points", LOG, put(lambda w: w.season.team_scheme, points=[9000])),
        ("LineUpPlace.number", LOG, put(World.place, number=10)),
        ("LineUpPlace.from_series", LOG, put(World.place, from_series=2)),
        ("a line-up is removed", LOG,
         lambda w: remove(LineUp.objects.filter(team=w.league.teams[1]))),
        ("Honour.points", LOG, put(World.honour, points=after("points"))),
    ],
    pictures: [
        ("ClubPicture.digest", "picture_lost", put(picture, digest="0" * 64)),
        ("ClubPicture.data", "picture_changed", put(picture, data=b"x")),
        ("Club.picture", "picture_lost", put(lambda w: w.event.club, picture="")),
    ],
    standings: [
        ("Event.version", "standing_too_new", put(lambda w: w.event, version=1)),
        ("Event.covered", "standing_without_task", put(lambda w: w.event, covered=0)),
        ("Standing.version", "standing_too_new", put(standing, version=9999)),
        ("Standing.rows", "standing_differs", put(standing, rows=rows_of("rows"))),
        ("a kept standing", "standing_differs",
         put(lambda w: Standing.objects.get(round=w.round(1)), rows=rows_of("rows"))),
        ("Standing.on_boards", "standing_differs", put(standing, on_boards=after("on_boards"))),
        ("a standing is removed", "kept_standing_missing",
         lambda w: remove([Standing.objects.get(round=w.round(2))])),
    ],
    seasons: [
        ("Season.version", "season_standing_too_new", put(lambda w: w.season, version=1)),
        ("Season.covered", "season_standing_without_task", put(lambda w: w.season, covered=9999)),
        ("SeasonStanding.version", "season_standing_too_new", put(World.newest, version=9999)),
        ("SeasonStanding.covers", "season_standing_without_task", put(World.newest, covers={})),
        ("SeasonStanding.tables", "season_standing_differs", put(World.newest, tables=rows_of("tables"))),
        ("SeasonStanding.moves", "season_moves_differ",
         put(lambda w: SeasonStanding.objects.filter(season=w.season).exclude(moves=[]).latest("version"),
             moves=lambda row: [row.moves[0] | {"place_after": 9}, *row.moves[1:]])),
        ("EveningWorth.version", "evening_worth_differs",
         put(lambda w: EveningWorth.objects.get(evening__season=w.season), version=1)),
        ("EveningWorth.key", "evening_worth_differs",
         put(lambda w: EveningWorth.objects.get(evening__season=w.season), key="another")),
        ("EveningWorth.data", "evening_worth_differs",
         put(lambda w: EveningWorth.objects.get(evening__season=w.season), data=more("data", weight=2))),
        ("Evening.kind", "season_standing_differs", put(evening_of, kind="friendly")),
        ("Evening.weight", "evening_worth_differs", put(evening_of, weight=2)),
        ("Evening.counts", "evening_worth_differs", put(evening_of, counts="rounds")),
        ("Evening.stage", "evening_worth_differs", put(evening_of, counts="stage", stage=1)),
        ("SeasonMember.start", "season_standing_differs", put(member, start=5000)),
        ("Absence.reason", "season_standing_differs",
         put(lambda w: Absence.objects.get(evening__season=w.season), reason="excused")),
        ("Credit.points", "season_standing_differs",
         put(lambda w: Credit.objects.get(member__season=w.season), points=9000)),
        ("Credit.cancelled_at", "season_standing_differs",
         put(lambda w: Credit.objects.get(member__season=w.season), cancelled_at=timezone.now())),
        ("Honour.division", "honour_differs", put(World.honour, division="A")),
        ("Honour.place", "honour_differs", put(World.honour, place=2)),
        ("points of an honour", "honour_differs", put(World.honour, points=after("points"))),
        ("Honour.finalist", "honour_differs", put(World.honour, finalist=True)),
        ("Honour.move", "honour_differs", put(World.honour, move="up")),
        ("Honour.next_division", "honour_differs", put(World.honour, next_division="B")),
        ("an honour is removed", "honour_differs", lambda w: remove([w.honour()])),
    ],
    draws: [
        ("Table.number", "seats_wrong", put(table, number=9)),
        ("Table.deals_planned", "deals_wrong", put(table, deals_planned=9)),
        ("Seat.number", "seats_wrong", put(seat, number=7)),
        ("Round.number", "rounds_wrong", put(lambda w: w.round(3), number=9)),
        ("Round.deals_each", "deals_wrong", put(lambda w: w.round(2), deals_each=9)),
        ("Round.certificate", "certificate_differs",
         put(lambda w: w.round(2), certificate=lambda row: {
             "people": row.certificate["people"] | {"q": row.certificate["people"]["q"] + 1}})),
        ("a figure of a certificate", "certificate_differs",
         put(lambda w: w.round(2), certificate=lambda row: {
             "people": {k: v for k, v in row.certificate["people"].items() if k != "bound"}})),
        ("two players change their tables", "certificate_differs", changed_tables),
        ("Stage.entrants", "cut_differs", put(stage, entrants=lambda row: row.entrants[1:])),
        ("Stage.cut_report", "cut_differs",
         put(stage, cut_report=lambda row: row.cut_report | {"last_in": row.cut_report["first_out"]})),
    ],
    references: [
        ("a result without its deal", "reference_lost", part(SeatResult, deal=uuid4())),
        ("an adjustment in another event", MIXED, lambda w: change(given(w), event=w.other)),
        ("a transfer at another table", MIXED,
         lambda w: change(transfer(w), table=w.deal.table.round.tables.get(number=2))),
        ("a seat of somebody elsewhere", MIXED,
         lambda w: change(seat(w), entry=w.other.entries.earliest("pk"))),
        ("an entry of a player of another club", MIXED,
         lambda w: change(w.event.entries.earliest("pk"), player=somebody_else(w))),
        ("an evening of another club", MIXED, lambda w: change(evening_of(w), event=w.other)),
        ("a member of another club", MIXED,
         lambda w: change(member(w), player=somebody_else(w))),
        ("a team of another club", MIXED, lambda w: change(w.league.teams[0], club=w.other.club)),
        ("a place of a member of another team", MIXED,
         lambda w: change(w.place(), member=TeamMember.objects.filter(team=w.league.teams[1])[0])),
        ("an entry in the log of another event", MIXED,
         lambda w: change(w.entry("start_event"), event=w.other, number=99)),
    ],
    duties: [
        ("a task that nobody knows", "task_without_duty", lambda w: outbox.add("nobody.knows", w.event.pk)),
        ("a task without its event", "task_without_duty", lambda w: outbox.add("standings.refresh", uuid4())),
        ("a message without a task", "duty_without_task", pending),
    ],
}  # fmt: skip
"""By the check that finds it: the column, or what was done; the code; how it is planted."""


def test_every_damage_is_found_with_its_place_and_refused_by_restore(
    subtests: pytest.Subtests, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = the_world()
    assert codes() == set()
    switch_triggers_off()
    reports: list[run.Report] = []
    full_run, checks = run.run, run.CHECKS

    def noted() -> run.Report:
        reports.append(full_run())
        return reports[-1]

    monkeypatch.setattr("pochleague.backups.fsck.run", noted)
    for check, damages in DAMAGES.items():
        monkeypatch.setattr(run, "CHECKS", {check.check: checks[check.check]})
        for what, code, plant in damages:
            with subtests.test(what), without_constraints(), transaction.atomic():
                vars(world).pop("deal", None)
                plant(world)
                with pytest.raises(backups.BackupError):
                    backups.check(DEFAULT_DB_ALIAS)
                found = [damage.as_json() for damage in reports[-1].damage if damage.code == code]
                assert found, [damage.code for damage in reports[-1].damage]
                named = {**found[0]["where"], **found[0]["params"]}
                assert named.keys() & {"club_id", "event_id", "row", "task"}, named
                transaction.set_rollback(True)
    transaction.set_rollback(True)


def test_a_damaged_entry_hides_no_row_that_another_entry_should_name() -> None:
    w = World(evening(), *[None] * 3)  # type: ignore[arg-type]
    do_tasks()
    switch_triggers_off()
    change(w.entry("void_deal"), target="deal x")
    change(w.entry("leave_table"), data={})
    copy_of(w.deal)
    change(cancelled(w), cancelled_at=None, cancelled_by=None)
    shift(moved(w, "issue"), 5)
    assert codes() >= {"unreadable", "deal_unlogged", "adjustment_unlogged", "issue_differs"}
    transaction.set_rollback(True)


def promise() -> dict[str, tuple[set[str], set[str]]]:
    """The columns of each table in the README: the promised ones, and the others."""
    text = (Path(room.__file__).parent / "README.md").read_text()
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| (.*?) \|$", text, re.MULTILINE)
    none = {"none"}
    return {name: (set(kept.split(", ")) - none, set(rest.split(", ")) - none) for name, kept, rest in rows}


def test_the_readme_says_of_every_column_whether_it_is_promised() -> None:
    there = {
        model.__name__: {
            field.name
            for field in model._meta.local_fields
            if not field.primary_key and not isinstance(field, ForeignKey)
        }
        for model in apps.get_app_config("tournaments").get_models()
    }
    promised = promise()
    assert promised.keys() == there.keys()
    for name, (kept, rest) in promised.items():
        assert not kept & rest, name
        assert kept | rest == there[name] or rest == {"all"}, (name, there[name] ^ (kept | rest))
    planted = {what for damages in DAMAGES.values() for what, _code, _plant in damages if "." in what}
    assert planted == {f"{name}.{column}" for name, (kept, _rest) in promised.items() for column in kept}


def test_a_stale_standing_waits_for_nobody() -> None:
    event = evening()
    do_tasks()
    change(event, version=F("version") + 1)
    assert codes() == {"standing_without_task"}


def test_a_played_round_waits_for_nobody() -> None:
    event = running_event(4, auto_draw=True, deals_per_round=1)
    play(the_table(published_round(event)))
    assert codes() == set()
    OutboxTask.objects.filter(task="rounds.advance").delete()
    assert codes() == {"duty_without_task"}


def test_a_table_of_bots_waits_for_nobody() -> None:
    bots = a_table(bot="random")
    assert codes() == set()
    OutboxTask.objects.filter(task="bots.play_deal", args__0=str(bots.pk)).delete()
    (found,) = run.run().damage
    assert (found.code, found.place.table) == ("duty_without_task", 1)
