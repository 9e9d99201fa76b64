"""Pages that show several things: parts for other web sites, a search by name, home, a club, a person.

A part for other web sites is the standings of an event, or the tables of a season. It is the same for
everybody: it reads no cookie and no session, and shows what is public. It has no form and no script, so a
site that frames it can make nobody press anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, cast

from csp.decorators import csp_replace
from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from tournaments.clubs.access import club_for_viewer, not_found
from tournaments.clubs.forms import VisibilityForm
from tournaments.clubs.models import Club, Member
from tournaments.clubs.pages import frame
from tournaments.clubs.pages.frame import club_frame, entry_refs
from tournaments.clubs.verbs import people
from tournaments.clubs.verbs.clubs import memberships
from tournaments.core.actors import Actor
from tournaments.core.models.choices import Visibility
from tournaments.core.pages.acts import Act
from tournaments.core.pages.common import actor_of, page, show
from tournaments.core.rules.refusals import NotFound
from tournaments.core.rules.statuses import RoundStatus
from tournaments.events.access import event_for_viewer
from tournaments.events.models.events import Entry, Event
from tournaments.events.pages.frame import event_frame
from tournaments.events.pages.kept import kept
from tournaments.events.verbs.entries import entries_by_id, entries_named
from tournaments.events.verbs.events import (
    IN_A_LIST,
    events_of,
    events_to_show,
    near_events,
    once_a_series,
    public_events,
)
from tournaments.events.words.calendars import agenda, event_with_rules
from tournaments.play.pages.frame import identity_cookie
from tournaments.play.verbs.phones import offer_to
from tournaments.ratings.verbs import curves_of
from tournaments.seasons.access import (
    events_of_person,
    is_that_person,
    person_for_editing,
    person_for_viewer,
    season_for_viewer,
    seasons_of_person,
    with_teams,
)
from tournaments.seasons.verbs.figures import best_deals, chips_by_stage, opponents
from tournaments.seasons.verbs.results import MOST, evening_results, season_results
from tournaments.seasons.verbs.seasons import once_a_season, seasons_to_show
from tournaments.seasons.verbs.tables import newest_standing
from tournaments.seasons.words import MOVES, short_tables
from tournaments.site.demo import strip
from tournaments.site.words import IN_CHART, form_chart, numbers_of, parts_chart, rating_charts
from tournaments.standings.verbs.standings import standings_to_show
from tournaments.standings.verbs.winners import with_winner
from tournaments.standings.words.crosstable import PART_NAMES
from tournaments.standings.words.ranking import Line, table_of
from tournaments.tables.models.rounds import Round, Table
from tournaments.tables.verbs.tables import public_rounds, seats_by_entry

STRANGER = Actor(None, "page")

LINES = 20
"""An embedded table shows so many lines."""

RENEWED = 60
"""After so many seconds a browser asks again. It needs no script, and mostly gets 304."""

View = Callable[..., HttpResponse]


def embedded(view: View) -> View:
    """Answer everybody as a stranger, and allow every site to frame the answer."""

    @wraps(view)
    def answer(request: HttpRequest, **arguments: str) -> HttpResponse:
        request.COOKIES = {}
        request.user = AnonymousUser()
        try:
            response = view(request, **arguments)
        except NotFound as refusal:
            return show(request, "site/frame.html", {"refusal": refusal}, status=refusal.status)
        response.headers["Refresh"] = str(RENEWED)
        return response

    framed = csp_replace({"frame-ancestors": ["*"]})(xframe_options_exempt(require_safe(answer)))
    return cast("View", framed)


@embedded
@kept()
def event_standings(request: HttpRequest, ref: str) -> HttpResponse:
    """The first lines of the newest standing."""
    event = event_for_viewer(STRANGER, ref)
    if event.visibility != Visibility.PUBLIC:
        raise not_found()
    standings = standings_to_show(event)
    tables = []
    if standings and standings[0].rows:
        rows = standings[0].rows
        table = table_of(event, standings, rows[:LINES])
        tables = [{"lines": table.lines, "more": len(rows) - LINES, "played": table.played}]
    return show(request, "site/frame.html", {"event": event, "club": event.club, "tables": tables})


@embedded
@kept()
def season_table(request: HttpRequest, season_ref: str) -> HttpResponse:
    """The first lines of the tables of a season."""
    season = season_for_viewer(STRANGER, season_ref)
    if season.visibility != Visibility.PUBLIC:
        raise not_found()
    newest = newest_standing(season)
    tables = short_tables(season, newest, LINES) if newest else []
    return show(
        request,
        "site/frame.html",
        {"season": season, "club": season.league.club, "tables": tables},
    )


# ---- Where do I sit, and where do I stand? All players by name, or those whom a search finds.


@dataclass(frozen=True)
class Hit:
    """A player of the event. line: None before the first standing. table, seat: None without a seat.

    The seat is in the round that is played now, and counts from 1.
    """

    entry: Entry
    line: Line | None
    played: bool
    table: Table | None
    seat: int | None


@page
@kept(query={"name": ""}, knows_phones=True)
def find(request: HttpRequest, ref: str) -> HttpResponse:
    """The places and tables of all players, or of those whose names contain ``?name=``, by name."""
    event = event_for_viewer(actor_of(request), ref)
    searched = request.GET.get("name", "").strip()[:100]
    offer = offer_to(identity_cookie(request))
    newest = public_rounds(event).defer("request", "certificate", "ahead").first()
    open_round = newest if newest and newest.status != RoundStatus.CLOSED else None
    people = entries_by_id(event, entries_named(event, searched) if searched else None)
    hits = _hits(event, people, open_round)
    return show(
        request,
        "site/find.html",
        event_frame(request, event, "standings")
        | {
            "searched": searched,
            "hits": hits,
            "round": open_round,
            "offer": offer if offer and offer.table.round.event_id == event.pk else None,
            "persons": entry_refs(request, event, [hit.entry for hit in hits]),
        },
    )


def _hits(event: Event, people: dict[str, Entry], round_: Round | None) -> list[Hit]:
    """The places, tables and seats of these entries, by name."""
    standings = standings_to_show(event)
    rows = [row for row in standings[0].rows if row["entry"] in people] if standings else []
    seats = seats_by_entry(round_, list(people)) if round_ else {}
    table = table_of(event, standings, rows, people)
    lines = {line["entry"]: line for line in table.lines}
    return [
        Hit(
            entry=person,
            line=lines.get(entry),
            played=table.played,
            table=seats[entry].table if entry in seats else None,
            seat=seats[entry].number + 1 if entry in seats else None,
        )
        for entry, person in sorted(people.items(), key=lambda each: each[1].player.sort_key)
    ]


# ---- The home page and the page of a club.


WELCOME = {
    "ace": 4,
    "king": 12,
    "queen": 8,
    "jack": 4,
    "ten": 16,
    "marriage": 24,
    "sequence": 37,
    "poch": 8,
    "centre": 4,
}
"""The chips on the board of the home page."""

EVENTS_ON_PAGE = 50
"""A page of a club lists so many events."""

NEAR_EVENTS = 10
"""Home lists so many events that run, that come and that were played last; as many of the own clubs."""

LISTED_SEASONS = 5
"""The page of a club lists so many seasons, the newest ones."""


@page
def home(request: HttpRequest) -> HttpResponse:
    """Running, coming and finished events, and the clubs."""
    mine: list[Member] = []
    if request.user.is_authenticated:
        mine = list(memberships(request.user))
    own = _near(events_of([member.club_id for member in mine])) if mine else []
    others = _near(public_events())
    return show(
        request,
        "site/home.html",
        agenda({event.pk: event for event in [*own, *others]}.values())
        | {
            "memberships": mine,
            "clubs": Club.objects.only("slug", "name").order_by("sort_key")[:100],
            "welcome_board": WELCOME,
            "to_try": strip.what_to_try(request),
        },
    )


def _folded(events: QuerySet[Event]) -> QuerySet[Event]:
    """These events, with one row for the past of a series and of a season."""
    return once_a_season(once_a_series(events))


def _near(events: QuerySet[Event]) -> list[Event]:
    return near_events(with_winner(_folded(events)), NEAR_EVENTS)


@page
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of a club: its events, at most `EVENTS_ON_PAGE` at once, and its newest seasons."""
    club = club_for_viewer(slug)
    frame = club_frame(request, club, "events")
    events = _folded(events_to_show(club, is_member=frame["is_member"]))
    pages = Paginator(with_winner(events).only(*IN_A_LIST), EVENTS_ON_PAGE).get_page(request.GET.get("page"))
    newest = with_teams(seasons_to_show(club, is_member=frame["is_member"]))[:LISTED_SEASONS]
    listed = agenda(pages)
    context = {"pages": pages, "seasons": list(newest), "with_rules": event_with_rules(listed)}
    return show(request, "site/club.html", frame | listed | context)


# ---- The page of a person: five numbers, curves, rivals, evenings, and more behind a press.
#
# For members of the clubs alone unless the person says otherwise; what is shown is what the visitor may see.


MOST_OPPONENTS = 50
"""The page lists so many opponents, those met most often first."""

FIRST = 6
"""So many opponents, evenings and seasons are shown before one presses for more."""


@page
def person(request: HttpRequest, person_ref: str) -> HttpResponse:
    """What a person has played; they say here who may see it."""
    actor = actor_of(request)
    someone = person_for_viewer(actor, person_ref)
    events = events_of_person(actor, someone)
    names = dict(events.values_list("pk", "name")[:MOST])
    played = list(names)
    evenings = evening_results(someone, events)
    met = opponents(someone, played)
    parts = [part for part in chips_by_stage(someone, played) if part.has_chips]
    deals = best_deals(someone, played)
    seasons = season_results(someone, seasons_of_person(actor, someone)[:MOST])
    return show(
        request,
        "site/person.html",
        {
            "someone": someone,
            "is_me": is_that_person(actor, someone),
            "numbers": numbers_of(evenings, met, deals),
            "charts": [*form_chart(evenings), *rating_charts(curves_of(someone, IN_CHART))],
            "rivals": _first(met[:MOST_OPPONENTS]),
            "persons": {
                str(each.player.pk): frame.person_ref(request, each.player) for each in met[:MOST_OPPONENTS]
            },
            "evenings": _first(evenings),
            "seasons": _first(seasons),
            "moves": MOVES,
            "parts": parts,
            "part_names": PART_NAMES,
            "parts_chart": parts_chart(parts),
            "deals": deals,
            "names": names,
            "visibility": VisibilityForm(initial={"visibility": someone.visibility})["visibility"],
        },
    )


def _first(rows: Sequence[Any]) -> tuple[Sequence[Any], Sequence[Any]]:
    """The rows that are shown at once, and those behind a press."""
    return rows[:FIRST], rows[FIRST:]


ADDRESSES = [
    Act(
        "people/<str:ref>/visibility/",
        person_for_editing,
        people.set_visibility,
        back="person",
        done=gettext_lazy("The change is saved."),
        sent=["visibility"],
        name="set_person_visibility",
    ).address,
]
