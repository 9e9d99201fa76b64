"""Practice against bots, and what is answered.

The bots act as soon as the person has acted. They decide by ``sight.seen_state``, so they know what a person
at their seat would know and nothing else. Nothing that this module shows holds a card that the person may
not see.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import IO, Any, NamedTuple

from games.engine import bots, cards
from games.engine.advice import Advice, advise
from games.engine.core.sets import PAIR
from games.engine.core.state import IN_POCHEN
from games.engine.deal import Choice, Deal, dealt
from games.engine.errors import EngineError
from games.engine.record import parse_json, written_action
from games.engine.result import finished, result_text
from games.engine.selfplay import bot_number
from games.engine.sight import seen_state
from games.engine.steps import steps, steps_so_far


class Start(NamedTuple):
    """How a deal begins. ``bots`` names the bot of each seat; None is the seat of the person."""

    rules: Mapping[str, Any]
    dealer: int
    chips: Sequence[int]
    pools: Mapping[str, int]
    bots: Sequence[str | None]
    seed: int
    number: int


class PracticeDeal:
    """A deal of a person against bots. Raise ``EngineError`` if no deal can start so.

    ``actions`` are all actions so far, those of the bots too. So a deal that was begun goes on although the
    bots have changed since.
    """

    def __init__(self, start: Start, actions: Sequence[str] = ()) -> None:
        self._start = start
        self._policies = [None if name is None else bot_number(name) for name in start.bots]
        self.seat = self._policies.index(None)
        self._dealt = dealt(
            start.rules,
            dealer=start.dealer,
            chips=start.chips,
            pools=start.pools,
            seed=start.seed,
            number=start.number,
        )
        self._deal = Deal(self._dealt | {"actions": list(actions)})

    @property
    def actions(self) -> list[str]:
        """All actions so far, as in a record."""
        return self._deal.actions()

    @property
    def over(self) -> bool:
        """Whether somebody went out."""
        return self._deal.over

    def play_on(self) -> None:
        """Let the bots act until it is the turn of the person, or the deal is over."""
        while not self.over and self._deal.turn != self.seat:
            self._deal.apply(self._decision())

    def act(self, words: str) -> None:
        """Do an action of the person, written without the seat ("play 8c"), and let the bots go on.

        Raise ``EngineError`` and change nothing if the rules refuse it.
        """
        self._deal.apply(f"{self.seat} {words}")
        self.play_on()

    def refused(self, words: str) -> EngineError | None:
        """Why the rules refuse an action of the person now; None if it is possible."""
        return self._deal.verify(f"{self.seat} {words}")

    def choices(self) -> list[Choice]:
        """The possible actions of the person; empty if the deal is over."""
        return self._deal.legal_actions() if self._deal.turn == self.seat else []

    def advice(self) -> Advice | None:
        """What the expert would do in the place of the person, and why. None if the deal is over."""
        return advise(self._deal, self.seat)

    def seen(self) -> dict[str, Any]:
        """What the person sees, as in ``Deal.seen_by``, and further facts.

        ``betting``: whether the deal is in the Pochen. ``has_set``: whether the person was dealt a set, so
        that they may bet.
        """
        rules, state = self._deal.position()
        return self._deal.seen_by(self.seat) | {
            "betting": state.stage == IN_POCHEN,
            "has_set": bool(rules.anyone) or state.best[self.seat] >= PAIR << 8,
        }

    def steps(self) -> dict[str, Any]:
        """The ``poch-steps/1`` so far, without hands and without advice."""
        return steps_so_far(self._dealt | {"actions": self.actions})

    def all_steps(self) -> dict[str, Any]:
        """The ``poch-steps/1`` of the whole deal, with all hands. Raise ``EngineError`` if it is not over."""
        return steps(self._dealt | {"actions": self.actions})

    def result(self) -> dict[str, Any]:
        """The ``poch-result/1``. Raise ``EngineError`` if the deal is not over."""
        return self._deal.result()

    def _decision(self) -> str:
        """What the bot at turn does. Its chance depends on the seed and the number of actions so far."""
        rules, state = self._deal.position()
        policy = self._policies[state.turn]
        assert policy is not None  # noqa: S101 - the caller stops at the turn of the person
        seen = seen_state(rules, state)
        moment = self._start.number << 16 | len(self._deal.actions())
        seen.random = cards.generator(self._start.seed ^ cards.MASK, moment)
        return written_action(bots.decide(rules, seen, policy))


Write = Callable[[Any], str]
"""What makes an answer of a document. It raises ``EngineError``."""


def answer_lines(lines: Iterable[bytes], out: IO[str], write: Write | None = None) -> int:
    """Print one answer for each line that is not blank. Return 1 if a document was refused, else 0."""
    status = 0
    for line in lines:
        if line.isspace() or not line:
            continue
        text, refused = answer(line, write)
        status = max(status, refused)
        out.write(text + "\n")
    out.flush()
    return status


def answer(line: bytes, write: Write | None = None) -> tuple[str, int]:
    """The answer to one document as JSON, and 1 if it is an error, else 0. write: ``replayed`` by default."""
    try:
        return (write or replayed)(parse_json(line)), 0
    except EngineError as error:
        return json.dumps({"error": {"code": error.code, "detail": error.detail, "at": error.at}}), 1


def replayed(document: Any) -> str:
    """The result of a record or a scorecard; of a total, its net chips."""
    if isinstance(document, dict) and document.get("format") == "poch-count/1":
        # Imported here, as most input has no totals.
        from games.engine.count import judge  # noqa: PLC0415

        total = judge(document)
        return json.dumps({key: total[key] for key in ("deals", "net", "pools")})
    return result_text(*finished(document))


def stepped(document: Any) -> str:
    """The steps of a record or a scorecard."""
    # Imported here: a replay does not need the bots.
    from games.engine.steps import steps  # noqa: PLC0415

    return json.dumps(steps(document))
