"""Persons: one human over the clubs of this installation, who is an account with its players.

A player without an account is a person of their own. An account takes a player by a link that a director of
the club has made, or asks for the player, and a director says yes. The person leaves alone, and a director
can undo it. No club has a say in what the person does in another one.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet, Subquery

from tournaments.clubs.models.clubs import Club, User
from tournaments.clubs.models.people import PersonVisibility, Player
from tournaments.clubs.rules import PlayerIsABot, PlayerUnknown
from tournaments.clubs.verbs.clubs import create_user
from tournaments.clubs.verbs.players import PlayerAnonymous, called, lock_player
from tournaments.core.audit import Actor, log
from tournaments.core.locks import lock_season
from tournaments.core.models.choices import Visibility
from tournaments.core.models.columns import parse_id
from tournaments.core.rules.names import name_key
from tournaments.core.rules.refusals import Conflict, NotFound, gettext_noop
from tournaments.core.rules.statuses import EventStatus
from tournaments.core.secrets import digest, new_secret
from tournaments.events.models.events import Event
from tournaments.seasons.models import Season
from tournaments.seasons.verbs.checks import check_choice
from tournaments.seasons.verbs.standing_for import part, stand_together
from tournaments.seasons.verbs.tables import changed
from tournaments.teams.verbs.line_ups import empty_places


@dataclass(frozen=True)
class Someone:
    """A human with their players, the oldest first. Without an account there is one."""

    players: tuple[Player, ...]

    @property
    def ref(self) -> str:
        """Their name in addresses: the id of a player. The id of each of their players leads to them."""
        return str(self.players[0].pk)

    @property
    def visibility(self) -> str:
        """Who may see their page. All their players have the same."""
        return str(self.players[0].visibility)

    @property
    def user_id(self) -> UUID | None:
        """The account of the person."""
        return self.players[0].user_id

    @property
    def public_name(self) -> str:
        """The name that everybody may see: of the first player."""
        return self.players[0].public_name


def someone_of(ref: object) -> Someone | None:
    """The person with a player of this id; None if there is none. For no bot, and for nobody who was made
    anonymous (one query).
    """
    key = parse_id(ref)
    if key is None:
        return None
    # A single value, not a set: so PostgreSQL looks for both in indexes, and reads no other player.
    user = Subquery(Player.objects.filter(pk=key).values("user"))
    rows = Player.objects.filter(Q(pk=key) | Q(user=user), bot="", anonymised_at=None)
    rows = rows.select_related("club").order_by("created_at", "pk")
    return Someone(tuple(rows)) if rows else None


def players_of_account(user: User) -> QuerySet[Player]:
    """The players of an account, and those for which it asks (`asked_by`), by club."""
    rows = Player.objects.filter(user=user) | Player.objects.filter(asked_by=user)
    return rows.select_related("club").order_by("club__sort_key", "pk")


def player_named(club: Club, name: str, *, in_public_events: bool) -> Player:
    """The player of a club with this public name.

    in_public_events: only among those whom public events name, so that nobody learns who else is in the
    roster. Raises Invalid `player_unknown` if there is none, or if several have the name.
    """
    rows = Player.objects.filter(called(name), club=club, bot="", anonymised_at=None, removed_at=None)
    if in_public_events:
        events = Event.objects.filter(club=club, visibility=Visibility.PUBLIC)
        rows = rows.filter(entries__event__in=events.exclude(status=EventStatus.DRAFT)).distinct()
    key = name_key(name)
    found = [player for player in rows.select_related("club") if name_key(player.public_name) == key]
    if len(found) != 1:
        raise PlayerUnknown(
            sentence=gettext_noop("Public events of %(club)s do not name exactly one player “%(name)s”."),
            club=club.name,
            name=name,
            field="name",
        )
    return found[0]


@transaction.atomic
def make_link(player: Player, actor: Actor) -> str:
    """Make the link by which an account takes a player, and return its secret, which is not stored.

    The link before works no more. Raises Conflict `player_is_a_bot`, `player_anonymous`, `person_linked`.
    """
    player = lock_player(player)
    _refuse_account(player)
    secret = new_secret()
    player.link_digest = digest(secret)
    player.save(update_fields=["link_digest"])
    log(actor, "make_player_link", player, within=player.club)
    return secret


class PlayerLinkNotOpen(NotFound):
    """The link of the player was used, or there is a newer one."""

    sentence = gettext_noop(
        "This link was used, or there is a newer one. Ask a director of the club for a new link."
    )


def player_of_link(secret: str) -> Player:
    """The player whose link has this secret. Raises NotFound `player_link_not_open`."""
    rows = Player.objects.filter(link_digest=digest(secret), removed_at=None).select_related("club")
    player: Player | None = rows.first()
    if player is None:
        raise PlayerLinkNotOpen
    return player


@transaction.atomic
def take_by_link(secret: str, *, user: User | None = None, username: str = "", password: str = "") -> Player:
    """Let `user`, or a new user with this name, be the person of the player with this link. It works once.

    Raises NotFound `player_link_not_open`, Conflict `person_twice_in_club`, `person_linked`.
    """
    player = player_of_link(secret)
    user = user or create_user(username, password)
    return _take(player, user, Actor(user, "page"), link_digest=digest(secret))


@transaction.atomic
def ask_for_player(player: Player, actor: Actor) -> Player:
    """Ask the club of a player to say that this is the actor. Idempotent.

    Raises Conflict `player_is_a_bot`, `player_anonymous`, `person_linked`.
    """
    player = lock_player(player)
    _refuse_account(player)
    if player.asked_by is not None and player.asked_by != actor.user:
        raise _linked(player)
    if player.asked_by is None:
        player.asked_by = actor.user
        player.save(update_fields=["asked_by"])
        log(actor, "ask_for_player", player, within=player.club)
    return player


@transaction.atomic
def agree(player: Player, actor: Actor, account: object) -> Player:
    """Say that the account with this id, which asks for a player, is that person. Idempotent.

    Raises Conflict `person_link_gone` if it asks no more, `person_twice_in_club`, `person_linked`.
    """
    key = parse_id(account)
    user = None if key is None else User.objects.filter(pk=key).first()
    if user is None:
        raise _gone()
    return _take(player, user, actor, asked_by=user)


@transaction.atomic
def leave(player: Player, actor: Actor) -> None:
    """Let a player have no account, no account that asks, and no link. Idempotent.

    The player's results count for the player alone, who is a member of their seasons as before. What was for
    everybody is for members of the club again. Raises Conflict `person_link_gone`.
    """
    user = player.user_id
    seasons = _lock(user, player.pk)
    player = lock_player(player)
    if player.user_id != user:
        raise _gone()
    if user is None and player.asked_by is None and player.link_digest is None:
        return
    player.user, player.asked_by, player.link_digest = None, None, None
    if player.visibility == PersonVisibility.PUBLIC:
        player.visibility = PersonVisibility.MEMBERS
    player.save(update_fields=["user", "asked_by", "link_digest", "visibility"])
    log(actor, "leave_player", player, within=player.club)
    if user is not None:
        left = list(Player.objects.filter(user=user).values_list("pk", flat=True))
        part(seasons, [player.pk], left)
        for season in seasons:
            changed(season)


@transaction.atomic
def set_visibility(someone: Someone, actor: Actor, visibility: str) -> None:
    """Say who may see the page of a person. Idempotent. Raises Invalid `season_value_unknown`."""
    check_choice(visibility, PersonVisibility.values, "visibility")
    for player in sorted(someone.players, key=lambda each: each.club_id):
        player = lock_player(player)  # noqa: PLW2901 - the same row, locked
        if player.visibility != visibility:
            player.visibility = visibility
            player.save(update_fields=["visibility"])
            log(actor, "set_visibility", player, within=player.club, visibility=visibility)


class PersonTwiceInClub(Conflict):
    """A person is one player of a club."""

    sentence = gettext_noop("A person is one player of %(club)s, so that nobody is in one evening twice.")


def _take(player: Player, user: User, actor: Actor, **expected: object) -> Player:
    """Let a player be one of those of an account. expected: columns that must still be so."""
    seasons = _lock(user.pk, player.pk)
    player = lock_player(player)
    own = list(Player.objects.filter(user=user))
    if player in own:
        return player
    _refuse_account(player)
    if any(getattr(player, name) != value for name, value in expected.items()):
        raise _gone()
    if any(each.club_id == player.club_id for each in own):
        raise PersonTwiceInClub(club=player.club.name)
    running = [season for season in seasons if not season.is_over]
    stand_together(running, [player.pk, *(each.pk for each in own)])
    player.user, player.asked_by, player.link_digest = user, None, None
    if own:
        player.visibility = own[0].visibility
    player.save(update_fields=["user", "asked_by", "link_digest", "visibility"])
    log(actor, "take_player", player, within=player.club, account=str(user.pk))
    for season in running:
        empty_places(season, actor)
    for season in seasons:
        changed(season)
    return player


def _lock(user: UUID | None, player: UUID) -> list[Season]:
    """Lock an account, whose players change one at a time, and the seasons with them and with this player."""
    players = {player}
    if user is not None:
        User.objects.select_for_update(no_key=True).get(pk=user)
        players |= set(Player.objects.filter(user=user).values_list("pk", flat=True))
    rows = Season.objects.filter(members__player__in=players).distinct().order_by("pk")
    return [lock_season(pk) for pk in rows.values_list("pk", flat=True)]


def _refuse_account(player: Player) -> None:
    """Raise Conflict if a locked player cannot get an account."""
    if player.is_bot:
        raise PlayerIsABot
    if player.anonymised_at is not None:
        raise PlayerAnonymous(sentence=gettext_noop("This person is anonymous, so they have no account."))
    if player.user_id is not None:
        raise _linked(player)


class PersonLinked(Conflict):
    """The player has an account, or another account asks for it."""

    sentence = gettext_noop(
        "%(name)s has an account, or another account asks for it. Ask a director of %(club)s."
    )


def _linked(player: Player) -> Conflict:
    return PersonLinked(name=player.public_name, club=player.club.name)


class PersonLinkGone(Conflict):
    """Somebody has changed which account the player has."""

    sentence = gettext_noop("This has just been changed. Reload the page.")


def _gone() -> Conflict:
    return PersonLinkGone()
