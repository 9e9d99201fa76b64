"""Lists of people: plain lists need no question, tables are read by their columns."""

from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import cases
from tournaments.core.rules.lists import (
    CONTACT,
    FAMILY,
    GIVEN,
    LEFT_OUT,
    NAME,
    PAID,
    TAGS,
    TURNED,
    Columns,
    People,
    known_names,
    looks_like_contact,
    people_of,
    read_list,
)
from tournaments.core.rules.names import clean_name, name_key
from tournaments.core.rules.refusals import Refusal


def plain(text: str, *taken: str) -> People:
    pasted = read_list(text)
    assert not pasted.asks
    return people_of(pasted, taken={name_key(name) for name in taken})


def guessed(text: str) -> tuple[tuple[str, ...], list[str]]:
    """The guess of the columns of a table, and the names that it gives."""
    pasted = read_list(text)
    assert pasted.asks, "a question comes first"
    return pasted.guess.roles, people_of(pasted).names


@cases(
    "text",
    [
        "Anna\nBen\nCarla",
        "Anna\r\nBen\r\n\r\nCarla\r\n",
        "Anna, Ben, Carla",
        "Anna, Ben; Carla",
        "Anna\tBen\tCarla",
        "1. Anna\n2. Ben\n3. Carla",
        "1) Anna\n(2) Ben\n3: Carla",
        "1 Anna\n2 Ben\n3 Carla",
        "1\tAnna\n2\tBen\n3\tCarla",
        "1;Anna;\n2;Ben;\n3;Carla;",
        "- Anna\n* Ben\n• Carla",
        "\ufeffAnna\n Ben\u200b\nCarla ",
        '"Anna"\n"Ben"\n"Carla"',
    ],
)
def test_a_plain_list_is_read_without_a_question(text: str) -> None:
    people = plain(text)
    assert people.names == ["Anna", "Ben", "Carla"]
    assert people.refused == ()


@cases(
    ("text", "names"),
    [
        ("Anna\n3 Kings\n007\nLouis XIV.", ["Anna", "3 Kings", "007", "Louis XIV."]),
        (
            'Dwayne "The Rock" Johnson\n"Rocky" Balboa\nAnna "',
            ['Dwayne "The Rock" Johnson', '"Rocky" Balboa', 'Anna "'],
        ),
        ("Anna Keller, Ben Okafor", ["Anna Keller", "Ben Okafor"]),
        ("Spieler 100000\nSpieler 100001", ["Spieler 100000", "Spieler 100001"]),
    ],
)
def test_what_belongs_to_a_name_stays(text: str, names: list[str]) -> None:
    assert plain(text).names == names


def test_a_refused_name_has_its_position() -> None:
    people = plain("Anna\nBen, ANNA\n---\nCarl\u202ea\nDora\n", "dora")
    assert people.names == ["Anna", "Ben"]
    assert [(each.line, each.text, each.error.code) for each in people.refused] == [
        (2, "ANNA", "name_twice"),
        (3, "---", "name_empty"),
        (4, "Carl\u202ea", "name_control_character"),
        (5, "Dora", "name_taken"),
    ]
    assert str(people.refused[0].error) == "ANNA is already in the list, in line 1."


@cases(
    ("text", "roles", "names"),
    [
        ("Mustermann, Erika\nBeispiel, Hans", (FAMILY, GIVEN), ["Erika Mustermann", "Hans Beispiel"]),
        ("1. Mustermann, Erika\n2. Beispiel, Hans", (FAMILY, GIVEN), ["Erika Mustermann", "Hans Beispiel"]),
        ("Mustermann, Erika", (FAMILY, GIVEN), ["Erika Mustermann"]),
        ("1\tMustermann, Erika\t1994\tGER", (LEFT_OUT, TURNED, LEFT_OUT, LEFT_OUT), ["Erika Mustermann"]),
        (
            "1\tMustermann, Erika\n2\tBeispiel, Hans",
            (LEFT_OUT, TURNED),
            ["Erika Mustermann", "Hans Beispiel"],
        ),
        (
            "Erika Mustermann;0171 0000000;erika@example.org",
            (NAME, CONTACT, CONTACT),
            ["Erika Mustermann"],
        ),
        (
            "Erika Mustermann <erika@example.org>, Hans <h@example.org>",
            (NAME, CONTACT),
            ["Erika Mustermann", "Hans"],
        ),
        ('"Mustermann, Erika" <erika@example.org>', (TURNED, CONTACT), ["Erika Mustermann"]),
        ("Erika 0171 0000000\nHans +41 79 000 00 00", (NAME, CONTACT), ["Erika", "Hans"]),
        ('"Mustermann, Erika"\n"Beispiel, Hans"', (TURNED,), ["Erika Mustermann", "Hans Beispiel"]),
        ("Mustermann, Erika; Beispiel, Hans", (TURNED,), ["Erika Mustermann", "Hans Beispiel"]),
        (
            'Nachname;Vorname;E-Mail;Startgeld\r\nMustermann;Erika;e@example.org;"10,00"\r\nBeispiel;Hans;;\r\n',
            (FAMILY, GIVEN, CONTACT, PAID),
            ["Erika Mustermann", "Hans Beispiel"],
        ),
        ("Name;Vorname\nMustermann;Erika", (FAMILY, GIVEN), ["Erika Mustermann"]),
        ("\ufeffPrénom,Nom,Catégorie\nZoé,Dupont,junior", (GIVEN, FAMILY, TAGS), ["Zoé Dupont"]),
        ("No.,Player,Country\n1,Anna,GER", (LEFT_OUT, NAME, LEFT_OUT), ["Anna"]),
        ("Nr.\tName\n1\tMustermann, Erika", (LEFT_OUT, TURNED), ["Erika Mustermann"]),
        ("Name\nAnna\nBen", (NAME,), ["Anna", "Ben"]),
        ("Anna;junior\nBen;junior\nCleo;senior", (NAME, TAGS), ["Anna", "Ben", "Cleo"]),
        ("sep=;\nAnna;10,00 €\nBen;5 €", (NAME, PAID), ["Anna", "Ben"]),
    ],
)
def test_a_table_is_asked_about_with_a_guess(text: str, roles: tuple[str, ...], names: list[str]) -> None:
    assert guessed(text) == (roles, names)


def test_a_table_of_names_alone_is_guessed_as_names() -> None:
    for text in ("Anna Keller, Ben Okafor\nCleo Diaz, Dan Ek", "Anna, Ben, Cleo\nDan, Emil, Fritz"):
        pasted = read_list(text)
        assert pasted.asks
        assert people_of(pasted).names == text.replace("\n", ", ").split(", ")


def test_the_answer_counts_and_not_the_guess() -> None:
    pasted = read_list("Erika;Mustermann;junior, Köln;0171 0000000;e@example.org;5\nHans;Beispiel;;;;")
    people = people_of(pasted, Columns((GIVEN, FAMILY, TAGS, CONTACT, CONTACT, PAID)))
    erika, hans = people.people
    assert (erika.name, erika.tags, erika.contact, erika.paid) == (
        "Erika Mustermann",
        ("junior", "Köln"),
        "e@example.org",
        "5",
    )
    assert (hans.name, hans.tags, hans.contact, hans.paid) == ("Hans Beispiel", (), "", "")
    with pytest.raises(Refusal) as refusal:
        people_of(pasted, Columns((TAGS,) * 6))
    assert refusal.value.code == "list_without_names"


@cases(
    "text",
    [
        "erika@example.org",
        "0171 0000000",
        "+49 (171) 000-00.00",
        "Erika 0171/0000000",
        "5550100",
        "www.example.org/erika",
        "Hauptstraße 5",
        "12 rue de la Paix",
        "10115 Berlin",
    ],
)
def test_an_address_or_a_telephone_number_is_never_a_name(text: str) -> None:
    assert looks_like_contact(text)
    pasted = read_list(f"Anna\nBen\nCleo\n{text}")
    assert "Anna" in people_of(pasted).names
    assert text not in people_of(pasted).names
    assert text not in people_of(pasted, Columns((NAME,) * len(pasted.guess.roles))).names


def test_a_name_of_the_club_can_have_a_comma() -> None:
    known = known_names(["Mustermann, Erika", "Anna", "Hans Beispiel"])
    for text in ("Mustermann, Erika\nBeispiel, Hans", "Erika Mustermann, Anna", "Anna, Mustermann, Erika"):
        pasted = read_list(text, known)
        assert not pasted.asks, text
        assert set(people_of(pasted, known=known).names) <= set(known.values())


@given(st.text(alphabet='aAbBß1.,;\n\t-() \u200b\u202e"@<>0+', max_size=60))
def test_every_person_has_a_clean_name_and_no_name_comes_twice(text: str) -> None:
    pasted = read_list(text)
    if not pasted.guess.each and not {NAME, TURNED, FAMILY, GIVEN} & set(pasted.guess.roles):
        return
    people = people_of(pasted)
    keys = [name_key(name) for name in people.names]
    assert len(keys) == len(set(keys))
    assert [person.line for person in people.people] == sorted(person.line for person in people.people)
    for name in people.names:
        assert clean_name(name) == name
        assert not looks_like_contact(name)


@cases("text", ["Anna\n" * 10_001, "A" * 400_001, "," * 100_001])
def test_a_list_that_is_too_long_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as refusal:
        read_list(text + ".")
    assert refusal.value.code == "list_too_long"


@cases(
    "text",
    ["0" + " " * 390_000 + "x", "1" * 390_000 + "x", "a" * 390_000, "<a" * 190_000, '"' + "a;" * 40_000],
)
def test_a_strange_text_takes_no_long_time(text: str) -> None:
    before = process_time()
    people_of(read_list(text), Columns((NAME,), each=True))
    assert process_time() - before < 10
