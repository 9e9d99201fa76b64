"""Who comes to an evening, who is here, and the code at the door by which people say so.

A reply makes no entry until its person is here, or until the director takes everybody in at once. Then a
name becomes a player of the roster. If the roster has a player of this very name, a person must say that they
are the same: a director, or at the door whoever signed up. That gives nobody a right of the player's account.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef

from tournaments.clubs.models import Player
from tournaments.clubs.verbs.second_factors import Limit, count_visit
from tournaments.core import moments
from tournaments.core.actors import Actor
from tournaments.core.change import lock_club, lock_event, log
from tournaments.core.models.columns import parse_id
from tournaments.core.pace import Pace
from tournaments.core.requests import network_of
from tournaments.core.rules.money import LARGEST_AMOUNT
from tournaments.core.rules.names import is_found, name_key, sort_key
from tournaments.core.rules.refusals import Conflict, NotAllowed, TooMany, gettext_noop
from tournaments.core.rules.statuses import EntryStatus, EventStatus
from tournaments.core.secrets import derived_secret, digest
from tournaments.events.models.events import Entry, Event
from tournaments.events.models.replies import Answer, Door, Reply
from tournaments.events.rules.phases.events import verify_register
from tournaments.events.verbs import entries, replies
from tournaments.events.verbs.plans import event_facts
from tournaments.events.verbs.replies import move_up, replies_of

LEAST_LETTERS = 3
"""So many letters of a name are asked for, so that nobody reads the whole list at the door."""

MOST_FOUND = 20

BEST_FIRST = (Answer.YES, Answer.WAITING, Answer.PENDING, Answer.NO, Answer.REFUSED)
"""The answers, in the order in which one of two counts for the same person."""


@dataclass(frozen=True)
class TakenIn:
    """The new entries, and the names of those whom the director must look at first."""

    entries: list[Entry]
    left: list[str]


@dataclass(frozen=True)
class Person:
    """A person on the list of an event: an entry, or a reply that is no entry yet."""

    id: UUID
    """Of the entry, or of the reply."""
    name: str
    public_name: str
    entry: Entry | None = None
    reply: Reply | None = None
    player: Player | None = None
    """With their person; None for a reply of nobody in the roster."""
    same_name: Reply | None = None
    """A reply by name of which nobody has said yet whether it is of the player with this name."""

    @property
    def kind(self) -> str:
        return "entry" if self.entry else "reply"

    @property
    def state(self) -> str:
        """The status of the entry, or the answer of the reply."""
        if self.entry is not None:
            return self.entry.status
        return self.reply.answer if self.reply else ""

    @property
    def is_here(self) -> bool:
        return self.state == EntryStatus.CHECKED_IN

    @property
    def said_yes(self) -> bool:
        """Whether this person has a place and is not here yet."""
        return self.state in (EntryStatus.REGISTERED, Answer.YES)

    @property
    def is_gone(self) -> bool:
        return self.state in (EntryStatus.WITHDRAWN, Answer.NO, Answer.REFUSED)

    @property
    def is_question(self) -> bool:
        """Whether somebody must still say if this person, who signed up by name, is the player of that name.

        The player is not on the list in another way.
        """
        return self.reply is not None and self.reply == self.same_name

    def is_called(self, text: str, *, publicly: bool = False) -> bool:
        """Whether somebody who searches for this text means this person."""
        own = self.public_name if publicly else self.name
        return is_found(text, own, "" if self.same_name is None else self.same_name.name)


@transaction.atomic
def take_in(event: Event, actor: Actor, *, same_names: bool = False) -> TakenIn:
    """Enter everybody who said yes and is not entered yet. Idempotent.

    Who signed up by name may have the name of a player. same_names: they are that player. Else they are not
    entered.
    """
    event = lock_event(event)
    verify_register(event_facts(event))
    entered = set(Entry.objects.filter(event=event).values_list("player", flat=True))
    coming = [
        reply
        for reply in replies_of(event).filter(answer=Answer.YES)
        if reply.player_id is None or reply.player_id not in entered
    ]
    return _take_in(event, actor, coming, same_names=same_names)


class ReplyWithoutPlace(Conflict):
    """The person has no place at the event yet."""

    sentence = gettext_noop("%(name)s has no place yet. Ask the director.")


class NameInRoster(Conflict):
    """Somebody signed up with the name of a player, and nobody has said whether it is them."""

    sentence = gettext_noop("The club has a player with the name %(name)s already. Ask the director.")


@transaction.atomic
def check_in_reply(
    reply: Reply, actor: Actor, *, same_name: bool = False, as_director: bool = False
) -> Entry:
    """Enter the person of a reply if they are not entered, and check them in.

    same_name: if they signed up by the name of a player, they are that player. as_director: check them in,
    whatever they answered. Raises Conflict `reply_without_place`, `name_in_roster`, or what
    `entries.check_in` raises.
    """
    event = lock_event(reply.event)
    reply = replies_of(event).get(pk=reply.pk)
    reply.event = event
    verify_register(event_facts(event))
    if reply.answer != Answer.YES:
        if not as_director:
            raise ReplyWithoutPlace(name=reply.public_name)
        reply.answer = Answer.YES
        reply.save(update_fields=["answer"])
        log(actor, "let_in", reply, within=event, answer=str(Answer.YES))
    if same_name and reply.name_key in _roster_with(event, [reply]):
        reply = same_person(reply, actor)
    entry = _entry_of(reply)
    if entry is None:
        taken = _take_in(event, actor, [reply])
        if taken.left:
            raise NameInRoster(name=reply.public_name)
        [entry] = taken.entries
    return entries.check_in(entry, actor)


class NobodyOfThisName(Conflict):
    """The club has no player with the name of this reply."""

    sentence = gettext_noop("The club has no player with the name %(name)s.")


@transaction.atomic
def same_person(reply: Reply, actor: Actor) -> Reply:
    """Turn a reply by name into a reply of the player with this name. Return the reply of the player.

    If the player has a reply already, it keeps its personal link, and gets the better answer and the sum of
    both payments. Raises Conflict `nobody_of_this_name`.
    """
    event = lock_event(reply.event)
    lock_club(event.club)
    reply = replies_of(event).get(pk=reply.pk)
    reply.event = event
    player = _roster_with(event, [reply]).get(reply.name_key)
    if player is None:
        raise NobodyOfThisName(name=reply.called)
    kept = replies_of(event).filter(player=player).first() or reply
    if kept != reply:
        _join(kept, reply)
    kept.player_id, kept.name = player, ""
    kept.save()
    log(actor, "same_person", kept, within=event, answer=kept.answer)
    move_up(event, actor)
    return kept


def people_of(event: Event, replies: Sequence[Reply]) -> list[Person]:
    """Everybody who is entered or has replied, each once, by name (2 queries)."""
    listed = list(entries.entries_of(event))
    entered = {entry.player_id for entry in listed}
    with_player = {reply.player_id: reply for reply in replies if reply.player_id is not None}
    by_name = {reply.name_key: reply for reply in replies if reply.player_id is None}
    taken = _roster_with(event, replies)
    unsure = {taken[key]: reply for key, reply in by_name.items() if key in taken}

    def person(player: Player, entry: Entry | None, reply: Reply | None) -> Person:
        pk = entry.pk if entry else reply.pk if reply else player.pk
        return Person(pk, player.name, player.public_name, entry, reply, player, unsure.get(player.pk))

    people = [person(entry.player, entry, with_player.get(entry.player_id)) for entry in listed]
    people += [
        person(reply.player, None, reply)
        for key, reply in with_player.items()
        if reply.player is not None and key not in entered
    ]
    people += [
        Person(reply.pk, reply.name, reply.name, reply=reply, same_name=reply if key in taken else None)
        for key, reply in by_name.items()
        if taken.get(key) not in entered | with_player.keys()
    ]
    return sorted(people, key=lambda one: (sort_key(one.name), str(one.id)))


def expected_at(event: Event) -> list[Person]:
    """The people who may come or are here (3 queries): no bots, and nobody who has left or does not come."""
    people = people_of(event, list(replies_of(event)))
    return [one for one in people if not one.is_gone and not (one.player and one.player.is_bot)]


def numbers_expected(event: Event) -> Counter[str]:
    """How many people who are not entered yet gave each answer (one query)."""
    entered = Entry.objects.filter(event=event, player=OuterRef("player"))
    return Counter(Reply.objects.filter(~Exists(entered), event=event).values_list("answer", flat=True))


def find_expected(event: Event, text: str) -> list[Person]:
    """Those whose public name contains these letters; nobody for fewer than `LEAST_LETTERS`."""
    if len(name_key(text)) < LEAST_LETTERS:
        return []
    return [one for one in expected_at(event) if one.is_called(text, publicly=True)][:MOST_FOUND]


def _take_in(event: Event, actor: Actor, coming: Sequence[Reply], *, same_names: bool = False) -> TakenIn:
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
    # A browser that knows the id of the reply knows that of the entry (`you.js`).
    made = entries.add_entries(
        event,
        actor,
        [str(reply.player_id) if reply.player_id else reply.name for reply in ready],
        ids=[reply.pk for reply in ready],
    )
    for reply, entry in zip(ready, made, strict=True):
        if reply.player_id is None:
            reply.player, reply.name = entry.player, ""
            reply.save(update_fields=["player", "name"])
    log(actor, "take_in", event, within=event, replies=[str(reply.pk) for reply in ready])
    return TakenIn(made, left)


def _join(kept: Reply, other: Reply) -> None:
    """Make one reply of two of the same person. The other one is deleted, and the caller saves."""
    kept.paid = min(kept.paid + other.paid, LARGEST_AMOUNT)
    if kept.paid_noted_at is None:
        kept.paid_noted_at, kept.paid_noted_by = other.paid_noted_at, other.paid_noted_by
    kept.contact = kept.contact or other.contact
    if BEST_FIRST.index(Answer(other.answer)) < BEST_FIRST.index(Answer(kept.answer)):
        kept.answer, kept.number = other.answer, other.number
    other.delete()


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


class ReplyOfNobody(Conflict):
    """The member is no player of the club."""

    sentence = gettext_noop("You are no player of %(club)s. Ask a director for the link of your player.")


@transaction.atomic
def answer_as_member(event: Event, actor: Actor, *, comes: bool) -> Reply:
    """Say "I come" or "I cannot".

    Raises Conflict `reply_of_nobody`, or what `sign_up`, `say_yes` and `say_no` of `replies` raise.
    """
    user = None if actor.user is None else actor.user.pk
    own = Player.objects.filter(club=event.club, user=user, user__isnull=False, removed_at=None).first()
    if own is None:
        raise ReplyOfNobody(club=event.club.name)
    reply = Reply.objects.filter(event=event, player=own).first()
    if reply is None:
        reply = replies.sign_up(event, actor, player=own)
        return reply if comes else replies.say_no(reply, actor)
    return replies.say_yes(reply, actor) if comes else replies.say_no(reply, actor)


# ---- The code at the door.


OF_NETWORK = Pace(burst=300, interval=timedelta(seconds=1))
"""How often people at one network say that they are here: a whole club comes through one."""

AT_THE_DOOR = Actor(None, "door")


@transaction.atomic
def make_door(event: Event, actor: Actor) -> Door:
    """Make the code of an event, or a new one in its place. Raises Conflict if the event is finished."""
    event = lock_event(event)
    verify_register(event_facts(event))
    door = Door.objects.filter(event=event).first() or Door(event=event, serial=0)
    door.serial += 1
    door.secret_digest = digest(_secret(door))
    door.made_by, door.made_at = actor.user, moments.now()
    door.save()
    log(actor, "make_door", event, within=event, serial=door.serial)
    return door


def secret_of(event: Event) -> str | None:
    """The secret of the code of an event; None without a code, or if SECRET_KEY has changed since."""
    door = Door.objects.filter(event=event).first()
    if door is None or event.status == EventStatus.FINISHED:
        return None
    secret = _secret(door)
    return secret if door.secret_digest == digest(secret) else None


def event_of_door(secret: str) -> Event:
    """The event whose door has this code. Raises NotAllowed `door_closed`."""
    door = Door.objects.select_related("event__club").filter(secret_digest=digest(secret)).first()
    if door is None or door.event.status == EventStatus.FINISHED:
        raise DoorClosed
    return door.event


class ArrivalsSlowed(TooMany):
    """Too many people at one network say that they are here."""

    sentence = gettext_noop("Too many people use this code at once. Try again in %(seconds)s seconds.")


def arrive(secret: str, kind: str, ref: str, *, address: str = "") -> Entry:
    """Check in somebody who says at the door that they are here.

    kind, ref: "entry" and its id; anything else is the id of a reply that is no entry yet. If a reply has the
    name of a player in the roster, the person says by this that they are that player. It gives no more rights
    than the check-in of a player who is entered. address: the network address, for the limit of arrivals.

    Raises NotAllowed `door_closed` for a wrong code, or somebody of another event; TooMany
    `arrivals_slowed`; Conflict as `check_in_reply`.
    """
    count_visit([Limit(f"door from:{network_of(address)}", "", OF_NETWORK)], ArrivalsSlowed)
    event = event_of_door(secret)
    key = parse_id(ref)
    if key is None:
        raise DoorClosed
    if kind == "entry":
        entry = Entry.objects.select_related("event__club", "player").filter(event=event, pk=key).first()
        if entry is not None:
            return entries.check_in(entry, AT_THE_DOOR)
    else:
        reply = Reply.objects.select_related("event__club").filter(event=event, pk=key).first()
        if reply is not None:
            return check_in_reply(reply, AT_THE_DOOR, same_name=True)
    raise DoorClosed


def _secret(door: Door) -> str:
    return derived_secret(f"door {door.event_id} {door.serial}")


class DoorClosed(NotAllowed):
    """The code at the door is wrong, was renewed, or its event is finished."""

    sentence = gettext_noop("This code is wrong or does not work any more. Ask the director.")
