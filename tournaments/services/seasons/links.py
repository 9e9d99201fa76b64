"""Selectors of links between players of several clubs: what waits for an answer, and who can be linked."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import gettext_noop as _

from tournaments.errors import Invalid
from tournaments.models import (
    Club,
    Event,
    EventStatus,
    Person,
    PersonLink,
    Player,
    User,
    Visibility,
    parse_id,
)
from tournaments.services.seasons.people import Someone


def links_to_answer(club: Club) -> QuerySet[PersonLink]:
    """The links that other clubs ask this one about, oldest first."""
    rows = PersonLink.objects.filter(club=club, agreed_at=None)
    return rows.select_related("player", "person", "asked_by").order_by("asked_at")


def asked_about(players: Iterable[Player]) -> QuerySet[PersonLink]:
    """The links of these players to other persons that wait for an answer, oldest first."""
    rows = PersonLink.objects.filter(player__in=[player.pk for player in players], agreed_at=None)
    linked = PersonLink.objects.filter(agreed_at__isnull=False).select_related("player", "club")
    rows = rows.select_related("player", "club", "person").order_by("asked_at")
    return rows.prefetch_related(Prefetch("person__links", queryset=linked))


def players_to_link(user: User, someone: Someone) -> QuerySet[Player]:
    """The players with the account of a user who are not this person yet, by club."""
    rows = Player.objects.filter(user=user, bot="", anonymised_at=None, removed_at=None)
    known = [player.pk for player in someone.players]
    return rows.exclude(pk__in=known).select_related("club").order_by("club__name")


def player_named(club: Club, name: str, *, in_public_events: bool) -> Player:
    """The player of a club with this public name, to ask about.

    in_public_events: only among those whom public events name, so that nobody learns who else is in the
    roster. Raises Invalid `player_unknown` if there is none, or if several have the name.
    """
    rows = Player.objects.filter(club=club, public_name=name, bot="", anonymised_at=None, removed_at=None)
    if in_public_events:
        events = Event.objects.filter(club=club, visibility=Visibility.PUBLIC)
        rows = rows.filter(entries__event__in=events.exclude(status=EventStatus.DRAFT)).distinct()
    found = list(rows.select_related("club")[:2])
    if len(found) != 1:
        raise Invalid(
            "player_unknown",
            _("Public events of %(club)s do not name exactly one player “%(name)s”."),
            {"club": club.name, "name": name},
            field="name",
        )
    return found[0]


def links_of(person: Person) -> QuerySet[PersonLink]:
    """The links of a person, with players and clubs, also those that wait for an answer."""
    return PersonLink.objects.filter(person=person).select_related("player", "club").order_by("asked_at")


def links_about(someone: Someone) -> QuerySet[PersonLink]:
    """The links of a person, and those to other persons about which their clubs are asked, oldest first.

    Each comes with the other links of its person (two queries).
    """
    about = Q(player__in=[player.pk for player in someone.players])
    if someone.person is not None:
        about |= Q(person=someone.person)
    rows = PersonLink.objects.filter(about).select_related("player", "club", "person")
    return rows.prefetch_related("person__links__player__club").order_by("asked_at", "pk")


def player_to_ask(ref: object) -> Player:
    """The player of any club with this id, to ask about. Raises Invalid `player_unknown`."""
    key = parse_id(ref)
    people = Player.objects.filter(bot="", anonymised_at=None).select_related("club")
    player = people.filter(pk=key).first() if key else None
    if player is None:
        raise Invalid(
            "player_unknown", _("The club has no player %(id)s."), {"id": str(ref)[:100]}, field="player"
        )
    return player
