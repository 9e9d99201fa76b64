"""From replies to entries: taking in those who said yes, and checking in who is here.

A reply makes no entry until its person is here, or until the director takes everybody in at once. Then a
name becomes a player of the roster. If the roster has a player of this very name, only a director can say
that they are the same person.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext_noop as _

from tournaments.errors import Conflict
from tournaments.kernel.audit import Actor, log
from tournaments.kernel.locks import lock_club, lock_event
from tournaments.kernel.refusals import as_conflict
from tournaments.models import Answer, Entry, EntryStatus, Event, Player, Reply
from tournaments.rules.names import name_key
from tournaments.rules.phases import verify_register

from . import entries
from .facts import event_facts
from .replies import replies_of

LEAST_LETTERS = 3
"""So many letters of a name are asked for, so that nobody reads the whole list at the door."""

MOST_FOUND = 20

EXPECTED = (Answer.YES, Answer.WAITING, Answer.PENDING)
"""Who may stand at the door."""


@dataclass(frozen=True)
class TakenIn:
    """The new entries, and the names of those whom the director must look at first."""

    entries: list[Entry]
    left: list[str]


@dataclass(frozen=True)
class Expected:
    """A person who may come or is here: an entry, or a reply that is no entry yet.

    state: the status of an entry, or the answer of a reply.
    """

    kind: Literal["entry", "reply"]
    id: UUID
    name: str
    public_name: str
    state: str
    in_roster: bool = True
    """Whether the name is one of the roster. A reply by such a name needs the word of a director."""
    reply: Reply | None = None
    player: Player | None = None
    """With their person; None for a reply of nobody in the roster."""

    @property
    def is_here(self) -> bool:
        return self.state == EntryStatus.CHECKED_IN

    @property
    def may_arrive(self) -> bool:
        """Whether this person may say that they are here, without a director."""
        return self.state in (EntryStatus.REGISTERED, Answer.YES)


@transaction.atomic
def take_in(event: Event, actor: Actor, *, same_names: bool = False) -> TakenIn:
    """Enter everybody who said yes and is not entered yet. Idempotent.

    same_names: who signed up by the name of a player of the roster is that player. Otherwise they are left.
    """
    event = lock_event(event)
    with as_conflict():
        verify_register(event_facts(event))
    entered = set(Entry.objects.filter(event=event).values_list("player", flat=True))
    coming = [
        reply
        for reply in replies_of(event).filter(answer=Answer.YES)
        if reply.player_id is None or reply.player_id not in entered
    ]
    return _take_in(event, actor, coming, same_names=same_names)


@transaction.atomic
def check_in_reply(
    reply: Reply, actor: Actor, *, same_name: bool = False, as_director: bool = False
) -> Entry:
    """Enter the person of a reply if they are not entered, and check them in.

    as_director: whatever the answer was, this person is here. Raises Conflict `reply_without_place`,
    `name_in_roster`, or what `entries.check_in` raises.
    """
    event = lock_event(reply.event)
    reply = replies_of(event).get(pk=reply.pk)
    reply.event = event
    with as_conflict():
        verify_register(event_facts(event))
    if reply.answer != Answer.YES:
        if not as_director:
            raise Conflict(
                "reply_without_place",
                _("%(name)s has no place yet. Ask the director."),
                {"name": reply.public_name},
            )
        reply.answer = Answer.YES
        reply.save(update_fields=["answer"])
        log(actor, "let_in", reply, within=event, answer=str(Answer.YES))
    entry = _entry_of(reply)
    if entry is None:
        taken = _take_in(event, actor, [reply], same_names=same_name)
        if taken.left:
            raise Conflict(
                "name_in_roster",
                _("The club has a player with the name %(name)s already. Ask the director."),
                {"name": reply.public_name},
            )
        [entry] = taken.entries
    return entries.check_in(entry, actor)


def expected_at(event: Event) -> list[Expected]:
    """The people of an event for its check-in, by name: entries, and replies that are no entries (3 queries).

    Bots, withdrawn entries and those who do not come are left out.
    """
    replies = list(replies_of(event).select_related("player", "paid_noted_by"))
    by_player = {reply.player_id: reply for reply in replies if reply.player_id is not None}
    entered: set[UUID] = set()
    people: list[Expected] = []
    for entry in Entry.objects.filter(event=event, player__bot="").select_related("player"):
        entered.add(entry.player_id)
        if entry.status != EntryStatus.WITHDRAWN:
            player = entry.player
            reply = by_player.get(entry.player_id)
            people.append(
                Expected(
                    "entry",
                    entry.pk,
                    player.name,
                    player.public_name,
                    entry.status,
                    reply=reply,
                    player=player,
                )
            )
    waiting = [
        reply
        for reply in replies
        if reply.answer in EXPECTED and (reply.player_id is None or reply.player_id not in entered)
    ]
    taken = _roster_with(event, waiting)
    people += [
        Expected(
            "reply",
            reply.pk,
            reply.called,
            reply.public_name,
            reply.answer,
            in_roster=reply.player_id is not None or reply.name_key in taken,
            reply=reply,
            player=reply.player,
        )
        for reply in waiting
    ]
    return sorted(people, key=lambda person: (name_key(person.name), str(person.id)))


def numbers_expected(event: Event) -> Counter[str]:
    """How many people who are not entered yet gave each answer (one query)."""
    entered = Entry.objects.filter(event=event, player=OuterRef("player"))
    return Counter(Reply.objects.filter(~Exists(entered), event=event).values_list("answer", flat=True))


def find_expected(event: Event, text: str) -> list[Expected]:
    """Those whose public name contains these letters; nobody for fewer than `LEAST_LETTERS`."""
    key = name_key(text)
    if len(key) < LEAST_LETTERS:
        return []
    found = [person for person in expected_at(event) if key in name_key(person.public_name)]
    return found[:MOST_FOUND]


def _take_in(event: Event, actor: Actor, coming: Sequence[Reply], *, same_names: bool) -> TakenIn:
    """Enter the people of these replies. The event is locked, and none of them is entered by its player."""
    lock_club(event.club)
    taken = _roster_with(event, coming)
    entered = set(Entry.objects.filter(event=event).values_list("player", flat=True))
    listed = set(Reply.objects.filter(event=event, player__isnull=False).values_list("player", flat=True))
    ready: list[Reply] = []
    left: list[str] = []
    for reply in coming:
        twin = taken.get(reply.name_key) if reply.player_id is None else None
        # A player who is entered or on the list is another person, or the same one twice.
        if twin is not None and (not same_names or twin in entered or twin in listed):
            left.append(reply.called)
        else:
            ready.append(reply)
    if not ready:
        return TakenIn([], left)
    made = entries.add_entries(
        event, actor, [str(reply.player_id) if reply.player_id else reply.name for reply in ready]
    )
    for reply, entry in zip(ready, made, strict=True):
        if reply.player_id is None:
            reply.player, reply.name, reply.name_key = entry.player, "", ""
            reply.save(update_fields=["player", "name", "name_key"])
    log(actor, "take_in", event, within=event, replies=[str(reply.pk) for reply in ready])
    return TakenIn(made, left)


def _roster_with(event: Event, replies: Sequence[Reply]) -> dict[str, UUID]:
    """The players of the club whose names people without a player signed up with."""
    keys = {reply.name_key for reply in replies if reply.player_id is None}
    if not keys:
        return {}
    players = Player.objects.filter(
        club=event.club, name_key__in=keys, removed_at__isnull=True, anonymised_at__isnull=True
    )
    return dict(players.values_list("name_key", "pk"))


def _entry_of(reply: Reply) -> Entry | None:
    if reply.player_id is None:
        return None
    entry = Entry.objects.select_related("player", "event__club").filter(
        event=reply.event_id, player=reply.player_id
    )
    return entry.first()
