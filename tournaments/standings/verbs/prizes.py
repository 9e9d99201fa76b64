"""Prizes of an event, and the tags of its entries, by which some prizes are given.

Both can change until the event is finished: what was announced at the end stays as it was. Only members see
tags. `standings.verbs.awards` says who wins what.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.core.audit import Actor, log
from tournaments.core.errors import Conflict, Invalid
from tournaments.core.locks import lock_event
from tournaments.core.refusals import as_conflict, as_invalid, sentence
from tournaments.core.rules.names import name_key, sort_key
from tournaments.events.models.events import Entry, Event
from tournaments.events.rules.phases import verify_register
from tournaments.events.verbs.facts import event_facts
from tournaments.standings.rules.prizes import (
    LONGEST_CURRENCY,
    LONGEST_PRIZE,
    LONGEST_TAG,
    MOST_PRIZES,
    MOST_TAGS,
    PrizeError,
    PrizeList,
    clean_prizes,
    clean_tags,
    read_prizes,
    written_amount,
)

LIMITS = {
    "prizes": MOST_PRIZES,
    "what": LONGEST_PRIZE,
    "currency": LONGEST_CURRENCY,
    "tags": MOST_TAGS,
    "tag": LONGEST_TAG,
}
"""How many prizes an event and tags an entry can have, and how many characters their texts."""


@transaction.atomic
def set_prizes(event: Event, actor: Actor, plan: PrizeList, *, seen: str | None = None) -> Event:
    """Replace the whole list of prizes. Idempotent.

    seen: the `digest` of the list that the actor has changed. Raises Conflict if another one is stored now,
    or if the event is finished; Invalid with the codes of `clean_prizes`.
    """
    event = lock_event(event)
    with as_conflict():
        verify_register(event_facts(event))
    before = prizes_of(event)
    if seen is not None and seen != before.digest:
        raise Conflict(
            "prizes_changed",
            _("Somebody else has changed the prizes meanwhile. Look at them again, then repeat your change."),
        )
    plan = cleaned(plan)
    if plan != before:
        event.prizes = plan.as_json()
        event.save(update_fields=["prizes"])
        log(actor, "set_prizes", event, within=event, records={"prizes": event.prizes})
    return event


@transaction.atomic
def set_tags(entry: Entry, actor: Actor, tags: Sequence[str]) -> Entry:
    """Replace the tags of an entry. Idempotent. The log does not say which they are.

    Raises Conflict if the event is finished, or the person was made anonymous; Invalid with the codes of
    `clean_tags`.
    """
    event = lock_event(entry.event)
    entry = Entry.objects.select_related("player").get(pk=entry.pk)
    entry.event = event
    with as_conflict():
        verify_register(event_facts(event))
    with as_invalid("tags"):
        cleaned_tags = clean_tags(tags)
    if cleaned_tags and entry.player.anonymised_at is not None:
        raise Conflict(
            "player_anonymous",
            _("%(name)s was made anonymous and gets no tags any more."),
            {"name": entry.player.name},
        )
    if cleaned_tags != entry.tags:
        entry.tags = cleaned_tags
        entry.save(update_fields=["tags"])
        log(actor, "set_tags", entry, within=event)
    return entry


def prizes_of(event: Event) -> PrizeList:
    """The list of prizes of an event; an empty one if it has none."""
    return PrizeList.from_json(event.prizes)


def cleaned(plan: PrizeList) -> PrizeList:
    """The list as it is stored. Raises Invalid; its field is a path such as `prizes/2/amount`."""
    try:
        return clean_prizes(plan)
    except PrizeError as error:
        raise _refusal(error) from error


def _refusal(error: PrizeError) -> Invalid:
    """The refusal of a list of prizes, with the place of the mistake."""
    field = error.field if error.index is None else f"prizes/{error.index}/{error.field}"
    return Invalid(error.code, sentence(error), field=field)


def holders_of_tags(event: Event) -> dict[str, list[str]]:
    """The names of the players with each tag, in alphabetical order of the tags. Only for members."""
    spelled: dict[str, str] = {}
    holders: dict[str, list[str]] = defaultdict(list)
    for tags, name in (
        Entry.objects.filter(event=event)
        .exclude(tags=[])
        .order_by("player__sort_key", "number")
        .values_list("tags", "player__name")
    ):
        for tag in tags:
            holders[spelled.setdefault(name_key(tag), tag)].append(name)
    return dict(sorted(holders.items(), key=lambda item: sort_key(item[0])))


def tags_of_nobody(event: Event) -> list[str]:
    """The tags in the list of prizes that no entry has: perhaps one of them has a typing mistake."""
    wanted = {prize.key: prize.tag for prize in prizes_of(event).prizes if prize.tag}
    if not wanted:
        return []
    held = {name_key(tag) for tag in holders_of_tags(event)}
    return [tag for key, tag in wanted.items() if key not in held]


def plan_of(data: Mapping[str, Any]) -> PrizeList:
    """The list of prizes in a form, a request or a document. Raises Invalid as `set_prizes` does."""
    try:
        return read_prizes(
            data["prizes"], data.get("currency", ""), one_each=bool(data.get("one_each", True))
        )
    except PrizeError as error:
        raise _refusal(error) from error


def prizes_as_data(plan: PrizeList) -> dict[str, Any]:
    """The list of prizes for programs and documents, with amounts such as "12.50"; `plan_of` reads it."""
    prizes = [
        {**asdict(prize), "amount": written_amount(prize.amount) if prize.amount else None}
        for prize in plan.prizes
    ]
    return {"currency": plan.currency, "one_each": plan.one_each, "prizes": prizes}
