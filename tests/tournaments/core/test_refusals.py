"""One function gives the sentence of each kind of error, in the reader's language."""

from __future__ import annotations

from unittest.mock import patch

import games.services as games
from games.engine.errors import Sentence
from tournaments.core import packs, refusals
from tournaments.core.refusals import sentence
from tournaments.core.rules.refusals import Conflict, Invalid

GERMAN = {
    "Seat %(seat)d bet.": "Platz %(seat)d hat gesetzt.",
    "No deal gives %(cards)s.": "Kein Spiel ergibt %(cards)s.",
    "%(player)s is here.": "%(player)s ist da.",
}
ENGINE_ERROR = games.EngineError(
    "cannot_be_dealt",
    "No deal gives %(cards)s.",
    statements=[Sentence("Seat %(seat)d bet.", {"seat": 1}), Sentence("100% sure.", {})],
    cards="As Ac",
)


def test_an_error_of_the_engine_is_translated_sentence_by_sentence() -> None:
    assert sentence(ENGINE_ERROR) == ENGINE_ERROR.detail == "No deal gives As Ac. Seat 1 bet. 100% sure."
    with patch.object(packs, "gettext", lambda text: GERMAN.get(text, text)):
        assert sentence(ENGINE_ERROR) == "Kein Spiel ergibt As Ac. Platz 1 hat gesetzt. 100% sure."


def test_an_error_of_the_rules_names_people_in_place_of_ids() -> None:
    person = "01980000-0000-7000-8000-000000000001"
    error = Invalid("here", "%(player)s is here.", player=person)
    with patch.object(refusals, "_", lambda text: GERMAN.get(text, text)):
        assert sentence(error, {person: "Anna"}) == "Anna ist da."


def test_the_sentence_of_a_service_error_stays_as_it_is() -> None:
    assert sentence(Conflict("taken", "100% taken.")) == "100% taken."
