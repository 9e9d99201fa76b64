"""Each catalogue has every message of the program, and the program reads what the catalogue says."""

from __future__ import annotations

import pytest
from babel.messages.catalog import Catalog
from django.conf import settings

from tests import catalogs

LANGUAGES = catalogs.languages()


@pytest.fixture(scope="module")
def used() -> Catalog:
    return catalogs.in_use()


def keys(catalog: Catalog) -> set[tuple[str | None, str]]:
    return {(message.context, catalogs.texts(message)[0]) for message in catalogs.translatable(catalog)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_has_all_messages_and_no_others(language: str, used: Catalog) -> None:
    known = keys(catalogs.read(language))
    assert (keys(used) - known, known - keys(used)) == (set(), set()), "run python -m tests.catalogs"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_has_a_translation(language: str) -> None:
    assert catalogs.missing(catalogs.read(language)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_is_a_guess(language: str) -> None:
    guesses = [message.id for message in catalogs.translatable(catalogs.read(language)) if message.fuzzy]
    assert guesses == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_fills_the_same_placeholders(language: str) -> None:
    assert catalogs.other_placeholders(catalogs.read(language)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_is_as_it_was_written(language: str, used: Catalog) -> None:
    """Order, places and plurals are those of the program, so that changes are easy to read."""
    rewritten = catalogs.as_po(catalogs.updated(language, used, catalogs.read(language)))
    assert catalogs.source(language).read_bytes() == rewritten, "run python -m tests.catalogs"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_compiled_catalogue_says_the_same(language: str) -> None:
    path = catalogs.compiled(language)
    assert not path.exists() or path.read_bytes() == catalogs.as_mo(catalogs.read(language))


def test_only_complete_languages_are_offered() -> None:
    complete = [language for language in LANGUAGES if not catalogs.missing(catalogs.read(language))]
    assert [code for code, _name in settings.LANGUAGES] == ["en", *complete]


def test_a_lost_placeholder_is_found() -> None:
    catalog = Catalog(locale="de")
    catalog.add("%(name)s plays.", "Alle spielen.")
    catalog.add("%(name)s sits.", "%(name)s sitzt.")
    catalog.add(
        ("%(count)d deal of %(name)s", "%(count)d deals of %(name)s"),
        ("Ein Spiel", "%(count)d von %(name)s"),
    )
    catalog.add(("%(count)d deal", "%(count)d deals"), ("Ein Spiel", "%(count)d Spiele"))
    assert catalogs.other_placeholders(catalog) == ["%(name)s plays.", "%(count)d deal of %(name)s"]
