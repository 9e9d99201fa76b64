"""Persons: one human over the clubs of this installation.

A player without a link is a person of their own, and needs no row. Players of several clubs are linked by the
person, who signs in and whose account the clubs have named (`set_account`), or by two clubs, of which one
asks and the other agrees. Either side undoes a link at any time.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.errors import Conflict, Invalid, NotAllowed
from tournaments.kernel.audit import Actor, log
from tournaments.kernel.locks import lock_season
from tournaments.kernel.refreshes import queue_ratings_of
from tournaments.models import (
    Club,
    Consent,
    Person,
    PersonLink,
    PersonVisibility,
    Player,
    Season,
    User,
    parse_id,
)
from tournaments.services.clubs.players import lock_player
from tournaments.services.seasons.checks import check_choice
from tournaments.services.seasons.line_ups import empty_places
from tournaments.services.seasons.standing_for import part, stand_together
from tournaments.services.seasons.tables import changed


@dataclass(frozen=True)
class Someone:
    """A human with the players that are known to be them. person: None for a player without links."""

    person: Person | None
    players: tuple[Player, ...]

    @property
    def ref(self) -> str:
        """Their name in addresses: the id of the person, else of the player."""
        return str(self.players[0].pk if self.person is None else self.person.pk)

    @property
    def visibility(self) -> str:
        """Who may see their page."""
        return PersonVisibility.MEMBERS if self.person is None else str(self.person.visibility)

    @property
    def user_id(self) -> UUID | None:
        """The account of the person: their own, or that of a player."""
        if self.person is not None and self.person.user_id is not None:
            return self.person.user_id
        return next((player.user_id for player in self.players if player.user_id is not None), None)

    @property
    def public_name(self) -> str:
        """The name that everybody may see: of the first player."""
        return self.players[0].public_name


def someone_of(ref: object) -> Someone | None:
    """The person with this id, or with a player of this id; None if there is none. For no bot, and for nobody
    who was made anonymous (one query).
    """
    key = parse_id(ref)
    if key is None:
        return None
    counts = PersonLink.objects.filter(agreed_at__isnull=False)
    same = counts.filter(person__in=counts.filter(Q(player=key) | Q(person=key)).values("person"))
    people = Player.objects.filter(bot="", anonymised_at=None)
    rows = people.filter(Q(pk=key) | Q(pk__in=same.values("player")))
    players = tuple(rows.select_related("club", "link__person").order_by("created_at", "pk"))
    if not players:
        return None
    link = getattr(players[0], "link", None)
    return Someone(None if link is None or link.agreed_at is None else link.person, players)


@transaction.atomic
def set_account(player: Player, actor: Actor, user: User | None) -> Player:
    """Say which account of a member a player has, or none: an owner of the club says so. Idempotent.

    From now on the account speaks for the person, also for what clubs have said of them; and without it no
    more: a link by the person is undone.

    Raises Conflict `player_is_a_bot`, `player_anonymous`, `person_linked` if another club has named another
    account for this person; Invalid `account_not_of_club`, `account_taken`.
    """
    link = PersonLink.objects.filter(player=player, agreed_at__isnull=False).select_related("person").first()
    linked = [] if link is None else _players_of(link.person)
    seasons = _lock_seasons(linked)
    _lock_clubs(player.club_id, *Player.objects.filter(pk__in=linked).values_list("club", flat=True))
    player = lock_player(player)
    if player.is_bot:
        raise Conflict("player_is_a_bot", _("A bot has no account."))
    if player.anonymised_at is not None:
        raise Conflict("player_anonymous", _("This person is anonymous, so they have no account."))
    if user is not None:
        if not user.memberships.filter(club=player.club).exists():
            raise Invalid(
                "account_not_of_club",
                _("%(user)s is no member of %(club)s."),
                {"user": user.get_username(), "club": player.club.name},
                field="user",
            )
        if Player.objects.filter(club=player.club, user=user).exclude(pk=player.pk).exists():
            raise Invalid(
                "account_taken",
                _("%(user)s is another player of %(club)s already."),
                {"user": user.get_username(), "club": player.club.name},
                field="user",
            )
    if player.user_id != (None if user is None else user.pk):
        player.user = user
        player.save(update_fields=["user"])
        log(actor, "set_account", player, within=player.club)
        links = PersonLink.objects.filter(player=player, agreed_at__isnull=False)
        if (link := links.select_related("person", "player", "club").first()) is not None:
            _follow_account(link, actor, seasons)
    return player


@transaction.atomic
def link_mine(player: Player, actor: Actor) -> PersonLink:
    """Link a player who has the actor's account to the actor's person: the person's consent. Idempotent.

    Raises NotAllowed `person_not_yours`; Conflict `person_twice_in_club`.
    """
    if actor.user is None or actor.grants is not None or player.user_id != actor.user.pk:
        raise NotAllowed(
            "person_not_yours",
            _("%(name)s does not have your account. Ask an owner of %(club)s to say that it is you."),
            {"name": player.name, "club": player.club.name},
        )
    person = Person.objects.get_or_create(user=actor.user)[0]
    present = PersonLink.objects.filter(player=player).select_related("person", "player", "club").first()
    if present is not None and present.person_id == person.pk and present.agreed_at is not None:
        return present
    before = [] if present is None else _players_of(present.person)
    seasons = _lock_seasons([player.pk, *before, *_players_of(person)])
    player = lock_player(player)
    if present is not None:  # what clubs have said of them before
        _drop([present], actor, seasons)
        _forget_alone(present.person)
    link = PersonLink(person=person, player=player, club=player.club, consent=Consent.PERSON)
    _agree(link, actor, seasons)
    return link


@transaction.atomic
def ask_link(player: Player, other: Player, actor: Actor) -> PersonLink:
    """Say that two players of two clubs are one person: an owner of the first club asks the other club.

    It counts when an owner of the other club agrees; at once if the actor owns both. Raises Conflict
    `person_twice_in_club`, `person_linked` if the other player is somebody already, `person_has_account` if
    the person can say it themselves; Invalid `player_unknown` for a bot.
    """
    for each in (player, other):
        if each.is_bot or each.anonymised_at is not None:
            raise Invalid(
                "player_unknown", _("The club has no player %(id)s."), {"id": str(each.pk)}, field="player"
            )
    if player.club_id == other.club_id:
        raise _twice_in_club(player.club)
    own = PersonLink.objects.filter(player=player).values("person")
    theirs = PersonLink.objects.filter(person__in=own).values_list("player", flat=True)
    _lock_seasons([player.pk, other.pk, *theirs])  # before the clubs: the link may count at once
    _lock_clubs(player.club_id, other.club_id)
    if PersonLink.objects.filter(player=other).exists():
        raise Conflict(
            "person_linked",
            _("%(name)s is linked already, or was asked about. Undo that link first."),
            {"name": other.public_name},
        )
    _refuse_account([player.pk, other.pk, *theirs])
    person = _person_by_clubs(player, actor)
    if PersonLink.objects.filter(person=person, club=other.club_id).exists():
        raise _twice_in_club(other.club)
    link = PersonLink.objects.create(
        person=person, player=other, club=other.club, consent=Consent.CLUBS, asked_by=actor.user
    )
    log(actor, "ask_link", link, within=player.club, player=str(player.pk))
    if (member := actor.member_of(other.club)) is not None and member.may("owner"):
        return agree_link(link, actor)
    return link


@transaction.atomic
def agree_link(link: PersonLink, actor: Actor) -> PersonLink:
    """Agree, as an owner of the club of its player, that a player is this person. Idempotent.

    Raises Conflict `person_link_gone`, `person_has_account`.
    """
    players = [link.player_id, *_players_of(link.person)]
    seasons = _lock_seasons(players)
    link = _fresh(link)
    if link.agreed_at is None:
        _lock_clubs(*PersonLink.objects.filter(player__in=players).values_list("club", flat=True))
        _refuse_account(players)
        _agree(link, actor, seasons)
    return link


@transaction.atomic
def undo_link(link: PersonLink, actor: Actor) -> None:
    """Let a player be this person no more; also: say no. The player's results count for the player alone.

    In seasons the player is a member as before.
    A person without an account whose last link but one goes is forgotten.
    """
    seasons = _lock_seasons([link.player_id, *_players_of(link.person)])
    link = _fresh(link)
    _drop([link], actor, seasons)
    _forget_alone(link.person)


@transaction.atomic
def set_visibility(someone: Someone, actor: Actor, visibility: str) -> Person:
    """Say who may see the page of a person. Idempotent. Raises Invalid `season_value_unknown`."""
    check_choice(visibility, PersonVisibility.values, "visibility")
    person = someone.person
    if person is None:
        (player,) = someone.players
        is_own = actor.user is not None and player.user_id == actor.user.pk
        person = link_mine(player, actor).person if is_own else _person_by_clubs(player, actor)
    if person.visibility != visibility:
        person.visibility = visibility
        person.save(update_fields=["visibility"])
        for player in someone.players:
            log(actor, "set_visibility", player, within=player.club, visibility=visibility)
    return person


@transaction.atomic
def forget_person(person: Person, actor: Actor) -> None:
    """Forget that players of several clubs are one person. The players and their results stay."""
    links = list(PersonLink.objects.filter(person=person).select_related("player", "club", "person"))
    seasons = _lock_seasons([link.player_id for link in links])
    _drop(links, actor, seasons)
    Person.objects.filter(pk=person.pk).delete()


def forget_links(player: Player, actor: Actor) -> None:
    """Forget whose other players this one is: they become anonymous. Call it before the player is locked."""
    link = PersonLink.objects.filter(player=player).select_related("person", "club", "player").first()
    if link is not None:
        undo_link(link, actor)


def lock_for_links(link: PersonLink) -> None:
    """Lock what a change of this link locks first: the seasons of all players of the person."""
    _lock_seasons([link.player_id, *_players_of(link.person)])


def persons_of(players: Iterable[UUID]) -> dict[UUID, Person]:
    """The persons of these players, by player; without a link there is none (one query).

    For links from names: who is not in it has a page at the id of the player, for members of the club.
    """
    rows = PersonLink.objects.filter(player__in=list(players), agreed_at__isnull=False)
    return {link.player_id: link.person for link in rows.select_related("person")}


def person_of(player: Player) -> Person | None:
    """The person of a player who comes with `link__person`; None without a link that counts (no query)."""
    link = getattr(player, "link", None)
    return None if link is None or link.agreed_at is None else link.person


def _person_by_clubs(player: Player, actor: Actor) -> Person:
    """The person of a player; a new one if there is none, as the club of the player says."""
    link = PersonLink.objects.filter(player=player, agreed_at__isnull=False).select_related("person").first()
    if link is not None:
        return link.person
    PersonLink.objects.filter(player=player).delete()
    person = Person.objects.create()
    PersonLink.objects.create(
        person=person,
        player=player,
        club=player.club,
        consent=Consent.CLUBS,
        asked_by=actor.user,
        agreed_by=actor.user,
        agreed_at=timezone.now(),
    )
    return person


def _refuse_account(players: list[UUID]) -> None:
    """Raise Conflict if one of these players has an account: only the person speaks then.

    Their clubs are locked: `set_account` locks the club.
    """
    rows = Player.objects.filter(pk__in=players)
    player = rows.filter(Q(user__isnull=False) | Q(link__person__user__isnull=False)).first()
    if player is not None:
        raise Conflict(
            "person_has_account",
            _("%(name)s has an account, and can link their players themselves."),
            {"name": player.public_name},
        )


def _follow_account(link: PersonLink, actor: Actor, seasons: list[Season]) -> None:
    """Undo the link of a player who has lost the account of the person; refuse a second account."""
    player, person = link.player, link.person
    if person.user_id is not None:
        if person.user_id != player.user_id:
            _drop([link], actor, seasons)
        return
    others = Player.objects.filter(link__person=person, link__agreed_at__isnull=False).exclude(pk=player.pk)
    if player.user_id and others.filter(user__isnull=False).exclude(user=player.user_id).exists():
        raise Conflict(
            "person_linked",
            _("%(name)s is linked already, or was asked about. Undo that link first."),
            {"name": player.public_name},
        )


def _agree(link: PersonLink, actor: Actor, seasons: list[Season]) -> None:
    """Store a link that counts from now on. The seasons of all players of the person are locked."""
    others = PersonLink.objects.filter(person=link.person).exclude(player=link.player_id)
    if others.filter(club=link.club_id).exists():
        raise _twice_in_club(link.club)
    theirs = others.filter(agreed_at__isnull=False).values_list("player", flat=True)
    stand_together([season for season in seasons if not season.is_over], [link.player_id, *theirs])
    link.agreed_by, link.agreed_at = actor.user, timezone.now()
    link.save()
    log(actor, "link_person", link, within=link.club, player=str(link.player_id), consent=str(link.consent))
    for season in seasons:
        if not season.is_over:
            empty_places(season, actor)
        changed(season)
    queue_ratings_of([link.club_id])


def _drop(links: list[PersonLink], actor: Actor, seasons: list[Season]) -> None:
    """Undo links of one person. The seasons of all players of the person are locked."""
    for link in links:
        log(actor, "undo_link", link.player, within=link.club)
    PersonLink.objects.filter(pk__in=[link.pk for link in links]).delete()
    left = _players_of(links[0].person) if links else []
    part(seasons, [link.player_id for link in links], left)
    for season in seasons:
        changed(season)
    queue_ratings_of([*(link.club_id for link in links), *_clubs_of(left)])


def _forget_alone(person: Person) -> None:
    """Forget a person of one player, who has neither an account nor said who may see them."""
    left = PersonLink.objects.filter(person=person)
    if person.user_id is None and left.count() < 2 and person.visibility == PersonVisibility.MEMBERS:
        Person.objects.filter(pk=person.pk).delete()


def _players_of(person: Person) -> list[UUID]:
    return list(PersonLink.objects.filter(person=person).values_list("player", flat=True))


def _clubs_of(players: list[UUID]) -> list[UUID]:
    return list(Player.objects.filter(pk__in=players).values_list("club", flat=True))


def _lock_seasons(players: list[UUID]) -> list[Season]:
    """The seasons with these players, locked in the order of their ids."""
    rows = Season.objects.filter(members__player__in=players).distinct().order_by("pk")
    return [lock_season(pk) for pk in rows.values_list("pk", flat=True)]


def _lock_clubs(*pks: UUID) -> None:
    list(Club.objects.select_for_update(no_key=True).filter(pk__in=pks).order_by("pk"))


def _fresh(link: PersonLink) -> PersonLink:
    fresh = PersonLink.objects.select_related("person", "player", "club").filter(pk=link.pk).first()
    if fresh is None:
        raise Conflict("person_link_gone", _("This link has just been undone. Reload the page."))
    return fresh


def _twice_in_club(club: Club) -> Conflict:
    return Conflict(
        "person_twice_in_club",
        _("A person is one player of %(club)s, so that nobody is in one evening twice."),
        {"club": club.name},
    )
