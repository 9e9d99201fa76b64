"""Making people anonymous, and deleting old rows.

Seats and results stay. The stored request of a draw shows the wishes, so it is deleted. After that the draw
cannot be repeated, and its certificate is computed again from the tables.

A contact (mail address or telephone number) is kept for one event, and deleted thirty days after it. The
names of people who replied but did not come are deleted then, too, unless they paid: the treasurer must
account for that money.

When a person becomes anonymous, announcements with the name are taken down. In the reasons and notes of
`CHANGED` the new name replaces the old one. Records and the log never change, and directors own the texts of
their events. So `mentions_of` lists, before the act, where the old name will stay.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Model, Q, TextField
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.translation import gettext

from tournaments.clubs.models import Club, Player
from tournaments.clubs.rules import PlayerIsABot
from tournaments.clubs.verbs.people import forget_wishes, leave, lock_player, touch_standings
from tournaments.core.actors import Actor
from tournaments.core.change import lock_and_bump, lock_event, log
from tournaments.core.models.log import AuditEntry
from tournaments.core.refusals import LONGEST
from tournaments.core.rules.names import name_key
from tournaments.core.rules.refusals import gettext_noop
from tournaments.core.rules.statuses import EventStatus
from tournaments.core.zones import in_language_of, today_of
from tournaments.desk.verbs.reseating import certify
from tournaments.draw.models import DrawSearch, SeatingWish
from tournaments.draw.rules.certificate.explain import PRIVATE
from tournaments.draw.verbs.seating import seating_of
from tournaments.events.models.events import Entry, Event
from tournaments.events.models.replies import Reply
from tournaments.events.verbs.announcements import take_down
from tournaments.events.verbs.arrivals import same_person
from tournaments.play.models import DealClaim
from tournaments.ratings.models import Rating
from tournaments.seasons.models import Credit, Season
from tournaments.standings.verbs.prizes import awards_of
from tournaments.tables.models.ledger import WITH_NOTE, WITH_REASON, Adjustment, Deal, Transfer
from tournaments.tables.models.rounds import Round
from tournaments.teams.models import Team


def forget_in_draws(players: Collection[Player]) -> None:
    """Delete the wishes of these players in every round of their events.

    Call it in a transaction that has locked those rounds.
    """
    ids = {str(pk) for pk in Entry.objects.filter(player__in=players).values_list("pk", flat=True)}
    rounds = Round.with_void.filter(event__entries__player__in=players).select_related("event", "stage")
    for round_ in rounds.distinct():
        groups = [group for group, request in round_.request.items() if _has_wish(request, ids)]
        if groups:
            _forget(round_, groups, ids)


def _has_wish(request: Mapping[str, Any], ids: Collection[str]) -> bool:
    """Whether a stored request contains a wish or pin for one of these entries."""
    theirs = {index for index, name in enumerate(request["names"]) if name in ids}
    pairs = [*request.get("apart", ()), *request.get("together", ())]
    return any(theirs & set(pair[:2]) for pair in pairs) or any(
        pin[0] in theirs for pin in request.get("pins", ())
    )


def _forget(round_: Round, groups: Collection[str], ids: Collection[str]) -> None:
    for group in groups:
        del round_.request[group]
    seats = seating_of(round_)
    counted = certify(round_, seats, seats)
    if counted.keys() != round_.certificate.keys():
        # The stage of a void round was cut again.
        round_.certificate, groups = {}, list(counted)
    for group in groups:
        for table in counted[group]["tables"]:
            table["reasons"] = [reason for reason in table["reasons"] if not _is_private(reason, ids)]
        round_.certificate[group] = counted[group]
    round_.save(update_fields=["request", "certificate"])
    DrawSearch.objects.filter(round=round_).delete()


def _is_private(reason: Mapping[str, Any], ids: Collection[str]) -> bool:
    return reason["code"].startswith(PRIVATE) and not set(ids).isdisjoint(reason["players"])


@transaction.atomic
def anonymise_player(player: Player, actor: Actor) -> Player:
    """Replace a person's names, and delete wishes, tags and ratings.

    Chips, results and prizes that were won stay, and what `mentions_of` finds. This cannot be undone.
    """
    with in_language_of(player.club):
        alias = gettext("Player %(tag)s") % {"tag": player.id.hex[-6:].upper()}
    touch_standings(player)
    forget_tags(player)
    if player.anonymised_at is None and not player.is_bot:
        forget_in_texts(player, actor, alias)
    leave(player, actor)
    player = lock_player(player)
    if player.is_bot:
        raise PlayerIsABot(sentence=gettext_noop("Bots cannot be made anonymous."))
    if player.anonymised_at is None:
        player.name = player.public_name = alias
        player.anonymised_at = timezone.now()
        player.save(update_fields=["name", "public_name", "anonymised_at"])
        forget_wishes(player)
        forget_contact(player)
        forget_in_draws([player])
        Rating.objects.filter(player=player).delete()  # it still counts for those who sat at the same tables
        log(actor, "anonymise_player", player, within=player.club)
    return player


KEPT = timedelta(days=30)
"""How long a contact is kept after the event."""

KEPT_WITHOUT_DAY = timedelta(days=365)
"""How long it is kept after the reply, for an event that has no day and is never finished."""


def forget_old(now: datetime | None = None) -> int:
    """Delete contacts of past events, and unpaid replies without a player. Return the number of rows."""
    now = now or timezone.now()
    long_ago = [
        Q(event__club__time_zone=zone, event__starts_on__lt=today_of(Club(time_zone=zone), now - KEPT))
        for zone in Club.objects.values_list("time_zone", flat=True).distinct()
    ]
    past = (
        Q(event__finished_at__lt=now - KEPT)
        | Q(Q(*long_ago, _connector=Q.OR), event__finished_at__isnull=True)
        | Q(
            event__finished_at__isnull=True,
            event__starts_on__isnull=True,
            created_at__lt=now - KEPT_WITHOUT_DAY,
        )
    )
    old = Reply.objects.filter(past).exclude(event__status=EventStatus.RUNNING)
    strangers, _models = old.filter(player__isnull=True, paid=0).delete()
    return strangers + old.exclude(contact="").update(contact="")


def forget_contact(player: Player) -> None:
    """Forget how to reach a person who becomes anonymous."""
    Reply.objects.filter(player=player).update(contact="")


def forget_tags(player: Player) -> None:
    """Delete the tags of a player, except those by which somebody won a prize in a finished event.

    Everybody has seen such a prize, so its award stays, with the new name. Call it before the player is
    locked, because the lock order is event, then player.
    """
    for entry in Entry.objects.filter(player=player).exclude(tags=[]).order_by("event_id"):
        event = lock_event(entry.event)
        entry.refresh_from_db(fields=["tags"])
        kept = list(entry.tags) if event.status == EventStatus.FINISHED else []
        announced = awards_of(event) if kept else []
        for tag in list(kept):
            fewer = [other for other in kept if other != tag]
            if awards_of(event, {entry.pk: fewer}) == announced:
                kept = fewer
        entry.tags = kept
        entry.save(update_fields=["tags"])


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
            yield Mention("text", event.name, "edit_event", event.ref)
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
