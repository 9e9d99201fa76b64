"""Names: cleaned, compared, made into addresses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import cases
from tournaments.core.rules.names import (
    LONGEST_KEY,
    LONGEST_STORED,
    clean_name,
    clean_title,
    is_found,
    name_key,
    slugify,
    sort_key,
)
from tournaments.core.rules.refusals import Refusal


@cases(
    ("typed", "stored"),
    [
        ("  Anna \t  Müller ", "Anna Müller"),
        ("Zoe\u0308", "Zoë"),
        ("Anna\u00a0B.", "Anna B."),
        ("An\u00adna\u200b\ufeff", "Anna"),
        ("O\u2019Neil-Smith Jr. 3rd", "O\u2019Neil-Smith Jr. 3rd"),
        ("李小龍", "李小龍"),
        ("🦊", "🦊"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        (
            "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
            "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        ),
    ],
)
def test_a_name_is_stored_clean(typed: str, stored: str) -> None:
    assert clean_name(typed) == stored


@cases(
    ("typed", "code"),
    [
        ("", "name_empty"),
        (" \u200b ", "name_empty"),
        ("---", "name_empty"),
        ("Anna\x00", "name_control_character"),
        ("Anna\nBen", "name_control_character"),
        ("Anna\u202eneB", "name_control_character"),
        ("Anna\u2066", "name_control_character"),
        ("Anna\u2028Ben", "name_control_character"),
        ("\ud800Anna", "name_control_character"),
        ("A" + "\u0335" * 20, "name_marks"),
        ("x" * 61, "name_too_long"),
        ("e\u0301\u0323" * 61, "name_too_long"),
        ("\ufdfa" * 60, "name_too_long"),
    ],
)
def test_a_name_that_could_deceive_or_break_a_page_is_refused(typed: str, code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        clean_name(typed)
    assert refusal.value.code == code


@cases("letter", ["x", "ß", "e\u0301", "x\u0323\u0307", "षि", "👩\u200d🚀", "👍🏽", "🇩🇪"])
def test_sixty_letters_as_people_count_them_are_a_name(letter: str) -> None:
    assert name_key(clean_name(letter * 60)) == name_key(letter * 60)
    with pytest.raises(Refusal, match="has 61: shorten it"):
        clean_name(letter * 61)


def test_a_hundred_characters_are_a_title() -> None:
    assert clean_title("ß" * 100) == "ß" * 100
    with pytest.raises(Refusal, match="has 101: shorten it"):
        clean_title("x" * 101)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Zoë", "ZOE\u0308"),
        ("\uff21nna", "anna"),
        ("Straße", "STRA\u1e9eE"),
        ("O'Brien", "O\u2019Brien"),
        ("O'Brien", "o\u00b4brien"),
        ("O'Brien", "O`Brien"),
        ("O'Brien", "O\u02bcBrien"),
        ("Anna-Lena", "Anna\u2011Lena"),
        ("Anna-Lena", "Anna\u2010Lena"),
        ("Anna-Lena", "Anna\u2013Lena"),
        ("Anna-Lena", "Anna\u2212Lena"),
        ("Anna  B", "anna b"),
        ("ﬁnn", "Finn"),
    ],
)
def test_names_that_look_alike_have_one_key(first: str, second: str) -> None:
    assert name_key(first) == name_key(second)


def test_an_accent_and_a_sharp_s_make_another_name() -> None:
    assert name_key("Zoë") != name_key("Zoe")
    assert name_key("Groß") != name_key("Gross")


@cases(
    "in_order",
    [
        ["Änne", "Emil", "Émile", "Lukas", "Łukasz", "Otto", "Özil", "Ulf", "Ümit", "Zoe"],
        ["Müller 2", "Müller 9", "Müller 10", "Müller 100", "Müller 1000000000000"],
        ["Muller", "Müller", "Müller 3", "Müller-Lüdenscheid", "Mullerin"],
        ["Bo Zander", "Boa", "Bøb", "boc", "BOD"],
        ["Gross", "Groß", "Grosse", "Grotte"],
        ["Obrian", "O\u2019Brien", "Obrien-Smith", "Obrienne"],
        ["Zoe", "Zoë", "\u0391\u03bd\u03bd\u03b1", "Анна", "李小龍"],
    ],
)
def test_names_stand_in_the_order_of_the_language(in_order: list[str]) -> None:
    assert sorted(sorted(in_order), key=sort_key) == in_order


@cases(
    ("typed", "name"),
    [
        ("emile", "Émile"),
        ("Lukasz", "Łukasz"),
        ("Oezil", "Mesut Özil"),
        ("Ozil", "Mesut Özil"),
        ("Muller", "Müller"),
        ("MUELLER", "Müller"),
        ("Müller", "Mueller"),
        ("Gross", "Groß"),
        ("groß", "Gross"),
        ("obrien", "O\u2019Brien"),
        ("o'b", "O\u2019Brien"),
        ("anna lena", "Anna\u2011Lena"),
        ("er 1", "Müller 10"),
        ("bjoern", "Bjørn"),
        ("小", "李小龍"),
    ],
)
def test_a_name_is_found_without_its_accents(typed: str, name: str) -> None:
    assert is_found(typed, "Anna", name)
    assert not is_found(typed, "Anna", "Ben")


@given(st.text(max_size=120))
def test_cleaning_again_changes_nothing_and_a_key_fits_its_column(text: str) -> None:
    try:
        name = clean_name(text)
    except Refusal:
        return
    assert clean_name(name) == name
    assert name_key(clean_name(name_key(name))) == name_key(name)
    assert 1 <= len(name) <= LONGEST_STORED
    assert 1 <= len(name_key(name)) <= LONGEST_KEY


@given(st.text(max_size=80))
def test_a_slug_has_only_letters_digits_and_hyphens(text: str) -> None:
    slug = slugify(text)
    assert slug
    assert len(slug) <= 50
    assert set(slug) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert not slug.startswith("-")
    assert not slug.endswith("-")
