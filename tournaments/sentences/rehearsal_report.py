"""How a rehearsed evening goes, for a director to read: on its page, and at the command line.

Everything is read from the rehearsed event, as it was recorded, and from what was told on the way.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

from django.utils.translation import gettext, ngettext

from tournaments.models import (
    Deal,
    DealKind,
    Entry,
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
from tournaments.services.standings.standings import current_standing

from .rehearsal_words import refusal_told, spent, told_in_words
from .stages import round_title, stage_title

PAUSE: Final = timedelta(minutes=5)
"""What a round takes beside its deals: being drawn, called, seated, and written down."""

WINNERS: Final = 3
"""So many of the final standing are told."""


@dataclass(frozen=True)
class Happening:
    """What happened, in a sentence, and the table where it did, if at one. refused: a verb said no."""

    text: str
    table: Table | None = None
    refused: bool = False


@dataclass(frozen=True)
class RoundTold:
    """A round of the evening. tables: who sat at each, once it was played. watching: how many who were
    there before have no seat in it. long: what it would take people."""

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
    long: timedelta
    happened: list[Happening]

    @property
    def sizes(self) -> list[int]:
        """Players at each table, the largest first."""
        return sorted((len(names) for _table, names in self.tables), reverse=True)

    @property
    def takes(self) -> str:
        """`long` in words."""
        return spent(self.long)

    @property
    def is_closed(self) -> bool:
        return self.round.closed_at is not None


@dataclass
class Report:
    """The whole evening. warnings: what a director should know beforehand, the gravest first."""

    rehearsal: Rehearsal
    rounds: list[RoundTold]
    warnings: list[Happening]
    winners: list[dict[str, Any]]
    players: int
    before: list[Happening] = field(default_factory=list)
    """What happened before the first round, or stood against a round that was never drawn."""

    @property
    def long(self) -> timedelta:
        """What the evening would take people."""
        return sum((round_.long for round_ in self.rounds), timedelta(0))

    @property
    def takes(self) -> str:
        """`long` in words."""
        return spent(self.long)

    @property
    def deals(self) -> int:
        return sum(round_.deals for round_ in self.rounds)

    @property
    def actions(self) -> int:
        return sum(round_.actions for round_ in self.rounds)

    @property
    def reckoned(self) -> str:
        """What `long` is reckoned from."""
        return gettext(
            "Reckoned with %(deal)s minutes a deal, those that are played again too, and %(pause)d minutes "
            "a round for drawing and sitting down. Tables of bots alone take no time."
        ) % {"deal": f"{self.rehearsal.deal_seconds / 60:g}", "pause": PAUSE // timedelta(minutes=1)}


def report_of(rehearsal: Rehearsal, *, for_directors: bool) -> Report:
    """How the evening went, as far as it has been played. What a draw was refused for, directors alone read:
    it may be somebody's wish."""
    event = rehearsal.event
    entries = entries_by_id(event)
    several = Stage.objects.filter(event=event).count() > 1
    rounds: list[RoundTold] = []
    most = 0
    for round_ in Round.objects.filter(event=event).exclude(published_at=None).select_related("stage"):
        one = _round(rehearsal, round_, entries, several=several, most=most, for_directors=for_directors)
        most = max(most, one.players)
        rounds.append(one)
    numbers = {one.round.number for one in rounds}
    lost = [told for told in rehearsal.told if told["round"] not in numbers]
    standing = current_standing(event)
    rows: list[dict[str, Any]] = standing.rows if standing and rounds else []
    return Report(
        rehearsal=rehearsal,
        rounds=rounds,
        warnings=_warnings(rehearsal, rounds, rows, for_directors=for_directors),
        winners=[
            {"place": row["place"], "name": entries[row["entry"]].player.name, "score": row["score"]}
            for row in rows[:WINNERS]
        ],
        players=len(entries),
        before=[
            Happening(
                told_in_words(told, _names(entries), for_directors=for_directors),
                refused=told["kind"] == "refused",
            )
            for told in lost
        ],
    )


def _names(entries: Mapping[str, Entry]) -> dict[str, str]:
    return {pk: entry.player.name for pk, entry in entries.items()}


def _round(
    rehearsal: Rehearsal,
    round_: Round,
    entries: Mapping[str, Entry],
    *,
    several: bool,
    most: int,
    for_directors: bool,
) -> RoundTold:
    seated = defaultdict(list)
    for table, entry in Seat.objects.filter(round=round_).order_by("number").values_list("table", "entry"):
        seated[table].append(entries[str(entry)].player.name)
    tables = {table.number: table for table in Table.objects.filter(round=round_).order_by("number")}
    played: Mapping[str, Any] = rehearsal.played.get(str(round_.number), {"actions": 0, "deals": {}})
    # Bots among themselves are done before anybody has sat down.
    peopled = Table.objects.filter(round=round_, seats__entry__player__bot="").values_list(
        "number", flat=True
    )
    slowest = max((played["deals"].get(str(number), 0) for number in peopled), default=0)
    reports: Sequence[Mapping[str, Any]] = list(round_.certificate.values())
    players = sum(map(len, seated.values()))
    return RoundTold(
        round=round_,
        title=round_title(round_, several=several),
        tables=[(table, seated[table.pk]) for table in tables.values()],
        players=players,
        watching=max(0, most - players),
        repeats_here=sum(report.get("repeats_here", 0) for report in reports),
        repeats=sum(report.get("repeats", 0) for report in reports),
        least_repeats=sum(report.get("least_repeats", 0) for report in reports),
        deals=Deal.objects.effective().filter(table__round=round_).count(),
        actions=played["actions"],
        long=timedelta(seconds=slowest * rehearsal.deal_seconds) + PAUSE,
        happened=[
            Happening(
                told_in_words(told, _names(entries), for_directors=for_directors),
                tables.get(told.get("table", 0)),
                refused=told["kind"] == "refused",
            )
            for told in rehearsal.told
            if told["round"] == round_.number
        ],
    )


def _warnings(
    rehearsal: Rehearsal,
    rounds: Sequence[RoundTold],
    rows: Sequence[Mapping[str, Any]],
    *,
    for_directors: bool,
) -> list[Happening]:
    found = [
        Happening(refusal_told(told, for_directors=for_directors), refused=True)
        for told in rehearsal.told
        if told["kind"] == "refused"
    ]
    for one in rounds:
        found += _of_round(one)
    if rehearsal.status == RehearsalStatus.DONE:
        for stage in Stage.objects.filter(event=rehearsal.event).order_by("number"):
            found += _of_stage(stage, rounds)
    if rows and rows[0]["decided_by"] in ("lots", SHARED) and not rehearsal.is_playing:
        found.append(Happening(gettext("The first place was decided by nothing but lots: add a tie-break.")))
    return found


def _of_round(one: RoundTold) -> list[Happening]:
    found = []
    number = one.round.number
    if one.repeats_here and one.round.stage.format in (StageFormat.ROTATION, StageFormat.SWISS):
        found.append(Happening(_repeats(one)))
    if one.watching > one.players // 4:
        found.append(
            Happening(
                gettext("%(stage)s: from round %(round)d on %(players)d play, and %(watching)d look on.")
                % {
                    "stage": stage_title(one.round.stage),
                    "round": number,
                    "players": one.players,
                    "watching": one.watching,
                }
            )
        )
    early = _ended_early(one)
    if early:
        table, deals = min(early, key=lambda ended: ended[1])
        tables = ngettext(
            "Round %(round)d: at %(count)d table of %(tables)d somebody could not pay the antes any more",
            "Round %(round)d: at %(count)d tables of %(tables)d somebody could not pay the antes any more",
            len(early),
        ) % {"round": number, "count": len(early), "tables": len(one.tables)}
        ended = gettext(
            "%(tables)s; table %(table)d ended after %(deals)d of %(planned)d deals. "
            "Bring more chips, or play on credit."
        )
        holes = {"tables": tables, "table": table.number, "deals": deals, "planned": table.deals_planned}
        found.append(Happening(ended % holes, table))
    return found


def _of_stage(stage: Stage, rounds: Sequence[RoundTold]) -> list[Happening]:
    """What was planned for a stage that has been played, and came to nothing."""
    found = []
    played = sum(one.round.stage_id == stage.pk for one in rounds)
    if stage.rounds_planned is not None and 0 < played < stage.rounds_planned:
        found.append(
            gettext("%(stage)s: of %(planned)d rounds only %(played)d are played; then one table is left.")
            % {"stage": stage_title(stage), "planned": stage.rounds_planned, "played": played}
        )
    if stage.cut is not None and played and stage.cut_report and not stage.cut_report["out"]:
        found.append(
            gettext("%(stage)s: nobody is cut, for no more than %(count)d are left to play it.")
            % {"stage": stage_title(stage), "count": len(stage.entrants or [])}
        )
    return [Happening(text) for text in found]


def _repeats(one: RoundTold) -> str:
    pairs = ngettext(
        "Round %(round)d: %(count)d pair meets again that has met before",
        "Round %(round)d: %(count)d pairs meet again that have met before",
        one.repeats_here,
    ) % {"round": one.round.number, "count": one.repeats_here}
    if one.repeats <= one.least_repeats:
        return gettext("%(pairs)s; it could not be avoided.") % {"pairs": pairs}
    return gettext("%(pairs)s; at least %(least)d of all repeats so far could not be avoided.") % {
        "pairs": pairs,
        "least": one.least_repeats,
    }


def _ended_early(one: RoundTold) -> list[tuple[Table, int]]:
    """Tables that ended before their last deal, and how many they played."""
    if not one.is_closed:
        return []
    counts = Counter(
        Deal.objects.filter(
            table__round=one.round, kind=DealKind.RECORDED, replaced_by__isnull=True
        ).values_list("table_id", flat=True)
    )
    return [
        (table, counts[table.pk]) for table, _names in one.tables if counts[table.pk] < table.deals_planned
    ]
