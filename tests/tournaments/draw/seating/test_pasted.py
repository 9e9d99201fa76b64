"""Pasted seatings: a table a line."""

from __future__ import annotations

import pytest

from tournaments.draw.rules.pasted import read_seating

PLAYERS = [(name.lower()[:1], name) for name in ("Anna", "Ben", "Cleo", "Dora", "Émile", "Fritz")]


def tables(text: str) -> list[str]:
    pasted = read_seating(text, PLAYERS)
    assert pasted.faults == ()
    return ["".join(table) for table in pasted.tables]


def faults(text: str, players: list[tuple[str, str]] = PLAYERS) -> list[tuple[int, str]]:
    return [(line, error.code) for line, error in read_seating(text, players).faults]


@pytest.mark.parametrize(
    "text",
    [
        "Cleo, Anna, Ben\nDora, Émile, Fritz",
        "\n  cleo ;ANNA; Ben;\r\n\r\nDora;\tÉmile".replace("\t", " ") + ";Fritz\n",
        "Cleo\tAnna\tBen\nDora\tE\u0301mile\tFritz",
        "Table 2: Dora, Émile, Fritz\nTable 1: Cleo, Anna, Ben",
        "Tisch 1: Cleo, Anna, Ben\n2. Dora, Émile, Fritz",
    ],
)
def test_names_are_read_in_seat_order_however_they_are_parted(text: str) -> None:
    assert tables(text) == ["cab", "déf"]


def test_a_comma_is_part_of_a_name_where_semicolons_part_them() -> None:
    players = [("a", "Berg, Anna"), ("b", "Tal, Ben"), ("c", "Cleo")]
    assert read_seating("Tal, Ben; Berg, Anna; Cleo", players).tables == (("b", "a", "c"),)


def test_a_name_with_a_number_in_it_is_no_table() -> None:
    players = [("a", "Anna 2"), ("b", "Ben 3")]
    assert read_seating("Anna 2, Ben 3", players).tables == (("a", "b"),)


def test_every_fault_is_found_and_names_its_line() -> None:
    text = "Anna, Ben, Otto\n\nCleo, anna, Dora\nFritz, Emile, Anna"
    assert faults(text) == [
        (1, "name_unknown"),
        (3, "name_twice"),
        (4, "name_unknown"),
        (4, "name_twice"),
    ]
    first = read_seating(text, PLAYERS).faults[1][1]
    assert first.detail == "anna is already in the list, in line 1."


def test_two_players_of_one_name_are_ambiguous() -> None:
    assert faults("Anna, Ben", [("1", "Anna"), ("2", "ANNA"), ("b", "Ben")]) == [(1, "name_ambiguous")]


def test_tables_are_numbered_all_or_none_without_gap_or_twin() -> None:
    assert faults("Table 1: Anna, Ben\nCleo, Dora") == [(2, "table_unnumbered")]
    assert faults("Table 1: Anna, Ben\nTable 1: Cleo, Dora") == [(2, "table_twice")]
    assert faults("Table 1: Anna, Ben\nTable 3: Cleo, Dora") == [(2, "table_missing")]


def test_nothing_pasted_is_a_fault() -> None:
    assert faults(" \n;\n") == [(1, "no_names")]
