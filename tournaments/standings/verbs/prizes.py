"""The prizes of an event, the tags of its entries, and who wins what.

Prizes and tags can change until the event is finished: what was announced at the end stays as it was. Only
members see tags. Awards are not stored, so they follow each correction.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from tournaments.clubs.verbs.people import PlayerAnonymous
from tournaments.core.actors import Actor
from tournaments.core.change import change
from tournaments.core.rules.money import written_amount
from tournaments.core.rules.names import name_key, sort_key
from tournaments.core.rules.refusals import Conflict, at, gettext_noop
from tournaments.core.rules.statuses import EventStatus
from tournaments.events.models.events import Entry, Event
from tournaments.events.rules.people import clean_tags, tag_keys
from tournaments.events.rules.phases.events import verify_register
from tournaments.events.verbs.plans import event_facts
from tournaments.standings.models import Standing
from tournaments.standings.rules.prizes import Award, Placed, PrizeList, awards
from tournaments.standings.verbs.standings import current_standing


class PrizesChanged(Conflict):
    """Somebody else has changed the prizes."""

    sentence = gettext_noop(
        "Somebody else has changed the prizes meanwhile. Look at them again, then repeat your change."
    )


class AnonymousPrize(PlayerAnonymous):
    """This person was made anonymous."""

    sentence = gettext_noop("%(name)s was made anonymous and gets no tags any more.")


def set_prizes(event: Event, actor: Actor, plan: PrizeList, *, seen: str | None = None) -> Event:
    """Replace the whole list of prizes. Idempotent.

    seen: the `digest` of the list that the actor has changed. Raises PrizesChanged if another one is stored
    now, Conflict if the event is finished.
    """
    with change(event, actor, "set_prizes", records=["prizes"]) as event:
        verify_register(event_facts(event))
        if seen is not None and seen != prizes_of(event).digest:
            raise PrizesChanged
        event.prizes = plan.stored
    return event


def remove_prize(event: Event, actor: Actor, *, number: int, seen: str) -> Event:
    """Take the prize of this number, from 1, out of the list. Raises as `set_prizes` does."""
    return set_prizes(event, actor, prizes_of(event).replaced(number), seen=seen)


def set_tags(entry: Entry, actor: Actor, tags: Sequence[str]) -> Entry:
    """Replace the tags of an entry. Idempotent. The log does not say which they are.

    Raises Conflict if the event is finished, PlayerAnonymous, and as `clean_tags` does.
    """
    with change(entry, actor, "set_tags") as entry:
        verify_register(event_facts(entry.event))
        with at("tags"):
            entry.tags = clean_tags(tags)
        if entry.tags and entry.player.anonymised_at is not None:
            raise AnonymousPrize(name=entry.player.name)
    return entry


def prizes_of(event: Event) -> PrizeList:
    """The list of prizes of an event; an empty one if it has none."""
    return PrizeList.read({"prizes": [], **event.prizes})


def holders_of_tags(event: Event) -> dict[str, list[str]]:
    """The names of the players with each tag, in alphabetical order of the tags. Only for members."""
    spelled: dict[str, str] = {}
    holders: dict[str, list[str]] = defaultdict(list)
    tagged = Entry.objects.filter(event=event).exclude(tags=[]).order_by("player__sort_key", "number")
    for tags, name in tagged.values_list("tags", "player__name"):
        for tag in tags:
            holders[spelled.setdefault(name_key(tag), tag)].append(name)
    return dict(sorted(holders.items(), key=lambda item: sort_key(item[0])))


def tags_of_nobody(event: Event) -> list[str]:
    """The tags in the list of prizes that no entry has: perhaps one of them has a typing mistake."""
    wanted = {prize.key: prize.tag for prize in prizes_of(event).prizes if prize.tag}
    held = {name_key(tag) for tag in holders_of_tags(event)} if wanted else ()
    return [tag for key, tag in wanted.items() if key not in held]


def awards_of(
    event: Event,
    tags: Mapping[UUID, Collection[str]] | None = None,
    *,
    newest: Standing | None = None,
    entries: Iterable[Entry] | None = None,
) -> list[Award]:
    """The awards, as if the event ended now. Only directors may see those of an unfinished event.

    Bots win no prize, and neither does an entry without a place or a deal: those behind move up. `tags`
    replaces the tags of these entries. newest: the newest standing, if it is at hand. entries: all of them by
    number, with their players, if they are at hand. At most two queries; none without prizes.
    """
    plan = prizes_of(event)
    standing = (newest or current_standing(event)) if plan.prizes else None
    if standing is None:
        return []
    if entries is None:
        entries = Entry.objects.filter(event=event).select_related("player").order_by("number")
    people = {str(entry.pk): entry for entry in entries if not entry.player.is_bot}
    rows = {row["entry"]: row for row in standing.rows if row["deals"] and row["place"] is not None}
    placed = [
        Placed(pk, rows[pk]["place"], tag_keys((tags or {}).get(entry.pk, entry.tags)))
        for pk, entry in people.items()
        if pk in rows
    ]
    return awards(plan, placed)


def final_awards(event: Event, *, newest: Standing | None = None) -> list[Award]:
    """The awards that everybody may see: none before the event is finished."""
    return awards_of(event, newest=newest) if event.status == EventStatus.FINISHED else []


def award_as_data(award: Award) -> dict[str, Any]:
    """An award for programs and documents. Its amounts are texts such as "12.50", or None."""
    paid = any(award.amounts)
    amounts = [written_amount(amount) if paid else None for amount in award.amounts]
    lists = {"entries": list(award.entries), "each": list(award.each), "together": list(award.together)}
    return {"tag": award.tag, "first": award.first, "last": award.last, **lists, "amounts": amounts}
