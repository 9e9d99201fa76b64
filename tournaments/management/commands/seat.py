"""Seat a whole rotation at the command line and print its certificate, without a database.

`tournaments.draw.rules` does all the work. The output is text, or JSON for programs.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.core.rules.refusals import Refusal
from tournaments.draw.rules.certificate.audit import audit, error_of, with_sentences
from tournaments.draw.rules.certificate.bounds import wishes_kept
from tournaments.draw.rules.draw import draw
from tournaments.draw.rules.request import MOVES, Apart, Plan, Request, Tables
from tournaments.events.rules.tables import MOST_DEALS, SEAT, Deals, check_deals, split

_BAD_INPUT = 2
"""The exit code for invalid input, as argparse uses it."""

_MOST_PLAYERS, _MOST_SEATS = 100_000, 2_000_000
"""The most players, and the most players times rounds. More would take too long."""

_USUAL_LEAST, _USUAL_MOST = 3, 6
"""The default limits of the players at a table."""


class Command(BaseCommand):
    help = (
        "Seat players 0, 1, 2, ... for some rounds, with few repeats, and print how few are possible. "
        "This command uses no database."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, required=True, help="the number of players")
        parser.add_argument(
            "--size", type=int, required=True, help="the preferred number of players at a table"
        )
        parser.add_argument(
            "--least", type=int, help="the fewest players at a table (default: 3, or the size)"
        )
        parser.add_argument("--most", type=int, help="the most players at a table (default: 6, or the size)")
        parser.add_argument("--rounds", type=int, required=True, help="the number of rounds")
        parser.add_argument("--seed", type=int, default=0, help="another seed gives another plan")
        parser.add_argument(
            "--moves", type=int, default=MOVES, help="the length of the search, in swaps that it tries"
        )
        parser.add_argument(
            "--apart",
            type=Path,
            metavar="FILE",
            help="pairs to keep apart, one in each line: '3 7' (required) or '3 7 wish' (optional)",
        )
        parser.add_argument(
            "--prefer",
            choices=("fair", "repeats"),
            default="fair",
            help="with tables of two sizes: share the small tables fairly (default), or avoid repeats first",
        )
        lengths = parser.add_mutually_exclusive_group()
        lengths.add_argument("--deals", type=int, metavar="N", help="each table plays N deals in a round")
        lengths.add_argument(
            "--deals-each", type=int, metavar="N", help="everybody deals N times in a round (default: once)"
        )
        parser.add_argument("--json", action="store_true", help="print one line of JSON")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            request = _request(options)
            plan = draw(request)
        except Refusal as error:
            raise CommandError(error.detail, returncode=_BAD_INPUT) from error
        certificate = audit(request, plan)
        certificate["wishes"] = wishes_kept(request, _rounds(plan), {})
        lines = [_as_json(plan, certificate)] if options["json"] else _in_words(plan, certificate)
        self.stdout.write("\n".join(lines))


def _request(options: dict[str, Any]) -> Request:
    """Return the request of the options. Raises Refusal and CommandError."""
    players, size = options["players"], options["size"]
    least = min(_USUAL_LEAST, size) if options["least"] is None else options["least"]
    most = max(_USUAL_MOST, size) if options["most"] is None else options["most"]
    if players > _MOST_PLAYERS or players * options["rounds"] > _MOST_SEATS:
        raise CommandError(
            f"At most {_MOST_PLAYERS:,} players and {_MOST_SEATS:,} seats (players times rounds) are "
            "allowed. Choose fewer players or rounds.",
            returncode=_BAD_INPUT,
        )
    sizes = split(players, size, least, most)
    return Request(
        players=tuple(str(number) for number in range(players)),
        sizes=tuple(sizes),
        rounds_left=options["rounds"],
        seed=options["seed"],
        moves=options["moves"],
        prefer=options["prefer"],
        deals=_deals(options, max(sizes)),
        apart=() if options["apart"] is None else tuple(_read_pairs(options["apart"], players)),
    )


def _deals(options: dict[str, Any], largest: int) -> Deals:
    """Return the deals of a round. Raises Refusal and CommandError."""
    number = options["deals"] or options["deals_each"]
    if 0 in (options["deals"], options["deals_each"]) or (number or 1) not in range(1, MOST_DEALS + 1):
        raise CommandError(f"A table plays 1 to {MOST_DEALS} deals in a round.", returncode=_BAD_INPUT)
    deals = Deals(options["deals"]) if options["deals"] else Deals(options["deals_each"] or 1, SEAT)
    check_deals(deals, largest)
    return deals


def _read_pairs(path: Path, players: int) -> Iterator[Apart]:
    """Yield the pairs of a file. Raises CommandError with the number of a malformed line."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.", returncode=_BAD_INPUT) from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{path} is not a text file in UTF-8.", returncode=_BAD_INPUT) from error
    for number, line in enumerate(lines, 1):
        words = line.split("#", 1)[0].split()
        if words:
            try:
                yield _pair(words, players)
            except ValueError as error:
                sentence = f"Line {number} of {path}: {error}"
                raise CommandError(sentence, returncode=_BAD_INPUT) from error


def _pair(words: Sequence[str], players: int) -> Apart:
    """Return the pair of a line: two players and optionally the word wish. Raises ValueError."""
    if len(words) not in (2, 3) or words[2:] not in ([], ["wish"]):
        raise ValueError(f"“{' '.join(words)}” should be two players, such as “3 7” or “3 7 wish”.")
    for word in words[:2]:
        if not (word.isascii() and word.isdigit() and int(word) < players):
            raise ValueError(f"“{word}” is not a player. Players are numbered from 0 to {players - 1}.")
    a, b = str(int(words[0])), str(int(words[1]))
    if a == b:
        raise ValueError(f"Player {a} cannot be kept apart from {a}.")
    return Apart(a, b, must=len(words) == 2)


def _rounds(plan: Plan) -> list[Tables]:
    return [plan.tables, *plan.ahead]


def _as_json(plan: Plan, certificate: Mapping[str, Any]) -> str:
    rounds = [[[int(player) for player in table] for table in tables] for tables in _rounds(plan)]
    audit_ = {**with_sentences(certificate), **certificate["outlook"]}
    audit_["weighted_repeats"] = audit_.pop("q")
    for only_of_the_first_round in ("outlook", "tables", "repeats_here", "rounds_before"):
        del audit_[only_of_the_first_round]
    return json.dumps({"rounds": rounds, "audit": audit_})


def _in_words(plan: Plan, certificate: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of the plan, with first dealers in brackets, then its certificate."""
    width = len(str(certificate["players"] - 1)) + 3
    for number, tables in enumerate(_rounds(plan), 1):
        yield f"Round {number}"
        for place, table in enumerate(tables, 1):
            seats = [f"({table[0]})", *(f"{player} " for player in table[1:])]
            yield f"  Table {place:>3} " + "".join(seat.rjust(width) for seat in seats).rstrip()
    yield ""
    yield from _certificate(certificate)


def _certificate(certificate: Mapping[str, Any]) -> Iterator[str]:
    """Yield the sentences of the certificate."""
    whole = certificate["outlook"]
    rounds = "1 round" if whole["rounds"] == 1 else f"{whole['rounds']} rounds"
    head = f"{certificate['players']} players at {_tables(certificate['sizes'])}"
    yield f"{head}, {rounds}. First dealers are in brackets."
    yield from (f"Fault: {error_of(fault).detail}" for fault in certificate["faults"])
    yield _meetings(whole)
    yield f"First dealer: {_often(whole['dealer_spread'], whole['least_dealer_spread'])}"
    yield f"Same seat: {_often(whole['seat_spread'], whole['least_seat_spread'])}"
    if len(set(certificate["sizes"])) > 1:
        yield f"Small table: {_small(whole)}"
    kept, broken = certificate["wishes"]["kept"], certificate["wishes"]["broken"]
    if kept or broken:
        yield f"Pairs to keep apart: {kept} times apart, {broken} times at one table."
    yield f"Seed {certificate['seed']} and {certificate['moves']} moves give the same plan on every machine."


def _meetings(whole: Mapping[str, Any]) -> str:
    if not whole["repeats"]:
        return "Nobody meets twice: proved optimal."
    bound, fair = f"no plan has less than {whole['bound']}", whole["fair"]
    if fair is not None and fair["beyond"] == fair["least_beyond"]:
        bound = f"no plan that shares the small tables as fairly has less than {fair['bound']}"
    sentence = (
        f"{whole['repeats']} meetings are repeats (at least {whole['least_repeats']} are unavoidable); "
        f"weighted {whole['q']}, where {bound}: "
    )
    return sentence + ("proved optimal." if whole["proved"] else "not proved optimal.")


def _tables(sizes: Sequence[int]) -> str:
    """Return the tables in words: "4 tables of 4 and 2 of 3"."""
    (size, count), *smaller = Counter(sizes).items()
    first = f"{count} table{'s' if count > 1 else ''} of {size}"
    return " and ".join([first, *(f"{count} of {size}" for size, count in smaller)])


def _small(whole: Mapping[str, Any]) -> str:
    """Return how often players sit at small tables, with what is proved about it."""
    fair = whole["fair"]
    often = _often(whole["small_spread"], whole["least_small_spread"], "no plan is")
    if fair is None:
        return often
    if not fair["beyond"]:
        return f"{often} After each round, nobody is further than one from the fair share."
    return f"{often} After one of the rounds, somebody is {fair['beyond']} beyond one of the fair share."


def _often(spread: Sequence[int], least: int, nothing_is: str = "no seats at these tables are") -> str:
    """Return a spread in words. nothing_is: the beginning of the sentence about the proof."""
    fewest, most = spread
    if fewest == most:
        return f"everybody {most} times." if most != 1 else "everybody once."
    if most - fewest <= least:
        return f"everybody {fewest} to {most} times: {nothing_is} more even."
    return f"everybody {fewest} to {most} times: a difference of {least} is not ruled out."
