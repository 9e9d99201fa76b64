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

from django.db.models import Model, Q, TextField
from django.db.models.functions import Cast

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
from tournaments.tables.models.ledger import WITH_NOTE, WITH_REASON, Adjustment, Deal, Transfer
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
    club, shown = player.club, Event.objects.only("name", "slug", "visibility")
    texts = Event.objects.filter(club=club).only("name", "slug", "visibility", "place", "about", "prizes")
    for event in _that_may_name(player, texts, "name", "place", "about", "prizes").order_by("created_at"):
        if any(pattern.search(text) for text in (event.name, event.place, event.about)):
            yield Mention("text", event.name, "invitation", event.ref)
        if pattern.search(json.dumps(event.prizes, ensure_ascii=False)):
            yield Mention("prizes", event.name, "prizes", event.ref)
    deals = Deal.objects.filter(WITH_REASON, table__round__event__club=club).order_by()
    transfers = Transfer.objects.filter(WITH_NOTE, table__round__event__club=club).order_by()
    written_down = deals.values_list("reason", "table__round__event").union(
        transfers.values_list("note", "table__round__event")
    )
    of_records = dict.fromkeys(pk for text, pk in written_down if pattern.search(text))
    named = shown.in_bulk(of_records)
    for pk in of_records:
        yield Mention("records", named[pk].name, "rounds", named[pk].ref)
    written = Q(data__has_key="reason") | Q(data__has_key="name")
    entries = _that_may_name(player, AuditEntry.objects.filter(written, club=club), "data").order_by("pk")
    in_logs = dict.fromkeys(
        event
        for event, data in entries.values_list("event", "data")
        if pattern.search(json.dumps(data, ensure_ascii=False))
    )
    named = shown.in_bulk([pk for pk in in_logs if pk is not None])
    for pk in in_logs:
        if pk is None:
            yield Mention("log", club.name, "club", club.slug)
        else:
            yield Mention("log", named[pk].name, "event_log", named[pk].ref)
    for team in Team.objects.filter(season__league__club=club).select_related("season"):
        if pattern.search(f"{team.name} {team.short_name}"):
            yield Mention("team", team.name, "manage_team", str(team.pk))
    for season in Season.objects.filter(league__club=club):
        if pattern.search(season.name):
            yield Mention("season", season.name, "season_settings", season.ref)


def _that_may_name(player: Player, rows: Any, *columns: str) -> Any:
    """The rows of which one of these columns has a part of a name of the player; `_pattern` looks closer.

    The part is the longest one in the letters that each database compares without regard to capitals, and
    that JSON writes as they are.
    """
    texts = {f"text_of_{column}": Cast(column, TextField()) for column in columns}
    has_part = Q()
    for name in (player.name, player.public_name):
        part = max(re.findall("[A-Za-z0-9]+", name), key=len, default="")
        for text in texts:
            has_part |= Q(**{f"{text}__icontains": part})
    return rows.annotate(**texts).filter(has_part)


def _pattern(player: Player) -> re.Pattern[str]:
    """Both names of a player as whole words, in small letters or capitals."""
    names = sorted({player.name, player.public_name}, key=len, reverse=True)
    either = "|".join(r"\s+".join(map(re.escape, name.split())) for name in names)
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.IGNORECASE)
