"""Who comes to an event: signing up, the waiting list, approval, payments, and becoming an entry."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import override_settings
from django.utils import timezone

from tests.builders import make_event, make_member, owner_of, play_round, published_round, with_account
from tournaments import tasks
from tournaments.clubs.verbs.people import add_player
from tournaments.core.actors import Actor
from tournaments.core.rules.lists import read_list
from tournaments.core.rules.refusals import Conflict, Invalid, NotAllowed, Refusal
from tournaments.desk.verbs.lifecycle import edit_event, finish_event, start_event
from tournaments.events.rules.people import has_place, who_moves_up
from tournaments.events.verbs import arrivals, debts, replies
from tournaments.events.verbs.arrivals import answer_as_member
from tournaments.events.verbs.entries import withdraw
from tournaments.events.verbs.lists import paste_entries
from tournaments.models import AuditEntry, Entry, Event, OutboxTask, Player, Reply
from tournaments.programs.documents.documents import document_of
from tournaments.programs.privacy import anonymise_player, forget_old

pytestmark = pytest.mark.django_db

STRANGER = Actor(None, "page")


@pytest.fixture
def event() -> Event:
    """An open event with three places, for which everybody can sign up."""
    return make_event(sign_up="open", capacity=3)


def come(event: Event, *names: str, **about: Any) -> list[Reply]:
    return [replies.sign_up(event, STRANGER, name=name, **about) for name in names]


def answers(event: Event) -> dict[str, str]:
    return {reply.called: reply.answer for reply in replies.replies_of(event)}


def refused(verb: Any, error: type[Refusal] = Conflict) -> str:
    with pytest.raises(error) as refusal:
        verb()
    return refusal.value.code


def test_nobody_passes_those_who_wait() -> None:
    assert has_place(None, 1000, 0)
    assert has_place(3, 2, 0)
    assert not has_place(3, 3, 0)
    assert not has_place(3, 2, 1)
    assert who_moves_up(["a", "b", "c"], 5, 3) == ["a", "b"]
    assert who_moves_up(["a", "b"], 3, 4) == []
    assert who_moves_up(["a", "b"], None, 9) == ["a", "b"]


def test_who_comes_after_the_last_place_waits_and_moves_up_in_order(event: Event) -> None:
    anna, _ben, _cleo, dora, emil = come(event, "Anna", "Ben", "Cleo", "Dora", "Emil")
    assert [dora.answer, emil.answer] == ["waiting", "waiting"]
    replies.say_no(anna, STRANGER)
    assert answers(event) == {"Anna": "no", "Ben": "yes", "Cleo": "yes", "Dora": "yes", "Emil": "waiting"}
    replies.say_yes(anna, STRANGER)  # at the end, behind Emil
    replies.say_no(dora, STRANGER)
    assert answers(event)["Emil"] == "yes"
    assert answers(event)["Anna"] == "waiting"


def test_more_places_let_people_move_up_and_fewer_send_nobody_away(event: Event) -> None:
    come(event, "Anna", "Ben", "Cleo", "Dora", "Emil")
    edit_event(event, owner_of(event.club), capacity=4)
    assert answers(event)["Dora"] == "yes"
    assert answers(event)["Emil"] == "waiting"
    edit_event(event, owner_of(event.club), capacity=2)
    assert list(answers(event).values()).count("yes") == 4
    edit_event(event, owner_of(event.club), capacity=None)
    assert answers(event)["Emil"] == "yes"


def test_the_sign_up_ends_for_everybody_but_the_director(event: Event) -> None:
    owner = owner_of(event.club)
    for settings, code in (
        ({"sign_up": "closed"}, "sign_up_closed"),
        ({"sign_up": "open", "sign_up_until": timezone.now()}, "sign_up_over"),
    ):
        changed = edit_event(event, owner, **settings)
        assert refused(lambda changed=changed: come(changed, "Anna")) == code
    assert replies.sign_up(event, owner, name="Anna", as_director=True).answer == "yes"
    assert refused(lambda: replies.say_yes(_no(event, "Anna"), STRANGER)) == "sign_up_over"


def _no(event: Event, name: str) -> Reply:
    return replies.say_no(Reply.objects.get(event=event, name=name), STRANGER)


def test_a_director_approves_or_refuses(event: Event) -> None:
    owner = owner_of(event.club)
    edit_event(event, owner, sign_up="approve", capacity=2)
    anna, ben, cleo = come(event, "Anna", "Ben", "Cleo")
    assert {anna.answer, ben.answer, cleo.answer} == {"pending"}
    assert replies.approve_reply(ben, owner).answer == "yes"
    assert replies.approve_reply(anna, owner).answer == "yes"
    assert replies.approve_reply(cleo, owner).answer == "waiting"
    assert refused(lambda: replies.approve_reply(cleo, owner)) == "reply_not_pending"
    [dora] = come(event, "Dora")
    replies.refuse_reply(dora, owner)
    assert refused(lambda: replies.say_yes(dora, STRANGER)) == "reply_refused"
    assert refused(lambda: replies.say_no(dora, STRANGER)) == "reply_refused"
    assert replies.let_in(dora, owner).answer == "yes"


def test_a_personal_link_is_stored_as_a_digest(event: Event) -> None:
    [reply] = come(event, "Anna")
    token = replies.token_of(reply)
    assert token not in str(Reply.objects.values().get())
    assert replies.reply_of_token(token) == reply
    assert replies.reply_of_token(token + "x") is None


def test_those_who_come_are_taken_in_at_once(event: Event) -> None:
    owner = owner_of(event.club)
    anna = add_player(event.club, owner, "Anna")
    replies.sign_up(event, owner, player=anna)
    come(event, "Ben", "Cleo", "Dora")  # Dora waits
    add_player(event.club, owner, "Cleo")
    assert not Entry.objects.exists()
    taken = arrivals.take_in(event, owner)
    assert [entry.player.name for entry in taken.entries] == ["Anna", "Ben"]
    assert taken.left == ["Cleo"]
    assert arrivals.take_in(event, owner, same_names=True).left == []
    assert not arrivals.take_in(event, owner).entries
    assert Player.objects.filter(club=event.club).count() == 3
    assert {reply.player_id is None for reply in replies.replies_of(event) if reply.answer == "yes"} == {
        False
    }


def test_check_in_enters_who_signed_up_by_name(event: Event) -> None:
    owner = owner_of(event.club)
    ben, _cleo, _dora, emil = come(event, "Ben", "Cleo", "Dora", "Emil")
    assert arrivals.check_in_reply(ben, owner).status == "checked_in"
    assert refused(lambda: arrivals.check_in_reply(emil, owner)) == "reply_without_place"
    assert arrivals.check_in_reply(emil, owner, as_director=True).status == "checked_in"
    add_player(event.club, owner, "Cleo")
    cleo = Reply.objects.get(name="Cleo")
    assert refused(lambda: arrivals.check_in_reply(cleo, owner)) == "name_in_roster"
    assert arrivals.check_in_reply(cleo, owner, same_name=True).player.name == "Cleo"
    states = {person.name: person.state for person in arrivals.expected_at(event)}
    assert states == {"Ben": "checked_in", "Cleo": "checked_in", "Dora": "yes", "Emil": "checked_in"}


def test_a_regular_who_signed_up_by_name_says_at_the_door_who_they_are(event: Event) -> None:
    owner = owner_of(event.club)
    mia = add_player(event.club, owner, "Mia Meier")
    with_account(mia)
    [reply] = come(event, "mia meier")
    arrivals.make_door(event, owner)
    secret = arrivals.secret_of(event) or ""
    [person] = arrivals.find_expected(event, "mia")
    assert person.is_question
    assert arrivals.arrive(secret, person.kind, str(person.id)).player == mia
    [person] = arrivals.find_expected(event, "mia")
    assert (person.is_here, person.is_question) == (True, False)
    # The link of who signed up gives no right of the account: it cannot send away who is here.
    reply.refresh_from_db()
    assert reply.player == mia
    assert refused(lambda: replies.say_no(reply, STRANGER, by_link=True)) == "reply_here"
    assert Entry.objects.get().status == "checked_in"


def test_who_signed_up_and_was_also_entered_is_one_person_with_a_question(event: Event) -> None:
    owner = owner_of(event.club)
    paste_entries(event, owner, read_list("Mia Meier\nBen"))
    mia = Player.objects.get(name="Mia Meier")
    [by_name] = come(event, "Mia Meier", contact="mia@example.org")
    replies.note_payment(by_name, owner, 800)
    ben, one = arrivals.people_of(event, list(replies.replies_of(event)))
    assert (one.name, one.state, one.same_name) == ("Mia Meier", "registered", by_name)
    assert ben.same_name is None
    assert [person.name for person in arrivals.find_expected(event, "meier")] == ["Mia Meier"]
    assert arrivals.check_in_reply(by_name, owner, same_name=True).player == mia
    _ben, one = arrivals.people_of(event, list(replies.replies_of(event)))
    assert (one.state, one.same_name) == ("checked_in", None)
    assert one.reply is not None
    assert one.reply.paid == 800


def test_two_replies_of_one_person_become_one_with_the_better_answer(event: Event) -> None:
    owner = owner_of(event.club)
    mia = add_player(event.club, owner, "Mia Meier")
    by_player = replies.sign_up(event, owner, player=mia)
    replies.note_payment(by_player, owner, 300)
    replies.say_no(by_player, owner)
    [by_name] = come(event, "Mia Meier", contact="mia@example.org")
    replies.note_payment(by_name, owner, 500)
    come(event, "Ben", "Cleo", "Dora")
    kept = arrivals.same_person(by_name, owner)
    assert kept.pk == by_player.pk
    assert (kept.answer, kept.paid, kept.contact) == ("yes", 800, "mia@example.org")
    assert answers(event) == {"Mia Meier": "yes", "Ben": "yes", "Cleo": "yes", "Dora": "waiting"}
    assert refused(lambda: arrivals.same_person(kept, owner)) == "nobody_of_this_name"


def test_a_no_withdraws_an_entry_before_the_start_and_changes_nothing_afterwards(event: Event) -> None:
    owner = owner_of(event.club)
    early, *others = come(event, "Anna", "Ben", "Cleo")
    arrivals.take_in(event, owner)
    replies.say_no(early, STRANGER)
    assert Entry.objects.get(player__name="Anna").status == "withdrawn"
    assert refused(lambda: replies.say_yes(early, STRANGER)) == "entry_withdrawn"
    for number in range(4):
        come(event, f"More {number}")
    edit_event(event, owner, capacity=6)
    for reply in replies.replies_of(event).filter(answer="yes"):
        arrivals.check_in_reply(reply, owner)
    waits = replies.sign_up(event, owner, name="Zoe", as_director=True)
    start_event(event, owner)
    replies.say_no(others[0], STRANGER)
    assert Entry.objects.get(player__name="Ben").status == "checked_in"
    waits.refresh_from_db()
    assert waits.answer == "waiting"


def test_who_withdraws_owes_nothing_unless_they_have_played() -> None:
    event = make_event(sign_up="open", price=800)
    owner = owner_of(event.club)
    anna, *rest = come(event, "Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz")
    replies.note_payment(anna, owner, 800)
    replies.say_no(anna, STRANGER)
    entry = {reply.called: arrivals.check_in_reply(reply, owner) for reply in rest}
    withdraw(entry["Ben"], owner)
    published_round(start_event(event, owner))
    withdraw(entry["Cleo"], owner)
    replies.say_no(rest[2], STRANGER)
    owes = {reply.called: reply.owes for reply in debts.debts_of(event)}
    assert owes == {"Anna": 0, "Ben": 0, "Cleo": 800, "Dora": 800, "Emil": 800, "Fritz": 800}
    replies.note_payment(rest[1], owner, 500)
    # What Anna paid does not make up for what Cleo owes.
    sums = debts.sums_of(list(debts.debts_of(event)))
    assert sums == {"owes": 3200, "paid": 1300, "rest": 2700, "over": 800}


def test_payments_are_noted_with_who_noted_them(event: Event) -> None:
    owner = owner_of(event.club)
    anna, ben, _cleo = come(event, "Anna", "Ben", "Cleo")
    replies.note_payment(anna, owner, 800)
    replies.note_payment(ben, owner, 1250)
    assert debts.sums_of(list(debts.debts_of(event)))["paid"] == 2050
    noted = Reply.objects.get(pk=anna.pk)
    assert (noted.paid_noted_by, noted.paid) == (owner.user, 800)
    for wrong in (-1, 10**13, True):
        assert (
            refused(lambda paid=wrong: replies.note_payment(anna, owner, paid), Invalid)
            == "paid_out_of_range"
        )
    assert refused(lambda: replies.remove_reply(noted, owner)) == "reply_has_paid"
    replies.remove_reply(replies.note_payment(noted, owner, 0), owner)
    assert refused(lambda: replies.say_no(noted, owner)) == "reply_gone"


def test_the_code_at_the_door_lets_people_arrive_until_the_event_is_finished(event: Event) -> None:
    owner = owner_of(event.club)
    ben, cleo, _dora, emil = come(event, "Ben", "Cleo", "Dora", "Emil")
    arrivals.make_door(event, owner)
    old = arrivals.secret_of(event)
    arrivals.make_door(event, owner)
    secret = arrivals.secret_of(event)
    assert old
    assert secret
    assert refused(lambda: arrivals.arrive(old, "reply", str(ben.pk)), NotAllowed) == "door_closed"
    assert [person.name for person in arrivals.find_expected(event, "cle")] == ["Cleo"]
    assert arrivals.find_expected(event, "cl") == []
    assert arrivals.arrive(secret, "reply", str(ben.pk)).status == "checked_in"
    entry = arrivals.check_in_reply(cleo, owner)
    assert arrivals.arrive(secret, "entry", str(entry.pk)).status == "checked_in"
    assert refused(lambda: arrivals.arrive(secret, "reply", str(emil.pk))) == "reply_without_place"
    [other] = come(make_event(sign_up="open"), "Fritz")
    assert refused(lambda: arrivals.arrive(secret, "reply", str(other.pk)), NotAllowed) == "door_closed"


def _finished(event: Event) -> Event:
    owner = owner_of(event.club)
    edit_event(event, owner, capacity=None, rounds_planned=1, deals_per_round=1)
    come(event, "Anna", "Ben", "Cleo", contact="me@example.org")
    come(event, "Dora, the absent", contact="079 555 01 02")
    arrivals.make_door(event, owner)
    for reply in replies.replies_of(event).exclude(name__startswith="Dora"):
        arrivals.check_in_reply(reply, owner)
    event = start_event(event, owner)
    play_round(published_round(event))
    return finish_event(event, owner)


def test_contacts_leave_the_club_nowhere(event: Event) -> None:
    event = _finished(event)
    assert "Dora" not in json.dumps(document_of(event))
    told = json.dumps([list(row) for row in AuditEntry.objects.values_list("verb", "target", "data")])
    for private in ("example.org", "079", "Anna", "Dora"):
        assert private not in told
    assert arrivals.secret_of(event) is None
    assert refused(lambda: come(event, "Emil")) == "event_finished"


def test_contacts_and_names_of_strangers_are_forgotten_after_thirty_days(event: Event) -> None:
    event = _finished(event)
    soon, later = timezone.now() + timedelta(days=29), timezone.now() + timedelta(days=31)
    assert forget_old(soon) == 0
    assert forget_old(later) == 4
    assert not Reply.objects.exclude(contact="").exists()
    assert sorted(answers(event)) == ["Anna", "Ben", "Cleo"]
    assert forget_old(later) == 0


def test_a_person_who_becomes_anonymous_cannot_be_reached(event: Event) -> None:
    owner = owner_of(event.club)
    anna = add_player(event.club, owner, "Anna")
    reply = replies.sign_up(event, owner, player=anna, contact="me@example.org")
    anonymise_player(anna, owner)
    reply = Reply.objects.select_related("player").get(pk=reply.pk)
    assert (reply.contact, reply.called) == ("", Player.objects.get(pk=anna.pk).name)


MAIL = override_settings(SENDS_MAIL=True, EMAIL_BACKEND="django.core.mail.backends.locmem.EmailBackend")


def test_with_a_mail_server_people_get_their_answer_and_their_link(event: Event) -> None:
    come(event, "Anna", contact="anna@example.org")
    assert not OutboxTask.objects.filter(task="replies.confirm").exists()
    with MAIL:
        [ben] = come(event, "Ben", contact="ben@example.org")
        row = OutboxTask.objects.get(task="replies.confirm")
        assert row.args == [str(ben.pk)]
        assert tasks.confirm_reply(str(row.pk))
        assert not tasks.confirm_reply(str(row.pk))
    [sent] = mail.outbox
    assert sent.to == ["ben@example.org"]
    assert "You have a place" in sent.body
    assert replies.token_of(ben) in sent.body


def test_a_mail_server_that_fails_delays_the_mail_and_keeps_the_address_secret(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: Any) -> None:
        raise OSError("ben@example.org")

    monkeypatch.setattr("tournaments.events.words.mails.send_mail", fail)
    with MAIL:
        come(event, "Ben", contact="ben@example.org")
        row = OutboxTask.objects.get(task="replies.confirm")
        with pytest.raises(Exception, match="OSError"):
            tasks.confirm_reply(str(row.pk))
        row.refresh_from_db()
        assert row.done_at is None
        assert "ben@example.org" not in str(OutboxTask.objects.values().get(pk=row.pk))
        OutboxTask.objects.filter(pk=row.pk).update(attempts=8)
        assert tasks.confirm_reply(str(row.pk))


def test_a_member_answers_for_the_player_with_their_account(event: Event) -> None:
    member = make_member(event.club, "scorer")
    actor = Actor(member.user, "page")
    with pytest.raises(Conflict) as refused:
        answer_as_member(event, actor, comes=True)
    assert refused.value.code == "reply_of_nobody"
    assert event.club.name in refused.value.detail
    player = add_player(event.club, owner_of(event.club), "Anna")
    with_account(player, member.user)
    assert answer_as_member(event, actor, comes=True).answer == "yes"
    assert answer_as_member(event, actor, comes=False).answer == "no"
    assert [reply.player_id for reply in event.replies.all()] == [player.pk]
