"""Let bots play the evening of an event beforehand, and print a report."""

from __future__ import annotations

import json
from argparse import ArgumentParser, BooleanOptionalAction
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Q

from tournaments.errors import ServiceError
from tournaments.kernel.audit import COMMAND
from tournaments.management.tables import need_tables
from tournaments.models import Event, EventStatus, Rehearsal, parse_id
from tournaments.sentences.rehearsal_report import Report, RoundReport, report_of
from tournaments.services.rehearsals.happenings import happenings_of
from tournaments.services.rehearsals.rehearsals import (
    FEWEST_PLAYERS,
    LEFT_ALONE,
    MOST_PLAYERS,
    USUAL_SECONDS,
    play_out,
    start_rehearsal,
)

MOST_NAMED = 10
"""Events that the error for an unknown event names."""

FEW = 40
"""Up to this number of players, the seats are printed by default."""


class Command(BaseCommand):
    help = (
        "Copy an event that has not begun into a club of its own, let bots play its whole evening in this "
        "process, with the usual incidents, and print a report."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", help="the address of the event (as in /events/ADDRESS/) or its id")
        parser.add_argument(
            "--players",
            type=int,
            help=f"number of players, {FEWEST_PLAYERS} to {MOST_PLAYERS} (default: all who are entered)",
        )
        parser.add_argument("--seed", type=int, help="decides what goes wrong (default: a new one each time)")
        parser.add_argument("--calm", action="store_true", help="nothing goes wrong")
        parser.add_argument(
            "--seconds",
            type=int,
            default=USUAL_SECONDS,
            help=f"seconds that people need for a deal (default: {USUAL_SECONDS})",
        )
        parser.add_argument(
            "--seats",
            action=BooleanOptionalAction,
            help=f"print the seats of each round (default: for up to {FEW} players)",
        )
        parser.add_argument("--json", action="store_true", help="print the report as JSON: poch-rehearsal/1")

    def handle(self, *_args: Any, **options: Any) -> None:
        need_tables()
        ref: str = options["event"]
        key = parse_id(ref)
        event = Event.objects.filter(Q(pk=key) if key else Q(slug=ref), club__rehearses__isnull=True).first()
        if event is None:
            raise CommandError(f"There is no event {ref}. {_choices()}")
        try:
            rehearsal = start_rehearsal(
                event,
                COMMAND,
                players=options["players"],
                seed=options["seed"],
                calm=options["calm"],
                deal_seconds=options["seconds"],
                delay=LEFT_ALONE,
            )
            rehearsal = play_out(rehearsal)
        except ServiceError as error:
            raise CommandError(error.detail) from error
        if rehearsal.is_playing:
            raise CommandError("A worker has taken over this rehearsal. Its page shows how far it is.")
        report = report_of(rehearsal, for_directors=True)
        if options["json"]:
            self.stdout.write(json.dumps(as_json(report), ensure_ascii=False, indent=2))
        else:
            few = report.players <= FEW
            self.stdout.write(as_text(report, seats=few if options["seats"] is None else options["seats"]))


def as_json(report: Report) -> dict[str, Any]:
    """The report for programs."""
    rehearsal = report.rehearsal
    return {
        "format": "poch-rehearsal/1",
        "rehearsal": str(rehearsal.pk),
        "of": str(rehearsal.of_id),
        "event": str(rehearsal.event_id),
        "status": rehearsal.status,
        "seed": rehearsal.seed,
        "calm": rehearsal.calm,
        "players": report.players,
        "deal_seconds": rehearsal.deal_seconds,
        "seconds": int(report.length.total_seconds()),
        "deals": report.deals,
        "actions": report.actions,
        "warnings": [warning.text for warning in report.warnings],
        "refusals": rehearsal.refusals,
        "winners": report.winners,
        "rounds": [
            {
                "number": round_.round.number,
                "title": round_.title,
                "tables": [len(names) for _table, names in round_.tables],
                "seats": [names for _table, names in round_.tables],
                "players": round_.players,
                "repeats": round_.repeats,
                "repeats_here": round_.repeats_here,
                "least_repeats": round_.least_repeats,
                "deals": round_.deals,
                "actions": round_.actions,
                "seconds": int(round_.length.total_seconds()),
                "happened": [happening.text for happening in round_.happened],
            }
            for round_ in report.rounds
        ],
        "happenings": [
            {"round": happening.round, "kind": happening.kind, **happening.params}
            for happening in happenings_of(rehearsal)
        ],
    }


def as_text(report: Report, *, seats: bool) -> str:
    """The report for people at a terminal. seats: with who sits where."""
    rehearsal = report.rehearsal
    name, players = rehearsal.of.name, _counted(report.players, "player")
    if report.rounds:
        rounds, deals = _counted(len(report.rounds), "round"), _counted(report.deals, "deal")
        played = f"{players}, {rounds}, {deals}, {report.actions:,} cards, bets and passes"
        lines = [f"{name}: {played}. It takes {report.takes}.", report.estimate]
    else:
        lines = [f"{name}: {players}, and no round."]
    if rehearsal.status != "done":
        lines.append("The rehearsal stopped before its end.")
    if report.warnings:
        lines += ["", "What to check before the evening:"]
        lines += [f"  {'!' if warning.refused else '-'} {warning.text}" for warning in report.warnings]
    for round_ in report.rounds:
        lines += ["", *_round(round_, seats=seats)]
    # The warnings already show the refusals.
    lines += [happening.text for happening in report.outside if not happening.refused]
    if report.winners:
        lines += ["", "Final standings:"]
        lines += [
            f"  {line['place'] or '-':>2}  {line['name']}  {line['score']:+}" for line in report.winners
        ]
    return "\n".join([*lines, "", _again(rehearsal)])


def _round(round_: RoundReport, *, seats: bool) -> list[str]:
    tables = " ".join(map(str, round_.sizes))
    seated = (
        f"{round_.title}: {round_.players} players at tables of {tables}; {_counted(round_.deals, 'deal')}, "
        f"{round_.takes}; {_counted(round_.repeats_here, 'repeat')}"
    )
    where = [f"  {table.number:>3}  {', '.join(names)}" for table, names in round_.tables] if seats else []
    return [
        seated,
        *where,
        *(f"  {'!' if happening.refused else '·'} {happening.text}" for happening in round_.happened),
    ]


def _choices() -> str:
    """The events that can be rehearsed, newest first."""
    fit = Event.objects.filter(status__in=(EventStatus.DRAFT, EventStatus.OPEN), club__rehearses__isnull=True)
    slugs = list(fit.order_by("-created_at").values_list("slug", flat=True)[:MOST_NAMED])
    return f"Events that have not begun: {', '.join(slugs)}." if slugs else "Every event has begun."


def _counted(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def _again(rehearsal: Rehearsal) -> str:
    return (
        f"Members of the club can look at the rehearsed event: {rehearsal.event.slug}. "
        f"With --seed {rehearsal.seed} the same things go wrong again."
    )
