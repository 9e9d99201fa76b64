"""The roster: adding players and bots, renaming them, making a person anonymous, removing."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

import games.services as games
from tournaments.errors import Conflict, Invalid
from tournaments.kernel import outbox
from tournaments.kernel.audit import Actor, log
from tournaments.kernel.locks import lock_and_bump, lock_club
from tournaments.kernel.refusals import as_invalid
from tournaments.models import (
    Club,
    EntryStatus,
    Event,
    EventStatus,
    Player,
    SeatingWish,
)
from tournaments.rules.names import clean_name, name_key


@transaction.atomic
def add_player(club: Club, actor: Actor, name: str, *, public_name: str = "", bot: str = "") -> Player:
    """A new person or bot on the roster; Invalid for a name the club has already, or an unknown bot."""
    with as_invalid("name"):
        name = clean_name(name)
    if public_name:
        with as_invalid("public_name"):
            public_name = clean_name(public_name)
    if bot and bot not in {known.name for known in games.bots()}:
        raise Invalid(
            "bot_unknown",
            _("There is no bot “%(bot)s”; there are: %(bots)s.")
            % {"bot": bot, "bots": ", ".join(known.name for known in games.bots())},
            field="bot",
        )
    club = lock_club(club)
    _name_is_free(club, name)
    player = Player.objects.create(
        club=club, name=name, name_key=name_key(name), public_name=public_name or name, bot=bot
    )
    # The log names players by their id alone: a person may ask to be forgotten, and a log never forgets.
    log(actor, "add_player", player, of=club, bot=bot)
    return player


@transaction.atomic
def add_forgotten(club: Club, actor: Actor, alias: str) -> Player:
    """A person who was made anonymous elsewhere, in an event that comes from there; Invalid for an alias."""
    with as_invalid("name"):
        alias = clean_name(alias)
    player = Player.objects.create(
        club=club, name=alias, name_key=name_key(alias), public_name=alias, anonymised_at=timezone.now()
    )
    log(actor, "add_player", player, of=club, bot="")
    return player


@transaction.atomic
def edit_player(
    player: Player, actor: Actor, *, name: str | None = None, public_name: str | None = None
) -> Player:
    """Give a player another name, for the club or for the public."""
    touch_standings(player)
    player = lock_player(player)
    if player.anonymised_at is not None:
        raise Conflict("player_anonymous", _("This person asked to be made anonymous: no name is kept."))
    changed = []
    if name is not None:
        with as_invalid("name"):
            name = clean_name(name)
        if name_key(name) != player.name_key:
            _name_is_free(player.club, name)
        changed.append("name")
        if public_name is None and player.public_name == player.name:
            public_name = name
        player.name, player.name_key = name, name_key(name)
    if public_name is not None:
        with as_invalid("public_name"):
            public_name = clean_name(public_name)
        changed.append("public_name")
        player.public_name = public_name
    player.save(update_fields=["name", "name_key", "public_name"])
    log(actor, "edit_player", player, of=player.club, changed=changed)
    return player


@transaction.atomic
def remove_player(player: Player, actor: Actor) -> None:
    """Take a player off the roster; the events they played in keep them."""
    player = lock_player(player)
    busy = (
        player.entries.exclude(event__status=EventStatus.FINISHED)
        .exclude(status=EntryStatus.WITHDRAWN)
        .select_related("event")
        .first()
    )
    if busy is not None:
        raise Conflict(
            "player_entered",
            _("%(name)s is entered in %(event)s: withdraw the entry first.")
            % {"name": player.name, "event": busy.event.name},
        )
    player.removed_at = timezone.now()
    player.save(update_fields=["removed_at"])
    forget_wishes(player)
    log(actor, "remove_player", player, of=player.club)


def touch_standings(player: Player) -> None:
    """Let the standings that tell the player's name have a next version: whoever knows this one asks again.

    Before the player is locked: whoever enters a player has locked the event first. Where there is a round,
    there is a standing, or a task that will write it.
    """
    told = Event.objects.filter(Q(standings__isnull=False) | Q(rounds__isnull=False), entries__player=player)
    for event in told.distinct().order_by("pk"):
        lock_and_bump(event)
        outbox.add("standings.refresh", event.pk)


def lock_player(player: Player) -> Player:
    lock_club(player.club)
    return Player.objects.select_for_update(of=("self",)).select_related("club").get(pk=player.pk)


def _name_is_free(club: Club, name: str) -> None:
    twin = Player.objects.filter(
        club=club, name_key=name_key(name), anonymised_at__isnull=True, removed_at__isnull=True
    ).exists()
    if twin:
        raise Invalid(
            "name_taken",
            _("%(club)s has a player “%(name)s” already: add something that tells them apart.")
            % {"club": club.name, "name": name},
            field="name",
        )


def players_of(club: Club, *, search: str = "", bots: bool | None = None) -> QuerySet[Player]:
    """A club's roster: those whose name has `search` in it; bots only, persons only, or both (None)."""
    players = Player.objects.filter(club=club, removed_at__isnull=True)
    if search:
        players = players.filter(name_key__contains=name_key(search))
    if bots is not None:
        players = players.exclude(bot="") if bots else players.filter(bot="")
    return players


def forget_wishes(player: Player) -> None:
    """Remove every wish that a player has a part in: they are gone, or asked to be made anonymous."""
    SeatingWish.objects.filter(Q(player=player) | Q(other=player)).delete()
