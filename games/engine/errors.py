"""The errors of the engine and their sentences.

The sentence is kept as a template with ``%(name)s`` placeholders and the parameters that fill them. The
template is also the key of its translations. The engine itself knows only English.

Never glue a sentence from parts, and never put a value into a template: pass it as a parameter.

Sentences count seats from 1, as people do. They also give the number in the record, which counts from 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.engine.cards import NAMES, written
from games.engine.core import state as core
from games.engine.core.pochen import most_to_stake
from games.engine.core.state import Rules, State

SCHEMA = "schema"
"""The kind of an error in the format: not JSON, a missing key, a number where a string belongs."""
RULE = "rule"
"""The kind of an error in a well-formed document: it breaks a rule of the game."""

Param = str | int


def gettext_noop(message: str) -> str:
    """Mark a sentence for translation (``makemessages`` looks for this name) and return it unchanged."""
    return message


class Sentence(NamedTuple):
    """A whole sentence for people. ``str`` fills its placeholders, in English."""

    template: str
    params: Mapping[str, Param]

    def __str__(self) -> str:
        return self.template % self.params if self.params else self.template


class EngineError(Exception):
    """The engine refuses a document, a set of switches or an action. Nothing was changed.

    ``at`` is the index of the wrong action, or None. ``pointer`` is a JSON pointer into the document
    (``/hands/2``), or None. ``statements`` are further sentences: the statements of a document that cannot
    all be true. ``detail`` is everything in English.
    """

    def __init__(
        self,
        code: str,
        template: str,
        /,
        *,
        at: int | None = None,
        pointer: str | None = None,
        kind: str = RULE,
        statements: Sequence[Sentence] = (),
        **params: Param,
    ) -> None:
        super().__init__(code, template)
        self.code = code
        self.sentence = Sentence(template, params)
        self.at = at
        self.pointer = pointer
        self.kind = kind
        self.statements = tuple(statements)

    @property
    def template(self) -> str:
        """The first sentence in English, with its placeholders."""
        return self.sentence.template

    @property
    def params(self) -> Mapping[str, Param]:
        """What fills the placeholders of ``template``."""
        return self.sentence.params

    @property
    def detail(self) -> str:
        """All sentences in English."""
        return " ".join(map(str, (self.sentence, *self.statements)))

    def __str__(self) -> str:
        return f"{self.code}: {self.detail}"

    def as_data(self) -> dict[str, Any]:
        """The error as plain data that can be stored as JSON; ``from_data`` reads it."""
        return {
            "code": self.code,
            "template": self.template,
            "params": dict(self.params),
            "statements": [[template, dict(params)] for template, params in self.statements],
            "at": self.at,
            "pointer": self.pointer,
            "kind": self.kind,
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> EngineError:
        """The error that ``as_data`` wrote."""
        return cls(
            data["code"],
            data["template"],
            at=data["at"],
            pointer=data["pointer"],
            kind=data["kind"],
            statements=[Sentence(template, params) for template, params in data["statements"]],
            **data["params"],
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Keep the parameters when a worker pickles the error."""
        return EngineError.from_data, (self.as_data(),)


def schema_error(code: str, template: str, pointer: str | None = None, **params: Any) -> EngineError:
    """An error of the kind ``SCHEMA``, at ``pointer``."""
    return EngineError(code, template, pointer=pointer, kind=SCHEMA, **params)


def seat_error(code: str, template: str, key: str, seat: int, **params: Any) -> EngineError:
    """An error about a seat, at its place in the list ``key``. It fills ``%(seat)d``, counted from 1."""
    return EngineError(code, template, pointer=f"/{key}/{seat}", seat=seat + 1, **params)


def printable(value: object) -> str:
    """A value from a document as a parameter: short, and printable in any encoding."""
    if isinstance(value, dict):
        return "{...}"
    if isinstance(value, list):
        return "[...]"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int) and abs(value) >= 10**20:
        return "..."
    text = ascii(value)
    return text if len(text) <= 60 else text[:57] + "..."


_ERRORS: dict[int, tuple[str, str]] = {
    core.DEAL_IS_OVER: ("deal_is_over", gettext_noop(
        '"%(action)s" is not possible: the deal was over when seat %(out)d (%(out_number)d in the record) '
        'went out.')),
    core.NOT_ITS_TURN: ("wrong_turn", gettext_noop(
        '"%(action)s" is not possible: it is the turn of seat %(turn)d (%(turn_number)d in the record).')),
    core.NOT_IN_POCHEN: ("not_in_pochen", gettext_noop(
        '"%(action)s" is not possible: the Pochen is over, and the seats play cards now.')),
    core.NOT_IN_SHEDDING: ("not_in_shedding", gettext_noop(
        '"%(action)s" is not possible: the seats play cards only after the Pochen.')),
    core.ALREADY_BET: ("already_bet", gettext_noop(
        '"%(action)s" is not possible after a bet: the seat can pass, call or raise.')),
    core.NOBODY_HAS_BET: ("nobody_has_bet", gettext_noop(
        '"%(action)s" is not possible before a bet: the seat can pass or bet.')),
    core.BET_TOO_SMALL: ("bet_too_small", gettext_noop(
        '"%(action)s" is not possible: a bet is at least 1 chip.')),
    core.RAISE_TOO_SMALL: ("raise_too_small", gettext_noop(
        '"%(action)s" is not possible: a raise must be to more than %(staked)d, the highest stake.')),
    core.BEYOND_THE_LIMIT: ("beyond_limit", gettext_noop(
        '"%(action)s" is not possible: no seat can stake more than %(limit)d in one deal.')),
    core.BEYOND_THE_PURSE: ("beyond_purse", gettext_noop(
        '"%(action)s" is not possible: with its purse this seat can stake at most %(most)d.')),
    core.ONLY_OPENER_RAISES: ("only_opener_raises", gettext_noop(
        '"%(action)s" is not possible: only the opener can raise, which is seat %(opener)d '
        '(%(opener_number)d in the record).')),
    core.ONLY_OPENER_SHOWS: ("only_opener_shows", gettext_noop(
        '"%(action)s" is not possible: only an opener shows, and only if nobody else may raise.')),
    core.OPENER_MUST_SHOW: ("opener_must_show", gettext_noop(
        '"%(action)s" is not possible: all others have answered, so the opener must raise or show.')),
    core.NOTHING_TO_CALL: ("nothing_to_call", gettext_noop(
        '"%(action)s" is not possible: the opener has the highest stake, so it must raise or show.')),
    core.CARD_NOT_HELD: ("card_not_held", gettext_noop(
        '"%(action)s" is not possible: seat %(turn)d (%(turn_number)d in the record) does not hold that '
        'card. It holds %(hand)s.')),
    core.CARD_IS_FORCED: ("card_is_forced", gettext_noop(
        '"%(action)s" is not possible: seat %(turn)d (%(turn_number)d in the record) holds the next card of '
        'the run and must play %(forced)s.')),
    core.SUIT_NOT_FOLLOWED: ("suit_not_followed", gettext_noop(
        '"%(action)s" is not possible: seat %(turn)d (%(turn_number)d in the record) must follow suit with '
        'one of these cards: %(suit)s.')),
}  # fmt: skip

_OUT_OF_THE_POCHEN = gettext_noop(
    '"%(action)s" is not possible: it is the turn of seat %(turn)d (%(turn_number)d in the record). Seat '
    "%(seat)d (%(seat_number)d in the record) is out of the Pochen, because it passed or could not bet."
)


def refusal(
    rules: Rules, state: State, reason: int, *, action: int, as_written: str, at: int | None = None
) -> EngineError:
    """The error for an action that the core refused with ``reason``."""
    seat = action >> 5 & 31
    code, template = _ERRORS[reason]
    if reason == core.NOT_ITS_TURN and state.stage == core.IN_POCHEN and not state.inside[seat]:
        template = _OUT_OF_THE_POCHEN
    hand = state.hand[state.turn]
    params: dict[str, Any] = {
        "action": as_written,
        "staked": state.staked,
        "limit": rules.bet_limit,
        "most": most_to_stake(rules, state, max(state.turn, 0)),
        "hand": written(hand),
        "forced": NAMES[state.forced >> 16],
        "suit": written(hand & 0xFFFF << 16 * max(state.led_suit, 0)),
        **seat_params("seat", seat),
        **seat_params("turn", state.turn),
        **seat_params("out", state.out),
        **seat_params("opener", state.opener),
    }
    params = {name: value for name, value in params.items() if f"%({name})" in template}
    return EngineError(code, template, at=at, pointer=None if at is None else f"/actions/{at}", **params)


def seat_params(name: str, seat: int) -> dict[str, Any]:
    """The parameters for a seat: counted from 1, and its number in the record."""
    return {name: seat + 1, f"{name}_number": seat}
