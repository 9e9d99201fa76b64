"""What everybody sees beside the table: the seasons of a club or a league, divisions, evenings, records."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.clubs.access import club_for_viewer, not_found
from tournaments.clubs.models import Player
from tournaments.clubs.pages.frame import club_frame, clubs_of_user, person_ref, refs_of
from tournaments.core.pages.common import actor_of, attempt, members_act, page, show
from tournaments.events.access import event_for_scorer
from tournaments.events.models.replies import Answer, Reply
from tournaments.events.pages.kept import kept
from tournaments.events.verbs import replies
from tournaments.events.verbs.arrivals import answer_as_member
from tournaments.ratings.verbs import has_ratings
from tournaments.seasons.access import league_for_viewer, season_for_viewer, with_teams
from tournaments.seasons.models import Division, Evening, Honour, MemberStatus
from tournaments.seasons.pages.frame import DIRECTS, season_frame, shows
from tournaments.seasons.pages.table import edges_of
from tournaments.seasons.verbs import ending, facts, seasons, tables
from tournaments.seasons.verbs.checks import counts_now
from tournaments.seasons.verbs.figures import club_records, events_with_records
from tournaments.seasons.words import title_of
from tournaments.teams.access import seasons_of_league
from tournaments.teams.verbs import leagues

MOST_SEASONS = 100
"""The page of a club lists so many seasons."""

BEST = 3
"""The page of a league shows so many places of each division."""


@page
def club_seasons(request: HttpRequest, slug: str) -> HttpResponse:
    """The seasons of a club, its leagues, and for its owners what other leagues ask of it."""
    club = club_for_viewer(slug)
    frame = club_frame(request, club, "seasons")
    joined = list(leagues.leagues_joined(club)) if frame["is_member"] else []
    context = {
        "seasons": with_teams(seasons.seasons_to_show(club, is_member=frame["is_member"]))[:MOST_SEASONS],
        "has_ratings": has_ratings(club),
        "leagues": leagues.leagues_of(club) if frame["is_member"] else [],
        "asked": [row for row in joined if not row.takes_part],
        "joined": [row for row in joined if row.takes_part],
    }
    return show(request, "seasons/club_seasons.html", frame | context)


@page
def league(request: HttpRequest, league_id: str) -> HttpResponse:
    """The seasons of a league with the honours of each, newest first."""
    actor = actor_of(request)
    league = league_for_viewer(actor, league_id)
    shown = seasons_of_league(actor, league).select_related("league__club").order_by("-created_at", "-pk")
    best: dict[Any, list[tuple[Honour, str]]] = {}
    for honour in ending.honours_of_league(league, places=BEST):
        line = (honour, person_ref(request, honour.member.player))
        best.setdefault(honour.member.season_id, []).append(line)
    context = {
        "club": league.club,
        "league": league,
        "tab": "seasons",
        "clubs": [row for row in leagues.clubs_of(league) if row.takes_part],
        "is_director": clubs_of_user(request).get(league.club_id) in DIRECTS,
        "seasons": [(season, best.get(season.pk, [])) for season in shown],
    }
    return show(request, "seasons/league.html", context)


@page
@kept()
def season_ladder(request: HttpRequest, season_ref: str) -> HttpResponse:
    """All divisions beside each other, with the lines of those who go up and down."""
    season = season_for_viewer(actor_of(request), season_ref)
    newest = tables.newest_standing(season)
    members = {str(member.player_id): member for member in facts.members_of(season)}
    orders: dict[str, list[str]] = {}
    for player, member in members.items():
        orders.setdefault(str(member.division_id), []).append(player)
    for each in newest.tables if newest else []:
        orders[str(each["division"])] = [line["player"] for line in tables.in_final_order(each)]
    ladder = []
    for division in Division.objects.filter(season=season):
        listed = [members[player] for player in orders.get(str(division.pk), []) if player in members]
        people = [member for member in listed if member.status == MemberStatus.ACTIVE]
        edges = edges_of(division, people)
        rung = [
            (member, edges.get(number, ""), person_ref(request, member.player))
            for number, member in enumerate(people, 1)
        ]
        ladder.append((division, rung))
    return show(request, "seasons/ladder.html", season_frame(request, season, "ladder") | {"ladder": ladder})


@page
@kept()
def season_evenings(request: HttpRequest, season_ref: str) -> HttpResponse:
    """All evenings in their order. A member says at each whether they come."""
    season = season_for_viewer(actor_of(request), season_ref)
    frame = season_frame(request, season, "evenings")
    evenings = list(facts.evenings_of(season).defer("worth__data"))
    may_see = shows(request)
    answers: dict[object, str] = {}
    clubs: set[object] = set()
    if request.user.is_authenticated:
        own = Player.objects.filter(user=request.user.pk, removed_at=None)
        clubs = set(own.values_list("club", flat=True))
        rows = Reply.objects.filter(
            event__in=[evening.event_id for evening in evenings], player__user=request.user.pk
        )
        answers = dict(rows.values_list("event", "answer"))
    lines = []
    for evening in evenings:
        event, sees, is_over = evening.event, may_see(evening), counts_now(evening)
        is_open = sees and not is_over and not replies.why_closed(event)
        answer = answers.get(event.pk, "")
        asks = is_open and event.club_id in clubs and answer != Answer.REFUSED
        lines.append(
            {
                "evening": evening,
                "title": title_of(evening, shows=sees),
                "link": event.ref if sees else "",
                "is_over": is_over,
                "answer": answer,
                "asks": asks,
                "signs_up": is_open and not asks,
            }
        )
    return show(request, "seasons/evenings.html", frame | {"lines": lines})


@members_act
def answer_evening(request: HttpRequest, season_ref: str, event_ref: str) -> HttpResponse:
    """ "I come" or "I cannot", for the player of the user."""
    season = season_for_viewer(actor_of(request), season_ref)
    event = event_for_scorer(actor_of(request), event_ref)
    if not Evening.objects.filter(season=season, event=event).exists():
        raise not_found()
    comes = request.POST.get("comes") == "yes"
    done = _("Your answer is saved.")
    attempt(request, lambda: answer_as_member(event, actor_of(request), comes=comes), done)
    return redirect("season_evenings", season.ref)


@page
def records(request: HttpRequest, slug: str) -> HttpResponse:
    """The records of the events that the visitor may see, each with a link to its deal."""
    club = club_for_viewer(slug)
    events = events_with_records(club, clubs_of_user(request))
    listed = club_records(events)
    players = Player.objects.select_related("club").in_bulk({record.player for record in listed})
    context = {
        "records": listed,
        "players": players,
        "refs": refs_of(request, players.values()),
        "events": events.filter(pk__in={record.event for record in listed}).in_bulk(),
    }
    return show(request, "seasons/records.html", club_frame(request, club, "seasons") | context)
