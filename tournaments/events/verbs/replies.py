"""Replies to an invitation: signing up, the waiting list, saying no, approval, and what was paid.

A reply is an answer and no entry: `arrivals` makes entries of those who come. So until then a no or a yes
costs nothing, and the waiting list moves without touching the event. All verbs lock the event first, so the
last place has one owner. The log refers to replies by id: it never says a name or a contact.

Each reply has a personal link. Its secret follows from SECRET_KEY and the id of the reply, and the row has
only its digest.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Count, Max, Q, QuerySet

from tournaments.clubs.models import Player
from tournaments.clubs.rules import PlayerUnknown
from tournaments.clubs.verbs.second_factors import Limit, count_visit
from tournaments.core import moments, outbox
from tournaments.core.actors import Actor
from tournaments.core.change import change, lock, lock_event, log
from tournaments.core.models.choices import SignUp
from tournaments.core.models.columns import new_id, parse_id
from tournaments.core.pace import Pace
from tournaments.core.refusals import why_refused
from tournaments.core.requests import network_of
from tournaments.core.rules.lists import check_no_contact
from tournaments.core.rules.money import LARGEST_AMOUNT
from tournaments.core.rules.names import clean_name, name_key
from tournaments.core.rules.refusals import Conflict, Invalid, TooMany, at, gettext_noop
from tournaments.core.rules.statuses import EntryStatus, EventStatus
from tournaments.core.secrets import derived_secret, digest
from tournaments.events.models.events import Entry, Event
from tournaments.events.models.replies import Answer, Reply
from tournaments.events.rules.people import has_place, verify_sign_up, who_moves_up
from tournaments.events.rules.phases.events import EntryWithdrawn, verify_register
from tournaments.events.verbs import entries
from tournaments.events.verbs.plans import event_facts

OF_NETWORK = Pace(burst=40, interval=timedelta(seconds=20))
OF_EVENT = Pace(burst=400, interval=timedelta(seconds=2))
"""How often people can sign up by the public page: from one network (a club shares one), and in all."""

LONGEST_CONTACT = 200
LEAST_ONCE = 20
"""The length of the value of a form from which an id can be made."""


def sign_up(
    event: Event,
    actor: Actor,
    *,
    name: str = "",
    player: Player | str | None = None,
    contact: str = "",
    as_director: bool = False,
    address: str = "",
    once: str = "",
) -> Reply:
    """Sign somebody up: a player of the club, or a name. They come, wait, or wait for the director.

    as_director: neither the closing time nor an approval counts. address: of a stranger, whose network is
    limited. once: the value of a form; the same form gives the same reply. Raises Conflict `sign_up_closed`,
    `sign_up_over`, `event_finished`; Invalid `signed_up_already`, `player_unknown`, `contact_malformed` or a
    code of names; TooMany `sign_ups_slowed`.
    """
    pk = _id_of_form(event, once)
    if (sent_before := Reply.objects.filter(pk=pk).select_related("player").first()) is not None:
        return sent_before
    if address:
        limit = Limit(f"sign-up from:{network_of(address)}", "", OF_NETWORK)
        count_visit([limit, Limit(f"sign-up:{event.pk}", "", OF_EVENT)], SignUpsSlowed)
    with transaction.atomic():
        event = lock_event(event)
        _refuse_closed(event, as_director=as_director)
        reply = Reply(id=pk, event=event, number=next_number(event), made_by=actor.user)
        reply.contact = clean_contact(contact)
        _call(reply, name, player)
        _answer_yes(reply, as_director=as_director)
        reply.token_digest = digest(token_of(reply))
        reply.save(force_insert=True)
        log(actor, "sign_up", reply, within=event, answer=reply.answer, turn=reply.number)
        ask_to_confirm(reply)
    return reply


class ReplyHere(Conflict):
    """Who is here cannot say by the personal link that they do not come."""

    sentence = gettext_noop("%(name)s is here. Tell the director if you have to leave.")


@transaction.atomic
def say_no(reply: Reply, actor: Actor, *, by_link: bool = False) -> Reply:
    """This person cannot come. The next one on the waiting list gets the place. Idempotent.

    Before the start an entry is withdrawn. Afterwards only the answer changes: rounds stay as they are.
    by_link: Raises Conflict `reply_here` for somebody who is here, since the link alone proves nobody.
    """
    with _changing(reply, actor, "say_no") as reply:
        if reply.answer == Answer.NO:
            return reply
        if reply.answer == Answer.REFUSED:
            raise ReplyRefused
        if by_link and is_here(reply):
            raise ReplyHere(name=reply.public_name)
        reply.answer = Answer.NO
    event = reply.event
    entry = Entry.objects.filter(event=event, player=reply.player_id, player__isnull=False).first()
    if entry is not None and event.status != EventStatus.RUNNING:
        entries.withdraw(entry, actor)
    move_up(event, actor)
    return reply


def say_yes(reply: Reply, actor: Actor, *, as_director: bool = False) -> Reply:
    """This person comes after all, at the end of the list. Idempotent.

    Raises what `sign_up` raises; Conflict `entry_withdrawn`, because such an entry never comes back.
    """
    with _changing(reply, actor, "say_yes") as reply:
        if reply.answer not in (Answer.NO, Answer.REFUSED):
            return reply
        if reply.answer == Answer.REFUSED and not as_director:
            raise ReplyRefused
        _refuse_closed(reply.event, as_director=as_director)
        if Entry.objects.filter(
            event=reply.event, player=reply.player_id, player__isnull=False, status=EntryStatus.WITHDRAWN
        ).exists():
            raise EntryWithdrawn(player=reply.called)
        reply.number = next_number(reply.event)
        _answer_yes(reply, as_director=as_director)
        ask_to_confirm(reply)
    return reply


def approve_reply(reply: Reply, actor: Actor) -> Reply:
    """Let somebody come who waits for the director: to a place, or to the waiting list."""
    with _changing(reply, actor, "approve_reply") as reply:
        if reply.answer != Answer.PENDING:
            raise ReplyNotPending(name=reply.called)
        _answer_yes(reply, as_director=True)
        ask_to_confirm(reply)
    return reply


def refuse_reply(reply: Reply, actor: Actor) -> Reply:
    """Refuse somebody who waits for the director."""
    with _changing(reply, actor, "refuse_reply") as reply:
        if reply.answer != Answer.PENDING:
            raise ReplyNotPending(name=reply.called)
        reply.answer = Answer.REFUSED
    return reply


def let_in(reply: Reply, actor: Actor) -> Reply:
    """Give somebody a place whatever the list says: a director decides. Idempotent."""
    with _changing(reply, actor, "let_in") as reply:
        if reply.answer != Answer.YES:
            reply.answer = Answer.YES
            ask_to_confirm(reply)
    return reply


class ReplyOfPlayer(Conflict):
    """The reply is of a player, whose name is that of the roster."""

    sentence = gettext_noop("%(name)s is a player of the club. Change the name there.")


def rename_reply(reply: Reply, actor: Actor, name: str) -> Reply:
    """Give somebody who is no player yet another name: not the player with this name, but somebody else.

    Raises Conflict `reply_of_player`, Invalid `signed_up_already` or a code of names.
    """
    with _changing(reply, actor, "rename_reply") as reply:
        if reply.player_id is not None:
            raise ReplyOfPlayer(name=reply.called)
        _call(reply, name, None)
    return reply


class ReplyHasPaid(Conflict):
    """Money was noted for this reply, so it cannot be removed."""

    sentence = gettext_noop("%(name)s has paid. Note first that the money went back.")


@transaction.atomic
def remove_reply(reply: Reply, actor: Actor) -> None:
    """Delete a reply, such as a joke. Raises Conflict `reply_has_paid` if money was noted."""
    reply = lock_reply(reply)
    verify_register(event_facts(reply.event))
    if reply.paid:
        raise ReplyHasPaid(name=reply.called)
    log(actor, "remove_reply", reply, within=reply.event)
    reply.delete()
    move_up(reply.event, actor)


class PaidOutOfRange(Invalid):
    """The amount that was paid is outside the allowed range."""

    sentence = gettext_noop("Give an amount of at least 0.")


def note_payment(reply: Reply, actor: Actor, paid: int) -> Reply:
    """Note what this person has paid in all, in hundredths; 0 for nothing. Idempotent.

    A finished event takes payments too: people pay at the end. Raises Invalid `paid_out_of_range`.
    """
    if type(paid) is not int or not 0 <= paid <= LARGEST_AMOUNT:
        raise PaidOutOfRange(field="paid")
    with change(reply, actor, "note_payment", notes=["paid"]) as reply:
        if paid != reply.paid:
            reply.paid, reply.paid_noted_by, reply.paid_noted_at = paid, actor.user, moments.now()
    return reply


def token_of(reply: Reply) -> str:
    """The secret of the personal link of a reply."""
    return derived_secret(f"reply {reply.pk}")


def reply_of_token(token: str) -> Reply | None:
    """The reply with this personal link, with its event."""
    rows = Reply.objects.select_related("event__club", "player")
    return rows.filter(token_digest=digest(token)).first()


def replies_of(event: Event) -> QuerySet[Reply]:
    """The replies of an event with their players, in the order of the list."""
    return Reply.objects.filter(event=event).select_related("player", "paid_noted_by").order_by("number")


def counts_of(event: Event) -> Counter[str]:
    """How many people gave each answer (one query)."""
    rows = Reply.objects.filter(event=event).order_by().values_list("answer").annotate(people=Count("pk"))
    return Counter(dict(rows))


def contacts_of(event: Event) -> list[str]:
    """The e-mail addresses of those who come or wait, each once. Only for mails of the directors."""
    contacts = Reply.objects.filter(
        event=event, answer__in=(Answer.YES, Answer.WAITING), contact__contains="@"
    ).order_by("number")
    return list(dict.fromkeys(contacts.values_list("contact", flat=True)))


def players_to_sign_up(event: Event) -> list[Player]:
    """The people of the club who are not on the list, by name."""
    listed = Reply.objects.filter(event=event, player__isnull=False).values("player")
    return list(_people(event).exclude(pk__in=listed).order_by("sort_key"))


def _people(event: Event) -> QuerySet[Player]:
    return Player.objects.filter(club=event.club_id, bot="", removed_at=None, anonymised_at=None)


def why_closed(event: Event) -> str:
    """Why nobody can sign up by the public page now; empty if they can."""
    return why_refused(_verify_open, event)


def is_full(event: Event) -> bool:
    """Whether somebody who signs up now would wait."""
    counts = counts_of(event)
    return not has_place(event.capacity, counts[Answer.YES], counts[Answer.WAITING])


def is_here(reply: Reply) -> bool:
    """Whether this person is checked in."""
    return Entry.objects.filter(
        event=reply.event, player=reply.player_id, player__isnull=False, status=EntryStatus.CHECKED_IN
    ).exists()


def place_in_line(reply: Reply) -> int:
    """The place of somebody on the waiting list, from 1."""
    before = Reply.objects.filter(event=reply.event, answer=Answer.WAITING, number__lt=reply.number)
    return before.count() + 1


def _id_of_form(event: Event, once: str) -> UUID:
    """An id that follows from the value of a form, so that the same form is one reply."""
    if len(once) < LEAST_ONCE:
        return new_id()
    return UUID(hashlib.sha256(f"{event.pk} {once}".encode()).hexdigest()[:32], version=4)


class SignUpsSlowed(TooMany):
    """Too many people sign up from one network, or for one event."""

    sentence = gettext_noop("Too many people sign up from this network. Try again in %(seconds)s seconds.")


def _refuse_closed(event: Event, *, as_director: bool) -> None:
    verify_register(event_facts(event))
    if not as_director:
        _verify_open(event)


def _verify_open(event: Event) -> None:
    until = event.sign_up_until
    verify_sign_up(
        EventStatus(event.status),
        is_closed=event.sign_up == SignUp.CLOSED,
        is_over=until is not None and moments.now() >= until,
    )


def clean_contact(contact: str) -> str:
    """The contact as it is stored. Raises Invalid `contact_malformed`."""
    contact = " ".join(contact.split())
    is_fit = not contact or "@" in contact or any(letter.isdigit() for letter in contact)
    try:
        if "@" in contact:
            validate_email(contact)
    except ValidationError:
        is_fit = False
    if not is_fit or len(contact) > LONGEST_CONTACT or not contact.isprintable():
        raise ContactMalformed(field="contact")
    return contact


class ContactMalformed(Invalid):
    """The contact is neither an e-mail address nor a telephone number."""

    sentence = gettext_noop("Write an e-mail address or a telephone number.")


class SignedUpAlready(Invalid):
    """The player or the name is on the list already."""

    sentence = gettext_noop(
        "%(name)s is on the list already. If you are somebody else, add a letter to your name."
    )


def _call(reply: Reply, name: str, player: Player | str | None) -> None:
    """Set the player or the name of a new reply. Raises Invalid if they are on the list already."""
    if player is not None:
        key = player.pk if isinstance(player, Player) else parse_id(player)
        reply.player = _people(reply.event).filter(pk=key).first() if key else None
        if reply.player is None:
            raise PlayerUnknown(id=str(player), field="player")
        twins, field_name = Q(player=reply.player), "player"
    else:
        with at("name"):
            reply.name = clean_name(name)
            check_no_contact(reply.name)
        twins, field_name = Q(player__isnull=True, name_key=name_key(reply.name)), "name"
    if Reply.objects.filter(twins, event=reply.event).exists():
        raise SignedUpAlready(name=reply.called, field=field_name)


def _answer_yes(reply: Reply, *, as_director: bool) -> None:
    """Set the answer of somebody who wants to come, and has no place yet."""
    event = reply.event
    if event.sign_up == SignUp.APPROVE and not as_director:
        reply.answer = Answer.PENDING
        return
    counts = counts_of(event)
    free = has_place(event.capacity, counts[Answer.YES], counts[Answer.WAITING])
    reply.answer = Answer.YES if free else Answer.WAITING


def move_up(event: Event, actor: Actor) -> None:
    """Give free places to those who wait, in their order. The event is locked."""
    if event.status not in (EventStatus.DRAFT, EventStatus.OPEN):
        return
    waiting = list(Reply.objects.filter(event=event, answer=Answer.WAITING).order_by("number"))
    coming = counts_of(event)[Answer.YES] if waiting else 0
    for reply in who_moves_up(waiting, event.capacity, coming):
        reply.answer = Answer.YES
        reply.save(update_fields=["answer"])
        log(actor, "move_up", reply, within=event, answer=str(Answer.YES))
        ask_to_confirm(reply)


def ask_to_confirm(reply: Reply) -> None:
    """Make sure that this person is told their answer, if there is a mail server and an address.

    `events.words.mails` writes the mail. Without a mail server nothing is sent, and the page shows the link.
    """
    if settings.SENDS_MAIL and "@" in reply.contact:
        outbox.add("replies.confirm", reply.pk)


@contextmanager
def _changing(reply: Reply, actor: Actor, verb: str) -> Iterator[Reply]:
    """As `change`, until the event is finished."""
    with change(reply, actor, verb, notes=["answer"]) as reply:
        verify_register(event_facts(reply.event))
        yield reply


class ReplyGone(Conflict):
    """The reply was removed."""

    sentence = gettext_noop("This reply has just been removed. Reload the page.")


@lock.register(Reply)
def lock_reply(reply: Reply) -> Reply:
    """Return the reply with its player, read again, and its event, locked."""
    event = lock_event(reply.event_id)
    fresh = Reply.objects.select_related("player").filter(pk=reply.pk).first()
    if fresh is None:
        raise ReplyGone
    fresh.event = event
    return fresh


def next_number(event: Event) -> int:
    """The number of the next reply. The event is locked."""
    return (Reply.objects.filter(event=event).aggregate(last=Max("number"))["last"] or 0) + 1


class ReplyRefused(Conflict):
    """A director has refused this reply."""

    sentence = gettext_noop("The director has refused this reply. Ask the club.")


class ReplyNotPending(Conflict):
    """This reply does not wait for a director."""

    sentence = gettext_noop("%(name)s does not wait for the director.")
