"""The people of an imported event: found on the roster or put on it, entered, and what they asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from tournaments.errors import Invalid
from tournaments.kernel.audit import Actor
from tournaments.models import Entry, Event, Player, SeatingWish, new_id
from tournaments.rules.names import name_key
from tournaments.rules.ranking import lot
from tournaments.services.clubs.players import add_anonymous, add_player

from .documents import WISH_FIELDS
from .shape import InvalidDocument


class People:
    """Who played, once `take` has made them: what else is taken in is about them.

    keeps_ids: whether the entries have the ids of the document. added: the names of those who are new on the
    roster.
    """

    def __init__(self, event: Event, actor: Actor, document: Mapping[str, Any]) -> None:
        self.event, self.actor, self.document = event, actor, document
        self.names: dict[str, str] = {}
        """The ids of the document, and those that they have here."""
        self.players: dict[str, Player] = {}
        self.entries: dict[str, Entry] = {}
        self.keeps_ids = False
        self.added: list[str] = []

    def take(self) -> None:
        """Make them all. Raises InvalidDocument."""
        self._find()
        self._enter()
        self._wish()

    def entered(self, ids: Sequence[str]) -> bool:
        """Whether each of these is one of the entries, once."""
        return len(set(ids)) == len(ids) and self.entries.keys() >= set(ids)

    def here(self, value: Any) -> Any:
        """The same with the ids that things have here."""
        if isinstance(value, str):
            return self.names.get(value, value)
        if isinstance(value, list):
            return [self.here(inner) for inner in value]
        if isinstance(value, dict):
            return {self.names.get(key, key): self.here(inner) for key, inner in value.items()}
        return value

    def _find(self) -> None:
        """The players, by their ids in the document: found on the roster by name, or put on it."""
        roster = {
            (player.name_key, player.anonymised_at is not None): player
            for player in Player.objects.filter(club=self.event.club_id, removed_at__isnull=True)
        }
        taken = set()
        for index, told in enumerate(self.document["players"]):
            place = f"/players/{index}"
            key = (name_key(told["name"]), bool(told.get("anonymous")))
            found = roster.get(key)
            if found is None or found.bot != told["bot"]:
                found = roster[key] = self._add(told, place)
            if told["id"] in self.players or found.pk in taken:
                raise InvalidDocument(
                    "entry_disagrees", f"{place}/name", _("This player is in the list twice.")
                )
            taken.add(found.pk)
            self.players[told["id"]] = found
            self.names[told["id"]] = str(found.pk)

    def _add(self, told: Mapping[str, Any], place: str) -> Player:
        if told.get("anonymous") and told["bot"]:
            raise InvalidDocument("entry_disagrees", f"{place}/anonymous", _("A bot has nothing to hide."))
        try:
            # Whoever asked to be forgotten has a name that nobody can be found by.
            player = (
                add_anonymous(self.event.club, self.actor, told["name"])
                if told.get("anonymous")
                else add_player(
                    self.event.club,
                    self.actor,
                    told["name"],
                    public_name=told["public_name"],
                    bot=told["bot"],
                )
            )
        except Invalid as error:
            raise InvalidDocument(error.code, f"{place}/{error.field}", error.detail) from error
        self.added.append(player.name)
        return player

    def _enter(self) -> None:
        told_of = self.document["entries"]
        known: set[Any] = set(self.names)
        for index, told in enumerate(told_of):
            own = {told["id"], ("number", told["number"]), ("of", told["player"])}
            if told["player"] not in self.players or own & known:
                raise InvalidDocument(
                    "entry_disagrees",
                    f"/entries/{index}",
                    _("Each entry is of one of the players, with a number and an id of its own."),
                )
            known |= own
        if len(told_of) != len(self.players):
            raise InvalidDocument("entry_disagrees", "/players", _("Each of the players has an entry."))
        wanted = [UUID(told["id"]) for told in told_of]
        self.keeps_ids = not Entry.objects.filter(pk__in=wanted).exists()
        ids = wanted if self.keeps_ids else [new_id() for _ in wanted]
        # New ones in the order of the old: of their lots, where these decide, so that they fall as they did;
        # else of the ids, by which those are listed who share a place.
        by_lots = "lots" in self.event.tie_breaks
        seed = self.event.seed  # the document's, already

        def order(one: UUID) -> Any:
            return (lot(seed, str(one)), one) if by_lots else one

        fresh = dict(zip(sorted(wanted, key=order), sorted(ids, key=order), strict=True))
        rows = [
            Entry(
                pk=fresh[UUID(told["id"])],
                event=self.event,
                player=self.players[told["player"]],
                **{name: told[name] for name in ("number", "status", "from_round", "seeding")},
            )
            for told in told_of
        ]
        self.names |= {str(old): str(new) for old, new in fresh.items()}
        Entry.objects.bulk_create(rows)
        self.entries = {str(row.pk): row for row in rows}

    def _wish(self) -> None:
        known: set[Any] = set()
        for index, told in enumerate(self.document["wishes"]):
            place = f"/wishes/{index}"
            pair = [self.players[ref].pk for ref in dict.fromkeys(told["players"]) if ref in self.players]
            wish = (frozenset(pair), told["kind"] if len(pair) == 1 else "")
            placed = told["kind"] in ("seat", "table")
            if (
                len(pair) != len(told["players"])
                or len(pair) != (1 if placed else 2)
                or placed != (told["number"] is not None)
                or wish in known
            ):
                raise InvalidDocument(
                    "wish_disagrees",
                    place,
                    _("A wish is of two players, or of one and a place, and is told once."),
                )
            known.add(wish)
            one, *other = sorted(pair)
            SeatingWish.objects.create(
                club_id=self.event.club_id,
                event=self.event,
                player_id=one,
                other_id=other[0] if other else None,
                created_by=self.actor.user,
                **{name: told[name] for name in WISH_FIELDS},
            )
