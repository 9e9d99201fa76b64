"""The people of an imported event: the players, their entries and their wishes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any
from uuid import UUID

from tournaments.clubs.models import Club, Player
from tournaments.clubs.verbs.people import add_anonymous, add_player
from tournaments.core.actors import Actor
from tournaments.core.models.columns import new_id
from tournaments.core.rules.names import name_key
from tournaments.core.rules.refusals import Invalid
from tournaments.draw.models import SeatingWish
from tournaments.events.models.events import Entry, Event
from tournaments.events.rules.people import LONGEST_TAG, clean_tags
from tournaments.programs.documents.event_parts import EventPart, PlayerPart
from tournaments.programs.documents.parts import Contradiction, blaming
from tournaments.programs.documents.season_parts import MemberPart
from tournaments.standings.rules.ranking import lot


def roster_of(club: Club) -> dict[tuple[str, bool], Player]:
    """The players of a club, by the key of their name and by whether they are anonymous."""
    players = Player.objects.filter(club=club, removed_at__isnull=True)
    return {(player.name_key, player.anonymised_at is not None): player for player in players}


def add_to_roster(club: Club, actor: Actor, data: PlayerPart | MemberPart, bot: str = "") -> Player:
    """Add a player to a club. An anonymous player is never looked up by name."""
    if data.anonymous:
        return add_anonymous(club, actor, data.name)
    return add_player(club, actor, data.name, public_name=data.public_name, bot=bot)


class People:
    """The players, entries and wishes of an imported event.

    ids: maps the ids of the document to the ids here. keeps_ids: whether the entries keep their ids.
    added: the names of new players.
    """

    def __init__(self, event: Event, actor: Actor, document: EventPart) -> None:
        self.event, self.actor, self.document = event, actor, document
        self.ids: dict[str, str] = {}
        self.players: dict[str, Player] = {}
        self.entries: dict[str, Entry] = {}
        self.keeps_ids = False
        self.added: list[str] = []

    def store(self) -> None:
        """Store them all. Raises InvalidDocument."""
        self._players()
        self._entries()
        self._wishes()

    def entered(self, ids: Sequence[str]) -> bool:
        """Whether these are entries of the event, each once."""
        return len(set(ids)) == len(ids) and self.entries.keys() >= set(ids)

    def entry_of(self, ref: str) -> Entry | None:
        """The entry with this id in the document."""
        return self.entries.get(self.ids.get(ref, ""))

    def new_ids(self, value: Any) -> Any:
        """The value with the ids of this installation."""
        if isinstance(value, str):
            return self.ids.get(value, value)
        if isinstance(value, list):
            return [self.new_ids(inner) for inner in value]
        if isinstance(value, dict):
            return {self.ids.get(key, key): self.new_ids(inner) for key, inner in value.items()}
        return value

    def _players(self) -> None:
        """Look the players up on the roster by name, or add them."""
        roster = roster_of(self.event.club)
        taken = set()
        for index, data in enumerate(self.document.players):
            place = f"/players/{index}"
            key = (name_key(data.name), data.anonymous)
            player = roster.get(key)
            if player is None or player.bot != data.bot:
                if data.anonymous and data.bot:
                    raise Contradiction("entry_disagrees.bot", f"{place}/anonymous")
                with blaming(place):
                    player = roster[key] = add_to_roster(self.event.club, self.actor, data, data.bot)
                self.added.append(player.name)
            if data.id in self.players or player.pk in taken:
                raise Contradiction("entry_disagrees.twice", f"{place}/name")
            taken.add(player.pk)
            self.players[data.id] = player
            self.ids[data.id] = str(player.pk)

    def _entries(self) -> None:
        rows_data = self.document.entries
        used: set[Any] = set(self.ids)
        for index, data in enumerate(rows_data):
            own = {data.id, ("number", data.number), ("player", data.player)}
            if data.player not in self.players or own & used:
                raise Contradiction("entry_disagrees", f"/entries/{index}")
            used |= own
            with suppress(Invalid):
                if clean_tags(data.tags) == data.tags:
                    continue
            raise Contradiction("tags_disagree", f"/entries/{index}/tags", most=LONGEST_TAG)
        if len(rows_data) != len(self.players):
            raise Contradiction("entry_disagrees.missing", "/players")
        wanted = [UUID(data.id) for data in rows_data]
        self.keeps_ids = not Entry.objects.filter(pk__in=wanted).exists()
        ids = wanted if self.keeps_ids else [new_id() for _ in wanted]
        # New ids keep the order of the lots of the old ids.
        in_order = (sorted(pks, key=lambda pk: lot(self.event.seed, str(pk))) for pks in (wanted, ids))
        fresh = dict(zip(*in_order, strict=True))
        rows = [
            Entry(
                pk=fresh[UUID(data.id)],
                event=self.event,
                player=self.players[data.player],
                **data.columns("id", "player"),
            )
            for data in rows_data
        ]
        self.ids |= {str(old): str(new) for old, new in fresh.items()}
        Entry.objects.bulk_create(rows)
        self.entries = {str(row.pk): row for row in rows}

    def _wishes(self) -> None:
        stored: set[Any] = set()
        for index, data in enumerate(self.document.wishes):
            place = f"/wishes/{index}"
            pair = [self.players[ref].pk for ref in dict.fromkeys(data.players) if ref in self.players]
            wish = (frozenset(pair), data.kind if len(pair) == 1 else "")
            placed = data.kind in ("seat", "table")
            if (
                len(pair) != len(data.players)
                or len(pair) != (1 if placed else 2)
                or placed != (data.number is not None)
                or wish in stored
            ):
                raise Contradiction("wish_disagrees", place)
            stored.add(wish)
            player, *other = sorted(pair)
            SeatingWish.objects.create(
                club_id=self.event.club_id,
                event=self.event,
                player_id=player,
                other_id=other[0] if other else None,
                created_by=self.actor.user,
                **data.columns("players"),
            )
