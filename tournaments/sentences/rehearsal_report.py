"""The report of a rehearsal, for the page and the command line."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext

from tournaments.models import (
    Deal,
    DealKind,
    Rehearsal,
    RehearsalStatus,
    Round,
    Seat,
    Stage,
    StageFormat,
    Table,
)
from tournaments.rules.ranking import SHARED
from tournaments.services.events.entries import entries_by_id
from tournaments.services.rehearsals.happenings import Happening, happenings_of, played_in
from tournaments.services.standings.standings import current_standing

from .rehearsal_words import duration, happening_text
from .stages import round_title, stage_title

PAUSE: Final = timedelta(minutes=5)
"""The time of a round beside its deals: the draw, finding the seats, writing down."""

WINNERS: Final = 3
"""Places of the final standing that the report shows."""


@dataclass(frozen=True)
class ReportLine:
    """A sentence, and the table that it is about. refused: a verb refused something."""

    text: str
    table: Table | None = None
    refused: bool = False


@dataclass(frozen=True)
class RoundReport:
    """A round of the evening.

    tables: with the names of the players. watching: players of earlier rounds without a seat in this one.
    length: the time that people would need.
    """

    round: Round
    title: str
    tables: list[tuple[Table, list[str]]]
    players: int
    watching: int
    repeats_here: int
    repeats: int
    least_repeats: int
    deals: int
    actions: int
    length: timedelta
    happened: list[ReportLine]

    @property
    def sizes(self) -> list[int]:
        """Players at each table, the largest first."""
        return sorted((len(names) for _table, names in self.tables), reverse=True)

    @property
    def takes(self) -> str:
        """`length` in words."""
        return duration(self.length)

    @property
    def is_closed(self) -> bool:
        return self.round.closed_at is not None


@dataclass
class Report:
    """The whole evening. warnings: for the director, the most serious first."""

    rehearsal: Rehearsal
    rounds: list[RoundReport]
    warnings: list[ReportLine]
    winners: list[dict[str, Any]]
    players: int
    outside: list[ReportLine] = field(default_factory=list)
    """What happened before the first round, or kept a round from being drawn."""

    @property
    def has_incidents(self) -> bool:
        """Whether anything went wrong."""
        return bool(self.outside) or any(report.happened for report in self.rounds)

    @property
    def length(self) -> timedelta:
        """The time that people would need for the evening."""
        return sum((round_.length for round_ in self.rounds), timedelta(0))

    @property
    def takes(self) -> str:
        """`length` in words."""
        return duration(self.length)

    @property
    def deals(self) -> int:
        return sum(round_.deals for round_ in self.rounds)

    @property
    def actions(self) -> int:
        return sum(round_.actions for round_ in self.rounds)

    @property
    def estimate(self) -> str:
        """How `length` is estimated."""
        return gettext(
            "Estimated with %(deal)s minutes for each deal, repeated deals included, and %(pause)d minutes "
            "for the draw and the break of each round. Tables of bots take no time."
        ) % {
            "deal": number_format(f"{self.rehearsal.deal_seconds / 60:g}"),
            "pause": PAUSE // timedelta(minutes=1),
        }


def report_of(rehearsal: Rehearsal, *, for_directors: bool) -> Report:
    """The report of a rehearsal that has ended. Only directors read the reasons of refusals."""
    event = rehearsal.event
    entries = entries_by_id(event)
    names = {pk: entry.player.name for pk, entry in entries.items()}
    happenings = [
        (happening, happening_text(happening, names, for_directors=for_directors))
        for happening in happenings_of(rehearsal)
    ]
    several = Stage.objects.filter(event=event).count() > 1
    rounds: list[RoundReport] = []
    most = 0
    for round_ in Round.objects.filter(event=event).exclude(published_at=None).select_related("stage"):
        happened = [pair for pair in happenings if pair[0].round == round_.number]
        report = _round(rehearsal, round_, names, happened, several=several, most=most)
        most = max(most, report.players)
        rounds.append(report)
    numbers = {report.round.number for report in rounds}
    standing = current_standing(event)
    rows: list[dict[str, Any]] = standing.rows if standing and rounds else []
    refused = [
        ReportLine(text, refused=True) for happening, text in happenings if happening.kind == "refused"
    ]
    return Report(
        rehearsal=rehearsal,
        rounds=rounds,
        warnings=[*refused, *_warnings(rehearsal, rounds, rows)],
        winners=[
            {"place": row["place"], "name": names[row["entry"]], "score": row["score"]}
            for row in rows[:WINNERS]
        ],
        players=len(entries),
        outside=[
            ReportLine(text, refused=happening.kind == "refused")
            for happening, text in happenings
            if happening.round not in numbers
        ],
    )


def _round(
    rehearsal: Rehearsal,
    round_: Round,
    names: Mapping[str, str],
    happened: Sequence[tuple[Happening, str]],
    *,
    several: bool,
    most: int,
) -> RoundReport:
    seated = defaultdict(list)
    for table, entry in Seat.objects.filter(round=round_).order_by("number").values_list("table", "entry"):
        seated[table].append(names[str(entry)])
    tables = {table.number: table for table in Table.objects.filter(round=round_).order_by("number")}
    played = played_in(round_)
    # Tables of bots are done before the people have sat down.
    with_people = Table.objects.filter(round=round_, seats__entry__player__bot="").values_list(
        "number", flat=True
    )
    slowest = max((played.deals.get(number, 0) for number in with_people), default=0)
    certificates: Sequence[Mapping[str, Any]] = list(round_.certificate.values())
    players = sum(map(len, seated.values()))
    return RoundReport(
        round=round_,
        title=round_title(round_, several=several),
        tables=[(table, seated[table.pk]) for table in tables.values()],
        players=players,
        watching=max(0, most - players),
        repeats_here=sum(certificate.get("repeats_here", 0) for certificate in certificates),
        repeats=sum(certificate.get("repeats", 0) for certificate in certificates),
        least_repeats=sum(certificate.get("least_repeats", 0) for certificate in certificates),
        deals=Deal.objects.effective().filter(table__round=round_).count(),
        actions=played.actions,
        length=timedelta(seconds=slowest * rehearsal.deal_seconds) + PAUSE,
        happened=[
            ReportLine(
                text, tables.get(happening.params.get("table", 0)), refused=happening.kind == "refused"
            )
            for happening, text in happened
        ],
    )


def _warnings(
    rehearsal: Rehearsal, rounds: Sequence[RoundReport], rows: Sequence[Mapping[str, Any]]
) -> list[ReportLine]:
    lines = [line for report in rounds for line in _round_warnings(report)]
    if rehearsal.status == RehearsalStatus.DONE:
        for stage in Stage.objects.filter(event=rehearsal.event).order_by("number"):
            lines += _stage_warnings(stage, rounds)
    if rows and rows[0]["decided_by"] in ("lots", SHARED) and not rehearsal.is_playing:
        lines.append(ReportLine(gettext("Only lots decided the first place. Add a tie-break.")))
    return lines


def _round_warnings(report: RoundReport) -> list[ReportLine]:
    lines = []
    number = report.round.number
    if report.repeats_here and report.round.stage.format in (StageFormat.ROTATION, StageFormat.SWISS):
        lines.append(ReportLine(_repeats(report)))
    if report.watching > report.players // 4:
        text = gettext("%(stage)s: from round %(round)d on, %(players)d play and %(watching)d watch.") % {
            "stage": stage_title(report.round.stage),
            "round": number,
            "players": report.players,
            "watching": report.watching,
        }
        lines.append(ReportLine(text))
    early = _ended_early(report)
    if early:
        table, deals = min(early, key=lambda ended: ended[1])
        text = ngettext(
            "Round %(round)d: at %(count)d of %(tables)d tables a player could not pay the antes. "
            "Table %(table)d ended after %(deals)d of %(planned)d deals. Give more chips, or play on credit.",
            "Round %(round)d: at %(count)d of %(tables)d tables players could not pay the antes. "
            "Table %(table)d ended after %(deals)d of %(planned)d deals. Give more chips, or play on credit.",
            len(early),
        ) % {
            "round": number,
            "count": len(early),
            "tables": len(report.tables),
            "table": table.number,
            "deals": deals,
            "planned": table.deals_planned,
        }
        lines.append(ReportLine(text, table))
    return lines


def _stage_warnings(stage: Stage, rounds: Sequence[RoundReport]) -> list[ReportLine]:
    """The warnings about planned parts of a stage that did not happen."""
    lines = []
    played = sum(report.round.stage_id == stage.pk for report in rounds)
    if stage.rounds_planned is not None and 0 < played < stage.rounds_planned:
        lines.append(
            gettext("%(stage)s: only %(played)d of %(planned)d rounds are played, because one table is left.")
            % {"stage": stage_title(stage), "planned": stage.rounds_planned, "played": played}
        )
    if stage.cut is not None and played and stage.cut_report and not stage.cut_report["out"]:
        lines.append(
            gettext("%(stage)s: the cut removes nobody, because only %(count)d players are left.")
            % {"stage": stage_title(stage), "count": len(stage.entrants or [])}
        )
    return [ReportLine(line) for line in lines]


def _repeats(report: RoundReport) -> str:
    params = {"round": report.round.number, "count": report.repeats_here, "least": report.least_repeats}
    if report.repeats <= report.least_repeats:
        return (
            ngettext(
                "Round %(round)d: %(count)d pair meets again. No draw could avoid it.",
                "Round %(round)d: %(count)d pairs meet again. No draw could avoid it.",
                report.repeats_here,
            )
            % params
        )
    return (
        ngettext(
            "Round %(round)d: %(count)d pair meets again. Unavoidable repeats so far: at least %(least)d.",
            "Round %(round)d: %(count)d pairs meet again. Unavoidable repeats so far: at least %(least)d.",
            report.repeats_here,
        )
        % params
    )


def _ended_early(report: RoundReport) -> list[tuple[Table, int]]:
    """Tables that ended before their last deal, with the number of deals that they played."""
    if not report.is_closed:
        return []
    counts = Counter(
        Deal.objects.filter(
            table__round=report.round, kind=DealKind.RECORDED, replaced_by__isnull=True
        ).values_list("table_id", flat=True)
    )
    return [
        (table, counts[table.pk]) for table, _names in report.tables if counts[table.pk] < table.deals_planned
    ]
