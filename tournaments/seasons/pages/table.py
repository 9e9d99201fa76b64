"""The table of a season, also as it would be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from tournaments.clubs.pages.frame import member_refs, person_ref
from tournaments.core.pages.common import actor_of, members_form, page, rows_file, show
from tournaments.core.rules.names import search_key
from tournaments.core.rules.refusals import Conflict, Invalid
from tournaments.events.pages.kept import NUMBER, kept
from tournaments.seasons.access import season_for_director, season_for_viewer
from tournaments.seasons.forms.seasons import SchemeForm
from tournaments.seasons.models import Division, Evening, EveningKind, Season, SeasonMember, SeasonStanding
from tournaments.seasons.pages.frame import season_frame, shows
from tournaments.seasons.rules.reading import read_scheme
from tournaments.seasons.verbs import ending, facts, finals, tables
from tournaments.seasons.verbs.facts import names_of_members
from tournaments.seasons.verbs.finals import needs_on_last_evening
from tournaments.seasons.words.ending import announced, open_play_offs
from tournaments.seasons.words.scheme import scheme_lines, worth_choices
from tournaments.seasons.words.steps import LastNight, last_night
from tournaments.seasons.words.table import Night, Reader, SeasonTable, moved_lines
from tournaments.seasons.words.what_if import WhatIfTable, what_if_tables

LINES_ON_PAGE = 50
"""The page shows so many lines of each division at a time."""

NIGHTS_ON_LINE = 12
"""Lines of a table with more evenings are without them. Each leads to its own page, which has them."""

NIGHTS_ON_PAPER = 10
"""Lines of a table with more evenings have their best one on paper."""

NOT_KEPT = "(?!)"
"""The pattern of a parameter of which no value has a page that is kept."""


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
        return show(
            request, "seasons/planned.html", frame | {"scheme": scheme_lines(read_scheme(season.scheme))}
        )
    reader, nights = _reader(request, season)
    searched, player = request.GET.get("name", "").strip()[:100], request.GET.get("player", "")
    shown = _tables(request, newest, reader, search_key(searched), player)
    is_whole = not (request.GET.get("division") or searched or player)
    return show(
        request,
        "seasons/season.html",
        frame
        | {
            "standing": newest,
            "tables": shown,
            "is_part": bool(searched or player),
            "searched": searched,
            "player": player,
            "has_many": any(len(each["lines"]) > LINES_ON_PAGE for each in newest.tables),
            "persons": member_refs(request, reader.members.values()),
            "nights": nights if is_whole else [],
            "play_offs": open_play_offs(season, newest.tables, reader) if is_whole else [],
            "moved": moved_lines(newest, reader) if is_whole else [],
            "honours": _honours(request, season, newest, reader) if is_whole and season.is_over else None,
            "is_stale": newest.version < season.version,
            "version": newest.version,
        },
    )


@page
@kept()
def season_rules(request: HttpRequest, season_ref: str) -> HttpResponse:
    """How the season counts, a sentence for each rule."""
    season = season_for_viewer(actor_of(request), season_ref)
    scheme = scheme_lines(read_scheme(season.scheme))
    return show(request, "seasons/rules.html", season_frame(request, season, "rules") | {"scheme": scheme})


@page
@kept()
def season_to_print(request: HttpRequest, season_ref: str) -> HttpResponse:
    """All lines, for paper."""
    season = season_for_viewer(actor_of(request), season_ref)
    return show(
        request,
        "seasons/season_to_print.html",
        season_frame(request, season, "table")
        | {
            "tables": _all_tables(request, season, NIGHTS_ON_PAPER),
            "scheme": scheme_lines(read_scheme(season.scheme)),
        },
    )


@page
def season_file(request: HttpRequest, season_ref: str) -> HttpResponseBase:
    """The table as CSV: a line for each member, a column for each evening, as a spreadsheet opens it."""
    season = season_for_viewer(actor_of(request), season_ref)
    shown = _all_tables(request, season)
    evenings = {evening.pk: evening for table in shown for evening in table.evenings}
    heads = [_("Division"), _("Place"), _("Name"), _("Points"), _("Evenings")]
    numbers = [_("Evening %(number)d") % {"number": evening.number} for evening in evenings.values()]
    columns = [*heads, *_distinct(numbers)]
    rows = [
        [
            table.division.name if table.division else "",
            line.place or "",
            line.name,
            line.points,
            line.attended,
            *_cells(line.nights, evenings),
        ]
        for table in shown
        for line in table.lines
    ]
    return rows_file(season.slug, "csv", columns, rows)


def reader_of(
    request: HttpRequest,
    season: Season,
    members: Sequence[SeasonMember],
    evenings: Sequence[Evening],
    divisions: Sequence[Division],
) -> Reader:
    """What makes sentences of the tables of a season, for this visitor."""
    return Reader(
        read_scheme(season.scheme),
        {str(member.player_id): member for member in members},
        {str(evening.pk): evening for evening in evenings},
        {str(division.pk): division for division in divisions},
        shows(request),
    )


def _reader(request: HttpRequest, season: Season) -> tuple[Reader, list[LastNight]]:
    """The reader, and what people need on the last evening of each table that comes to it."""
    evenings = list(facts.evenings_of(season).defer("worth__data"))
    if season.is_over or not _comes_to_its_end(season, evenings):
        return _reader_of(request, season, evenings), []
    whole = facts.read_facts(season)
    reader = reader_of(request, season, whole.members, whole.evenings, whole.divisions)
    last = needs_on_last_evening(season, facts=whole)
    nights = [last_night(each, reader) for each in last]
    return reader, [night for night in nights if night.lines]


def _comes_to_its_end(season: Season, evenings: Sequence[Evening]) -> bool:
    """Whether some table may have one evening to come, and no more are planned."""
    counting = [evening for evening in evenings if evening.kind == EveningKind.COUNTING]
    planned = read_scheme(season.scheme).planned or 0
    for division in {evening.division_id for evening in counting}:
        own = [evening for evening in counting if evening.division_id in (None, division)]
        if len(own) >= planned and sum(evening.over_at is None for evening in own) == 1:
            return True
    return False


def reader_in_short(request: HttpRequest, season: Season) -> Reader:
    """The reader without what people need (three queries)."""
    return _reader_of(request, season, list(facts.evenings_of(season).defer("worth__data")))


def _reader_of(request: HttpRequest, season: Season, evenings: Sequence[Evening]) -> Reader:
    members, divisions = list(facts.members_of(season)), list(Division.objects.filter(season=season))
    return reader_of(request, season, members, evenings, divisions)


def _tables(
    request: HttpRequest, newest: SeasonStanding, reader: Reader, searched: str, player: str
) -> list[SeasonTable]:
    stored: Sequence[Mapping[str, Any]] = newest.tables
    if searched or player:

        def is_wanted(member: SeasonMember) -> bool:
            if player:
                return str(member.player_id) == player
            return searched in search_key(member.player.public_name)

        most = None if player else NIGHTS_ON_LINE
        parts = [
            reader.table(each, index, most=LINES_ON_PAGE, only=is_wanted, most_nights=most)
            for index, each in enumerate(stored, 1)
        ]
        return [part for part in parts if part.lines]
    chosen, number = request.GET.get("division", ""), request.GET.get("page", "1")
    if chosen.isdecimal() and 1 <= int(chosen) <= len(stored):
        first = max(int(number) - 1, 0) * LINES_ON_PAGE + 1 if number.isdecimal() else 1
        listed, first_line = [(int(chosen), stored[int(chosen) - 1])], first
    else:
        listed, first_line = list(enumerate(stored, 1)), 1
    return [
        reader.table(each, index, first=first_line, most=LINES_ON_PAGE, most_nights=NIGHTS_ON_LINE)
        for index, each in listed
    ]


def _all_tables(request: HttpRequest, season: Season, most_nights: int | None = None) -> list[SeasonTable]:
    newest = tables.newest_standing(season)
    if newest is None:
        return []
    reader = reader_in_short(request, season)
    return [reader.table(each, index, most_nights=most_nights) for index, each in enumerate(newest.tables, 1)]


def _honours(request: HttpRequest, season: Season, newest: SeasonStanding, reader: Reader) -> dict[str, Any]:
    """The honours by division, each beside the place of the present table."""
    lines = [
        replace(line, person=person_ref(request, reader.members[line.player].player))
        for line in announced(ending.honours_now(season, newest.tables))
        if line.player in reader.members
    ]
    return {"lines": lines, "have_moved": any(line.has_moved for line in lines)}


def _cells(nights: Sequence[Night], evenings: Mapping[Any, Evening]) -> list[Any]:
    """The points of each evening, struck ones in words; empty for a missed one, or of another division.

    (11) would be minus 11 for a spreadsheet.
    """
    by_evening = {night.evening.pk: night for night in nights}
    shown = [by_evening.get(key) for key in evenings]
    return [
        "" if night is None or not night.has_points else night.what if night.is_struck else night.worth
        for night in shown
    ]


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
    form = SchemeForm(season.scheme, request.POST if request.method == "POST" else None)
    tables: list[WhatIfTable] = []
    if form.is_bound and form.is_valid():
        try:
            names = names_of_members(season)
            tables = what_if_tables(finals.what_if(season, form.scheme()), names)
        except (Conflict, Invalid) as refusal:
            form.add_error(None, refusal.detail)
    context: dict[str, Any] = {"tables": tables, "worths": worth_choices()}
    return show(
        request,
        "seasons/what_if.html",
        season_frame(request, season, "manage", "what_if") | context,
        form=form,
    )
