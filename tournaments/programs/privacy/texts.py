"""The name of a person in what others wrote: in announcements, reasons, notes and texts.

An announcement with the name goes, and reasons and notes that the program may change say the new name. The
records and the log never change, and the texts of an event belong to its directors, so these are shown before
(`mentions_of`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Model, Q

from tournaments.clubs.models.people import Player
from tournaments.core.audit import Actor
from tournaments.core.locks import lock_and_bump
from tournaments.core.models.log import AuditEntry
from tournaments.core.reasons import LONGEST
from tournaments.core.rules.names import name_key
from tournaments.draw.models import SeatingWish
from tournaments.events.models.events import Event
from tournaments.events.models.replies import Reply
from tournaments.events.verbs.announcements import take_down
from tournaments.events.verbs.arrivals import same_person
from tournaments.play.models.claims import DealClaim
from tournaments.seasons.models.seasons import Credit, Season
from tournaments.tables.models.ledger import Adjustment, Deal, Transfer
from tournaments.teams.models import Team

CHANGED: tuple[tuple[type[Model], str, str], ...] = (
    (Adjustment, "reason", "event__club"),
    (Credit, "reason", "member__player__club"),
    (DealClaim, "note", "table__round__event__club"),
    (SeatingWish, "note", "club"),
)
"""The columns in which the name is replaced, and the way to their club."""


@dataclass(frozen=True)
class Mention:
    """A page that keeps the name. kind: `text`, `prizes`, `records`, `log`, `team` or `season`."""

    kind: str
    name: str
    page: str
    ref: str


def forget_in_texts(player: Player, actor: Actor, alias: str) -> None:
    """Take down announcements with the name of this player, and write the alias in reasons and notes.

    Who signed up by this name counts as this person. Call it before the player is locked, and before the name
    is replaced, because the lock order is event, then player.
    """
    club, pattern = player.club, _pattern(player)
    for reply in Reply.objects.filter(event__club=club, player=None, name_key=name_key(player.name)):
        same_person(reply, actor)
    for event in Event.objects.filter(club=club).exclude(announcement="").order_by("pk"):
        if pattern.search(event.announcement):
            take_down(event, actor)
    changed: set[Any] = set()
    for model, column, way in CHANGED:
        rows = model._default_manager.filter(**{way: club}).exclude(**{column: ""})
        for row in rows:
            text = getattr(row, column)
            if pattern.search(text):
                model._default_manager.filter(pk=row.pk).update(
                    **{column: pattern.sub(alias, text)[:LONGEST]}
                )
                changed.add(getattr(row, "event_id", None))
    for event in Event.objects.filter(pk__in=changed - {None}).order_by("pk"):
        lock_and_bump(event)


def mentions_of(player: Player) -> list[Mention]:
    """Where the name of this player stays when they become anonymous, each page once."""
    return list(dict.fromkeys(_found(player, _pattern(player))))


def _found(player: Player, pattern: re.Pattern[str]) -> Iterator[Mention]:
    club = player.club
    events = {event.pk: event for event in Event.objects.filter(club=club).order_by("created_at")}
    for event in events.values():
        if any(pattern.search(text) for text in (event.name, event.place, event.about)):
            yield Mention("text", event.name, "invitation", event.ref)
        if pattern.search(json.dumps(event.prizes, ensure_ascii=False)):
            yield Mention("prizes", event.name, "prizes", event.ref)
    deals = Deal.objects.filter(table__round__event__club=club).exclude(reason="").order_by()
    transfers = Transfer.objects.filter(table__round__event__club=club).exclude(note="").order_by()
    written_down = deals.values_list("reason", "table__round__event").union(
        transfers.values_list("note", "table__round__event")
    )
    for text, pk in written_down:
        if pattern.search(text):
            yield Mention("records", events[pk].name, "rounds", events[pk].ref)
    written = Q(data__has_key="reason") | Q(data__has_key="name")
    for entry in AuditEntry.objects.filter(written, club=club).order_by("pk"):
        if pattern.search(json.dumps(entry.data, ensure_ascii=False)):
            about = None if entry.event_id is None else events[entry.event_id]
            yield (
                Mention("log", club.name, "club", club.slug)
                if about is None
                else Mention("log", about.name, "event_log", about.ref)
            )
    for team in Team.objects.filter(season__league__club=club).select_related("season"):
        if pattern.search(f"{team.name} {team.short_name}"):
            yield Mention("team", team.name, "manage_team", str(team.pk))
    for season in Season.objects.filter(league__club=club):
        if pattern.search(season.name):
            yield Mention("season", season.name, "season_settings", season.ref)


def _pattern(player: Player) -> re.Pattern[str]:
    """Both names of a player as whole words, in small letters or capitals."""
    names = sorted({player.name, player.public_name}, key=len, reverse=True)
    either = "|".join(r"\s+".join(map(re.escape, name.split())) for name in names)
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.IGNORECASE)
