"""The roster of a club, and persons: one human over the clubs, who is an account with its players.

A player without an account is a person of their own. An account takes a player by a link that a director of
the club has made, or asks for the player, and a director says yes. The person leaves alone, and a director
can undo it. No club has a say in what the person does in another one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q, QuerySet, Subquery

import games.services as games
from tournaments.clubs.models import Club, PersonVisibility, Player, User
from tournaments.clubs.rules import PlayerIsABot, PlayerUnknown
from tournaments.clubs.verbs.clubs import create_user
from tournaments.core import moments, outbox
from tournaments.core.actors import Actor
from tournaments.core.change import change, lock, lock_and_bump, lock_club, lock_season, log
from tournaments.core.models.choices import Visibility
from tournaments.core.models.columns import parse_id
from tournaments.core.refreshes import SEASON_TASK, queue_refresh
from tournaments.core.rules import names
from tournaments.core.rules.lists import Columns, NameTaken, PastedList, RefusedName, known_names, people_of
from tournaments.core.rules.names import clean_name, name_key, search_forms
from tournaments.core.rules.refusals import Conflict, Invalid, NotFound, at, gettext_noop
from tournaments.core.rules.statuses import EntryStatus, EventStatus
from tournaments.core.secrets import digest, new_secret
from tournaments.draw.models import SeatingWish
from tournaments.events.models.events import Event
from tournaments.seasons.models import Season
from tournaments.seasons.verbs.checks import check_choice, part, stand_together
from tournaments.seasons.verbs.tables import changed
from tournaments.teams.verbs.line_ups import empty_places

# ---- The roster of a club: people and bots.


MOST_LETTERS, LONGEST_NAME, LONGEST_TITLE = names.LONGEST, names.LONGEST_STORED, names.LONGEST_TITLE
"""Of the name of a person or a team; the same in characters as stored; of a club, an event or a season."""


class BotUnknown(Invalid):
    """No bot has this name."""

    sentence = gettext_noop("There is no bot “%(bot)s”. Choose one of: %(bots)s.")


@transaction.atomic
def add_player(club: Club, actor: Actor, name: str, *, public_name: str = "", bot: str = "") -> Player:
    """Add a person or a bot to the roster. Raises Invalid for a name that is taken or an unknown bot."""
    with at("name"):
        name = clean_name(name)
    if public_name:
        with at("public_name"):
            public_name = clean_name(public_name)
    if bot and bot not in {policy.name for policy in games.bots()}:
        raise BotUnknown(bot=bot, bots=", ".join(policy.name for policy in games.bots()), field="bot")
    club = lock_club(club)
    _refuse_taken_name(club, name)
    player = Player.objects.create(club=club, name=name, public_name=public_name or name, bot=bot)
    # The audit log is never changed, so it holds only the id of a player, not the name.
    log(actor, "add_player", player, within=club, bot=bot)
    return player


@transaction.atomic
def add_list(
    club: Club, actor: Actor, pasted: PastedList, columns: Columns | None = None
) -> tuple[list[Player], list[RefusedName]]:
    """Add the people of a list to the roster. Bad lines, and names that it has, are reported and left out.

    Raises Invalid `list_without_names`.
    """
    club = lock_club(club)
    roster = players_of(club).filter(anonymised_at__isnull=True).values_list("name", flat=True)
    known = known_names(roster)
    with at("names"):
        people = people_of(pasted, columns, known, frozenset(known))
    added = [new_person(club, name) for name in people.names]
    add_people(club, actor, added)
    return added, list(people.refused)


def new_person(club: Club, name: str) -> Player:
    """An unsaved person with this clean name, for `add_people`."""
    return Player(club=club, name=name, public_name=name)


def add_people(club: Club, actor: Actor, people: Sequence[Player]) -> None:
    """Add unsaved people to the roster, with one entry in the audit log.

    The club is locked, and nobody in it has one of these names.
    """
    if people:
        Player.objects.bulk_create(people)
        log(actor, "add_players", club, within=club, players=[str(player.pk) for player in people])


@transaction.atomic
def add_anonymous(club: Club, actor: Actor, alias: str) -> Player:
    """Add a person who is anonymous already in an imported event. Raises Invalid for a bad alias."""
    with at("name"):
        alias = clean_name(alias)
    player = Player.objects.create(club=club, name=alias, public_name=alias, anonymised_at=moments.now())
    log(actor, "add_player", player, within=club, bot="")
    return player


class PlayerAnonymous(Conflict):
    """The person is anonymous."""

    sentence = gettext_noop("This person is anonymous, so the name cannot be changed.")


@transaction.atomic
def edit_player(
    player: Player, actor: Actor, *, name: str | None = None, public_name: str | None = None
) -> Player:
    """Change the name of a player, for the club or for the public."""
    touch_standings(player)
    changed: list[str] = []
    with change(player, actor, "edit_player", changed=changed) as player:
        if player.anonymised_at is not None:
            raise PlayerAnonymous
        if name is not None:
            with at("name"):
                name = clean_name(name)
            if name_key(name) != player.name_key:
                _refuse_taken_name(player.club, name)
            changed.append("name")
            if public_name is None and player.public_name == player.name:
                public_name = name
            player.name = name
        if public_name is not None:
            with at("public_name"):
                public_name = clean_name(public_name)
            changed.append("public_name")
            player.public_name = public_name
    return player


class PlayerEntered(Conflict):
    """The player is entered in an event that is not finished."""

    sentence = gettext_noop("%(name)s is entered in %(event)s. Withdraw that entry first.")


def remove_player(player: Player, actor: Actor) -> None:
    """Remove a player from the roster. Past events still show the player."""
    with change(player, actor, "remove_player") as player:
        busy = (
            player.entries.exclude(event__status=EventStatus.FINISHED)
            .exclude(status=EntryStatus.WITHDRAWN)
            .select_related("event")
            .first()
        )
        if busy is not None:
            raise PlayerEntered(name=player.name, event=busy.event.name)
        player.removed_at = moments.now()
        forget_wishes(player)


def touch_standings(player: Player) -> None:
    """Make the standings with the name of this player stale, so that pages load the new name.

    Call it before the player is locked, because the lock order is event, then season, then player.
    """
    events = Event.objects.filter(
        Q(standings__isnull=False) | Q(rounds__isnull=False), entries__player=player
    )
    for event in events.distinct().order_by("pk"):
        lock_and_bump(event)
        queue_refresh(event.pk)
    seasons = Season.objects.filter(members__player=player, standings__isnull=False)
    for pk in seasons.distinct().order_by("pk").values_list("pk", flat=True):
        Season.objects.filter(pk=pk).update(version=F("version") + 1)
        outbox.add(SEASON_TASK, pk)


@lock.register(Player)
def lock_player(player: Player) -> Player:
    """The player and the club, read again and locked."""
    lock_club(player.club)
    return Player.objects.select_for_update(of=("self",)).select_related("club").get(pk=player.pk)


def _refuse_taken_name(club: Club, name: str) -> None:
    twin = Player.objects.filter(
        club=club, name_key=name_key(name), anonymised_at__isnull=True, removed_at__isnull=True
    ).exists()
    if twin:
        raise NameTaken(
            sentence=gettext_noop(
                "%(club)s already has a player called “%(name)s”. Add something to tell them apart."
            ),
            club=club.name,
            name=name,
            field="name",
        )


def players_of(club: Club, *, search: str = "", bots: bool | None = None) -> QuerySet[Player]:
    """The roster of a club: names that contain `search`; only bots, only people, or both (None)."""
    players = Player.objects.filter(club=club, removed_at__isnull=True)
    if search:
        players = players.filter(called(search))
    if bots is not None:
        players = players.exclude(bot="") if bots else players.filter(bot="")
    return players


def called(text: str, player: str = "") -> Q:
    """The players whose name or public name contains this text. player: the way to them (`player__`)."""
    forms = [Q((f"{player}search_key__contains", form)) for form in search_forms(text)]
    return reduce(or_, forms, Q(pk__in=[]))


def forget_wishes(player: Player) -> None:
    """Delete every wish about a player."""
    SeatingWish.objects.filter(Q(player=player) | Q(other=player)).delete()


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


def make_link(player: Player, actor: Actor) -> str:
    """Make the link by which an account takes a player, and return its secret, which is not stored.

    The link before works no more. Raises Conflict `player_is_a_bot`, `player_anonymous`, `person_linked`.
    """
    secret = new_secret()
    with change(player, actor, "make_player_link") as player:
        _refuse_account(player)
        player.link_digest = digest(secret)
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


def ask_for_player(player: Player, actor: Actor) -> Player:
    """Ask the club of a player to say that this is the actor. Idempotent.

    Raises Conflict `player_is_a_bot`, `player_anonymous`, `person_linked`.
    """
    with change(player, actor, "ask_for_player") as player:
        _refuse_account(player)
        if player.asked_by is not None and player.asked_by != actor.user:
            raise _linked(player)
        player.asked_by = actor.user
    return player


@transaction.atomic
def agree(player: Player, actor: Actor, account: object) -> Player:
    """Say that the account with this id, which asks for a player, is that person. Idempotent.

    Raises Conflict `person_link_gone` if it asks no more, `person_twice_in_club`, `person_linked`.
    """
    key = parse_id(account)
    user = None if key is None else User.objects.filter(pk=key).first()
    if user is None:
        raise PersonLinkGone
    return _take(player, user, actor, asked_by=user)


@transaction.atomic
def leave(player: Player, actor: Actor) -> None:
    """Let a player have no account, no account that asks, and no link. Idempotent.

    The player's results count for the player alone, who is a member of their seasons as before. What was for
    everybody is for members of the club again. Raises Conflict `person_link_gone`.
    """
    user = player.user_id
    seasons = _lock(user, player.pk)
    with change(player, actor, "leave_player") as player:
        if player.user_id != user:
            raise PersonLinkGone
        if player.visibility == PersonVisibility.PUBLIC and _has_account(player):
            player.visibility = PersonVisibility.MEMBERS
        player.user, player.asked_by, player.link_digest = None, None, None
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
        with change(player, actor, "set_visibility", visibility=visibility) as locked:
            locked.visibility = visibility


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
        raise PersonLinkGone
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


def _has_account(player: Player) -> bool:
    """Whether the player has an account, a link, or an account that asks."""
    return bool(player.user_id or player.asked_by_id or player.link_digest)


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
