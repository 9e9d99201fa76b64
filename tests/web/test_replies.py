"""The pages of an invitation: what it says, sign-up, the personal link, the list, payments, the check-in."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from pochleague.logs import without_secrets
from tests.builders import make_event, make_member, owner_of, play_round, published_round
from tests.web.conftest import client_of, press, seen, words
from tests.web.test_evening import FORM as NEW
from tournaments.clubs.verbs.clubs import invite_member, reset_link
from tournaments.clubs.verbs.people import add_player, make_link
from tournaments.core.pace import Pace
from tournaments.desk.verbs.lifecycle import finish_event, start_event
from tournaments.events.verbs import arrivals, replies
from tournaments.models import Club, Entry, Event, Player, Reply


@pytest.fixture
def event(club: Club) -> Event:
    """An open event with two places."""
    return make_event(club, sign_up="open", capacity=2, price=800, name="Poch on Saturday")


def search(browser: Client, page: str, ref: str, name: str) -> str:
    return browser.get(reverse(page, args=[ref]), {"name": name}).content.decode()


def sign_up(browser: Client, event: Event, name: str, **about: str) -> str:
    """Sign up as a person does, and return the address of the personal page."""
    page = seen(browser, "sign_up", event.ref)
    once = re.search(r'name="once" value="([^"]+)"', page)
    assert once
    answer = browser.post(reverse("sign_up", args=[event.ref]), {"name": name, "once": once[1], **about})
    assert answer.status_code == 302, answer.content.decode()
    return str(answer.headers["Location"])


def test_a_sign_up_is_refused_at_its_field_counts_once_and_has_a_pace(
    client: Client, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_up(client, event, "Anna")
    for form, why in (
        ({"name": "Anna"}, "is on the list already"),
        ({"name": "Ben", "contact": "me@"}, "Write an e-mail address"),
        ({"name": "0171 5550000"}, "looks like an address or a telephone number"),
        ({"name": ""}, "Fill in this field"),
    ):
        answer = client.post(reverse("sign_up", args=[event.ref]), form)
        assert answer.status_code == 422
        assert why in answer.content.decode()
    form = {"name": "Cleo", "once": "a value of twenty characters"}
    answers = [client.post(reverse("sign_up", args=[event.ref]), form) for _ in "ab"]
    assert answers[0].headers["Location"] == answers[1].headers["Location"]
    assert Reply.objects.count() == 2, "a form that is sent twice signs up once"
    monkeypatch.setattr(replies, "OF_NETWORK", Pace(burst=1, interval=timedelta(minutes=5)))
    answer = client.post(reverse("sign_up", args=[event.ref]), {"name": "Dora"})
    assert "Try again in" in answer.content.decode()


def test_a_member_signs_up_their_own_player_and_others(club: Club, event: Event) -> None:
    member = make_member(club, "scorer")
    anna, ben, _cleo = (add_player(club, owner_of(club), name) for name in ("Anna", "Ben", "Cleo"))
    Player.objects.filter(pk=anna.pk).update(user=member.user)
    browser = client_of(member.user)
    assert f'value="{anna.pk}" selected' in seen(browser, "sign_up", event.ref)
    for player in (anna, ben):
        sign_up(browser, event, "", player=str(player.pk))
    assert {reply.made_by for reply in Reply.objects.all()} == {member.user}
    answer = browser.post(reverse("sign_up", args=[event.ref]), {"name": ""})
    assert "Choose a player or write a name." in answer.content.decode()


def test_a_director_sees_contacts_and_nobody_else(client: Client, director: Client, event: Event) -> None:
    link = sign_up(client, event, "Anna", contact="anna@example.org")
    assert "anna@example.org" in seen(director, "entries", event.ref)
    for page in (
        seen(client, "event", event.ref),
        client.get(link).content.decode(),
        seen(director, "payments", event.ref),
        director.get(reverse("payments_file", args=[event.ref])).getvalue().decode(),
        seen(director, "event_log", event.ref),
    ):
        assert "anna@example.org" not in page


def test_payments_are_summed_for_the_treasurer_who_sees_who_paid_and_does_not_come(
    director: Client, event: Event, client: Client
) -> None:
    link, _ben = (sign_up(client, event, name) for name in ("=Anna", "Ben"))
    anna = Reply.objects.get(name="=Anna")
    press(director, "note_payment", anna.pk, paid="8")
    assert "with two decimals" in press(director, "note_payment", anna.pk, paid="cheap")
    page = seen(director, "entries", event.ref)
    assert "Paid: 8 of 16." in page
    assert "paid 8" in page
    assert "Together" in seen(director, "payments", event.ref)
    german = director.get(
        reverse("payments", args=[event.ref]), headers={"Accept-Language": "de"}
    ).content.decode()
    assert "8,00" in german
    assert "8.00" not in german
    lines = director.get(reverse("payments_file", args=[event.ref])).getvalue().decode().splitlines()
    assert lines[1].startswith("1,'=Anna,comes,8.00,8.00,0.00,0.00,")
    assert lines[2].startswith("2,Ben,comes,8.00,0.00,8.00,0.00,,")
    assert "Too much" not in seen(director, "payments", event.ref)
    client.post(link, {"coming": "no"})
    page = seen(director, "payments", event.ref)
    assert "Too much" in page
    assert "does not come" in page
    assert "Still open: 8. Paid too much: 8." in seen(director, "entries", event.ref)


def test_one_list_has_who_said_yes_who_is_here_and_who_left(
    director: Client, event: Event, client: Client
) -> None:
    for name in ("Anna", "Ben", "Cleo"):
        sign_up(client, event, name)
    press(director, "entries", event.ref, names="Dora\nEmil")
    entry = {entry.player.name: entry for entry in Entry.objects.select_related("player")}
    press(director, "check_in", entry["Dora"].pk)
    page = press(director, "withdraw", entry["Emil"].pk)
    heading = words(page.partition("<h2>")[2].partition("</h2>")[0])
    assert heading == "1 player here 2 said yes 1 on the waiting list 2 places 1 left"
    rows = [words(row.partition("</li>")[0]) for row in page.split("<li data-person")[1:]]
    assert [re.split(" Check in| Change", row)[0].split("> ")[-1] for row in rows] == [
        "Anna not paid",
        "Ben not paid",
        "Cleo No. 1 on the waiting list",
        "Dora here",
        "Emil left",
    ]
    page = search(director, "entries", event.ref, "ann")
    assert "<bdi>Anna" in page
    assert "<bdi>Ben" not in page
    for name in ("Anna", "Cleo"):
        page = press(director, "act_on_reply", Reply.objects.get(name=name).pk, act="check_in")
    assert "3 players here" in words(page)
    page = press(director, "undo_check_in", Entry.objects.get(player__name="Cleo").pk)
    assert "2 players here 2 said yes" in words(page)
    assert "4 players here" in words(press(director, "check_in_all", event.ref))


def test_who_signed_up_and_was_pasted_is_one_line_with_a_question(
    director: Client, event: Event, client: Client
) -> None:
    sign_up(client, event, "Mia Meier")
    press(director, "entries", event.ref, names="Mia Meier")
    assert "Mia Meier is on the list twice." in press(director, "take_in", event.ref)
    page = press(director, "entries", event.ref, names="Mia Meier\nBen", here="1")
    assert page.count("<li data-person") == 2
    assert "Somebody also signed up as Mia Meier (comes). Is that one person?" in words(page)
    reply = Reply.objects.get()
    page = press(director, "act_on_reply", reply.pk, act="same")
    assert page.count("<li data-person") == 2
    assert "one person" not in page
    assert Reply.objects.get().player == Player.objects.get(name="Mia Meier")


def test_people_say_at_the_door_that_they_are_here(director: Client, event: Event, client: Client) -> None:
    for name in ("Anna Keller", "Ben", "Cleo"):
        sign_up(client, event, name)
    page = press(director, "door", event.ref)
    assert "<svg" in page
    secret = arrivals.secret_of(event) or ""
    for name in ("own_reply", "here"):
        assert secret not in without_secrets(f"GET {reverse(name, args=[secret])} 200"), "a line of the log"
    assert "at least 3 letters" in search(client, "here", secret, "an")
    page = search(client, "here", secret, "kel")
    anna = Reply.objects.get(name="Anna Keller")
    assert f'value="{anna.pk}"' in page
    page = press(client, "here", secret, kind="reply", id=str(anna.pk))
    assert "Anna Keller is here." in page
    assert "no place yet" in search(client, "here", secret, "cleo")
    assert "is called" in search(client, "here", secret, "nobody")
    entry = Entry.objects.get()
    assert entry.status == "checked_in"
    press(director, "undo_check_in", entry.pk)
    press(director, "door", event.ref)
    assert client.get(reverse("here", args=[secret])).status_code == 403


def test_the_page_of_a_reply_says_what_holds_now(director: Client, event: Event, client: Client) -> None:
    anna = sign_up(client, event, "Anna")
    ben, cleo = (sign_up(client, event, name) for name in ("Ben", "Cleo"))

    def said(address: str) -> str:
        return words(client.get(address).content.decode().partition('class="lead')[2].partition("</p>")[0])

    assert "You have a place." in said(anna)
    press(director, "act_on_reply", Reply.objects.get(name="Anna").pk, act="check_in")
    assert "You are here." in said(anna)
    assert "I cannot come after all" not in client.get(anna).content.decode()
    press(director, "entries", event.ref, names="Dora\nEmil", here="1")
    running = start_event(event, owner_of(event.club))
    assert "Tell the director that you are here." in said(ben)
    assert "you have no place" in said(cleo)
    play_round(published_round(running))
    finish_event(running, owner_of(event.club))
    assert [said(address).partition(">")[2].strip() for address in (anna, ben, cleo)] == [
        "The event is over. You were there.",
        "The event is over. You had a place.",
        "The event is over. There was no place for you.",
    ]
    never_played = make_event(event.club, sign_up="open", starts_on=timezone.localdate() - timedelta(days=2))
    dora = sign_up(client, never_played, "Dora")
    assert "The event is over. You had a place." in said(dora)
    page = client.get(dora).content.decode()
    assert "I cannot come after all" not in page
    assert "With this link you change your answer" not in page


def test_no_search_engine_may_keep_the_page_of_a_personal_link(
    director: Client, event: Event, client: Client
) -> None:
    reply = sign_up(client, event, "Anna")
    press(director, "door", event.ref)
    player = add_player(event.club, owner_of(event.club), "Mia")
    token = make_link(player, owner_of(event.club))
    uid, reset = reset_link(make_member(event.club), owner_of(event.club))
    _invitation, invited = invite_member(event.club, owner_of(event.club), "scorer")
    for address in (
        reply,
        reverse("here", args=[arrivals.secret_of(event)]),
        reverse("take_player", args=[token]),
        reverse("join", args=[invited]),
        reverse("reset_password", args=[uid, reset]),
        reverse("enter_table"),
        reverse("enter_pin", args=[event.ref]),
    ):
        answer = client.get(address, follow=True)
        assert answer.headers["X-Robots-Tag"] == "noindex", address
        assert '<meta name="robots" content="noindex">' in answer.content.decode(), address
    assert "X-Robots-Tag" not in client.get(reverse("event", args=[event.ref])).headers


def test_links_that_only_this_computer_opens_say_what_to_do(director: Client, event: Event) -> None:
    press(director, "door", event.ref)
    player = add_player(event.club, owner_of(event.club), "Mia")
    pages = [("entries", event.ref), ("door", event.ref), ("web_site", event.club.slug)]
    for page, ref in pages:
        assert (
            "./poch serve --lan"
            in director.get(reverse(page, args=[ref]), headers={"host": "localhost:8000"}).content.decode()
        )
    link = director.post(reverse("make_player_link", args=[player.pk]), headers={"host": "localhost:8000"})
    assert "POCH_ORIGIN" in link.content.decode()
    with override_settings(ORIGINS=["http://localhost:8000", "http://192.168.1.20:8000"]):
        again = director.get(reverse("entries", args=[event.ref]), headers={"host": "localhost:8000"})
        assert "http://192.168.1.20:8000/events/" in again.content.decode()
        assert "--lan" not in again.content.decode()


INVITATION = {
    "starts_on": "2065-10-31",
    "starts_at": "19:30",
    "place": "Café Central",
    "about": "Bring **change**.",
    "price": "12,5",
    "capacity": "18",
    "sign_up": "open",
    "sign_up_until": "2065-10-30T18:00",
}


def test_a_director_writes_the_invitation_and_everybody_reads_it(
    director: Client, client: Client, club: Club
) -> None:
    event = make_event(club)
    for wrong, why in (({"price": "cheap"}, "two decimals"), ({"starts_on": ""}, "Give the day, too")):
        answer = director.post(reverse("edit_event", args=[event.ref]), NEW | INVITATION | wrong)
        assert answer.status_code == 422
        assert why in answer.content.decode()
    assert director.post(reverse("edit_event", args=[event.ref]), NEW | INVITATION).status_code == 302
    event.refresh_from_db()
    assert (event.price, event.capacity, event.sign_up) == (1250, 18, "open")
    page = seen(client, "event", event.ref)
    for shown in ("Café Central", "<strong>change</strong>", "12.50", "Saturday, Oct. 31, 2065, 7:30 p.m."):
        assert shown in page
    form = seen(director, "edit_event", event.ref)
    for value in ('value="12.50"', 'value="19:30"', 'value="2065-10-30T18:00"'):
        assert value in form


def test_a_currency_beside_the_price_is_that_of_the_event(
    director: Client, client: Client, club: Club
) -> None:
    event = make_event(club)
    director.post(reverse("edit_event", args=[event.ref]), NEW | INVITATION | {"price": "5,50 €"})
    event.refresh_from_db()
    assert (event.price, event.currency) == (550, "€")
    assert "5.50\u00a0€" in seen(client, "event", event.ref)
    form = seen(director, "edit_event", event.ref)
    assert 'value="5.50 €"' in form
    german = director.get(reverse("edit_event", args=[event.ref]), headers={"Accept-Language": "de"})
    assert 'value="5,50 €"' in german.content.decode()
    # Without a currency it stays as it was.
    director.post(reverse("edit_event", args=[event.ref]), NEW | INVITATION | {"price": "6"})
    event.refresh_from_db()
    assert (event.price, event.currency) == (600, "€")
    director.post(reverse("new_event", args=[club.slug]), NEW | {"name": "Poch in May", "price": "7 CHF"})
    made = Event.objects.get(name="Poch in May")
    assert (made.price, made.currency) == (700, "CHF")


def test_somebody_else_with_the_name_of_a_player_is_a_second_line(
    director: Client, event: Event, client: Client
) -> None:
    add_player(event.club, owner_of(event.club), "Mia Meier")
    sign_up(client, event, "Mia Meier")
    assert "Is this the Mia Meier of the club?" in words(seen(director, "entries", event.ref))
    reply = Reply.objects.get()
    press(director, "act_on_reply", reply.pk, act="other", other_name="Mia M. (Ulm)")
    press(director, "act_on_reply", reply.pk, act="check_in")
    assert Entry.objects.get().player.name == "Mia M. (Ulm)"
    press(director, "door", event.ref)
    sign_up(client, event, "Mia Meier")
    secret = arrivals.secret_of(event) or ""
    assert "Are you the Mia Meier of last time?" in search(client, "here", secret, "mia")
    assert director.post(reverse("act_on_reply", args=[reply.pk]), {"act": "dance"}).status_code == 404
