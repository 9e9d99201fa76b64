"""Let bots play an event's evening before it happens, and say how it goes."""

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
from tournaments.sentences.rehearsal_report import Report, RoundTold, report_of
from tournaments.services.rehearsals.rehearsals import (
    FEWEST_PLAYERS,
    LEFT_ALONE,
    MOST_PLAYERS,
    USUAL_SECONDS,
    play_out,
    start_rehearsal,
)

MOST_NAMED = 10
"""So many events are named to whoever asks for one that there is not."""

FEW = 40
"""Of so many players it is printed who sits where; of more where it is asked for."""


class Command(BaseCommand):
    help = (
        "Copy an event that has not begun into a club of its own, let bots play it to its end in this "
        "process, with people late or missing and deals corrected, and print how the evening goes."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", help="the event's address (as in /events/ADDRESS/) or its id")
        parser.add_argument(
            "--players",
            type=int,
            help=f"how many are expected, {FEWEST_PLAYERS} to {MOST_PLAYERS}; without it all who are entered",
        )
        parser.add_argument(
            "--seed", type=int, help="what goes wrong comes from it; another each time, if left out"
        )
        parser.add_argument("--calm", action="store_true", help="nothing goes wrong")
        parser.add_argument(
            "--seconds",
            type=int,
            default=USUAL_SECONDS,
            help=f"how long people need for a deal; {USUAL_SECONDS} if left out",
        )
        parser.add_argument(
            "--seats",
            action=BooleanOptionalAction,
            help=f"who sits where in each round; said of up to {FEW} players, if left out",
        )
        parser.add_argument("--json", action="store_true", help="print the report as JSON: poch-rehearsal/1")

    def handle(self, *_args: Any, **options: Any) -> None:
        need_tables()
        ref: str = options["event"]
        key = parse_id(ref)
        event = Event.objects.filter(Q(pk=key) if key else Q(slug=ref), club__rehearses__isnull=True).first()
        if event is None:
            raise CommandError(f"There is no event {ref}. {_to_rehearse()}")
        try:
            begun = start_rehearsal(
                event,
                COMMAND,
                players=options["players"],
                seed=options["seed"],
                calm=options["calm"],
                deal_seconds=options["seconds"],
                delay=LEFT_ALONE,
            )
            rehearsal = play_out(begun)
        except ServiceError as error:
            raise CommandError(error.detail) from error
        if rehearsal.is_playing:
            raise CommandError("A worker has gone on with this rehearsal: its page shows how far it is.")
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
        "seconds": int(report.long.total_seconds()),
        "deals": report.deals,
        "actions": report.actions,
        "warnings": [warning.text for warning in report.warnings],
        "refusals": [told for told in rehearsal.told if told["kind"] == "refused"],
        "winners": report.winners,
        "rounds": [
            {
                "number": one.round.number,
                "title": one.title,
                "tables": [len(names) for _table, names in one.tables],
                "seats": [names for _table, names in one.tables],
                "players": one.players,
                "repeats": one.repeats,
                "repeats_here": one.repeats_here,
                "least_repeats": one.least_repeats,
                "deals": one.deals,
                "actions": one.actions,
                "seconds": int(one.long.total_seconds()),
                "happened": [happening.text for happening in one.happened],
            }
            for one in report.rounds
        ],
        "told": rehearsal.told,
    }


def as_text(report: Report, *, seats: bool) -> str:
    """The report for people at a terminal. seats: with who sits where."""
    rehearsal = report.rehearsal
    name, players = rehearsal.of.name, _counted(report.players, "player")
    if report.rounds:
        rounds, deals = _counted(len(report.rounds), "round"), _counted(report.deals, "deal")
        played = f"{players}, {rounds}, {deals}, {report.actions:,} cards, bets and passes"
        lines = [f"{name}: {played}. It takes {report.takes}.", report.reckoned]
    else:
        lines = [f"{name}: {players}, and not a single round."]
    if rehearsal.status != "done":
        lines.append("The rehearsal stopped before its end.")
    if report.warnings:
        lines += ["", "What to look at before:"]
        lines += [f"  {'!' if warning.refused else '-'} {warning.text}" for warning in report.warnings]
    for one in report.rounds:
        lines += ["", *_round(one, seats=seats)]
    # What was refused stands above.
    lines += [happening.text for happening in report.before if not happening.refused]
    if report.winners:
        lines += ["", "In the end:"]
        lines += [f"  {line['place']:>2}  {line['name']}  {line['score']:+}" for line in report.winners]
    return "\n".join([*lines, "", _again(rehearsal)])


def _round(one: RoundTold, *, seats: bool) -> list[str]:
    tables = " ".join(map(str, one.sizes))
    seated = (
        f"{one.title}: {one.players} players at tables of {tables}; {_counted(one.deals, 'deal')}, "
        f"{one.takes}; {_counted(one.repeats_here, 'repeat')}"
    )
    where = [f"  {table.number:>3}  {', '.join(names)}" for table, names in one.tables] if seats else []
    return [
        seated,
        *where,
        *(f"  {'!' if happening.refused else '·'} {happening.text}" for happening in one.happened),
    ]


def _to_rehearse() -> str:
    """Which events there are to rehearse, the newest first."""
    fit = Event.objects.filter(status__in=(EventStatus.DRAFT, EventStatus.OPEN), club__rehearses__isnull=True)
    slugs = list(fit.order_by("-created_at").values_list("slug", flat=True)[:MOST_NAMED])
    return f"Those that have not begun: {', '.join(slugs)}." if slugs else "Every event has begun."


def _counted(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def _again(rehearsal: Rehearsal) -> str:
    return (
        f"The rehearsed event is {rehearsal.event.slug}, for the club's members to look at. "
        f"With --seed {rehearsal.seed} the same goes wrong again."
    )
