"""Entries of players in an event."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from tournaments.clubs.models import Player
from tournaments.clubs.rules import PlayerUnknown
from tournaments.clubs.verbs.people import add_people, new_person
from tournaments.core.actors import Actor
from tournaments.core.change import lock_club, lock_entry, lock_event, log
from tournaments.core.models.columns import parse_id
from tournaments.core.refreshes import count_again
from tournaments.core.rules.names import clean_name, is_found, name_key
from tournaments.core.rules.refusals import Conflict, Invalid, at, gettext_noop
from tournaments.core.rules.settings import NumberOutOfRange
from tournaments.core.rules.statuses import EntryStatus, EventStatus
from tournaments.core.secrets import digest
from tournaments.events.models.events import Entry, Event
from tournaments.events.rules.phases.events import (
    EventNotOpen,
    next_round,
    verify_check_in,
    verify_register,
    verify_undo_check_in,
    verify_withdraw,
)
from tournaments.events.rules.phases.facts import EntryFacts
from tournaments.events.verbs.checks import refuse_bots
from tournaments.events.verbs.plans import entry_facts, event_facts, newest_round_facts

MOST_AT_ONCE = 10_000


class PlayersMissing(Invalid):
    """The request names no players, or too many."""

    sentence = gettext_noop("Enter 1 to %(most)d players.")


@transaction.atomic
def add_entries(
    event: Event, actor: Actor, players: Sequence[str], *, checked_in: bool = False, ids: Sequence[UUID] = ()
) -> list[Entry]:
    """Enter players by id or by name. A new name creates a player. ids: of the entries, else by chance.

    All or none: raises Invalid for a bad name, an unknown id or a player who is already entered; with
    `checked_in`, Conflict for a draft. Bots are checked in at once. Late entries count from the next round.
    """
    if not players or len(players) > MOST_AT_ONCE:
        raise PlayersMissing(most=MOST_AT_ONCE, field="players")
    event = lock_event(event)
    verify_register(event_facts(event))
    if checked_in:
        verify_check_in(event_facts(event), EntryFacts(EntryStatus.REGISTERED))
    roster = find_or_create(event, actor, players)
    _refuse_entered(event, roster)
    return enter(event, actor, roster, checked_in=checked_in, ids=ids)


@transaction.atomic
def check_in(entry: Entry, actor: Actor) -> Entry:
    """Check a player in: they get a seat from the next round on. Idempotent."""
    entry = lock_entry(entry)
    if entry.status == EntryStatus.CHECKED_IN:
        return entry
    verify_check_in(event_facts(entry.event), entry_facts(entry))
    entry.from_round = next_round(newest_round_facts(entry.event))
    return _set_status(entry, actor, EntryStatus.CHECKED_IN, "check_in")


@transaction.atomic
def check_in_all(event: Event, actor: Actor) -> list[Entry]:
    """Check in all registered players."""
    event = lock_event(event)
    verify_register(event_facts(event))
    if event.status == EventStatus.DRAFT:
        raise EventNotOpen
    entries = list(Entry.objects.filter(event=event, status=EntryStatus.REGISTERED))
    from_round = next_round(newest_round_facts(event))
    for entry in entries:
        entry.status, entry.from_round = EntryStatus.CHECKED_IN, from_round
    Entry.objects.bulk_update(entries, ["status", "from_round"])
    if entries:
        log(actor, "check_in_all", event, within=event, entries=len(entries))
        count_again(event)
    return entries


@transaction.atomic
def undo_check_in(entry: Entry, actor: Actor) -> Entry:
    """Undo a check-in, if the entry has no seat in an open round."""
    entry = lock_entry(entry)
    verify_undo_check_in(event_facts(entry.event), entry_facts(entry))
    return _set_status(entry, actor, EntryStatus.REGISTERED, "undo_check_in")


@transaction.atomic
def withdraw(entry: Entry, actor: Actor) -> Entry:
    """Withdraw a player from later rounds. Their results stay. Idempotent."""
    entry = lock_entry(entry)
    if entry.status == EntryStatus.WITHDRAWN:
        return entry
    verify_withdraw(event_facts(entry.event), entry_facts(entry))
    entry.from_round = next_round(newest_round_facts(entry.event))
    return _set_status(entry, actor, EntryStatus.WITHDRAWN, "withdraw")


class EntryUnknown(Invalid):
    """The event does not have this entry."""

    sentence = gettext_noop("This event has no entry %(id)s.")


class EntryTwice(Invalid):
    """The list contains an entry twice."""

    sentence = gettext_noop("Entry %(id)s is in the list twice.")


@transaction.atomic
def set_seeding(event: Event, actor: Actor, order: Sequence[str]) -> list[Entry]:
    """Set the seeding: the ids of entries, strongest first. Other entries come last, by lots.

    Raises Invalid for an id that is listed twice or is no entry of this event.
    """
    event = lock_event(event)
    verify_register(event_facts(event))
    entries = {str(entry.pk): entry for entry in Entry.objects.filter(event=event)}
    places: dict[str, int] = {}
    for place, ref in enumerate(order, 1):
        key = str(parse_id(ref))
        if key not in entries:
            raise EntryUnknown(id=ref, field="order")
        if key in places:
            raise EntryTwice(id=ref, field="order")
        places[key] = place
    changed = [entry for key, entry in entries.items() if entry.seeding != places.get(key)]
    for entry in changed:
        entry.seeding = places.get(str(entry.pk))
    Entry.objects.bulk_update(changed, ["seeding"])
    if changed:
        log(actor, "set_seeding", event, within=event, order=list(places))
    return [entries[key] for key in places]


@transaction.atomic
def seed_entry(entry: Entry, actor: Actor, seeding: int | None) -> Entry:
    """Set the seed of one entry, 1 for the strongest; None for no seed.

    The others keep their order without a gap. Raises Invalid for a place after the last one.
    """
    event = lock_event(entry.event)
    seeded = Entry.objects.filter(event=event, seeding__isnull=False).exclude(pk=entry.pk)
    order = [str(pk) for pk in seeded.order_by("seeding", "number").values_list("pk", flat=True)]
    if seeding is not None:
        if not 1 <= seeding <= len(order) + 1:
            raise NumberOutOfRange(name="seeding", low=1, high=len(order) + 1, field="seeding")
        order.insert(seeding - 1, str(entry.pk))
    set_seeding(event, actor, order)
    return lock_entry(entry)


def _set_status(entry: Entry, actor: Actor, status: EntryStatus, verb: str) -> Entry:
    entry.status = status
    entry.save(update_fields=["status", "from_round"])
    log(actor, verb, entry, within=entry.event, from_round=entry.from_round)
    count_again(entry.event)
    return entry


def find_or_create(event: Event, actor: Actor, players: Sequence[str]) -> list[Player]:
    """The players with these ids or names, in order. A new name creates a player."""
    # The lock keeps the roster as it is until the players are entered.
    lock_club(event.club)
    roster = list(Player.objects.filter(club=event.club, removed_at__isnull=True))
    by_id = {player.pk: player for player in roster}
    by_name = {player.name_key: player for player in roster if player.anonymised_at is None}
    chosen, new = [], []
    for text in players:
        if (key := parse_id(text)) is not None:
            if key not in by_id:
                raise PlayerUnknown(id=text, field="players")
            chosen.append(by_id[key])
            continue
        with at("players"):
            name = clean_name(text)
        if name_key(name) not in by_name:
            new.append(new_person(event.club, name))
            by_name[name_key(name)] = new[-1]
        chosen.append(by_name[name_key(name)])
    add_people(event.club, actor, new)
    return chosen


class EnteredAlready(Invalid):
    """The player is already entered in this event."""

    sentence = gettext_noop("%(name)s is already entered in this event.")


def _refuse_entered(event: Event, players: Sequence[Player]) -> None:
    entered = set(Entry.objects.filter(event=event).values_list("player_id", flat=True))
    for player in players:
        if player.pk in entered:
            raise EnteredAlready(name=player.name, field="players")
        entered.add(player.pk)


class RehearsalHasBots(Conflict):
    """Only bots can be entered in a rehearsal."""

    sentence = gettext_noop("Only bots can be entered in a rehearsal.")


def enter(
    event: Event,
    actor: Actor,
    players: Sequence[Player],
    *,
    checked_in: bool = False,
    ids: Sequence[UUID] = (),
) -> list[Entry]:
    """Enter players who are not entered yet. The event is locked."""
    refuse_bots(event, players)
    if event.is_rehearsal and not all(player.is_bot for player in players):
        raise RehearsalHasBots
    from_round = next_round(newest_round_facts(event))
    last = Entry.objects.filter(event=event).order_by("-number").values_list("number", flat=True).first() or 0
    entries = [
        Entry(
            event=event,
            player=player,
            number=number,
            # Bots are always here.
            status=EntryStatus.CHECKED_IN if checked_in or player.is_bot else EntryStatus.REGISTERED,
            from_round=from_round,
        )
        for number, player in enumerate(players, last + 1)
    ]
    for entry, pk in zip(entries, ids, strict=False):
        entry.pk = pk
    Entry.objects.bulk_create(entries)
    log(actor, "add_entries", event, within=event, entries=[str(entry.pk) for entry in entries])
    count_again(event)
    return entries


def entries_by_id(event: Event, only: Collection[str] | None = None) -> dict[str, Entry]:
    """The entries of an event, or those with these ids, with their players and persons, by id as a string."""
    entries = entries_of(event).select_related("player")
    entries = entries if only is None else entries.filter(pk__in=only)
    return {str(entry.pk): entry for entry in entries}


def entries_named(event: Event, text: str) -> list[str]:
    """The ids of the entries whose public name contains this text, accents or not."""
    names = Entry.objects.filter(event=event).values_list("pk", "player__public_name")
    return [str(pk) for pk, name in names if is_found(text, name)]


def names_by_entry(event: Event) -> dict[str, str]:
    """Return the full name of each player by the id of the entry, in alphabetical order."""
    names = Entry.objects.filter(event=event).order_by("player__sort_key", "number")
    return {str(pk): name for pk, name in names.values_list("pk", "player__name")}


def seeded_entries(event: Event) -> QuerySet[Entry]:
    """The entries of an event that have a seeding, the strongest first."""
    return entries_of(event).filter(seeding__isnull=False).order_by("seeding")


def entries_of(event: Event) -> QuerySet[Entry]:
    """An event's entries, with their players."""
    return Entry.objects.filter(event=event).select_related("player")


FROZEN: Final = (
    *("scoring", "points", "spreads", "missed", "best_rounds", "struck_rounds", "least_rounds", "tie_breaks"),
)
"""Besides the rules: the settings that standings follow from. They are frozen at the start."""


def records_of(event: Event) -> dict[str, Any]:
    """The records of an event as JSON, for its log. Of the seed only the digest: draws come from it."""
    records: dict[str, Any] = {"seed": digest(str(event.seed)), "prizes": event.prizes}
    if event.started_at is not None:
        score = event.missed_score
        records |= {name: getattr(event, name) for name in FROZEN}
        records |= {"rules": event.frozen_rules, "missed_score": None if score is None else float(score)}
    return records
