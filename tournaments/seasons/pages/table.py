"""The table of a season: on a page, on paper, as a file, and as other rules would make it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from math import inf
from operator import itemgetter
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.clubs.pages.frame import member_refs
from tournaments.core.numbers import counted_as, number, numbers
from tournaments.core.pages.acts import whole
from tournaments.core.pages.common import actor_of, members_form, page, rows_file, sent, show
from tournaments.core.rules.names import search_key
from tournaments.core.rules.refusals import Conflict, Invalid
from tournaments.events.pages.kept import NUMBER, kept
from tournaments.seasons.access import season_for_director, season_for_viewer
from tournaments.seasons.forms.seasons import SchemeForm
from tournaments.seasons.models import (
    Division,
    Evening,
    EveningKind,
    MemberStatus,
    Season,
    SeasonMember,
    SeasonStanding,
)
from tournaments.seasons.pages.frame import season_frame, shows
from tournaments.seasons.rules import counting
from tournaments.seasons.rules.scheme import COUNTBACK, LAST_EVENING, LOTS, PLAY_OFF, TIES
from tournaments.seasons.verbs import ending, facts, finals, tables
from tournaments.seasons.verbs.seasons import open_play_offs
from tournaments.seasons.verbs.tables import outcomes_of
from tournaments.seasons.words import ARROWS, MISSED_BY, MOVES, title_of
from tournaments.standings.words.chances import chance_in_words
from tournaments.standings.words.ranking import cell, shades

LINES_ON_PAGE = 50
"""The page shows so many lines of each division at a time."""

NIGHTS_ON_LINE = 12
"""Lines of a table with more evenings are without them. Each leads to its own page, which has them."""

NOT_KEPT = "(?!)"
"""The pattern of a parameter of which no value has a page that is kept."""

MOST_MOVED = 20
"""So many people who moved are listed, those with another place first."""

BESIDES: Final = {
    "bonus": gettext_noop("For coming"),
    "credits": gettext_noop("Credits"),
    "start": gettext_noop("Start points"),
}
"""What a line has besides its evenings."""

Line = Mapping[str, Any]
"""A line of a stored table (`seasons.verbs.tables`)."""


@page
@kept(query={"division": NUMBER, "page": NUMBER, "name": NOT_KEPT, "player": NOT_KEPT})
def season(request: HttpRequest, season_ref: str) -> HttpResponse:
    """The table, or one page (``?page=2``) of the table of one division (``?division=2``).

    ``?name=`` finds lines by name. ``?player=`` is the line of one member with all its evenings.
    """
    season = season_for_viewer(actor_of(request), season_ref)
    frame = season_frame(request, season, "table")
    newest = tables.newest_standing(season)
    if newest is None:
        return show(request, "seasons/planned.html", frame)
    reader, nights = _reader(request, season)
    searched, player = request.GET.get("name", "").strip()[:100], request.GET.get("player", "")
    is_whole = not (request.GET.get("division") or searched or player)
    context = {
        "standing": newest,
        "tables": _tables(request, newest, reader, search_key(searched), player),
        "is_part": bool(searched or player),
        "searched": searched,
        "player": player,
        "has_many": any(len(each["lines"]) > LINES_ON_PAGE for each in newest.tables),
        "persons": member_refs(request, reader.members.values()),
        "names": reader.names,
        "scheme": reader.scheme,
        "is_stale": newest.version < season.version,
        "version": newest.version,
    }
    if is_whole:
        names, honours = reader.names, honours_to_show(season, newest) if season.is_over else []
        honours = [line for line in honours if str(line["honour"].member.player_id) in reader.members]
        shared = open_play_offs(season, newest, reader.evenings.values())
        context |= {
            "nights": nights,
            "played": sum(evening.over_at is not None for evening in reader.evenings.values()),
            "next": _next(reader),
            "play_offs": [
                {**each, "names": [names[player] for player in each["players"]]} for each in shared
            ],
            "divisions": reader.divisions,
            "moved": _moved(newest, reader),
            "honours": honours,
            "have_moved": any(line["has_moved"] for line in honours),
            "moves": MOVES,
            "arrows": ARROWS,
        }
    return show(request, "seasons/season.html", frame | context)


@page
@kept()
def season_rules(request: HttpRequest, season_ref: str) -> HttpResponse:
    """How the season counts, a sentence for each rule."""
    season = season_for_viewer(actor_of(request), season_ref)
    return show(request, "seasons/rules.html", season_frame(request, season, "rules"))


@page
@kept()
def season_to_print(request: HttpRequest, season_ref: str) -> HttpResponse:
    """All lines, for paper."""
    season = season_for_viewer(actor_of(request), season_ref)
    context = {"tables": _all_tables(request, season)}
    return show(request, "seasons/season_to_print.html", season_frame(request, season, "table") | context)


@page
def season_file(request: HttpRequest, season_ref: str) -> HttpResponseBase:
    """The table as CSV: a line for each member, a column for each evening, as a spreadsheet opens it."""
    season = season_for_viewer(actor_of(request), season_ref)
    shown = _all_tables(request, season)
    evenings = {evening.pk: evening for table in shown for evening in table["evenings"]}
    heads = [_("Division"), _("Place"), _("Name"), _("Points"), _("Evenings")]
    columns = [*heads, *_distinct([title_of(evening, shows=False) for evening in evenings.values()])]
    rows = []
    for table in shown:
        for line in table["lines"]:
            nights = {night["evening"].pk: _cell(night) for night in line["nights"]}
            about = [line["place"] or "", line["member"].player.public_name, line["points"], line["attended"]]
            division = table["division"].name if table["division"] else ""
            rows.append([division, *about, *(nights.get(key, "") for key in evenings)])
    return rows_file(season.slug, "csv", columns, rows)


def _cell(night: Mapping[str, Any]) -> Any:
    """The points of an evening; struck ones in words, since (11) would be minus 11 for a spreadsheet."""
    if night["points"] is None:
        return ""
    return night["what"] if night["is_struck"] else night["points"]


def _distinct(names: Sequence[str]) -> list[str]:
    """The names, counted on where one is there twice: two divisions can share a number."""
    return [
        name if names.index(name) == index else f"{name}_{1 + names[:index].count(name)}"
        for index, name in enumerate(names)
    ]


@members_form
def what_if(request: HttpRequest, season_ref: str) -> HttpResponse:
    """Choose a scheme; then see the table that it would make."""
    season = season_for_director(actor_of(request), season_ref)
    form = SchemeForm(sent(request), now=season.switches)
    others: list[Any] = []
    if form.is_bound and form.is_valid():
        names = facts.names_of_members(season)
        try:
            for division, lines in finals.what_if(season, form.settings):
                scores = numbers([line.score for line, _before in lines])
                shown = zip(lines, scores, strict=True)
                others.append((division, [_what_if(names, *line, score) for line, score in shown]))
        except (Conflict, Invalid) as refusal:
            form.add_error(None, refusal.detail)
    frame = season_frame(request, season, "settings")
    return show(request, "seasons/what_if.html", frame | {"tables": others}, form=form)


def _what_if(names: Mapping[str, str], line: Any, before: int | None, score: str) -> dict[str, Any]:
    """A line under other rules. The lines of those with another place now stand out, and say which."""
    moves = line.place != before
    now = _("now place %(place)s") % {"place": before or "\N{EN DASH}"} if moves else ""
    return {"place": line.place, "name": names[line.person], "shown": score, "leads": moves, "note": now}


class Reader:
    """What the stored tables of a season name, and which events the visitor may know (three queries).

    evenings, known: what is at hand.
    """

    def __init__(
        self,
        request: HttpRequest,
        season: Season,
        evenings: Iterable[Evening] | None = None,
        known: facts.SeasonFacts | None = None,
    ) -> None:
        if evenings is None:
            evenings = facts.evenings_of(season).defer("worth__data")
        members = known.members if known else facts.members_of(season)
        divisions = known.divisions if known else Division.objects.filter(season=season)
        self.scheme, self.shows = season.switches, shows(request)
        self.members = {str(member.player_id): member for member in members}
        self.names = {player: member.player.public_name for player, member in self.members.items()}
        self.evenings = {str(evening.pk): evening for evening in evenings}
        self.divisions = {str(division.pk): division for division in divisions}


def _reader(request: HttpRequest, season: Season) -> tuple[Reader, list[dict[str, Any]]]:
    """The reader, and what people need on the last evening of each table that comes to it."""
    evenings = list(facts.evenings_of(season).defer("worth__data"))
    if season.is_over or not _comes_to_its_end(season, evenings):
        return Reader(request, season, evenings), []
    known = facts.read_facts(season)
    reader = Reader(request, season, evenings, known)
    nights = [
        {
            "last": last,
            "title": title_of(last.evening, shows=reader.shows(last.evening)),
            "needs": [
                (need, abs(need.missing), counted_as(abs(need.missing)), _chance(last, need))
                for need in last.needs
            ],
        }
        for last in finals.needs_on_last_evening(season, facts=known)
        if last.needs
    ]
    return reader, nights


def _next(reader: Reader) -> dict[str, Any]:
    """The first evening that is not over, as the visitor may know it; empty if there is none."""
    evening = next((each for each in reader.evenings.values() if each.over_at is None), None)
    if evening is None:
        return {}
    sees = reader.shows(evening)
    return {"event": evening.event, "title": title_of(evening, shows=sees), "is_shown": sees}


def _comes_to_its_end(season: Season, evenings: Iterable[Evening]) -> bool:
    """Whether some table may have one evening to come, and no more are planned."""
    counting = [evening for evening in evenings if evening.kind == EveningKind.COUNTING]
    planned = season.switches.planned or 0
    for division in {evening.division_id for evening in counting}:
        own = [evening for evening in counting if evening.division_id in (None, division)]
        if len(own) >= planned and sum(evening.over_at is None for evening in own) == 1:
            return True
    return False


def _chance(last: finals.LastEvening, need: Any) -> str:
    """The chance in words; empty where nothing can be told, or where the need says that it is certain."""
    share = last.chances.get(need.person)
    is_certain = need.sure == last.people or (last.people is not None and need.possible is None)
    return "" if share is None or is_certain else chance_in_words(share)


def _tables(
    request: HttpRequest, newest: SeasonStanding, reader: Reader, searched: str, player: str
) -> list[dict[str, Any]]:
    listed = list(enumerate(newest.tables, 1))
    how: dict[str, Any] = {"most": LINES_ON_PAGE, "most_nights": None if player else NIGHTS_ON_LINE}
    if player:
        how["only"] = lambda member: str(member.player_id) == player
    elif searched:
        how["only"] = lambda member: searched in search_key(member.player.public_name)
    elif 1 <= (chosen := whole(request.GET.get("division", ""))) <= len(listed):
        listed = [listed[chosen - 1]]
        how["first"] = max(whole(request.GET.get("page", "")) - 1, 0) * LINES_ON_PAGE + 1
    shown = [table_to_show(each, reader, index, **how) for index, each in listed]
    return [each for each in shown if each["lines"]] if "only" in how else shown


def _all_tables(request: HttpRequest, season: Season) -> list[dict[str, Any]]:
    newest = tables.newest_standing(season)
    if newest is None:
        return []
    reader = Reader(request, season)
    return [table_to_show(each, reader) for each in newest.tables]


def table_to_show(
    stored: Mapping[str, Any],
    reader: Reader,
    number: int = 1,
    *,
    first: int = 1,
    most: int | None = None,
    only: Callable[[SeasonMember], bool] | None = None,
    most_nights: int | None = None,
) -> dict[str, Any]:
    """A stored table for `seasons/lines.html`: `most` lines from line `first` on.

    number: of the table. only: the lines of these members. most_nights: with more evenings, leave them out.
    """
    division = reader.divisions.get(stored["division"] or "")
    evenings = [reader.evenings[key] for key in stored["evenings"] if key in reader.evenings]
    if len(evenings) < len(stored["evenings"]):
        evenings = []
    is_long = most_nights is not None and len(evenings) > most_nights
    known = [line for line in tables.in_final_order(stored) if line["player"] in reader.members]
    members = [reader.members[line["player"]] for line in known]
    edges = edges_of(division, members)
    scores = numbers([line["score"] for line in known])
    listed = [
        (line, {"member": member, "shown": score, "edge": edges.get(index, "")})
        for index, (line, member, score) in enumerate(zip(known, members, scores, strict=True), 1)
        if only is None or only(member)
    ]
    shown = listed[first - 1 : None if most is None else first - 1 + most]
    level, ahead = _around(known)
    nights = [] if is_long else evenings
    outcomes = [outcomes_of(line) for line, _more in shown]
    shade = shades(worth for each in outcomes for worth, *_rest in each if worth is not None)
    last = first + len(shown) - 1
    return {
        "division": division,
        "number": number,
        "evenings": evenings,
        "columns": [evening.number for evening in nights],
        "lines": [
            _line(line, each, reader, level, ahead, nights, shade) | more
            for (line, more), each in zip(shown, outcomes, strict=True)
        ],
        "total": len(listed),
        "first": first,
        "last": last,
        "has_more": last < len(listed),
        "next_page": (first - 1) // max(len(shown), 1) + 2,
        "after_final": any(line["final"] for line in known),
        "is_long": is_long,
    }


def edges_of(division: Division | None, members: Sequence[SeasonMember]) -> dict[int, str]:
    """What is below each line of a division's table, by the number of the line: up, down or play_off.

    It is drawn for the people who are there now. Who leaves makes it slide at the end.
    """
    if division is None:
        return {}
    staying = [index for index, member in enumerate(members, 1) if member.status == MemberStatus.ACTIVE]
    edges: dict[int, str] = {}
    if 0 < division.up <= len(staying):
        edges[staying[division.up - 1]] = "up"
    lowest = len(staying) - division.down
    if division.down and lowest > 0:
        edges[staying[lowest - 1]] = "down"
    if division.play_off and (first := lowest - division.play_off) > 0:
        edges[staying[first - 1]] = "play_off"
    return edges


def _around(lines: Sequence[Line]) -> tuple[dict[float, list[Line]], dict[int, Line | None]]:
    """All lines with each score; and for each place, of those ahead of it the line with fewest points."""
    level: dict[float, list[Line]] = {}
    for line in lines:
        level.setdefault(line["score"], []).append(line)
    ahead: dict[int, Line | None] = {}
    fewest: tuple[float, int] = (inf, 0)  # of equal ones the first in the table
    placed = [(line["place"], line["score"], index) for index, line in enumerate(lines) if line["place"]]
    for place, group in groupby(sorted(placed), key=itemgetter(0)):
        ahead[place] = None if fewest[0] == inf else lines[fewest[1]]
        fewest = min(fewest, *((score, index) for _place, score, index in group))
    return level, ahead


def _line(
    line: Line,
    outcomes: Sequence[Sequence[Any]],
    reader: Reader,
    levels: Mapping[float, Sequence[Line]],
    ahead: Mapping[int, Line | None],
    evenings: Sequence[Evening],
    shade: Callable[[float], int],
) -> dict[str, Any]:
    """A line with what its sentences name.

    by_final: the final made the place. behind: points behind `nearest`. level: what separates it from those
    with as many points. shares: nothing does. counted: the points of the evenings alone.
    """
    level = [other for other in levels[line["score"]] if other is not line]
    nearest, tie, separated = ahead.get(line["place"]), line["decided_by"], {}
    behind = 0 if nearest is None else nearest["score"] - line["score"]
    if level and tie in TIES:
        mine, theirs = (_figure(tie, each["metrics"].get(tie)) for each in (line, level[0]))
        separated = {"player": level[0]["player"], "others": len(level) - 1, "tie": _(TIES[tie])}
        separated |= {"mine": mine, "theirs": theirs} if mine and theirs else {}
    nights = [_night(reader, *night) for night in zip(evenings, outcomes, strict=False)]
    member = reader.members[line["player"]]
    return {
        **line,
        "key": str(member.pk),
        "name": member.player.public_name,
        "leads": (line["final"] or line["place"]) == 1,
        "gone": member.status == MemberStatus.WITHDRAWN,
        "note": "" if member.status == MemberStatus.ACTIVE else member.get_status_display(),
        "cells": [
            cell(
                night["evening"].number,
                "" if night["points"] is None else number(night["points"]),
                None if night["points"] is None else shade(night["points"]),
                struck=night["is_struck"],
                missed=night["is_missed"],
            )
            for night in nights
        ],
        "place": line["final"] or line["place"],
        "in_table": line["place"],
        "points": line["score"],
        "up": max(line["trend"] or 0, 0),
        "down": max(-(line["trend"] or 0), 0),
        "nights": nights,
        "counted": line["score"] - line["bonus"] - line["credits"] - line["start"],
        "besides": [(_(title), line[name]) for name, title in BESIDES.items() if line[name]],
        "by_final": 0 < (line["final"] or 0) <= (reader.scheme.final or 0),
        "nearest": nearest if behind > 0 else None,
        "behind": behind,
        "behind_as": counted_as(behind),
        "level": separated,
        "shares": any(other["place"] == line["place"] for other in level),
    }


def _figure(tie: str, value: Any) -> str:
    """The figure of a tie-break for people; empty if there is nothing to show."""
    if value is None or tie in (LOTS, PLAY_OFF):
        return ""
    if tie == COUNTBACK:
        return " ".join(map(str, value[:6]))
    return number(value / 1000 if tie == LAST_EVENING else value)


def _night(reader: Reader, evening: Evening, outcome: Sequence[Any]) -> dict[str, Any]:
    """One evening of one member. points: None if there are none to show: who was missed is no last one."""
    worth, state, place, reason = outcome
    shown, is_missed = reader.shows(evening), state in (counting.MISSED, counting.MISSED_STRUCK)
    what = "" if worth is None else number(worth)
    if is_missed:
        about = str(MISSED_BY[reason])
        what = _("%(why)s: %(points)s") % {"why": about, "points": what} if worth else about
    if state in (counting.STRUCK, counting.MISSED_STRUCK):
        what = _("%(points)s, struck") % {"points": what}
    return {
        "evening": evening,
        "title": title_of(evening, shows=shown),
        "link": evening.event.ref if shown else "",
        "points": None if is_missed and not worth else worth,
        "what": what,
        "place": place,
        "is_struck": state not in (counting.COUNTED, counting.MISSED),
        "is_missed": is_missed,
    }


def _moved(newest: SeasonStanding, reader: Reader) -> list[dict[str, Any]]:
    """Who moved since the version before, places first, with scores in figures. Nobody in the first table."""
    moves = [move for move in newest.moves if move["player"] in reader.members]
    if all(move["place_before"] is None for move in moves):
        return []
    moves.sort(key=lambda move: move["place_before"] == move["place_after"])
    lines = []
    for move in moves[:MOST_MOVED]:
        before, after = move["score_before"], move["score_after"]
        texts = ["", number(after or 0, 0)] if None in (before, after) else numbers([before, after])
        lines.append({**move, "before": texts[0], "after": texts[1]})
    return lines


def honours_to_show(season: Season, newest: SeasonStanding | None) -> list[dict[str, Any]]:
    """The honours of a finished season, with their points in figures and what the present table gives."""
    tables_now = newest.tables if newest else []
    honours = list(ending.honours_of(season))
    lines = []
    for honour, points in zip(honours, numbers([each.points / 1000 for each in honours]), strict=True):
        line = tables.line_of(tables_now, honour.member)
        place, score = (None, None) if line is None else (line["final"] or line["place"], line["score"])
        has_other_points = score != honour.points / 1000
        now = "\N{EN DASH}" if place is None else str(place)
        if score is not None and has_other_points:
            now = _("%(place)s, with %(points)s points") % {"place": now, "points": number(score, 0)}
        has_moved = has_other_points or place != honour.place
        is_first = honour.division == honours[0].division
        lines.append(
            {
                "honour": honour,
                "key": str(honour.member_id),
                "name": honour.member.player.public_name,
                "is_of_first": is_first,
                "points": points,
                "now": now,
                "has_moved": has_moved,
            }
        )
    return lines
