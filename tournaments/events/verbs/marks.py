"""The mark of an event or a season: it changes with each change that its public pages show.

A process reads a mark at most once a second for all its strangers, so an idle stranger costs no query.
Actors read the database itself.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Hashable
from datetime import datetime
from typing import Any, Literal, NamedTuple
from uuid import UUID

from django.db.models import F, OuterRef, Subquery, Sum, TextField, Value
from django.db.models.functions import Cast, Coalesce, NullIf

from tournaments.clubs.models import Player
from tournaments.core.models.columns import parse_id
from tournaments.events.models.events import Event
from tournaments.seasons.models import Evening, LeagueClub, Season, SeasonStanding
from tournaments.standings.models import Standing

FRESH_FOR = 1.0
"""Seconds for which a mark is not read again."""

MOST = 2000
"""Marks that a process remembers."""

Kind = Literal["event", "round", "table", "season"]


class Mark(NamedTuple):
    """Everything that changes when the public pages of an event or a season change.

    Each verb of the event adds an audit entry. Version and standing also change when a worker has computed
    standings, and when a player of the event gets another name. A season shows events and players of
    several clubs, so the entries of all of them count.
    """

    event: UUID
    status: str
    visibility: str
    club_name: str
    club_slug: str
    club_accent: str
    club_links: str
    club_picture: str
    pack: str
    time_zone: str
    anonymised_at: datetime | None
    version: int
    standing: int | None
    logs: int

    @property
    def access(self) -> Hashable:
        """What must count at once: who may see the event, and the newest person who became anonymous."""
        return self[:-3]


_marks: OrderedDict[Hashable, tuple[float, Mark]] = OrderedDict()
_guard = threading.Lock()


def mark_of(kind: Kind, ref: str) -> Mark | None:
    """The mark of the event or season with this slug or id, or of the event with this round or table; None if
    there is none.

    It says nothing about rights.
    """
    pk = parse_id(ref)
    key = (kind, pk or ref)
    with _guard:
        read_at, mark = _marks.get(key, (0.0, None))
    if mark is not None and time.monotonic() - read_at < FRESH_FOR:
        return mark
    began = time.monotonic()
    mark = _read(kind, ref, pk)
    with _guard:
        _marks.pop(key, None)
        if mark is not None:
            _marks[key] = (began, mark)
        while len(_marks) > MOST:
            _marks.popitem(last=False)
    return mark


def _read(kind: Kind, ref: str, pk: UUID | None) -> Mark | None:
    wanted: dict[str, Any]
    if kind == "season":
        return _read_season({"pk": pk} if pk else {"slug": ref})
    if kind == "event":
        wanted = {"pk": pk} if pk else {"slug": ref}
    elif pk is None:
        return None
    else:
        wanted = {"rounds__pk": pk} if kind == "round" else {"rounds__tables__pk": pk}
    standings = Standing.objects.filter(event=OuterRef("pk")).order_by("-version")
    anonymous = Player.objects.filter(club=OuterRef("club"), anonymised_at__isnull=False)
    rows = (
        Event.objects.filter(**wanted)
        .annotate(
            pack_there=Coalesce(NullIf("pack", Value("")), "club__pack"),
            newest_standing=Subquery(standings.values("version")[:1]),
            newest_anonymous=Subquery(anonymous.order_by("-anonymised_at").values("anonymised_at")[:1]),
            # Two logs that only grow: a change of either changes the sum. That of the club has who may see
            # the page of a person, to which names lead.
            logs=F("log_length") + F("club__log_length"),
        )
        .values_list(
            "pk", "status", "visibility", "club__name", "club__slug",
            "club__accent", Cast("club__links", TextField()), "club__picture", "pack_there",
            "club__time_zone", "newest_anonymous", "version", "newest_standing", "logs",
        )
    )  # fmt: skip
    return next((Mark(*row) for row in rows[:1]), None)


def _read_season(wanted: dict[str, Any]) -> Mark | None:
    standings = SeasonStanding.objects.filter(season=OuterRef("pk")).order_by("-version")
    anonymous = Player.objects.filter(club=OuterRef("league__club"), anonymised_at__isnull=False)
    guests = LeagueClub.objects.filter(league=OuterRef("league"))
    guests_anonymous = guests.filter(club__players__anonymised_at__isnull=False)
    of_guests = guests.order_by().values("league").annotate(logs=Sum("club__log_length"))
    # An evening that is taken off has a shorter sum, and the season another version.
    evenings = Evening.objects.filter(season=OuterRef("pk"))
    of_events = evenings.order_by().values("season").annotate(logs=Sum("event__log_length"))
    rows = (
        Season.objects.filter(**wanted)
        .annotate(
            newest_standing=Subquery(standings.values("version")[:1]),
            newest_anonymous=Subquery(anonymous.order_by("-anonymised_at").values("anonymised_at")[:1]),
            newest_guest=Subquery(
                guests_anonymous.order_by("-club__players__anonymised_at")
                .values("club__players__anonymised_at")[:1]
            ),
            logs=F("league__club__log_length")
            + Coalesce(Subquery(of_guests.values("logs")), 0)
            + Coalesce(Subquery(of_events.values("logs")), 0),
        )
        .values_list(
            "pk", "status", "visibility", "league__club__name", "league__club__slug",
            "league__club__accent", Cast("league__club__links", TextField()), "league__club__picture",
            "league__club__pack", "league__club__time_zone", "newest_anonymous", "version", "newest_standing",
            "logs", "newest_guest",
        )
    )  # fmt: skip
    for *row, guest in rows[:1]:
        mark = Mark(*row)
        return mark if guest is None else mark._replace(anonymised_at=max(guest, mark.anonymised_at or guest))
    return None
