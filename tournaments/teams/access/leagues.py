"""Access to lists of leagues and seasons, and to what clubs enter into a season."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext_noop as _

from tournaments.clubs.access.asking import may_direct
from tournaments.clubs.models.clubs import Club, Role
from tournaments.clubs.models.people import Player
from tournaments.core.audit import Actor
from tournaments.core.errors import Invalid, NotAllowed, NotFound
from tournaments.core.models.choices import Visibility
from tournaments.core.models.ids import parse_id
from tournaments.events.access import event_for_viewer
from tournaments.events.models.events import Event
from tournaments.seasons.access import is_of_a_guest
from tournaments.seasons.models.seasons import League, LeagueClub, Season, SeasonStatus
from tournaments.seasons.verbs.checks import consent_of


def leagues_to_show(actor: Actor) -> QuerySet[League]:
    """The leagues with a season for everybody, and those of the actor's club: its own, and others that asked
    it or in which it takes part. Without a key there is no such club.
    """
    shown = Season.objects.filter(league=OuterRef("pk"), visibility=Visibility.PUBLIC)
    leagues = Exists(shown.exclude(status=SeasonStatus.DRAFT))
    member = actor.member
    if member is not None and actor.sees_all_of(member.club):
        joined = LeagueClub.objects.filter(club=member.club_id, left_at=None).values("league")
        return League.objects.filter(leagues | Q(club=member.club_id) | Q(pk__in=joined))
    return League.objects.filter(leagues)


def seasons_of_league(actor: Actor, league: League) -> QuerySet[Season]:
    """The seasons of a league that the actor may see."""
    seasons = Season.objects.filter(league=league)
    if actor.sees_all_of(league.club):
        return seasons
    seasons = seasons.exclude(status=SeasonStatus.DRAFT)
    return seasons if is_of_a_guest(actor, league) else seasons.filter(visibility=Visibility.PUBLIC)


def event_to_enter(actor: Actor, league: League, ref: object) -> Event:
    """An event that the actor may enter into a season: they direct its club, which takes part in the league.

    Raises Invalid `event_unknown`, `club_not_in_league`; NotAllowed `role_too_low`.
    """
    try:
        event = event_for_viewer(actor, str(ref))
    except NotFound:
        raise Invalid(
            "event_unknown", _("There is no event %(id)s."), {"id": str(ref)[:100]}, field="event"
        ) from None
    _need_part(actor, league, event.club)
    return event


def players_to_enter(actor: Actor, league: League, refs: Sequence[object]) -> list[Player]:
    """Players whom the actor may enter into a season, in this order: of a club that they direct and that
    takes part in the league.

    Raises Invalid `player_unknown`, `club_not_in_league`; NotAllowed `role_too_low`.
    """
    keys = [parse_id(ref) for ref in refs]
    people = Player.objects.filter(bot="", anonymised_at=None, removed_at=None).select_related("club")
    known = {player.pk: player for player in people.filter(pk__in=[key for key in keys if key])}
    for key, ref in zip(keys, refs, strict=True):
        if key not in known:
            raise Invalid(
                "player_unknown", _("The club has no player %(id)s."), {"id": str(ref)[:100]}, field="players"
            )
    for club in {player.club_id: player.club for player in known.values()}.values():
        _need_part(actor, league, club)
    return [known[key] for key in keys if key]


def _need_part(actor: Actor, league: League, club: Club) -> None:
    """Raise unless this club takes part, and the actor directs it."""
    consent_of(league, club)
    if not may_direct(actor, club):
        raise NotAllowed(
            "role_too_low",
            _("You need the role “%(role)s” in %(club)s to do this."),
            {"role": str(Role.DIRECTOR.label), "club": club.name},
        )
