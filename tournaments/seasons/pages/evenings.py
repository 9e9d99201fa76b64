"""The evenings and divisions of a season, for directors; also who plays its final."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.core.pages.common import actor_of, attempt, members_act, members_form, sent, show, submit
from tournaments.seasons import access
from tournaments.seasons.forms.members import AddEveningsForm, EveningForm, division_rows
from tournaments.seasons.forms.seasons import by_day, events_to_offer
from tournaments.seasons.models import Division, Evening, EveningKind, SeasonMember
from tournaments.seasons.pages.frame import season_frame, shows, title_for
from tournaments.seasons.rules.exact import points
from tournaments.seasons.verbs import divisions as division_verbs
from tournaments.seasons.verbs import evenings, finals
from tournaments.seasons.verbs.facts import evenings_of
from tournaments.seasons.verbs.finals import EveningIsNoFinal
from tournaments.seasons.verbs.tables import figure
from tournaments.seasons.words import title_of
from tournaments.teams.access import event_to_enter
from tournaments.teams.verbs.line_ups import line_ups_there


@members_form
def manage_evenings(request: HttpRequest, season_ref: str) -> HttpResponse:
    """The evenings with their settings; events of the club can be added.

    Directors of a club that takes part see, add and take off those of their club.
    """
    actor = actor_of(request)
    season = access.season_for_entrant(actor, season_ref)
    frame = season_frame(request, season, "evenings")
    as_director = frame["is_director"]
    clubs = access.clubs_to_enter(actor, season.league)
    listed = list(evenings_of(season).defer("worth__data"))
    known = [evening.event_id for evening in listed]
    if not as_director:
        listed = [evening for evening in listed if evening.event.club in clubs]
    offered = [
        event
        for club in clubs
        for event in events_to_offer(club, known)
        if event.rules.get("preset") == season.league.preset
    ]
    form = AddEveningsForm(offered, sent(request), as_director=as_director)

    def add() -> list[Evening]:
        chosen = [event for event in offered if str(event.pk) in form.cleaned_data["events"]]
        events = [event_to_enter(actor, season.league, event.pk) for event in by_day(chosen)]
        kind = form.cleaned_data.get("kind") or EveningKind.COUNTING
        return evenings.add_evenings(season, actor, events, kind=kind)

    def done(added: list[Evening]) -> str:
        text = ngettext("%(count)d evening is added.", "%(count)d evenings are added.", len(added))
        return text % {"count": len(added)}

    if submit(request, form, add, done) is not None:
        return redirect("manage_evenings", season.ref)
    divisions = list(Division.objects.filter(season=season))
    may_know = shows(request)
    line_ups = line_ups_there(listed)
    context = {
        "clubs": clubs,
        "lines": [
            (
                evening,
                title_of(evening, shows=may_know(evening)),
                may_know(evening),
                EveningForm.of(evening, divisions),
                line_ups.get(evening.pk),
            )
            for evening in listed
        ],
    }
    return show(request, "seasons/manage_evenings.html", frame | context, form=form)


@members_act
def edit_evening(request: HttpRequest, evening_id: str) -> HttpResponse:
    """Change the number, kind, weight of an evening, and what of it counts for whom."""
    evening = access.evening_for_director(actor_of(request), evening_id)
    divisions = list(Division.objects.filter(season=evening.season_id))
    form = EveningForm.of(evening, divisions, request.POST)
    if form.is_valid():
        actor, done = actor_of(request), _("The evening is changed.")
        attempt(request, lambda: evenings.edit_evening(evening, actor, **form.values()), done)
    else:
        messages.error(request, form.in_words)
    return redirect("manage_evenings", evening.season.ref)


@members_act
def take_off_evening(request: HttpRequest, evening_id: str) -> HttpResponse:
    """Let an event count no more."""
    evening = access.evening_for_entrant(actor_of(request), evening_id)
    done = _("%(event)s counts no more. The event itself stays.") % {"event": title_for(request, evening)}
    attempt(request, lambda: evenings.take_off_evening(evening, actor_of(request)), done)
    return redirect("manage_evenings", evening.season.ref)


@members_form
def final(request: HttpRequest, evening_id: str) -> HttpResponse:
    """Who plays the final, and what they take along. Those who cannot come are passed over."""
    evening = access.evening_for_director(actor_of(request), evening_id)
    season = evening.season
    if evening.kind != EveningKind.FINAL:
        raise EveningIsNoFinal
    able = set(request.POST.getlist("here")) if "members" in request.POST else None
    if request.method == "POST":
        actor = actor_of(request)
        if "points" in request.POST:
            reason = _("Points of the season")
            done = _("The finalists have the points that they take along.")
            attempt(request, lambda: finals.give_start_points(evening, actor, reason), done)
        else:
            done = _("The finalists are entered, in the order of the table.")
            attempt(request, lambda: finals.enter_finalists(evening, actor, able), done)
        return redirect("final", evening.pk)
    chosen = finals.qualified(evening)
    rows = SeasonMember.objects.filter(season=season).values_list("player", "player__name")
    names = {str(player): name for player, name in rows}
    seats = [
        (each.seed, each.person, names[each.person], figure(points(each.start))) for each in chosen.finalists
    ]
    context = {
        "evening": evening,
        "title": title_for(request, evening),
        "finalists": seats,
        "others": [(person, names[person]) for person in chosen.cut.out],
        "too_few": [names[person] for person in chosen.too_few],
    }
    return show(request, "seasons/final.html", season_frame(request, season, "evenings") | context)


@members_form
def season_divisions(request: HttpRequest, season_ref: str) -> HttpResponse:
    """The divisions, the highest first, and how many go up and down."""
    season = access.season_for_director(actor_of(request), season_ref)
    present = list(Division.objects.filter(season=season))
    rows = division_rows(present, sent(request))
    if request.method == "POST" and all(row.is_valid() for row in rows):
        filled = [row.cleaned_data for row in rows if row.cleaned_data["name"]]
        usual = {"size": None, "up": 0, "down": 0, "play_off": 0}
        wanted = [usual | {name: value for name, value in row.items() if value} for row in filled]
        actor, done = actor_of(request), _("The divisions are saved.")
        if attempt(request, lambda: division_verbs.set_divisions(season, actor, wanted), done):
            return redirect("season_divisions", season.ref)
    return show(
        request,
        "seasons/divisions.html",
        season_frame(request, season, "settings") | {"rows": rows, "has_some": bool(present)},
        status=422 if request.method == "POST" else 200,
    )
