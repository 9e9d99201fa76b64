"""People, phones and keys at the same moment, on PostgreSQL."""

from __future__ import annotations

from functools import partial

import pytest

from tests.builders import (
    a_table,
    enter,
    make_card,
    make_club,
    make_event,
    make_member,
    owner_of,
    play_round,
    published_round,
)
from tests.race.together import at_once, meet, meet_across
from tournaments.clubs.verbs import accounts, clubs, people
from tournaments.core.actors import Actor
from tournaments.core.rules.refusals import Conflict, Invalid, NotAllowed, NotFound, TooMany
from tournaments.desk.verbs import rounds
from tournaments.draw.verbs import wishes
from tournaments.events.verbs import entries, replies
from tournaments.models import (
    ApiKey,
    Club,
    Entry,
    Event,
    Phone,
    PinFailure,
    Player,
    Reply,
    Round,
    Seat,
    SeatingWish,
    TableCard,
)
from tournaments.play.verbs import cards, phones
from tournaments.programs import privacy

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture
def club() -> Club:
    return make_club()


def test_a_new_name_entered_in_two_events_at_once_gives_one_player(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    meet(monkeypatch, entries, "lock_club")
    actor, first_event, second_event = owner_of(club), make_event(club), make_event(club)
    (first,), (second,) = at_once(
        lambda: entries.add_entries(first_event, actor, ["Lise Lusche"]),
        lambda: entries.add_entries(second_event, actor, ["Lise Lusche"]),
    )
    assert first.player == second.player == Player.objects.get(club=club)


@pytest.fixture
def player(club: Club) -> Player:
    return people.add_player(club, owner_of(club), "Konrad König")


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club)


def test_a_player_who_is_removed_and_entered_at_once_is_one_of_the_two(
    event: Event, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    meet_across(monkeypatch, (entries, "lock_club"), (people, "lock_club"))
    actor = owner_of(event.club)
    entered, removed = at_once(
        lambda: entries.add_entries(event, actor, [str(player.pk)]),
        lambda: people.remove_player(player, actor),
    )
    assert isinstance(entered, Invalid) is not isinstance(removed, Conflict)
    assert not Entry.objects.filter(player__removed_at__isnull=False).exists()


def test_no_wish_is_stored_for_a_player_who_is_made_anonymous_at_the_same_moment(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (entry.player for entry in enter(event, 2))
    actor = owner_of(event.club)
    meet_across(monkeypatch, (wishes, "lock_club"), (people, "lock_club"))
    at_once(
        lambda: wishes.add_wishes(event.club, actor, "apart", [first.pk, second.pk], event=event),
        lambda: privacy.anonymise_player(first, actor),
    )
    assert not SeatingWish.objects.exists()
    assert Player.objects.filter(anonymised_at__isnull=False).count() == 1


def test_a_key_made_while_its_member_is_removed_is_revoked_or_not_made(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    member, actor = make_member(club), owner_of(club)
    meet_across(monkeypatch, (accounts, "lock_member"), (clubs, "lock_member"))
    made, removed = at_once(
        lambda: accounts.create_key(member, actor, "a key", ["read"]),
        lambda: clubs.remove_member(member, actor),
    )
    assert isinstance(made, NotFound | tuple)
    assert removed is None
    assert not ApiKey.objects.exists()


STRANGER = Actor(None, "page")


def open_event() -> Event:
    """An open event of two places, one of which is taken."""
    event = make_event(sign_up="open", capacity=2)
    replies.sign_up(event, STRANGER, name="Anna")
    return event


def test_of_two_for_the_last_place_one_comes_and_one_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    event = open_event()
    meet(monkeypatch, replies, "lock_event")
    made = at_once(*(partial(replies.sign_up, event, STRANGER, name=name) for name in ("Ben", "Cleo")))
    assert sorted(reply.answer for reply in made) == ["waiting", "yes"]


def test_a_no_and_a_new_sign_up_leave_no_place_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    event = open_event()
    [anna] = Reply.objects.all()
    replies.sign_up(event, owner_of(event.club), name="Ben")
    replies.sign_up(event, STRANGER, name="Cleo")
    meet(monkeypatch, replies, "lock_event")
    at_once(lambda: replies.say_no(anna, STRANGER), lambda: replies.sign_up(event, STRANGER, name="Dora"))
    answers = {reply.name: reply.answer for reply in Reply.objects.all()}
    assert answers == {"Anna": "no", "Ben": "yes", "Cleo": "yes", "Dora": "waiting"}


PHONES = 8


def test_one_of_eight_phones_gets_the_seat_and_the_others_get_a_message(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = make_card(a_table(4))
    all_phones = [cards.enter_by_secret(made.secret).phone for _phone in range(PHONES)]
    meet(monkeypatch, phones, "lock_round", times=PHONES)
    answers = at_once(*[partial(phones.take_seat, phone, 1) for phone in all_phones])
    assert sum(isinstance(answer, Phone) for answer in answers) == 1
    refused = [answer.code for answer in answers if isinstance(answer, Conflict)]
    assert refused == ["seat_taken"] * (PHONES - 1)
    assert Phone.objects.filter(seat=1).count() == 1


def test_of_two_phones_that_are_offered_one_seat_one_gets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """One had the seat in the round before, the other one in the draw that was taken back."""
    first = a_table(4, rounds_planned=2, deals_per_round=1)
    event, director = first.round.event, owner_of(first.round.event.club)
    made = make_card(first)
    phones.take_seat(cards.enter_by_secret(made.secret, identity="one").phone, 1)
    play_round(first.round)
    second = published_round(event)
    number = Seat.objects.get(round=second, entry=first.seats.get(number=1).entry_id).number
    phones.take_seat(cards.enter_by_secret(made.secret, identity="two").phone, number)
    drawn = rounds.take_back_round(second, director, "a wrong draw")
    again = rounds.publish_round(drawn, director, drawn.draw)
    meet(monkeypatch, phones, "lock_round")
    answers = at_once(partial(phones.come_back, "one"), partial(phones.come_back, "two"))
    assert [answer.code for answer in answers if isinstance(answer, Conflict)] == ["nothing_offered"]
    assert phones.phones_in(again).count() == 1


def test_a_phone_that_chooses_while_the_next_round_is_published_gets_no_seat_in_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Both wait for each other before they lock the round: either may be the first."""
    table = a_table(4)
    event, actor = table.round.event, owner_of(table.round.event.club)
    made = make_card(table)
    new = cards.enter_by_secret(made.secret)

    def go_on() -> Round:
        rounds.close_round(table.round, actor, early=True)
        return published_round(event)

    meet_across(monkeypatch, (phones, "lock_round"), (rounds, "lock_round"))
    seated, after = at_once(partial(phones.take_seat, new.phone, 1), go_on)
    assert isinstance(after, Round), after
    assert isinstance(seated, Phone) or (isinstance(seated, NotAllowed) and seated.code == "link_ended")
    assert cards.phone_of_token(new.token) is None
    assert not phones.phones_in(after).exists()
    again = cards.enter_by_secret(made.secret).phone
    assert phones.take_seat(again, 1).table.round_id == after.pk


GUESSERS = 20


@pytest.mark.parametrize("from_one", [True, False])
def test_only_some_of_twenty_guesses_of_a_pin_are_checked(
    from_one: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten, or five of those that come from one address."""
    table = a_table(4)
    made = make_card(table)
    most = cards.TRIES_OF_ONE_NETWORK if from_one else cards.PIN_TRIES
    judged: list[str] = []
    wrong = f"{(int(made.pin) + 1) % 1_000_000:06}"
    monkeypatch.setattr(cards, "check_password", lambda pin, _hashed: judged.append(pin))
    meet(monkeypatch, cards, "_refuse_while_paused", times=GUESSERS)
    addresses = [f"192.0.2.{1 if from_one else guesser}" for guesser in range(GUESSERS)]
    answers = at_once(*(partial(cards.enter_by_pin, table.pk, wrong, address=each) for each in addresses))
    assert len(judged) == TableCard.objects.get().pin_failures == PinFailure.objects.count() == most
    assert sum(isinstance(answer, NotAllowed) for answer in answers) == most
    refused = TooMany if from_one else Conflict
    assert sum(isinstance(answer, refused) for answer in answers) == GUESSERS - most
