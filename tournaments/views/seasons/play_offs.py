"""Play-offs among equal members of a season: a part of the page of its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.access import season_for_director
from tournaments.errors import Invalid
from tournaments.models import Season, SeasonMember
from tournaments.rules.season.reading import read_scheme
from tournaments.rules.season.scheme import PLAY_OFF
from tournaments.services.seasons import seasons, tables
from tournaments.views.common import actor_of, attempt, members_act

RESULT = "result-"
"""Before the player in the name of a field."""

Named = Sequence[tuple[str, str]]
"""Players with their names, or names with their results."""


@dataclass(frozen=True)
class PlayOffs:
    """What the page shows. equal: members who share a place, by table; noted: the play-offs so far."""

    equal: Sequence[Named]
    noted: Sequence[Named]


def play_offs_of(season: Season, members: Sequence[SeasonMember]) -> PlayOffs | None:
    """The play-offs of a season; None if its scheme has none."""
    if PLAY_OFF not in read_scheme(season.scheme).ties:
        return None
    names = {str(member.player_id): member.player.name for member in members}
    newest = tables.newest_standing(season)
    groups: dict[tuple[str, int], list[tuple[str, str]]] = {}
    for each in newest.tables if newest else []:
        for line in each["lines"]:
            if line["place"] is not None and line["player"] in names:
                group = groups.setdefault((str(each["division"]), line["place"]), [])
                group.append((line["player"], names[line["player"]]))
    return PlayOffs(
        [group for group in groups.values() if 1 < len(group) <= seasons.MOST_IN_A_PLAY_OFF],
        [_noted(each, names) for each in season.play_offs],
    )


def _noted(play_off: Mapping[str, int], names: Mapping[str, str]) -> Named:
    best_first = sorted(play_off.items(), key=lambda each: -each[1])
    return [(names.get(player, ""), str(result)) for player, result in best_first]


@members_act
def note_play_off(request: HttpRequest, season_ref: str) -> HttpResponse:
    """Note how a play-off ended: a number for each, more is better. Who did not play has an empty field."""
    season = season_for_director(actor_of(request), season_ref)

    def note() -> Season:
        results = {
            key.removeprefix(RESULT): _whole(value.strip())
            for key, value in request.POST.items()
            if key.startswith(RESULT) and isinstance(value, str) and value.strip()
        }
        noted = seasons.note_play_off(season, actor_of(request), results)
        tables.refresh(noted.pk)
        return noted

    attempt(request, note, _("The play-off is noted."))
    return redirect("end_season", season.ref)


@members_act
def remove_play_off(request: HttpRequest, season_ref: str, number: int) -> HttpResponse:
    """Remove a play-off that was noted by mistake."""
    season = season_for_director(actor_of(request), season_ref)

    def remove() -> Season:
        left = seasons.remove_play_off(season, actor_of(request), number)
        tables.refresh(left.pk)
        return left

    attempt(request, remove, _("The play-off is removed."))
    return redirect("end_season", season.ref)


def _whole(text: str) -> int:
    text = text.replace("\N{MINUS SIGN}", "-")
    if not text.removeprefix("-").isdecimal() or len(text) > 9:
        raise Invalid("season_play_off_malformed", _("Write a whole number, such as 3."), field="results")
    return int(text)
