"""People and bots play in separate divisions."""

from __future__ import annotations

from tournaments.rules.formats.divisions import BOTS, PEOPLE, divide


def test_people_and_bots_are_divided_and_keep_their_order() -> None:
    entries = [("Ben", False), ("bot 2", True), ("Anna", False), ("bot 1", True)]
    assert divide(entries) == {PEOPLE: ["Ben", "Anna"], BOTS: ["bot 2", "bot 1"]}


def test_a_division_without_entries_is_left_out() -> None:
    assert divide([("Anna", False)]) == {PEOPLE: ["Anna"]}
    assert divide([]) == {}
