"""The end of a season: who leaves and who is new, a preview of every move, then the act."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.clubs.models.people import Player
from tournaments.core.errors import Conflict, Invalid
from tournaments.core.pages.common import actor_of, members_form, show
from tournaments.core.rules.statuses import EventStatus
from tournaments.seasons.access import clubs_to_enter, season_for_director
from tournaments.seasons.models.seasons import EveningKind, MemberStatus, Season, SeasonMember
from tournaments.seasons.pages.frame import season_frame
from tournaments.seasons.pages.members import who_can_join
from tournaments.seasons.rules.naming import numbered_on
from tournaments.seasons.verbs import ending
from tournaments.seasons.verbs.facts import members_by_name
from tournaments.seasons.words.ending import EndPreview, preview_of


@members_form
def end_season(request: HttpRequest, season_ref: str) -> HttpResponse:
    """Say who leaves and who is new, look at every move, then finish. The preview is no act, so it is a POST
    only because it computes the table anew.
    """
    season = season_for_director(actor_of(request), season_ref)
    members = list(members_by_name(season))
    clubs = clubs_to_enter(actor_of(request), season.league)
    newcomers = who_can_join(clubs, {member.player_id for member in members})
    said = _said(request)
    preview: EndPreview | None = None
    refusal = ""
    if request.method == "POST":
        try:
            if "finish" in request.POST:
                following = ending.end_season(
                    season,
                    actor_of(request),
                    **said,
                    next_name=request.POST.get("next_name", "").strip()[:200],
                    seen=request.POST.get("seen", "")[:64],
                )
                messages.success(
                    request,
                    _("%(season)s is finished. %(next)s is a draft with its members in their divisions.")
                    % {"season": season.name, "next": following.name},
                )
                return redirect("season", season.ref)
        except (Conflict, Invalid) as error:
            refusal = error.detail
        try:
            preview = _preview(season, members, newcomers, said)
        except (Conflict, Invalid) as error:
            refusal = refusal or error.detail
    return show(
        request,
        "seasons/end.html",
        season_frame(request, season, "manage", "end")
        | {
            "members": [member for member in members if member.status != MemberStatus.WITHDRAWN],
            "newcomers": newcomers,
            "said": said,
            "preview": preview,
            "refusal": refusal,
            "planned": season.scheme["planned"] or 0,
            "played": season.evenings.filter(
                kind=EveningKind.COUNTING, event__status=EventStatus.FINISHED
            ).count(),
            "next_name": request.POST.get("next_name", "") or numbered_on(season.name),
        },
        status=422 if refusal else 200,
    )


def _said(request: HttpRequest) -> dict[str, Any]:
    """What the director says: the arguments of `plan_end`."""
    winners = [
        winner
        for key, winner in request.POST.items()
        if key.startswith("pair-") and isinstance(winner, str) and winner
    ]
    return {
        "leaving": request.POST.getlist("leaving"),
        "newcomers": request.POST.getlist("newcomers"),
        "winners": winners,
    }


def _preview(
    season: Season, members: Sequence[SeasonMember], newcomers: Sequence[Player], said: dict[str, Any]
) -> EndPreview:
    names = {str(member.player_id): member.player.name for member in members}
    names |= {str(player.pk): player.name for player in newcomers}
    plan = ending.plan_end(season, **said)
    # Whoever played the last evening may have become a member just now; a draft may have other players.
    named = (*plan.removed, *(honour.player for honour in plan.honours))
    unknown = [player for player in named if player not in names]
    if unknown:
        rows = Player.objects.filter(pk__in=unknown).values_list("pk", "name")
        names |= {str(pk): name for pk, name in rows}
    return preview_of(plan, names)
