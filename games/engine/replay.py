"""Replay a document: a ``poch-deal/1`` here, a ``poch-scorecard/1`` in ``scorecard``."""

from __future__ import annotations

from typing import Any

from games.engine.core import play
from games.engine.core.sequence import play_all
from games.engine.core.state import OVER, Rules, State
from games.engine.errors import EngineError, gettext_noop, printable, schema_error
from games.engine.record import ACTIONS, DEAL_FORMAT, SCORECARD_FORMAT, an_action, read_deal
from games.engine.refusals import refusal, seat_params


def finished(document: object) -> tuple[Rules, State]:
    """The finished deal of a document, with its whole log. Raise ``EngineError`` if it is not possible."""
    if not isinstance(document, dict):
        raise schema_error("not_an_object", gettext_noop("A document must be a JSON object."), "")
    kind = document.get("format")
    if kind == DEAL_FORMAT:
        return _deal_finished(document)
    if kind == SCORECARD_FORMAT:
        # Imported here, because scorecards need much code and most replays have none.
        from games.engine.scorecard.card import finished as scorecard_finished  # noqa: PLC0415

        return scorecard_finished(document)
    if "format" not in document:
        template = gettext_noop("The document has no key %(key)s.")
        raise schema_error("missing_key", template, "", key="format")
    raise schema_error(
        "bad_format",
        gettext_noop('The format must be "%(deal)s" or "%(scorecard)s", not %(format)s.'),
        "/format",
        deal=DEAL_FORMAT,
        scorecard=SCORECARD_FORMAT,
        format=printable(kind),
    )


def _deal_finished(document: dict[str, Any]) -> tuple[Rules, State]:
    rules, state = read_deal(document)
    play.begin(rules, state)
    if not _replayed(rules, state, document["actions"]):
        rules, state = read_deal(document)
        play.begin(rules, state)
        _replay_step_by_step(rules, state, document["actions"])
    return rules, state


def _replayed(rules: Rules, state: State, texts: list[Any]) -> bool:
    """Play a record. Return False if anything is wrong with it; the state is useless then."""
    try:
        actions = [ACTIONS.get(text) or an_action(text) for text in texts]
    except (EngineError, TypeError):  # TypeError: a list or an object among them
        return False
    return play_all(rules, state, actions)


def _replay_step_by_step(rules: Rules, state: State, texts: list[Any]) -> None:
    """Play a record action by action, and raise ``EngineError`` for the first wrong one."""
    for at, text in enumerate(texts):
        action = an_action(text, at)
        code = play.act(rules, state, action)
        if code:
            raise refusal(rules, state, code, action=action, as_written=text, at=at)
    if state.stage != OVER:
        raise EngineError(
            "ends_too_early",
            gettext_noop(
                "The record ends before the deal is over: seat %(turn)d (%(turn_number)d in the record) "
                "must act now."
            ),
            pointer="/actions",
            **seat_params("turn", state.turn),
        )
