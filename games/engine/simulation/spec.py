"""``poch-simulation-spec/1``: everything that a simulation plays. Equal jobs have equal specs.

A simulation has one side. A comparison has two sides that play the same tables from the same seed, so both
get the same cards in each deal, as far as their packs and hands allow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine import bulk
from games.engine.errors import EngineError, Sentence, gettext_noop, printable, schema_error
from games.engine.rules import resolve
from games.engine.simulation.naming import rules_name

SPEC_FORMAT = "poch-simulation-spec/1"
MOST_DEALS = 100_000_000
"""The most deals of all sides together: a few minutes compiled, half a day on CPython."""

SESSION = 50
SHORTEST_SESSION, LONGEST_SESSION = 25, 100
"""Deals at each table if the caller gives only the number of all deals: usual, fewest, most."""

_KEYS = ["format", "sides", "tables", "deals_each", "rotate", "seed"]
_SIDE_KEYS = ["rules", "rules_name", "seats", "chips"]
_INPUT_KEYS = frozenset(("rules", "seats", "chips"))
"""The keys of a side that the caller gives."""

Spec = dict[str, Any]


# fmt: off
_SIMULATION_NEEDS_SIDES = gettext_noop(
    "A simulation has one side and a comparison has two. Each needs rules and seats.")
_BAD_ROTATE = gettext_noop("rotate must be true or false, not %(value)s.")
_BAD_SESSIONS = gettext_noop("sessions must be the number of tables and the number of deals at each.")
_BAD_NUMBER = gettext_noop("Numbers of tables and of deals must be whole numbers from 1, not %(number)s.")
_BAD_SIDE = gettext_noop("A side must be an object with rules and seats.")
_SIMULATION_NEEDS_BOTS = gettext_noop("seats must be a list with the name of the bot at each seat.")
_SIDES_DIFFER_IN_SEATS = gettext_noop(
    "Both sides must have the same number of bots, not %(first)d and %(second)d.")
_TOO_MANY_DEALS = gettext_noop("A simulation has at most %(most)s deals in all, not %(deals)s.")
_WRONG_NUMBER_OF_BOTS = gettext_noop("There are %(seats)d bots; these rules seat %(least)d to %(most)d.")
# fmt: on


def simulation_spec(
    sides: Sequence[Mapping[str, Any]],
    *,
    seed: int,
    deals: int | None = None,
    sessions: tuple[int, int] | None = None,
    rotate: bool = True,
) -> Spec:
    """Make the spec of a job. Each side is ``{"rules", "seats": [bot, ...], "chips"?}``.

    Give a number of ``deals``, or ``sessions=(tables, deals at each)``. Chips that nobody won stay in the
    pools for the next deal of the table. For a number of deals the tables play about ``SESSION`` deals each;
    tables are played to their end, so a few more deals may be planned. ``sessions=(number, 1)`` plays single
    deals on a freshly dressed board. A session ends early if a seat cannot pay the ante.

    With ``rotate`` the bots change seats from table to table: see ``orders``.

    Raises ``EngineError`` with the codes of ``rules.resolve`` and ``bulk.job``, and with
    ``simulation_needs_sides``, ``simulation_needs_bots``, ``sides_differ_in_seats``, ``bad_number_of_deals``,
    ``too_many_deals``, ``bad_seed``, ``bad_rotate``, ``bad_chips`` and ``unknown_key``.
    """
    tables, deals_each = _numbers(deals, sessions)
    if not isinstance(sides, (list, tuple)) or not 1 <= len(sides) <= 2:
        raise schema_error("simulation_needs_sides", _SIMULATION_NEEDS_SIDES, "/sides")
    if type(rotate) is not bool:
        raise schema_error("bad_rotate", _BAD_ROTATE, "/rotate", value=printable(rotate))
    if type(seed) is not int:
        template = gettext_noop("A seed must be a whole number, not %(seed)s.")
        raise schema_error("bad_seed", template, "/seed", seed=printable(seed))
    spec = {
        "format": SPEC_FORMAT,
        "sides": [_side(side, f"/sides/{at}") for at, side in enumerate(sides)],
        "tables": tables,
        "deals_each": deals_each,
        "rotate": rotate,
        "seed": seed,
    }
    _check_sides(spec)
    return spec


def validate_spec(spec: object) -> Spec:
    """Check a spec from storage or from outside, and return it with all switches.

    Raises ``EngineError`` with ``bad_simulation_spec`` if ``simulation_spec`` would not make this spec, and
    with its other codes.
    """
    if not isinstance(spec, dict) or sorted(spec, key=str) != sorted(_KEYS):
        template = gettext_noop("A spec of a simulation must be an object with the keys %(keys)s.")
        raise _bad_spec(template, keys=", ".join(_KEYS))
    if spec["format"] != SPEC_FORMAT:
        template = gettext_noop("The format of a simulation must be %(format)s, not %(value)s.")
        raise _bad_spec(template, format=SPEC_FORMAT, value=printable(spec["format"]))
    sides = spec["sides"]
    if not isinstance(sides, list) or not all(
        isinstance(side, dict) and sorted(side, key=str) == sorted(_SIDE_KEYS) for side in sides
    ):
        template = gettext_noop("Each side of a simulation must be an object with the keys %(keys)s.")
        raise _bad_spec(template, keys=", ".join(_SIDE_KEYS))
    made = simulation_spec(
        [{name: side[name] for name in _INPUT_KEYS} for side in sides],
        sessions=(spec["tables"], spec["deals_each"]),
        seed=spec["seed"],
        rotate=spec["rotate"],
    )
    if made != spec:
        raise _bad_spec(gettext_noop("The rules of a simulation must have all switches and their own name."))
    return made


def planned_deals(spec: Spec) -> int:
    """The number of deals of all sides. Fewer are played if sessions end early."""
    deals: int = spec["tables"] * spec["deals_each"] * len(spec["sides"])
    return deals


def side_job(spec: Spec, side: int, order: Sequence[int]) -> bulk.Job:
    """The job of a side with its bots in an order: the bot at seat ``s`` is ``seats[order[s]]``."""
    chosen = spec["sides"][side]
    return bulk.job(
        chosen["rules"],
        [chosen["seats"][index] for index in order],
        seed=spec["seed"],
        deals_each=spec["deals_each"],
        chips=chosen["chips"],
    )


def _numbers(deals: object, sessions: object) -> tuple[int, int]:
    """Return the number of tables and the deals at each."""
    if (deals is None) == (sessions is None):
        raise schema_error("bad_number_of_deals", gettext_noop("Give either a number of deals or sessions."))
    if sessions is None:
        sessions = (1, deals)
    if not isinstance(sessions, (list, tuple)) or len(sessions) != 2:
        raise schema_error("bad_number_of_deals", _BAD_SESSIONS)
    for number in sessions:
        if type(number) is not int or number < 1:
            raise schema_error("bad_number_of_deals", _BAD_NUMBER, number=printable(number))
    return (sessions[0], sessions[1]) if deals is None else _tables_for(sessions[1])


def _tables_for(deals: int) -> tuple[int, int]:
    """Return the number of tables and the deals at each: with the fewest deals too many, near ``SESSION``.

    Nobody plays single deals on an empty board. Much of their antes would be won by nobody.
    """
    if deals < SHORTEST_SESSION:
        return 1, deals
    lengths = range(SHORTEST_SESSION, LONGEST_SESSION + 1)
    length = min(lengths, key=lambda each: (-deals % each, abs(each - SESSION), each))
    return -(-deals // length), length


def _side(side: object, pointer: str) -> dict[str, Any]:
    if not isinstance(side, Mapping) or "rules" not in side:
        raise schema_error("simulation_needs_sides", _BAD_SIDE, pointer)
    for name in side:
        if name not in _INPUT_KEYS:
            template = gettext_noop("A side has an unknown key: %(key)s.")
            raise schema_error("unknown_key", template, pointer, key=printable(name))
    seats = side.get("seats")
    if not isinstance(seats, (list, tuple)) or not seats or not all(isinstance(bot, str) for bot in seats):
        raise schema_error("simulation_needs_bots", _SIMULATION_NEEDS_BOTS, f"{pointer}/seats")
    chips = side.get("chips", 0)
    if type(chips) is not int:
        template = gettext_noop("Chips must be a whole number, not %(chips)s.")
        raise schema_error("bad_chips", template, f"{pointer}/chips", chips=printable(chips))
    try:
        rules = resolve(side["rules"])
    except EngineError as error:
        raise error.moved_to(pointer + (error.pointer or "/rules")) from error
    return {"rules": rules, "rules_name": rules_name(rules), "seats": list(seats), "chips": chips}


def _check_sides(spec: Spec) -> None:
    """Raise ``EngineError`` if the sides do not fit together, or if a side cannot be played."""
    counts = [len(side["seats"]) for side in spec["sides"]]
    if len(set(counts)) > 1:
        raise EngineError(
            "sides_differ_in_seats",
            _SIDES_DIFFER_IN_SEATS,
            pointer="/sides/1/seats",
            first=counts[0],
            second=counts[1],
        )
    if planned_deals(spec) > MOST_DEALS:
        raise EngineError(
            "too_many_deals", _TOO_MANY_DEALS, most=f"{MOST_DEALS:,}", deals=f"{planned_deals(spec):,}"
        )
    for side in range(len(counts)):
        try:
            side_job(spec, side, range(counts[side]))
        except EngineError as error:
            raise _job_error(error, spec, side) from error


def _job_error(error: EngineError, spec: Spec, side: int) -> EngineError:
    """The error for the first deal of a side, as an error of the simulation."""
    values, place = spec["sides"][side], f"/sides/{side}"
    if error.code in ("too_few_seats", "too_many_seats"):
        least, most = values["rules"]["players"]
        return EngineError(
            error.code,
            _WRONG_NUMBER_OF_BOTS,
            pointer=f"{place}/seats",
            seats=len(values["seats"]),
            least=least,
            most=most,
        )
    if error.code in ("cannot_ante", "negative_purse"):
        error.statements = (Sentence(gettext_noop("Give every bot more chips."), {}),)
    if error.code == "unknown_bot":
        return error.moved_to(f"{place}/seats")
    return error.moved_to(f"{place}/chips" if (error.pointer or "").startswith("/chips") else None)


def _bad_spec(template: str, **params: str) -> EngineError:
    return schema_error("bad_simulation_spec", template, **params)
