"""Who is who in an event: the file for the browsers of players, and what being somebody does not allow."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from tests.builders import (
    make_card,
    make_event,
    owner_of,
    play,
    play_round,
    published_round,
    refusal,
    running_event,
    the_table,
)
from tests.web.cards import a_scorecard
from tests.web.conftest import SignIn, seen
from tournaments.core.secrets import digest
from tournaments.desk.verbs.rounds import publish_round, take_back_round
from tournaments.events.verbs.arrivals import take_in
from tournaments.events.verbs.replies import sign_up, token_of
from tournaments.models import Deal, DealClaim, Event, Phone, Player, Round, Seat, Table, User
from tournaments.play.verbs import cards, phones
from tournaments.standings.verbs.standings import refresh

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return running_event(8, rounds_planned=3, deals_per_round=2)


def who(client: Client, event: Event) -> dict[str, Any]:
    answer: dict[str, Any] = client.get(reverse("you", args=[event.ref])).json()
    return answer


def seat_of(round_: Round, entry: UUID) -> Seat:
    return Seat.objects.select_related("table").get(round=round_, entry=entry)


def test_the_file_says_place_table_and_next_step_of_everybody(client: Client, event: Event) -> None:
    play_round(published_round(event))
    refresh(event.pk)
    between = who(client, event)
    assert between["tables"]["0"] == ["", "Round 2 comes next"]
    round_ = published_round(Event.objects.get(pk=event.pk))
    seat = Seat.objects.filter(round=round_).select_related("table", "entry__player")[0]
    play(seat.table)
    playing = who(Client(HTTP_ACCEPT_LANGUAGE="de"), event)
    [row] = [row for row in playing["rows"] if str(seat.entry_id).endswith(row[0])]
    assert str(seat.entry.player_id).endswith(row[1])
    assert row[2] == seat.entry.player.public_name
    assert 1 <= row[3] <= 8
    assert row[6:] == [seat.table.number, seat.number + 1]
    assert playing["tables"][str(row[6])] == [str(seat.table_id), "Spiel 2 von 2"]


def test_the_file_of_200_players_has_at_most_6_kb_compressed_and_the_script_3_kb(client: Client) -> None:
    event = running_event(200, deals_per_round=1)
    play_round(published_round(event))
    refresh(event.pk)
    published_round(event)
    answer = client.get(reverse("you", args=[event.ref]), headers={"Accept-Encoding": "gzip"})
    assert len(gzip.decompress(answer.content)) > 200 * 30
    assert len(answer.content) <= 6_000
    path = finders.find("tournaments/js/you.js")
    assert path
    assert len(Path(path).read_bytes()) <= 3_000


def browser_at(table: Table, seat: int) -> Client:
    """A phone that has scanned the card of this table and taken a seat (from 0)."""
    browser = Client()
    browser.post(reverse("enter_table"), {"secret": make_card(table).secret})
    browser.post(reverse("choose_seat"), {"seat": str(seat)})
    return browser


def next_round(event: Event) -> Round:
    """The next round, with cards at all tables."""
    round_ = published_round(event)
    cards.make_cards(event, owner_of(event.club))
    return round_


OFFER = 'id="offer"'


def test_pages_say_who_signed_in_or_replied_also_before_they_are_taken_in(sign_in: SignIn) -> None:
    event = make_event(sign_up="open")
    reply = sign_up(event, owner_of(event.club), name="Anna")
    assert f'data-own="{reply.pk}"' in seen(Client(), "own_reply", token_of(reply))
    take_in(event, owner_of(event.club))
    entry = event.entries.get()
    assert entry.pk == reply.pk, "so a browser that came before finds itself now"
    browser = sign_in(event.club)
    assert "data-own" not in seen(browser, "rules", event.ref)
    Player.objects.filter(pk=entry.player_id).update(user=User.objects.latest("pk"))
    assert f'data-own="{entry.pk}"' in seen(browser, "rules", event.ref)
    assert "data-own" not in seen(Client(), "rules", event.ref)


def test_the_page_of_a_round_or_a_table_says_who_signed_in(event: Event, sign_in: SignIn) -> None:
    round_, browser = published_round(event), sign_in(event.club)
    entry = event.entries.latest("pk")
    Player.objects.filter(pk=entry.player_id).update(user=User.objects.latest("pk"))
    for page, row in (("round", round_), ("table", the_table(round_))):
        assert f'data-own="{entry.pk}"' in seen(browser, page, row.pk)


def test_a_phone_that_held_a_seat_opens_its_next_table_by_one_press(event: Event, sign_in: SignIn) -> None:
    first = published_round(event)
    entry = seat_of(first, the_table(first).seats.get(number=1).entry_id).entry
    phone = browser_at(the_table(first), 1)
    assert OFFER not in seen(phone, "find", event.ref), "it is at its table"
    play_round(first)
    assert OFFER not in seen(phone, "find", event.ref), "between rounds"
    assert phone.post(reverse("come_back")).headers["Location"] == reverse("enter_table")
    second = next_round(event)
    table = seat_of(second, entry.pk).table
    page = seen(phone, "find", event.ref)
    assert f"You are <bdi>{entry.player.public_name}</bdi>, table {table.number}." in page
    assert OFFER in seen(phone, "enter_table")
    assert OFFER in seen(phone, "table", str(table.pk))
    assert OFFER not in seen(Client(), "find", event.ref)
    assert phone.post(reverse("come_back")).headers["Location"] == reverse("table", args=[table.pk])
    assert phone.get(reverse("scorecard", args=[table.pk])).status_code == 200
    assert phones.seated_player(Phone.objects.latest("pk")) == entry.player.public_name
    log = seen(sign_in(event.club), "event_log", event.ref)
    assert "went on by phone in the next round, without the card" in log
    assert "Free this seat" in seen(sign_in(event.club), "table_cards", event.ref)


@pytest.mark.parametrize("why", ["freed", "left", "taken", "new card", "no card"])
def test_nothing_is_offered_to_a_phone_whose_seat_was_freed_left_or_is_taken(event: Event, why: str) -> None:
    first = published_round(event)
    table, director = the_table(first), owner_of(event.club)
    phone = browser_at(table, 1)
    if why == "freed":
        phones.free_seat(table, director, 1)
    elif why == "left":
        phone.post(reverse("leave_table"))
    play_round(first)
    if why == "new card":
        cards.make_cards(event, director, [table.number])
    second = next_round(event)
    seat = seat_of(second, table.seats.get(number=1).entry_id)
    if why == "taken":
        browser_at(seat.table, seat.number)
    elif why == "no card":
        cards.revoke_card(event, director, seat.table.number)
    identity = phone.cookies[settings.PHONE_COOKIE_NAME].value
    assert phones.offer_to(identity) is None
    with refusal("nothing_offered"):
        phones.come_back(identity)


def test_a_phone_is_offered_the_round_that_is_drawn_again_and_not_the_one_after_next(event: Event) -> None:
    first = published_round(event)
    identity = browser_at(the_table(first), 1).cookies[settings.PHONE_COOKIE_NAME].value
    play_round(first)
    second = next_round(event)
    phones.come_back(identity)
    director = owner_of(event.club)
    drawn = take_back_round(second, director, "a wrong draw")
    again = publish_round(drawn, director, drawn.draw)
    assert phones.offer_to(identity) is not None
    Phone.objects.filter(table__round=second).delete()
    play_round(again)
    next_round(event)
    assert phones.offer_to(identity) is None


def test_that_s_me_on_another_name_opens_nothing() -> None:
    """The press stays in the browser. All that a browser could send of it is the id of the entry."""
    event = running_event(8, deals_per_round=2, two_agree=True)
    table = the_table(published_round(event))
    fields, _result = a_scorecard(table)
    browser_at(table, 1).post(reverse("scorecard", args=[table.pk]), {**fields, "step": "send"})
    claim = DealClaim.objects.values().get()
    for seat in (1, 2):  # who entered the deal, and who may confirm it
        entry = str(table.seats.get(number=seat).entry_id)
        liar = Client()
        liar.cookies[settings.PHONE_COOKIE_NAME] = liar.cookies[settings.TABLE_COOKIE_NAME] = entry
        asked = {**fields, "step": "send", "entry": entry, "seat": str(seat), "you": entry}
        for name in ("come_back", "choose_seat", "leave_table"):
            liar.post(reverse(name), asked)
        for name in ("scorecard", "count", "void", "call_director"):
            liar.post(reverse(name, args=[table.pk]), asked)
        for name in ("confirm_claim", "dispute_claim", "withdraw_claim"):
            liar.post(reverse(name, args=[claim["id"]]), asked)
        assert DealClaim.objects.values().get() == claim
        assert not Deal.objects.exists()
        assert not Phone.objects.filter(identity=digest(entry)).exists()
        assert liar.get(reverse("scorecard", args=[table.pk]), asked).status_code in (302, 403)
        assert liar.get(reverse("own_reply", args=[entry])).status_code == 404
        for name in ("entries", "payments", "event_log"):
            assert liar.get(reverse(name, args=[event.ref]), asked).status_code == 302
        assert "Enter deal" not in liar.get(reverse("table", args=[table.pk]), asked).content.decode()
        assert OFFER not in liar.get(reverse("find", args=[event.ref]), asked).content.decode()
        before = Client().get(reverse("you", args=[event.ref])).content
        assert liar.get(reverse("you", args=[event.ref]), asked).content == before, "the same for everybody"
    Event.objects.filter(pk=event.pk).update(visibility="private")
    for name in ("you", "find", "what_do_i_need", "standings"):
        assert liar.get(reverse(name, args=[event.ref]), asked).status_code == 404
