"""Seat an event at the command line: a whole rotation and its certificate, without any database.

For a club that only wants to know who sits where, for comparing draws with those of other programs, and
for looking closely at the search. Everything is decided in `tournaments.rules.seating`; here are only a
door in and two ways out, for people and (`--json`) for programs.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.rules.errors import RulesError
from tournaments.rules.seating.certificate.audit import RotationCertificate, audit_rotation
from tournaments.rules.seating.certificate.faults import error_of, with_sentences
from tournaments.rules.seating.draw import draw
from tournaments.rules.seating.request import MOVES, Apart, Plan, Request, Tables
from tournaments.rules.seating.sizes import split

_BAD_INPUT = 2
"""The exit code for what is asked wrongly, as the parser of options has it."""

_MOST_PLAYERS, _MOST_SEATS = 100_000, 2_000_000
"""What is seated in a minute or two, players and players times rounds; more only fills the memory."""

_USUAL_LEAST, _USUAL_MOST = 3, 6
"""How far the tables may be from the size preferred, if it is not said."""


class Command(BaseCommand):
    help = (
        "Seat players 0, 1, 2 ... for some rounds: who sits where, with how few repeated meetings, and how "
        "few there could be at the best. Uses no database."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, required=True, help="how many players")
        parser.add_argument("--size", type=int, required=True, help="how many seats a table should have")
        parser.add_argument("--least", type=int, help="the fewest at a table; 3 (or the size) if left out")
        parser.add_argument("--most", type=int, help="the most at a table; 6 (or the size) if left out")
        parser.add_argument("--rounds", type=int, required=True, help="how many rounds")
        parser.add_argument("--seed", type=int, default=0, help="chance: another number, another plan")
        parser.add_argument("--moves", type=int, default=MOVES, help="how long to search, in swaps tried")
        parser.add_argument(
            "--apart",
            type=Path,
            metavar="FILE",
            help="pairs to keep apart, one a line: '3 7' (never together) or '3 7 wish' (if it can be)",
        )
        parser.add_argument("--json", action="store_true", help="for programs: one line of JSON")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            request = _request(options)
            plan = draw(request)
        except RulesError as error:
            raise CommandError(error.detail, returncode=_BAD_INPUT) from error
        certificate = audit_rotation(request, plan)
        lines = [_as_json(plan, certificate)] if options["json"] else _in_words(plan, certificate)
        self.stdout.write("\n".join(lines))


def _request(options: dict[str, Any]) -> Request:
    """What the options ask for. Raises RulesError and CommandError."""
    players, size = options["players"], options["size"]
    least = min(_USUAL_LEAST, size) if options["least"] is None else options["least"]
    most = max(_USUAL_MOST, size) if options["most"] is None else options["most"]
    if players > _MOST_PLAYERS or players * options["rounds"] > _MOST_SEATS:
        raise CommandError(
            f"At most {_MOST_PLAYERS:,} players and {_MOST_SEATS:,} seats in all (players times rounds) are "
            "seated: more would not end. Ask for fewer players or rounds.",
            returncode=_BAD_INPUT,
        )
    sizes = split(players, size, least, most)
    return Request(
        players=tuple(str(number) for number in range(players)),
        sizes=tuple(sizes),
        rounds_left=options["rounds"],
        seed=options["seed"],
        moves=options["moves"],
        apart=() if options["apart"] is None else tuple(_read_pairs(options["apart"], players)),
    )


def _read_pairs(path: Path, players: int) -> Iterator[Apart]:
    """The pairs of that file; CommandError names the line that is none."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.", returncode=_BAD_INPUT) from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{path} is not a text in UTF-8.", returncode=_BAD_INPUT) from error
    for number, line in enumerate(lines, 1):
        words = line.split("#", 1)[0].split()
        if words:
            try:
                yield _pair(words, players)
            except ValueError as error:
                sentence = f"Line {number} of {path}: {error}"
                raise CommandError(sentence, returncode=_BAD_INPUT) from error


def _pair(words: Sequence[str], players: int) -> Apart:
    """Two players and perhaps the word wish. Raises ValueError with a sentence."""
    if len(words) not in (2, 3) or words[2:] not in ([], ["wish"]):
        raise ValueError(f"“{' '.join(words)}” should be two players, such as “3 7” or “3 7 wish”.")
    for word in words[:2]:
        if not (word.isascii() and word.isdigit() and int(word) < players):
            raise ValueError(f"“{word}” is not a player: they are numbered from 0 to {players - 1}.")
    a, b = str(int(words[0])), str(int(words[1]))
    if a == b:
        raise ValueError(f"Player {a} cannot be kept apart from {a}.")
    return Apart(a, b, must=len(words) == 2)


def _rounds(plan: Plan) -> list[Tables]:
    return [plan.tables, *plan.ahead]


def _as_json(plan: Plan, certificate: RotationCertificate) -> str:
    rounds = [[[int(player) for player in table] for table in tables] for tables in _rounds(plan)]
    audit = {
        "weighted_repeats" if key == "q" else key: value for key, value in with_sentences(certificate).items()
    }
    return json.dumps({"rounds": rounds, "audit": audit})


def _in_words(plan: Plan, certificate: RotationCertificate) -> Iterator[str]:
    """The plan, the first dealer of each table in brackets, then what was counted."""
    width = len(str(certificate["players"] - 1)) + 3
    for number, tables in enumerate(_rounds(plan), 1):
        yield f"Round {number}"
        for place, table in enumerate(tables, 1):
            seats = [f"({table[0]})", *(f"{player} " for player in table[1:])]
            yield f"  Table {place:>3} " + "".join(seat.rjust(width) for seat in seats).rstrip()
    yield ""
    yield from _certificate(certificate)


def _certificate(of: RotationCertificate) -> Iterator[str]:
    """The certificate in sentences."""
    rounds = "1 round" if of["rounds"] == 1 else f"{of['rounds']} rounds"
    yield f"{of['players']} players at {_tables(of['sizes'])}, {rounds}. In brackets: who deals first."
    yield from (f"Fault: {error_of(fault).detail}" for fault in of["faults"])
    yield _meetings(of)
    yield f"First dealer: {_often(of['dealer_spread'], of['least_dealer_spread'], _SEATS)}"
    yield f"One and the same seat: {_often(of['seat_spread'], of['least_seat_spread'], _SEATS)}"
    if len(set(of["sizes"])) > 1:
        small = _often(of["small_spread"], of["least_small_spread"])
        yield f"Small table: {small} Unevenness {of['small']}, in no plan below {of['small_bound']}."
    yield f"One and the same physical table: {_often(of['table_spread'], of['least_table_spread'])}"
    kept, broken = of["wishes"]["kept"], of["wishes"]["broken"]
    if kept or broken:
        yield f"Pairs to keep apart: {kept} times apart, {broken} times at one table."
    yield f"Seed {of['seed']}, {of['moves']} swaps tried: the same again on any machine."


def _meetings(of: RotationCertificate) -> str:
    if not of["repeats"]:
        return "Nobody meets twice: proved optimal."
    sentence = (
        f"{of['repeats']} meetings are repeats (at least {of['least_repeats']} are unavoidable); "
        f"weighted {of['q']}, where no plan has less than {of['bound']}: "
    )
    return sentence + ("proved optimal." if of["proved"] else "not proved optimal.")


def _tables(sizes: Sequence[int]) -> str:
    """4 tables of 4 and 2 of 3."""
    (size, count), *smaller = Counter(sizes).items()
    first = f"{count} table{'s' if count > 1 else ''} of {size}"
    return " and ".join([first, *(f"{count} of {size}" for size, count in smaller)])


_SEATS = "no seats at these tables are"
"""What is proved of seats: who sits at which table is taken as it is."""


def _often(spread: Sequence[int], least: int, nothing_is: str = "no plan is") -> str:
    """How often, and how far apart that must be; nothing_is: of what that is proved."""
    fewest, most = spread
    if fewest == most:
        return f"everybody {most} times." if most != 1 else "everybody once."
    if most - fewest <= least:
        return f"everybody {fewest} to {most} times: {nothing_is} more even."
    return f"everybody {fewest} to {most} times: a difference of {least} is not ruled out."
