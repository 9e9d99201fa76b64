"""Offer a language for a test, with the translations that the test needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from babel.messages.catalog import Catalog
from django.conf.locale import LANG_INFO
from django.test import override_settings

from tests import catalogs
from tournaments.core.kept import SHELF


@contextmanager
def offering(folder: Path, translations: Mapping[str, Catalog | Mapping[str, str]]) -> Iterator[None]:
    """Offer English and these languages. `folder` is empty, for the compiled catalogues."""
    for language, texts in translations.items():
        if isinstance(texts, Catalog):
            catalog = texts
        else:
            catalog = Catalog(locale=language)
            for english, text in texts.items():
                catalog.add(english, text)
        place = folder / language / "LC_MESSAGES" / "django.mo"
        place.parent.mkdir(parents=True)
        place.write_bytes(catalogs.as_mo(catalog))
    offered = [(code, LANG_INFO[code]["name_local"]) for code in ("en", *translations)]
    SHELF.clear()
    with override_settings(LOCALE_PATHS=[folder], LANGUAGES=offered):
        yield
    SHELF.clear()
