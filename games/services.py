"""The public functions of ``games``: the engine for the rest of the project.

Documents, results and switches are dicts. Errors are ``EngineError``: of the kind ``"schema"`` if a document
is not of its format, of the kind ``"rule"`` if it breaks a rule of the game. Import nothing else of ``games``
from outside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.engine import count as counts
from games.engine import presets as preset_data
from games.engine import result as story
from games.engine import selfplay
from games.engine.core import dealing, payments
from games.engine.core.state import FIRST_POOL, State
from games.engine.count import NO_RULES
from games.engine.errors import EngineError, gettext_noop
from games.engine.practice import PracticeDeal
from games.engine.practice import Start as PracticeStart
from games.engine.presets import PresetInfo
from games.engine.record import parse_json
from games.engine.result import finished, result, transfers
from games.engine.rules import check_preset, make, preset_switches, resolve, rules_record
from games.engine.scorecard import evidence
from games.engine.simulation.plan import job_of, layout, play_chunk
from games.engine.simulation.report import simulation_report
from games.engine.steps import steps as engine_steps
from games.engine.switches import POOLS, SWITCHES, Switch

__all__ = [
    "NO_RULES", "BotInfo", "EngineError", "PracticeDeal", "PracticeStart",
    "PresetInfo", "Switch", "board", "bots", "can_ante", "card_facts", "check_simulation",
    "count", "count_after", "has_rules", "is_count", "leftover", "nearest_preset", "parse_json", "play_chunk",
    "play_deal", "preset_info", "preset_switches", "presets", "replay",
    "resolve_rules", "seats_range", "simulation_chunks", "simulation_report",
    "stages", "steps", "switches",
]  # fmt: skip


class BotInfo(NamedTuple):
    """A built-in bot: its name for programs, and its title and description for people."""

    name: str
    title: str
    description: str


_BOTS = {
    "random": (
        "Random",
        """Does anything that the rules allow, each card with the same chance. One time in three it bets or
        raises by one to five chips; otherwise it calls two times in three, with any hand. A bot that loses
        to it plays worse than chance.""",
    ),
    "cautious": (
        "Cautious",
        """Opens with one chip on any set and calls up to the worth of its set. It raises only if its set is
        worth three times the stake, and never bets without a set. It leads cards that no other seat can
        continue, and otherwise the lowest card of its longest suit.""",
    ),
    "bold": (
        "Bold",
        """Bets as if its set were worth twice as much, and draws the amount at random. Where anyone may bet,
        it bluffs with up to three chips one time in six. It leads cards that no other seat can continue, and
        otherwise its highest card.""",
    ),
    "expert": (
        "Expert",
        """Estimates the chance that its set is best from its own cards, the upcard and the seats that are
        still in, and chooses the stake with the highest expected gain. It does badly against a player
        who stakes very much on almost any hand, above all without a bet limit. It leads cards that keep the
        lead, judging by the runs that each card ends.""",
    ),
}


def presets() -> list[str]:
    """The names of the presets."""
    return list(preset_data.PRESETS)


def preset_info(name: str) -> PresetInfo:
    """The title, source and history of a preset. Raise ``EngineError`` (``unknown_preset``)."""
    return preset_data.INFO[check_preset(name)]


def switches() -> list[Switch]:
    """All switches with their kinds, values, labels, meanings and sources, in the order of the rules."""
    return list(SWITCHES)


def resolve_rules(document: Mapping[str, Any]) -> dict[str, Any]:
    """The full switches for ``{"preset": NAME}`` with overrides, or for a full set.

    ``{"preset": "none"}`` is an event without the rules of Poch, which has totals only (``has_rules``).
    """
    return resolve(document) if has_rules(document) else counts.without_rules(document)


def make_rules(document: Mapping[str, Any]) -> dict[str, Any]:
    """``resolve_rules`` for new rules: also refuse a switch without effect."""
    return make(document) if has_rules(document) else counts.without_rules(document)


def has_rules(rules: Mapping[str, Any]) -> bool:
    """Whether these are rules of Poch, or none (``NO_RULES``): then a table has a total only."""
    # Rules that a request sends can be anything.
    return not isinstance(rules, dict) or rules.get("preset") != NO_RULES


def nearest_preset(switches: Mapping[str, Any]) -> dict[str, Any]:
    """All switches as a document with the nearest preset and its overrides."""
    documents: list[dict[str, Any]] = []
    for preset, standard in preset_data.PRESETS.items():
        changed = {name: value for name, value in switches.items() if value != standard[name]}
        documents.append({"preset": preset, **changed})
    return min(documents, key=len)


def seats_range(rules: Mapping[str, Any]) -> tuple[int, int]:
    """The fewest and the most seats of a table under full switches."""
    if not has_rules(rules):
        least, most = rules["players"]
        return least, most
    record = rules_record(dict(rules))
    return record.least, record.most


def board(rules: Mapping[str, Any]) -> list[str]:
    """The names of the pools on the board, in its order."""
    if not has_rules(rules):
        return []
    record = rules_record(dict(rules))
    return [POOLS[pool] for pool in record.board[: record.board_size]]


def can_ante(rules: Mapping[str, Any], chips: Sequence[int]) -> bool:
    """Whether each purse can pay the ante, so that a deal can start. With ``credit`` this is always so."""
    if not has_rules(rules):
        return True
    record = rules_record(dict(rules))
    return all(dealing.can_ante(record, purse) for purse in chips)


def replay(document: Mapping[str, Any]) -> dict[str, Any]:
    """The ``poch-result/1`` of a ``poch-deal/1`` or ``poch-scorecard/1``."""
    return result(*finished(document))


def card_facts(rules: Mapping[str, Any], *, seats: int, dealer: int) -> dict[str, Any]:
    """What a form for scorecards can know before a deal; see ``games.engine.scorecard.evidence``."""
    return evidence.card_facts(rules_record(dict(rules)), seats, dealer)


def count(
    document: Mapping[str, Any],
    rules: Mapping[str, Any],
    chips: Sequence[int],
    pools: Mapping[str, int] | None = None,
    dealer: int = 0,
) -> dict[str, Any]:
    """What a ``poch-count/1`` means at a table with these purses and pools, where this seat deals next.

    It has ``deals``, ``chips``, ``net``, ``pools`` (only one, ``board``), ``first_dealer``, ``last_dealer``,
    ``next_dealer`` and ``transfers``.
    """
    on_credit, clockwise = rules["purse"] == "credit", rules["direction"] == "clockwise"
    open_totals, tenths = rules.get("open_totals", False), rules.get("unit") == "tenths"
    return counts.judge(
        document, counts.Brought(chips, on_credit, clockwise, pools, dealer, open_totals, tenths)
    )


def count_after(document: Mapping[str, Any]) -> int:
    """After how many deals of its table a ``poch-count/1`` begins. Raise EngineError if it is malformed."""
    return counts.read(document).after


def is_count(document: Mapping[str, Any]) -> bool:
    """Whether a document is a ``poch-count/1``."""
    return document.get("format") == counts.COUNT_FORMAT


def stages(document: Mapping[str, Any], result: Mapping[str, Any]) -> dict[str, Any]:  # noqa: ARG001
    """What a page shows of a recorded deal besides its result; see ``games.engine.result``."""
    return story.stages(dict(document))


def steps(document: Mapping[str, Any]) -> dict[str, Any]:
    """The ``poch-steps/1`` of a ``poch-deal/1`` or ``poch-scorecard/1``; see ``games/engine/README.md``."""
    return engine_steps(dict(document))


def bots() -> list[BotInfo]:
    """The built-in bots."""
    return [BotInfo(name, title, " ".join(text.split())) for name, (title, text) in _BOTS.items()]


def play_deal(
    rules: Mapping[str, Any],
    *,
    dealer: int,
    chips: Sequence[int],
    pools: Mapping[str, int],
    bots: Sequence[str],
    seed: int,
    number: int,
) -> dict[str, Any]:
    """A complete ``poch-deal/1`` of bots, one name for each seat. Equal arguments give equal deals."""
    return selfplay.play_deal(
        rules, dealer=dealer, chips=chips, pools=pools, policies=bots, seed=seed, number=number
    )


def check_simulation(spec: Mapping[str, Any]) -> None:
    """Raise ``EngineError`` if a ``poch-simulation-spec/1`` cannot be played; see ``engine.simulation``."""
    job_of(spec, range(len(spec["seats"])))


def simulation_chunks(spec: Mapping[str, Any]) -> int:
    """The number of chunks of a simulation. They are numbered from 0 for ``play_chunk``."""
    return layout(spec).chunks


def leftover(
    rules: Mapping[str, Any], *, pools: Mapping[str, int], seats: int, last_dealer: int
) -> list[dict[str, Any]]:
    """The transfers that share the unclaimed pools at the end of a game; none with ``leftover: stay``.

    ``last_dealer`` dealt the last deal. Odd chips go in the order of play of that deal.
    """
    if not has_rules(rules):
        return []
    record = rules_record(dict(rules))
    state = State()
    dealing.seat_down(record, state, seats, last_dealer)
    for name, chips in pools.items():
        if name not in POOLS:
            template = gettext_noop("The pool %(pool)s does not exist.")
            raise EngineError("unknown_pool", template, pool=name)
        state.account[FIRST_POOL + POOLS.index(name)] = chips
    payments.split_leftover(record, state)
    return transfers(state)
