"""Replaying a document of either kind to its result: ``poch-deal/1`` here, ``poch-scorecard/1`` next door."""

from __future__ import annotations

from typing import Any

from games.engine.core import play
from games.engine.core.sequence import play_all
from games.engine.core.state import OVER, Rules, State
from games.engine.errors import EngineError, printable, schema_error
from games.engine.record import ACTIONS, DEAL_FORMAT, SCORECARD_FORMAT, an_action, read_deal
from games.engine.refusals import refusal, seat_named


def finished(document: object) -> tuple[Rules, State]:
    """The end of the deal that a document tells, with its whole log; ``EngineError`` if it tells none."""
    if not isinstance(document, dict):
        raise schema_error("not_an_object", "A document is a JSON object.", "")
    kind = document.get("format")
    if kind == DEAL_FORMAT:
        return _deal_finished(document)
    if kind == SCORECARD_FORMAT:
        # Only here: scorecards are judged by a good deal of code, and most replays hold none.
        from games.engine.scorecard.card import finished as scorecard_finished  # noqa: PLC0415

        return scorecard_finished(document)
    if "format" not in document:
        raise schema_error("missing_key", "The document lacks the key format.", "")
    raise schema_error(
        "bad_format",
        f'The format must be "{DEAL_FORMAT}" or "{SCORECARD_FORMAT}", not {printable(kind)}.',
        "/format",
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
    """Play a record action by action, to say which one is to blame and why."""
    for at, text in enumerate(texts):
        action = an_action(text, at)
        code = play.act(rules, state, action)
        if code:
            raise refusal(rules, state, code, action=action, as_written=text, at=at)
    if state.stage != OVER:
        raise EngineError(
            "ends_too_early",
            f"The record ends before the deal does: it is the turn of {seat_named(state.turn)}.",
            pointer="/actions",
        )
