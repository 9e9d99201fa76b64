"""``poch-simulation-spec/1``: what a simulation plays, complete, and the same for the same job.

One side is a simulation. Two sides are a comparison: both play the same tables from the same seed, so that
their cards are equal deal by deal wherever their packs and hands are.
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
"""Deals of all sides together: a few minutes of the compiled core, half a day of the core as it stands."""

SESSION = 50
SHORTEST_SESSION, LONGEST_SESSION = 25, 100
"""Deals at a table, where only their number is asked for: usually, at least and at most."""

_KEYS = ["format", "sides", "tables", "deals_each", "rotate", "seed"]
_SIDE_KEYS = ["rules", "rules_name", "seats", "chips"]
_GIVEN = frozenset(("rules", "seats", "chips"))

Spec = dict[str, Any]


def simulation_spec(
    sides: Sequence[Mapping[str, Any]],
    *,
    seed: int,
    deals: int | None = None,
    sessions: tuple[int, int] | None = None,
    rotate: bool = True,
) -> Spec:
    """The spec of a job, of sides ``{"rules", "seats": [bot, ...], "chips"?}``.

    Either a number of ``deals``, or ``sessions=(tables, deals at each)``. Chips that nobody won stay in the
    pools from deal to deal of a table; deals that are only counted are played at tables of about ``SESSION``,
    whole tables, so that a few more may be planned. ``sessions=(number, 1)`` are single deals, each on a
    freshly dressed board.

    With ``rotate`` the bots change places from table to table: see ``orders``. A session ends early where
    somebody cannot ante. Rules are those that a document may name (``rules.resolve``).

    Raises ``EngineError``: what ``rules.resolve`` and ``bulk.job`` raise, ``simulation_needs_sides``,
    ``simulation_needs_bots``, ``sides_differ_in_seats``, ``bad_number_of_deals``, ``too_many_deals``,
    ``bad_seed``, ``bad_rotate``, ``bad_chips``, ``unknown_key``.
    """
    tables, deals_each = _numbers(deals, sessions)
    if not isinstance(sides, (list, tuple)) or not 1 <= len(sides) <= 2:
        raise schema_error(
            "simulation_needs_sides",
            gettext_noop("A simulation has one side and a comparison has two. Each needs rules and seats."),
            "/sides",
        )
    if type(rotate) is not bool:
        raise schema_error(
            "bad_rotate",
            gettext_noop("rotate must be true or false, not %(value)s."),
            "/rotate",
            value=printable(rotate),
        )
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
    """A spec from storage or from outside, once more; the same spec.

    Raises ``EngineError``: ``bad_simulation_spec`` for what ``simulation_spec`` would not have written, else
    what that raises.
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
        [{name: side[name] for name in _GIVEN} for side in sides],
        sessions=(spec["tables"], spec["deals_each"]),
        seed=spec["seed"],
        rotate=spec["rotate"],
    )
    if made != spec:
        raise _bad_spec(gettext_noop("The rules of a simulation must have all switches and their own name."))
    return made


def planned_deals(spec: Spec) -> int:
    """The deals of all sides; fewer are played where sessions end early."""
    deals: int = spec["tables"] * spec["deals_each"] * len(spec["sides"])
    return deals


def side_job(spec: Spec, side: int, order: Sequence[int]) -> bulk.Job:
    """What a side plays with its bots in an order: at seat ``s`` sits the bot ``seats[order[s]]``."""
    chosen = spec["sides"][side]
    return bulk.job(
        chosen["rules"],
        [chosen["seats"][index] for index in order],
        seed=spec["seed"],
        deals_each=spec["deals_each"],
        chips=chosen["chips"],
    )


def _numbers(deals: object, sessions: object) -> tuple[int, int]:
    """Tables, and the deals at each."""
    if (deals is None) == (sessions is None):
        raise schema_error("bad_number_of_deals", gettext_noop("Give either a number of deals or sessions."))
    if sessions is None:
        sessions = (1, deals)
    if not isinstance(sessions, (list, tuple)) or len(sessions) != 2:
        raise schema_error(
            "bad_number_of_deals",
            gettext_noop("sessions must be the number of tables and the number of deals at each."),
        )
    for number in sessions:
        if type(number) is not int or number < 1:
            raise schema_error(
                "bad_number_of_deals",
                gettext_noop("Numbers of tables and of deals must be whole numbers from 1, not %(number)s."),
                number=printable(number),
            )
    return (sessions[0], sessions[1]) if deals is None else _tables_for(sessions[1])


def _tables_for(deals: int) -> tuple[int, int]:
    """Tables and deals at each: of the lengths that leave fewest deals over, the nearest to the usual.

    A deal alone, on an empty board, is none that people play: much of its antes would be won by nobody.
    """
    if deals < SHORTEST_SESSION:
        return 1, deals
    lengths = range(SHORTEST_SESSION, LONGEST_SESSION + 1)
    length = min(lengths, key=lambda each: (-deals % each, abs(each - SESSION), each))
    return -(-deals // length), length


def _side(side: object, pointer: str) -> dict[str, Any]:
    if not isinstance(side, Mapping) or "rules" not in side:
        raise schema_error(
            "simulation_needs_sides", gettext_noop("A side must be an object with rules and seats."), pointer
        )
    for name in side:
        if name not in _GIVEN:
            template = gettext_noop("A side has an unknown key: %(key)s.")
            raise schema_error("unknown_key", template, pointer, key=printable(name))
    seats = side.get("seats")
    if not isinstance(seats, (list, tuple)) or not seats or not all(isinstance(bot, str) for bot in seats):
        raise schema_error(
            "simulation_needs_bots",
            gettext_noop("seats must be a list with the name of the bot at each seat."),
            f"{pointer}/seats",
        )
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
    """What is wrong with the sides together, or with the numbers and a side."""
    counts = [len(side["seats"]) for side in spec["sides"]]
    if len(set(counts)) > 1:
        raise EngineError(
            "sides_differ_in_seats",
            gettext_noop("Both sides must have the same number of bots, not %(first)d and %(second)d."),
            pointer="/sides/1/seats",
            first=counts[0],
            second=counts[1],
        )
    if planned_deals(spec) > MOST_DEALS:
        raise EngineError(
            "too_many_deals",
            gettext_noop("A simulation has at most %(most)s deals in all, not %(deals)s."),
            most=f"{MOST_DEALS:,}",
            deals=f"{planned_deals(spec):,}",
        )
    for side in range(len(counts)):
        try:
            side_job(spec, side, range(counts[side]))
        except EngineError as error:
            raise _refusal(error, spec, side) from error


def _refusal(error: EngineError, spec: Spec, side: int) -> EngineError:
    """The error for the first deal of a side, as an error of the simulation."""
    bots_and_rules, place = spec["sides"][side], f"/sides/{side}"
    if error.code in ("too_few_seats", "too_many_seats"):
        least, most = bots_and_rules["rules"]["players"]
        return EngineError(
            error.code,
            gettext_noop("There are %(seats)d bots; these rules seat %(least)d to %(most)d."),
            pointer=f"{place}/seats",
            seats=len(bots_and_rules["seats"]),
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
