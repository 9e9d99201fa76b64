"""The life of a season, for its directors: a new one, its settings, what comes next, play-offs, the end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.forms.models import model_to_dict
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.clubs.access import club_for
from tournaments.clubs.models import Role
from tournaments.clubs.pages.frame import club_frame
from tournaments.core.forms import guarded
from tournaments.core.numbers import numbers
from tournaments.core.pages.acts import Act, whole
from tournaments.core.pages.common import (
    actor_of,
    attempt,
    members_act,
    members_form,
    members_page,
    sent,
    show,
    submit,
)
from tournaments.core.refusals import why_refused
from tournaments.core.rules.names import sort_key
from tournaments.core.rules.refusals import Conflict, Invalid
from tournaments.core.rules.statuses import EventStatus
from tournaments.programs.documents.season_documents import refuse_document
from tournaments.seasons.access import clubs_to_enter, season_for_director
from tournaments.seasons.forms.seasons import NewSeasonForm, SchemeForm, SeasonForm
from tournaments.seasons.models import EveningKind, MemberStatus, Season
from tournaments.seasons.pages.frame import season_frame, shows
from tournaments.seasons.pages.members import who_can_join
from tournaments.seasons.pages.table import honours_to_show
from tournaments.seasons.rules.names import numbered_on
from tournaments.seasons.verbs import ending, facts, seasons, tables
from tournaments.seasons.verbs.checks import counts_now
from tournaments.seasons.verbs.results import names_of_players
from tournaments.seasons.words import MOVES, title_of


@members_form
def new_season(request: HttpRequest, slug: str) -> HttpResponse:
    """A season in two minutes: its name, which evenings, points, the best how many. It can start at once."""
    club = club_for(actor_of(request), slug, Role.DIRECTOR)
    form = NewSeasonForm(club, sent(request))
    starts = "start" in request.POST

    @transaction.atomic
    def create() -> Season:
        made = seasons.create_season(club, actor_of(request), **form.values())
        return seasons.start_season(made, actor_of(request)) if starts else made

    done = _("%(season)s is a draft. Only the members of the club see it.")
    if starts:
        done = _("%(season)s is running. Whoever plays one of its evenings is in the table.")
    made = submit(request, form, create, lambda made: done % {"season": made.name})
    if made is not None:
        return redirect("season" if starts else "manage_season", made.ref)
    context = club_frame(request, club, "seasons")
    return show(request, "seasons/new.html", context, form=form)


@members_page
def manage_season(request: HttpRequest, season_ref: str) -> HttpResponse:
    """What comes next, and the rules of the season."""
    season = season_for_director(actor_of(request), season_ref)
    evenings = list(facts.evenings_of(season).defer("worth__data"))
    consents = list(season.members.values_list("through", flat=True))
    has_members = facts.members_of(season).exists()
    honours = honours_to_show(season, tables.newest_standing(season)) if season.is_over else []
    may_know, scheme = shows(request), season.switches
    named = [(evening, title_of(evening, shows=may_know(evening))) for evening in evenings]
    counting = {evening.number for evening in evenings if evening.kind == EveningKind.COUNTING}
    has_final = any(evening.kind == EveningKind.FINAL for evening in evenings)
    are_missing = max(0, (scheme.planned or 0) - len(counting))
    has_enough = scheme.planned is not None and not are_missing
    waiting = [
        title
        for evening, title in named
        if evening.kind != EveningKind.FRIENDLY and evening.event.status != EventStatus.FINISHED
    ]
    needs_final = scheme.final is not None and not has_final
    context = {
        "evenings": evenings,
        "has_members": has_members,
        "is_early": not evenings or not (has_members or season.enrols),
        "following": Season.objects.filter(previous=season).first(),
        "playing": [each for each in named if each[0].event.status == EventStatus.RUNNING][:3],
        "waiting": waiting,
        "to_come": len(waiting) + are_missing,
        "are_missing": are_missing,
        "needs_final": needs_final,
        "are_over": not are_missing and any(counts_now(evening) for evening in evenings),
        "has_enough": has_enough,
        "can_go_on": needs_final or not has_enough,
        "no_document": why_refused(refuse_document, season, evenings, consents),
        "would_move": [line for line in honours if line["has_moved"]],
    }
    return show(request, "seasons/manage.html", season_frame(request, season, "now") | context)


@members_form
def season_settings(request: HttpRequest, season_ref: str) -> HttpResponse:
    """The name, who can see it, who becomes a member, and until the start all switches."""
    season = season_for_director(actor_of(request), season_ref)
    given = request.POST
    now = model_to_dict(season, fields=SeasonForm.base_fields)
    form = guarded(SeasonForm(given if "name" in given else None, initial=now))
    switches = guarded(SchemeForm(given if "worth" in given else None, now=season.switches))

    def edit() -> Season:
        return seasons.edit_season(season, actor_of(request), **form.cleaned_data)

    def set_scheme() -> Season:
        return seasons.set_scheme(season, actor_of(request), switches.settings)

    changed = submit(request, form, edit, _("The changes are saved."))
    if changed is not None:
        return redirect("season_settings", changed.ref)
    if submit(request, switches, set_scheme, _("The rules of the season are saved.")) is not None:
        return redirect("manage_season", season.ref)
    shown = switches if switches.is_bound else form
    return show(
        request,
        "seasons/settings.html",
        season_frame(request, season, "settings") | {"season_form": form, "switches": switches},
        status=422 if shown.is_bound and shown.errors else 200,
    )


FIELD = "result-"
"""A field of the form of play-offs is named after the player."""


@members_form
def season_play_offs(request: HttpRequest, season_ref: str) -> HttpResponse:
    """The open play-offs, each with a form for its result, and those that were noted."""
    season = season_for_director(actor_of(request), season_ref)
    actor = actor_of(request)
    if request.method == "POST":
        if number := request.POST.get("remove", ""):
            act = partial(seasons.remove_play_off, season, actor, whole(number))
            done = _("The play-off does not count any more.")
        else:
            typed = [(key, str(value)) for key, value in request.POST.items() if key.startswith(FIELD)]
            results: Any = {key.removeprefix(FIELD): _result(value) for key, value in typed}
            act = partial(seasons.note_play_off, season, actor, results)
            done = _("The result of the play-off is noted.")
        attempt(request, act, done)
        return redirect("season_play_offs", season.ref)
    newest, evenings = tables.newest_standing(season), facts.evenings_of(season).defer("worth__data")
    context = {
        "open": seasons.open_play_offs(season, newest, evenings),
        "divisions": {str(each.pk): each for each in season.divisions.all()},
        "names": facts.names_of_members(season),
        "field": FIELD,
    }
    frame = season_frame(request, season, "settings")
    return show(request, "seasons/play_offs.html", frame | context)


def _result(text: str) -> int | None:
    """A whole number, which can be negative; None, which the verb refuses, for anything else."""
    number = re.fullmatch("-?[0-9]{1,9}", text.strip().replace("\N{MINUS SIGN}", "-"))
    return int(number[0]) if number else None


@members_form
def end_season(request: HttpRequest, season_ref: str) -> HttpResponse:
    """End a season: the director says who leaves and who is new, sees every move, and confirms.

    The preview changes nothing. It is a POST because it counts the table anew, which takes time.
    """
    season = season_for_director(actor_of(request), season_ref)
    members = list(facts.members_by_name(season))
    clubs = clubs_to_enter(actor_of(request), season.league)
    newcomers = who_can_join(clubs, {member.player_id for member in members})
    given = request.POST
    choices: dict[str, Any] = {
        "leaving": given.getlist("leaving"),
        "newcomers": given.getlist("newcomers"),
        "winners": [str(winner) for key, winner in given.items() if key.startswith("pair-") and winner],
    }
    preview: dict[str, Any] = {}
    refusal = ""
    if request.method == "POST":
        try:
            if "finish" in given:
                following = ending.end_season(
                    season,
                    actor_of(request),
                    **choices,
                    next_name=given.get("next_name", "").strip()[:200],
                    seen=given.get("seen", "")[:64],
                )
                messages.success(
                    request,
                    _("%(season)s is finished. %(next)s is a draft with its members.")
                    % {"season": season.name, "next": following.name},
                )
                return redirect("season", season.ref)
        except (Conflict, Invalid) as error:
            refusal = error.detail
        try:
            preview = _preview(ending.plan_end(season, **choices))
        except (Conflict, Invalid) as error:
            refusal = refusal or error.detail
    over = season.evenings.filter(kind=EveningKind.COUNTING, event__status=EventStatus.FINISHED)
    context = {
        "members": [member.player for member in members if member.status != MemberStatus.WITHDRAWN],
        "newcomers": newcomers,
        "choices": choices,
        "preview": preview,
        "is_first": not preview,
        "refusal": refusal,
        "planned": season.scheme["planned"] or 0,
        "played": over.count(),
        "next_name": given.get("next_name", "") or numbered_on(season.name),
    }
    frame = season_frame(request, season, "settings")
    return show(request, "seasons/end.html", frame | context, status=422 if refusal else 200)


def _preview(plan: ending.EndPlan) -> dict[str, Any]:
    """A plan for `seasons/end.html`: the honours by division, and the divisions of the next season."""
    names = names_of_players(plan.people)
    order = list(dict.fromkeys(honour["division"] for honour in plan.honours.values()))

    def by_place(each: tuple[str, Any]) -> Any:
        player, honour = each
        return order.index(honour["division"]), honour["place"] or 10**9, sort_key(names[player])

    honours = sorted(plan.honours.items(), key=by_place)
    points = numbers([honour["points"] / 1000 for _player, honour in honours])

    def by_name(people: Sequence[str]) -> list[str]:
        return sorted((names[person] for person in people), key=sort_key)

    return {
        "plan": plan,
        "names": names,
        "moves": MOVES,
        "honours": [
            (honour, names[player], shown) for (player, honour), shown in zip(honours, points, strict=True)
        ],
        "divisions": [(name, [move for move in plan.moves if move.after == name]) for name in plan.divisions],
        "leaving": by_name([move.person for move in plan.moves if move.after is None]),
        "removed": by_name(plan.removed),
    }


@members_act
def remove_season(request: HttpRequest, season_ref: str) -> HttpResponse:
    """Remove a draft. Its events stay."""
    season = season_for_director(actor_of(request), season_ref)
    done = _("The draft is removed. Its events stay.")
    removed = attempt(request, lambda: seasons.remove_season(season, actor_of(request)), done)
    if not removed:
        return redirect("manage_season", season.ref)
    return redirect("club_seasons", season.league.club.slug)


def _act(name: str, verb: Any, done: Any, sent: Sequence[str] = ()) -> Any:
    """A button on the page of the season for its directors."""
    path = f"seasons/<str:ref>/manage/{name}/"
    return Act(path, season_for_director, verb, back="manage_season", done=done, sent=sent).address


ADDRESSES = [
    _act("open", seasons.open_season, gettext_lazy("The season is announced. Its rules can still change.")),
    _act(
        "start",
        seasons.start_season,
        gettext_lazy("The season is running. Evenings that are over count already."),
    ),
    _act(
        "set-back",
        seasons.set_back_to_draft,
        gettext_lazy("The season is a draft again. Change its rules, then start it anew."),
    ),
    _act(
        "reopen",
        ending.reopen_season,
        gettext_lazy("The season is running again. Its honours are taken back until it ends again."),
        sent=["reason"],
    ),
]
