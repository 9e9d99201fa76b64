"""Standings and tie-breaks in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy, ngettext

from tournaments.core.models.choices import Missed, Scoring, TieBreak
from tournaments.core.numbers import Number, number
from tournaments.core.rules.statuses import EntryStatus, EventStatus
from tournaments.events.models.events import Entry, Event, Stage
from tournaments.events.verbs.entries import entries_by_id
from tournaments.events.words.counting import below_the_line
from tournaments.events.words.stages import group_title
from tournaments.standings.models import Standing
from tournaments.standings.rules.placing import ENOUGH_ROUNDS, GROUP, LAST_ROUND, REACHED, STAGE
from tournaments.standings.rules.scoring import unit_of

SHADES: Final = 4
"""The best results of rounds and evenings have this shade of small squares, the worst ones shade 0."""

BESIDE: Final = 4
"""The most people that are named beside the winners of an evening."""


PLAIN: Final = ("average", "place", "points")
"""The scorings whose scores have no plus."""

Line = dict[str, Any]
"""A row of a standing as pages show it (`_line`)."""


@dataclass(frozen=True)
class StandingTable:
    """A standing for a page, which sends `version` back to ask for a newer one."""

    version: int
    lines: Sequence[Line]
    """All lines, or those that the page shows."""
    renews: bool
    since: int
    """The round since which somebody here has moved; 0 for none."""
    played: bool
    """Whether anybody has played a deal."""
    boards: str = ""
    """Where the chips are that nobody has won, as a sentence. Empty: the chips of all players add up to 0."""
    lots: str = ""
    """What lots decided, or that they decide at the end; empty if they play no part."""
    unit: str = ""
    """What a score is, as the head of its column."""

    @property
    def columns(self) -> list[Any]:
        """The rounds that the cells of a line are of."""
        return [cell["of"] for cell in self.lines[0]["cells"]] if self.lines else []

    @property
    def leaders(self) -> list[Line]:
        return [line for line in self.lines if line["leads"]] if self.played else []

    @property
    def podium(self) -> list[Line]:
        """Who has the places 2 and 3: at most `BESIDE` people, nobody before the first deal."""
        places = [line for line in self.lines if line["place"] in (2, 3)]
        return places[:BESIDE] if self.played else []

    @property
    def lead(self) -> int | float | None:
        """Chips between the leader and the next place; None without a next."""
        second = self.second
        return round(self.lines[0]["score"] - second["score"], 3) if self.played and second else None

    @property
    def second(self) -> Line | None:
        """The first of the ranked players behind the leaders."""
        return next((line for line in self.lines if line["place"] and not line["leads"]), None)


def may_change(event: Event, version: int) -> bool:
    """Whether a page that shows this version should ask again."""
    return event.status != EventStatus.FINISHED or version < event.version


NO_TABLE = StandingTable(version=-1, lines=[], renews=True, since=0, played=False)
"""Before the first standing."""


def table_of(
    event: Event,
    standings: Sequence[Standing],
    rows: Sequence[Mapping[str, Any]],
    entries: Mapping[str, Entry] | None = None,
) -> StandingTable:
    """The table of some rows of the first standing, with their moves since the second (`standings_to_show`).

    entries: at least those of the rows; without it they are read. At most two queries.
    """
    if not standings:
        return NO_TABLE
    if entries is None:
        entries = entries_by_id(event, [row["entry"] for row in rows])
    standing, before = standings[0], standings[1] if len(standings) > 1 else None
    places = {row["entry"]: row["place"] for row in before.rows} if before else {}
    results = [result["result"] for row in standing.rows for result in row["results"]]
    shade = shades(result for result in results if result is not None)
    are_broken = any(row["score"] % 1 for row in standing.rows)
    lines = [
        _line(row, entries[row["entry"]], places.get(row["entry"]), event.scoring, shade, fixed=are_broken)
        for row in rows
        if row["entry"] in entries
    ]
    has_moved = any(line["up"] or line["down"] for line in lines)
    return StandingTable(
        version=standing.version,
        lines=_with_headings(event, standing, lines),
        renews=may_change(event, standing.version),
        since=before.round.number if before and before.round and has_moved else 0,
        played=any(row["deals"] for row in standing.rows),
        boards=_boards(event, standing),
        lots=about_lots(event, standing.rows),
        unit=_unit(event),
    )


def _unit(event: Event) -> str:
    if event.missed == Missed.UNCOUNTED and event.scoring != Scoring.AVERAGE:
        return gettext("Score per round")
    return gettext("Chips") if event.scoring in (Scoring.CHIPS, Scoring.AUTO) else gettext("Score")


def shades(values: Iterable[float]) -> Callable[[float], int]:
    """The shade of a value among all of these: 0 for the lowest of them or 0, `SHADES` for the highest."""
    known = [0.0, *values]
    low, wide = min(known), max(known) - min(known)
    return lambda value: round(SHADES * (value - low) / wide) if wide else 0


def cell(
    of: object, text: str, shade: int | None, *, struck: bool = False, missed: bool = False
) -> dict[str, Any]:
    """A round or an evening in a line of a table: a number where there is room, else a small square.

    shade: None: without a result. A struck number is in brackets: a line would hide its minus sign.
    """
    looks = [f"shade-{shade}" if shade is not None else "none"]
    looks += [look for look, is_so in (("struck", struck), ("missed", missed)) if is_so]
    return {"of": of, "text": f"({text})" if struck and text else text, "look": " ".join(looks)}


def _boards(event: Event, standing: Standing) -> str:
    chips = standing.on_boards
    if not chips or unit_of(event.scoring) != "chips":
        return ""
    if event.status == EventStatus.FINISHED or standing.round_id is not None:
        return ngettext(
            "%(chips)d chip stayed on the boards.", "%(chips)d chips stayed on the boards.", chips
        ) % {"chips": chips}
    return ngettext("%(chips)d chip is on the boards.", "%(chips)d chips are on the boards.", chips) % {
        "chips": chips
    }


def _with_headings(event: Event, standing: Standing, lines: list[Line]) -> list[Line]:
    """Add a heading for each stage, if the players of the standing have reached different stages, and one
    for the players who are not ranked."""
    stages: dict[int, Stage] = {}
    reached = {row["stage"] for row in standing.rows}
    if reached != {1}:
        stages = {stage.number: stage for stage in Stage.objects.filter(event=event)}
    uppers = {number: stage.upper for number, stage in stages.items() if stage.upper is not None}
    if len(reached) == 1 and reached.isdisjoint(uppers):
        stages = {}
    with_headings: list[Line] = []
    before: tuple[int, bool] | tuple[()] | None = ()
    for line in lines:
        stage = line["stage"]
        rest = stage in uppers and line["entry"] not in uppers[stage]
        part = None if line["place"] is None else (stage, rest)
        if part is None:
            heading = below_the_line(event)
        else:
            heading = group_title(stages[stage], rest=rest) if stage in stages else ""
        with_headings.append(line if part == before else {**line, "heading": heading})
        before = part
    return with_headings


def _line(
    row: Mapping[str, Any],
    entry: Entry,
    before: int | None,
    scoring: str,
    shade: Callable[[float], int],
    *,
    fixed: bool,
) -> Line:
    """A row of a standing with the name, its rounds, and the places won or lost since the last closed round.

    place: None for a player who is not ranked. fixed: a score of the table has a decimal, so all show one.
    results, cells: only if there are several rounds. heading: what stands above this line: the stage that the
    players from here on have reached, their group, or not ranked.
    """
    moved = 0 if before is None or row["place"] is None else before - row["place"]
    results = row["results"] if len(row["results"]) > 1 else ()
    return {
        **row,
        "key": row["entry"],
        "name": entry.player.public_name,
        "leads": row["place"] == 1,
        "decided": decided(row) if row["deals"] else "",
        "up": max(moved, 0),
        "down": max(-moved, 0),
        "gone": entry.status == EntryStatus.WITHDRAWN,
        "note": gettext("withdrawn") if entry.status == EntryStatus.WITHDRAWN else "",
        "shown": in_figures(row["score"], scoring, fixed=fixed),
        "results": results,
        "cells": [
            cell(
                result["round"] or "",
                "" if result["result"] is None else in_figures(result["result"], scoring),
                None if result["result"] is None else shade(result["result"]),
                struck=result["state"].endswith("struck"),
                missed=result["state"].startswith("missed"),
            )
            for result in results
        ],
    }


def in_figures(score: Number, scoring: str, *, fixed: bool = False) -> str:
    """A score: what is made of chips with its sign, points and means as plain numbers. fixed: one decimal."""
    return number(score, plus=scoring not in PLAIN, fixed=fixed)


def decided(row: Mapping[str, Any]) -> str:
    """The tie-break that decided between equal entries, in a few words. Empty if the scores differ."""
    metric = row["decided_by"]
    if metric == "score":
        return ""
    if metric in (STAGE, GROUP, ENOUGH_ROUNDS):
        return ""  # the heading says it
    if metric == REACHED:
        return gettext("got further")
    if metric == LAST_ROUND:
        return gettext("by the last round")
    if metric == "shared":
        return gettext("shared place")
    if metric == TieBreak.LOTS:
        return gettext("drawn by lots")
    if metric == TieBreak.PLAY_OFF:
        return gettext("by a play-off")
    figure = row["metrics"].get(metric)
    if metric == TieBreak.OUT:
        return ngettext("went out %(count)d time", "went out %(count)d times", figure) % {"count": figure}
    return gettext("%(metric)s %(figure)s") % {"metric": TieBreak(metric).label, "figure": _figure(figure)}


def _figure(value: float | list[int] | None) -> str:
    if value is None:
        return "\N{EN DASH}"
    if isinstance(value, list):
        return "\N{EN DASH}".join(map(str, value)) or "0"
    return number(value)


TIE_BREAKS: Final = {
    TieBreak.NET: gettext_lazy("All chips won and lost, whatever the score counts."),
    TieBreak.POCHEN: gettext_lazy("Chips won from the pots of the Pochen, less the chips staked there."),
    TieBreak.OUT: gettext_lazy("In how many deals a player was the first without cards."),
    TieBreak.POOLS: gettext_lazy("How many pools with chips a player won by melding."),
    TieBreak.SHOWDOWNS: gettext_lazy("How many showdowns against other cards a player won."),
    TieBreak.BEST_ROUND: gettext_lazy("The most chips that a player won in one round."),
    TieBreak.ROUNDS_WON: gettext_lazy(
        "The rounds in which a player won the most chips of the table, alone or with others. A win counts "
        "less at a small table: 0.75 at a table of four, 0.67 at a table of three."
    ),
    TieBreak.COUNTBACK: gettext_lazy(
        "Who was first at a table more often; then who was second more often, and so on. Equal players of a "
        "table share the better place. A place counts the same at every table. "
        "2\N{EN DASH}0\N{EN DASH}1 means twice first and once third."
    ),
    TieBreak.MATES_MEAN: gettext_lazy(
        "The mean of the scores of all players whom one met at a table, each without the rounds at one's own "
        "table and without penalties. Who had the stronger opponents is ahead."
    ),
    TieBreak.MATES_MEDIAN: gettext_lazy(
        "The same with the median, the score in the middle. One very strong or very weak player counts for "
        "little."
    ),
    TieBreak.HEAD_TO_HEAD: gettext_lazy(
        "Chips won in the rounds in which all equal players sat at one table. It is passed over if there was "
        "none."
    ),
    TieBreak.PLAY_OFF: gettext_lazy(
        "Players who are equal at the first place, or at a cut, play one more table if the director adds it. "
        "It decides their order and counts nowhere else. Only lots can follow."
    ),
    TieBreak.LOTS: gettext_lazy(
        "Chance decides, but only at the end of the event, or if a draw or a cut needs an order. Until then "
        "equal players share a place. Lots come last."
    ),
}
"""A sentence about each tie-break."""

MOST_PLACES: Final = 8
"""The sentence about lots lists so many places at most."""


def tie_break_lines(chosen: Sequence[str] = tuple(TieBreak.values)) -> list[tuple[str, str]]:
    """(name, sentence) of these tie-breaks, or of all. The name begins a line."""
    return [(capfirst(str(TieBreak(name).label)), str(TIE_BREAKS[TieBreak(name)])) for name in chosen]


def about_lots(event: Event, rows: Sequence[Mapping[str, Any]]) -> str:
    """What lots decided in a standing, or that they will decide at the end. Empty if they play no part."""
    drawn = [row["place"] for row in rows if row["decided_by"] == TieBreak.LOTS]
    if len(drawn) > MOST_PLACES:
        return gettext("Lots decided %(count)d places. They are marked.") % {"count": len(drawn)}
    if drawn:
        return gettext("Lots decided these places: %(places)s.") % {"places": ", ".join(map(str, drawn))}
    shared = any(row["decided_by"] == "shared" for row in rows)
    if shared and TieBreak.LOTS in event.tie_breaks and any(row["deals"] for row in rows):
        return gettext("Equal players share a place. Lots decide at the end.")
    return ""
