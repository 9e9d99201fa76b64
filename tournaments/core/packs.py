"""The pack of cards that a reader sees: with French suits, or with German suits.

A pack is how cards look and what people call them. Records, rules and the API keep the letters of the cards
(``Qs``), so no result depends on it. The choice of the reader counts first, then the pack of the event, then
that of the club. Whoever names or draws a card asks `current`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final, cast

from django.db.models import Model
from django.utils.functional import Promise, lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.core.models.choices import Pack
from tournaments.core.rules.refusals import Invalid, gettext_noop

USUAL: Final = Pack.FRENCH.value

_UP: Final = (
    "table", "round", "event", "stage", "season", "league", "club", "team", "webhook", "member",
)  # fmt: skip
"""The relations that lead from a row up to its event and its club. The event is first: it knows its club."""

OF_GERMAN_PACK: Final = {
    _("Seat %(seat)d took the king pool and the queen pool, so it must take the %(pool)s pool too."): _(
        "Seat %(seat)d took the king pool and the Ober pool, so it must take the %(pool)s pool too."
    ),
    _(
        "Seat %(seat)d took the %(pool)s pool without the %(missing)s pool. The marriage is king and queen "
        "of the pay suit in one hand."
    ): _(
        "Seat %(seat)d took the %(pool)s pool without the %(missing)s pool. The marriage is king and Ober "
        "of the pay suit in one hand."
    ),
    _(
        "What decides between equal sets: the card of the pay suit, the order of suits in Skat (clubs, "
        "spades, hearts, diamonds), or the rest of the hand. Or nothing decides, and the pot is shared."
    ): _(
        "What decides between equal sets: the card of the pay suit, the order of suits in Skat (acorns, "
        "leaves, hearts, bells), or the rest of the hand. Or nothing decides, and the pot is shared."
    ),
    _(
        "The modern German game in a variation that Pagat names. If an ace, king, queen, jack or ten is "
        "turned up, the dealer takes its pool."
    ): _(
        "The modern German game in a variation that Pagat names. If an ace, king, Ober, Unter or ten is "
        "turned up, the dealer takes its pool."
    ),
}
"""What the engine says of cards by name, and the same for German suits. The engine knows no packs."""


@dataclass
class _Reader:
    """Who reads. chosen: their own pack, or empty; here: that of the event or club that they look at."""

    chosen: str
    here: str = ""


_reader: ContextVar[_Reader | None] = ContextVar("reader_of_cards", default=None)


@contextmanager
def reading(chosen: str) -> Iterator[None]:
    """Answer somebody who has chosen this pack. Empty or unknown: they have chosen none."""
    token = _reader.set(_Reader(chosen if chosen in Pack.values else ""))
    try:
        yield
    finally:
        _reader.reset(token)


def chosen() -> str:
    """The pack that the reader has chosen; empty if they see those of the clubs."""
    reader = _reader.get()
    return reader.chosen if reader else ""


def current() -> str:
    """The pack in which cards are named and drawn now."""
    reader = _reader.get()
    return (reader.chosen or reader.here or USUAL) if reader else USUAL


def is_german() -> bool:
    return current() == Pack.GERMAN


def come_to(pack: str) -> None:
    """Let the reader see the pack of an event or club. The first one counts: a page begins with its own."""
    reader = _reader.get()
    if reader is not None and not reader.here:
        reader.here = pack


def come_to_row(row: Model | None) -> None:
    """The same for the event or club of any row."""
    if pack := next((pack for each in above(row) if (pack := each.__dict__.get("pack"))), None):
        come_to(str(pack))


def above(row: Model | None) -> Iterator[Model]:
    """A row, then what it belongs to, up to its club. It follows relations that are loaded: no query."""
    while row is not None:
        yield row
        loaded = cast("dict[str, Any]", row._state.fields_cache)
        row = next((loaded[name] for name in _UP if loaded.get(name) is not None), None)


def _one_of(french: str | Promise, german: str | Promise) -> str:
    return str(german if is_german() else french)


in_pack = lazy(_one_of, str)
"""A text that depends on the pack: ``in_pack(french, german)``. Each time that it is read, one is chosen."""


def in_words(text: str) -> str:
    """A text of the engine in the reader's language and pack."""
    return gettext(OF_GERMAN_PACK.get(text, text) if is_german() else text)


class PackUnknown(Invalid):
    """The program does not have this pack."""

    sentence = gettext_noop("There is no pack “%(pack)s”. Choose one of: %(packs)s.")


def check_pack(pack: str, *, or_empty: bool = False) -> None:
    """Raise Invalid for a pack that does not exist."""
    if pack not in Pack.values and not (or_empty and pack == ""):
        raise PackUnknown(pack=pack, packs=", ".join(Pack.values), field="pack")
