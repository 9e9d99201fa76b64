"""Lists of people that a director pastes into an event. Each line with a person becomes an entry.

A list can have more columns. Tags are stored with the entry. A contact, and what somebody has paid, are
stored with the person's reply. If somebody has no reply yet, the list makes one with the answer yes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from tournaments.clubs.models import Player
from tournaments.core import moments
from tournaments.core.actors import Actor
from tournaments.core.change import lock_event, log
from tournaments.core.rules.lists import (
    Columns,
    PastedList,
    PastedPerson,
    RefusedName,
    known_names,
    people_of,
)
from tournaments.core.rules.money import read_price
from tournaments.core.rules.refusals import Invalid, at, gettext_noop
from tournaments.core.rules.statuses import EntryStatus
from tournaments.core.secrets import digest
from tournaments.events.models.events import Entry, Event
from tournaments.events.models.replies import Answer, Reply
from tournaments.events.rules.people import clean_tags
from tournaments.events.rules.phases.events import verify_check_in, verify_register
from tournaments.events.rules.phases.facts import EntryFacts
from tournaments.events.verbs import entries, replies
from tournaments.events.verbs.plans import event_facts

PAID_ALL = frozenset({"x", "✓", "✔", "ja", "j", "yes", "y", "oui", "o", "ok", "paid", "bezahlt", "payé"})
PAID_NOTHING = frozenset({"-", "\N{EN DASH}", "nein", "n", "no", "non", "offen", "open"})
"""What stands in lists instead of an amount."""


@dataclass(frozen=True)
class PasteReport:
    """The result of a pasted list."""

    entries: list[Entry]
    refused: list[RefusedName]


@dataclass(frozen=True)
class _Line:
    """A person of the list, checked."""

    name: str
    tags: list[str]
    contact: str
    paid: int | None


class TooManyNames(Invalid):
    """The request contains too many names."""

    sentence = gettext_noop("Paste at most %(most)d names at once.")


@transaction.atomic
def paste_entries(
    event: Event,
    actor: Actor,
    pasted: PastedList,
    columns: Columns | None = None,
    *,
    checked_in: bool = False,
) -> PasteReport:
    """Enter the people of a list. Bad lines are reported.

    columns: what the director says of its columns; without it they are guessed. checked_in: check the people
    in at once; in a draft this raises Conflict. Raises Invalid `too_many_names`, `list_without_names`.
    """
    event = lock_event(event)
    verify_register(event_facts(event))
    if checked_in:
        verify_check_in(event_facts(event), EntryFacts(EntryStatus.REGISTERED))
    entered = Entry.objects.filter(event=event).values_list("player__name_key", flat=True)
    with at("names"):
        people = people_of(pasted, columns, names_known(event), frozenset(entered))
    refused = list(people.refused)
    lines: list[_Line] = []
    for person in people.people:
        try:
            lines.append(_checked(event, person))
        except Invalid as error:
            refused.append(RefusedName(person.line, person.name, error))
    if len(lines) > entries.MOST_AT_ONCE:
        raise TooManyNames(most=entries.MOST_AT_ONCE, field="names")
    if not lines:
        return PasteReport([], refused)
    players = entries.find_or_create(event, actor, [line.name for line in lines])
    made = entries.enter(event, actor, players, checked_in=checked_in)
    for entry, line in zip(made, lines, strict=True):
        entry.tags = line.tags
    Entry.objects.bulk_update([entry for entry in made if entry.tags], ["tags"])
    _note(event, actor, players, lines)
    return PasteReport(made, sorted(refused, key=lambda each: each.line))


def names_known(event: Event) -> dict[str, str]:
    """The names of the club's players, by which the names of a list are read (`lists.known_names`)."""
    roster = Player.objects.filter(club=event.club_id, removed_at=None, anonymised_at=None)
    return known_names(roster.values_list("name", flat=True))


def _checked(event: Event, person: PastedPerson) -> _Line:
    """Raises Invalid if what the list says of this person cannot be kept."""
    word = person.paid.strip().casefold()
    paid = event.price if word in PAID_ALL else None
    if word and word not in PAID_ALL | PAID_NOTHING:
        paid = read_price(word)[0]
    return _Line(person.name, clean_tags(person.tags), replies.clean_contact(person.contact), paid or None)


def _note(event: Event, actor: Actor, players: Sequence[Player], lines: Sequence[_Line]) -> None:
    """Keep contacts and payments in the replies of these people."""
    said = {player.pk: line for player, line in zip(players, lines, strict=True) if line.contact or line.paid}
    if not said:
        return
    kept = {reply.player_id: reply for reply in Reply.objects.filter(event=event, player__in=said)}
    number = replies.next_number(event)
    new: list[Reply] = []
    for key, line in said.items():
        reply = kept.get(key)
        if reply is None:
            reply = Reply(
                event=event, player_id=key, number=number + len(new), answer=Answer.YES, made_by=actor.user
            )
            reply.token_digest = digest(replies.token_of(reply))
            new.append(reply)
        reply.contact = line.contact or reply.contact
        if line.paid:
            reply.paid, reply.paid_noted_by, reply.paid_noted_at = line.paid, actor.user, moments.now()
    Reply.objects.bulk_create(new)
    Reply.objects.bulk_update(kept.values(), ["contact", "paid", "paid_noted_by", "paid_noted_at"])
    log(actor, "note_list", event, within=event, replies=[str(reply.pk) for reply in [*new, *kept.values()]])
