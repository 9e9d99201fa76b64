"""The roster of a club: people and bots."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

import games.services as games
from tournaments.clubs.models.clubs import Club
from tournaments.clubs.models.people import Player
from tournaments.core import outbox
from tournaments.core.audit import Actor, log
from tournaments.core.locks import lock_and_bump, lock_club
from tournaments.core.refreshes import SEASON_TASK, queue_refresh
from tournaments.core.refusals import RefusedLine, refused_lines
from tournaments.core.rules import names
from tournaments.core.rules.lists import Columns, NameTaken, PastedList, known_names, people_of
from tournaments.core.rules.names import clean_name, name_key, search_forms
from tournaments.core.rules.refusals import Conflict, Invalid, at, gettext_noop
from tournaments.core.rules.statuses import EntryStatus, EventStatus
from tournaments.draw.models import SeatingWish
from tournaments.events.models.events import Event
from tournaments.seasons.models import Season

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
) -> tuple[list[Player], list[RefusedLine]]:
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
    return added, refused_lines(people.refused)


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
    player = Player.objects.create(club=club, name=alias, public_name=alias, anonymised_at=timezone.now())
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
    player = lock_player(player)
    if player.anonymised_at is not None:
        raise PlayerAnonymous
    changed = []
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
    player.save(update_fields=["name", "public_name"])
    log(actor, "edit_player", player, within=player.club, changed=changed)
    return player


class PlayerEntered(Conflict):
    """The player is entered in an event that is not finished."""

    sentence = gettext_noop("%(name)s is entered in %(event)s. Withdraw that entry first.")


@transaction.atomic
def remove_player(player: Player, actor: Actor) -> None:
    """Remove a player from the roster. Past events still show the player."""
    player = lock_player(player)
    busy = (
        player.entries.exclude(event__status=EventStatus.FINISHED)
        .exclude(status=EntryStatus.WITHDRAWN)
        .select_related("event")
        .first()
    )
    if busy is not None:
        raise PlayerEntered(name=player.name, event=busy.event.name)
    player.removed_at = timezone.now()
    player.save(update_fields=["removed_at"])
    forget_wishes(player)
    log(actor, "remove_player", player, within=player.club)


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


def search_roster(club: Club, text: str) -> QuerySet[Player]:
    """The roster of a club: players whose name or public name contains `text`; all for an empty text."""
    players = Player.objects.filter(club=club, removed_at__isnull=True)
    if text:
        players = players.filter(called(text))
    return players


def forget_wishes(player: Player) -> None:
    """Delete every wish about a player."""
    SeatingWish.objects.filter(Q(player=player) | Q(other=player)).delete()
