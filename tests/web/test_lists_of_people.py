"""Lists of people on pages: a table is shown and asked about, and nothing happens before the answer."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.builders import make_event, owner_of
from tests.tournaments.seasons import a_club, started
from tests.web.conftest import seen
from tests.web.looking import Forms
from tests.workbooks import CORNERS, COUNTED, LARGE, workbook
from tournaments.clubs.verbs.people import add_player
from tournaments.models import Club, Entry, Event, Player, Reply

pytestmark = pytest.mark.django_db

ASKED = "What is in the columns?"


def ask(browser: Client, address: str, text: str | SimpleUploadedFile, **more: Any) -> dict[str, Any]:
    """Send a list that is a table. Return what a browser without scripts would send with the question."""
    field = "names" if isinstance(text, str) else "file"
    answer = browser.post(address, {field: text, "names": "", **more} | {field: text})
    page = answer.content.decode()
    assert answer.status_code == 200, page
    assert ASKED in page
    form = page[page.index('<form method="post" enctype', page.index(ASKED)) :]
    return {name: values[0] for name, values in Forms(form).all[0].items() if values}


def entered(event: Event) -> list[str]:
    return list(Entry.objects.filter(event=event).order_by("number").values_list("player__name", flat=True))


def file(name: str, content: bytes | str) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content.encode() if isinstance(content, str) else content)


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club, price=1000)


@pytest.fixture
def address(event: Event) -> str:
    return reverse("entries", args=[event.ref])


def test_family_and_given_name_are_one_person_with_one_press(
    director: Client, event: Event, address: str
) -> None:
    form = ask(director, address, "Mustermann, Erika\nBeispiel, Hans", here="1")
    assert entered(event) == []
    assert (form["column-0"], form["column-1"]) == ("family", "given")
    director.post(address, form)
    assert entered(event) == ["Erika Mustermann", "Hans Beispiel"]
    assert set(Entry.objects.values_list("status", flat=True)) == {"checked_in"}, (
        "the button that was pressed"
    )


def test_a_telephone_number_and_a_mail_address_are_never_published(
    director: Client, event: Event, address: str
) -> None:
    form = ask(director, address, "Erika Mustermann;0171 0000000;erika@example.org")
    director.post(address, form)
    assert entered(event) == ["Erika Mustermann"]
    assert Reply.objects.get(event=event).contact == "erika@example.org"
    page = seen(Client(), "sign_up", event.ref)
    assert "0171" not in page
    assert "example.org" not in page
    # Not even by a wrong answer, or in a list without columns.
    form = ask(director, address, "Anna;0171 1111111")
    answer = director.post(address, form | {"column-0": "", "column-1": "name"}, follow=True)
    assert "This looks like an address or a telephone number" in answer.content.decode()
    director.post(address, {"names": "Ben\nben@example.org\n0171 2222222"})
    assert entered(event) == ["Erika Mustermann", "Ben"]


def test_a_file_gives_tags_contacts_and_payments(director: Client, event: Event, address: str) -> None:
    text = (
        'Nachname;Vorname;Gruppe;E-Mail;Bezahlt\r\nMüller;Jürgen;"junior, Köln";j@example.org;ja\r\n'
        "Weiß;Zoë;;;2,50\r\n"
    )
    form = ask(director, address, file("liste.csv", text.encode("cp1252")))
    director.post(address, form)
    assert entered(event) == ["Jürgen Müller", "Zoë Weiß"]
    juergen, zoe = Entry.objects.order_by("number")
    assert (juergen.tags, zoe.tags) == (["junior", "Köln"], [])
    said = {reply.player_id: (reply.contact, reply.paid) for reply in Reply.objects.filter(event=event)}
    assert said == {juergen.player_id: ("j@example.org", 1000), zoe.player_id: ("", 250)}


def test_the_organiser_sees_and_changes_what_a_list_becomes(
    director: Client, event: Event, address: str
) -> None:
    form = ask(director, address, "Mustermann, Erika\nBeispiel, Hans")
    looked = director.post(address, form | {"column-0": "given", "column-1": "family", "look": "1"})
    assert "Mustermann Erika" in looked.content.decode()
    assert entered(event) == []
    nameless = director.post(address, form | {"column-0": "", "column-1": "tags"})
    assert nameless.status_code == 422
    assert "Say which column has the names." in nameless.content.decode()
    director.post(address, form | {"each": "on"})
    assert entered(event) == ["Mustermann", "Erika", "Beispiel", "Hans"]


def test_plain_lists_stay_without_a_question(director: Client, event: Event, address: str) -> None:
    for text in ("Anna, Ben, Chloe", "1. Dan\n2. Emil", "- Fritz\n- Gabi", "Hugo\nIda"):
        assert director.post(address, {"names": text}).status_code == 302, text
    assert entered(event) == ["Anna", "Ben", "Chloe", "Dan", "Emil", "Fritz", "Gabi", "Hugo", "Ida"]
    assert director.post(address, {"file": file("namen.txt", "\ufeffJo\nKim")}).status_code == 302
    assert entered(event)[-2:] == ["Jo", "Kim"]
    add_player(event.club, owner_of(event.club), "Mustermann, Erika")
    assert director.post(address, {"names": "Mustermann, Erika"}).status_code == 302
    assert entered(event)[-1] == "Mustermann, Erika", "the roster has this name"


def test_the_roster_takes_a_spreadsheet(director: Client, club: Club) -> None:
    add_player(club, owner_of(club), "Anna Alt")
    rows: list[list[str | int]] = [
        ["Vorname", "Name", "Jahrgang"],
        ["Erika", "Mustermann", 1994],
        ["Anna", "Alt", 1950],
    ]
    address = reverse("players", args=[club.slug])
    form = ask(director, address, file("mitglieder.xlsx", workbook(rows)))
    assert "contact" not in str(director.post(address, form | {"look": "1"}).context["form"].roles)
    page = director.post(address, form, follow=True).content.decode()
    assert list(club.players.order_by("created_at").values_list("name", flat=True)) == [
        "Anna Alt",
        "Erika Mustermann",
    ]
    assert "There is already a player with the name Anna Alt." in page


def test_a_broken_or_hostile_file_gets_a_sentence(
    director: Client, event: Event, address: str, subtests: pytest.Subtests
) -> None:
    unreadable, large = "This file cannot be read as a list.", "This file is too large for a list."
    cases: list[tuple[str, bytes, str]] = [
        ("corners.xlsx", CORNERS, unreadable),
        ("counted.xlsx", COUNTED, unreadable),
        ("large.xlsx", LARGE, large),
        ("broken.xlsx", workbook([["Anna"]])[:300], unreadable),
        ("list.pdf", b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>", unreadable),
        ("list.rtf", b"{\\rtf1\\ansi Anna\\par Ben}", unreadable),
        ("list.html", b"<table><tr><td>Anna</td></tr></table>", unreadable),
        ("picture.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", unreadable),
        ("long.csv", b"Anna\n" * 11_000 + b"Ben", "A list can have at most 10000 lines"),
        ("wide.csv", b"x" * 3_000_000, large),
        ("none.csv", b"\n\n", "Type or paste at least one name."),
    ]
    for name, content, sentence in cases:
        with subtests.test(name):
            answer = director.post(address, {"names": "", "file": file(name, content)})
            assert answer.status_code == 422
            assert sentence in answer.content.decode()
            assert entered(event) == []


def test_a_season_takes_a_list_with_its_settings(sign_in: Any) -> None:
    club, people = a_club(3)
    season = started(club, [])
    known = Player.objects.filter(club=club).exclude(pk__in=people)
    add_player(club, owner_of(club), "Beispiel, Hans")
    address = reverse("season_members", args=[season.ref])
    text = "Mustermann;Erika\nBeispiel;Hans"
    form = ask(sign_in(club), address, text, status="reserve", joined="2")
    assert not known.filter(name="Erika Mustermann").exists()
    sign_in(club).post(address, form)
    added = season.members.order_by("position").values_list("player__name", "status", "joined")
    assert list(added)[-2:] == [("Erika Mustermann", "reserve", 2), ("Beispiel, Hans", "reserve", 2)]
