"""Replay a record to its result, and tell its course for a page (``stages``).

The result is written as JSON text, since most results leave the engine as text. ``result`` parses this text.
Only numbers and names from the engine are written, never text from a document, so nothing needs escaping.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from games.engine.cards import NAMES, SUITS, written
from games.engine.core import play, sets
from games.engine.core.dealing import next_dealer
from games.engine.core.play import play_all
from games.engine.core.state import (
    ANTES,
    BETS,
    CALL,
    FIRST_POOL,
    OVER,
    PASS,
    PLAY,
    RUN_ENDED,
    SEATS,
    SHOW,
    STAKED,
    TRICK_WON,
    Rules,
    State,
)
from games.engine.errors import EngineError, gettext_noop, printable, refusal, schema_error, seat_params
from games.engine.record import ACTIONS, DEAL_FORMAT, SCORECARD_FORMAT, VERB_WORDS, an_action, read_deal
from games.engine.switches import POOLS

ACCOUNTS = (*(f"seat {seat}" for seat in range(SEATS)), *POOLS, "bets")
"""The names of the accounts by their numbers in the core."""

REASONS = ("upcard", "meld", "bet", "pot", "stop", "out", "most_cards", "leftover")
"""The reasons of transfers by the kinds of events that move chips."""

KINDS = ("none", "pair", "two_pairs", "three", "four")
"""The kinds of sets by their numbers in ``core.sets``."""


def result(rules: Rules, state: State) -> dict[str, Any]:
    """The result as plain data."""
    answer: dict[str, Any] = json.loads(result_text(rules, state))
    return answer


def result_text(rules: Rules, state: State) -> str:
    """The result as JSON text."""
    seats = state.seats
    account = state.account
    board = rules.board[: rules.board_size]
    chips = account[:seats]
    net = [after - before for after, before in zip(chips, state.brought, strict=False)]
    pools = [f"{_QUOTED[pool]}{account[FIRST_POOL + pool]}" for pool in board]
    melds = [
        _MELDS[state.melded_chips[pool] << 16 | pool << 5 | state.melded_by[pool]]
        for pool in board
        if state.melded_by[pool] >= 0
    ]
    return (
        f'{{"format": "poch-result/1", "chips": {chips}, "net": {net}, '
        f'"pools": {{{", ".join(pools)}}}, "next_dealer": {next_dealer(rules, state)}, '
        f'"melds": [{", ".join(melds)}], "pochen": {_pochen_text(rules, state)}, '
        f'"shedding": {{"leader": {state.leader}, "out": {state.out}, "left": {state.count[:seats]}, '
        f'"stops": {_stops(rules, state)}}}, "transfers": [{_ledger_text(rules, state)}]}}'
    )


def transfers(state: State) -> list[dict[str, Any]]:
    """The transfers in a log as plain data, without the antes."""
    rows: list[dict[str, Any]] = json.loads(f"[{', '.join(_rows(state))}]")
    return rows


def showdown_cards(rules: Rules, state: State, seat: int) -> tuple[str, str]:
    """The kind of the best set of a seat and its cards; without a set the highest card."""
    hand = state.dealt[seat]
    value = state.best[seat] or sets.best_set(rules, hand)
    return KINDS[value >> 8], _WRITTEN[sets.cards_of_set(hand, value)]


def in_order_of_play(rules: Rules, state: State, bits: int) -> list[int]:
    """The seats of a bit mask, from forehand to the dealer."""
    if not bits & bits - 1:  # at most one seat
        return [bits.bit_length() - 1] if bits else []
    order = [(state.forehand + place * rules.step) % state.seats for place in range(state.seats)]
    return [seat for seat in order if bits >> seat & 1]


def _pochen_text(rules: Rules, state: State) -> str:
    seats = range(state.seats)
    showdown = []
    if state.in_count > 1 and state.staked:
        for seat in seats:
            if state.inside[seat]:
                kind, cards = showdown_cards(rules, state, seat)
                showdown.append(f'{{"seat": {seat}, "kind": "{kind}", "cards": "{cards}"}}')
    pots = []
    winners: list[int] = []
    for pot in range(state.pot_count):
        contenders = _SEATS[state.pot_contenders[pot]]
        pot_winners = in_order_of_play(rules, state, state.pot_winners[pot])
        winners = winners or pot_winners
        pots.append(
            f'{{"chips": {state.pot_chips[pot]}, "contenders": {contenders}, "winners": {pot_winners}}}'
        )
    passed = [seat for seat in seats if not state.inside[seat]]
    return (
        f'{{"stakes": {state.stake[: state.seats]}, "passed": {passed}, "showdown": [{", ".join(showdown)}], '
        f'"pots": [{", ".join(pots)}], "winners": {winners}}}'
    )


def _stops(rules: Rules, state: State) -> list[int]:
    if not rules.stop_pay or rules.tricks:
        return []
    return [event >> 5 & 31 for event in state.log if event >> 10 & 63 == RUN_ENDED]


def _ledger_text(rules: Rules, state: State) -> str:
    """All transfers in order, the antes first."""
    rows = _rows(state)
    if rules.dressed_size:
        rows.insert(0, _antes_text(rules, state))
    return ", ".join(rows)


def _rows(state: State) -> list[str]:
    return [_ROWS[event] for event in state.log if event & 0xFFFF < ANTES << 10]


class TextCache(dict[int, str]):
    """A cache of texts by a number that encodes the content. The same few texts come again and again."""

    def __init__(self, write: Callable[[int], str]) -> None:
        super().__init__()
        self._write = write

    def __missing__(self, number: int) -> str:
        if len(self) >= 10_000:
            self.clear()
        text = self[number] = self._write(number)
        return text


def _row(event: int) -> str:
    """A transfer, by its event."""
    return (
        f'{{"from": "{ACCOUNTS[event >> 5 & 31]}", "to": "{ACCOUNTS[event & 31]}", '
        f'"chips": {event >> 16}, "reason": "{REASONS[event >> 10 & 63]}"}}'
    )


def _meld(number: int) -> str:
    """A meld, by ``chips << 16 | pool << 5 | seat``."""
    return f'{{"pool": "{POOLS[number >> 5 & 31]}", "seat": {number & 31}, "chips": {number >> 16}}}'


_ROWS = TextCache(_row)
_MELDS = TextCache(_meld)
_WRITTEN = TextCache(written)
_SEATS = TextCache(lambda bits: str([seat for seat in range(SEATS) if bits >> seat & 1]))
_QUOTED = [f'"{pool}": ' for pool in POOLS]


def _antes_text(rules: Rules, state: State) -> str:
    """The antes, from a cache: they depend only on the rules and the number of seats."""
    key = (state.seats, rules.stake, tuple(rules.dressed[: rules.dressed_size]))
    text = _antes_cache.get(key)
    if text is None:
        if len(_antes_cache) >= 256:
            _antes_cache.clear()
        text = _antes_cache[key] = ", ".join(
            f'{{"from": "seat {seat}", "to": "{POOLS[pool]}", "chips": {rules.stake}, "reason": "ante"}}'
            for seat in range(state.seats)
            for pool in rules.dressed[: rules.dressed_size]
        )
    return text


_antes_cache: dict[tuple[int, int, tuple[int, ...]], str] = {}


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


# ---- The course of a deal for a page: its three stages with cards, betting and runs, as far as it is known.


def stages(document: dict[str, Any]) -> dict[str, Any]:
    """The stages of a valid deal. A scorecard gives ``None`` for hands, betting and runs."""
    rules, state = finished(document)
    by_cards = document["format"] == DEAL_FORMAT
    first = ["pochen", "melding"] if rules.pochen_first else ["melding", "pochen"]
    return {
        "order": [*first, "shedding"],
        "upcard": NAMES[state.upcard],
        "pay_suit": SUITS[state.pay_suit],
        "hands": [by_suit(state.dealt[seat]) for seat in range(state.seats)] if by_cards else None,
        "betting": betting(state) if by_cards else None,
        "runs": runs(rules, state) if by_cards else None,
    }


def by_suit(hand: int) -> list[str]:
    """The cards of a hand by suit, highest first."""
    cards = [suit * 16 + rank for suit in range(4) for rank in range(12, -1, -1)]
    return [NAMES[card] for card in cards if hand >> card & 1]


def betting(state: State) -> list[dict[str, Any]]:
    """Every action of the Pochen. ``chips`` is the stake of a bet or raise, or the chips that a call cost."""
    words: list[dict[str, Any]] = []
    for event in state.log:
        kind = event >> 10 & 63
        if PASS <= kind <= SHOW:
            words.append({"seat": event >> 5 & 31, "verb": VERB_WORDS[kind], "chips": event >> 16})
        elif kind == STAKED and event >> 5 & 31 != BETS and words[-1]["verb"] == VERB_WORDS[CALL]:
            words[-1]["chips"] = event >> 16
    return words


def runs(rules: Rules, state: State) -> list[dict[str, Any]]:
    """Every run or trick, with the seat that ended it; None if the deal ended before."""
    rows: list[dict[str, Any]] = []
    ended = True
    for event in state.log:
        kind = event >> 10 & 63
        if kind == PLAY:
            if ended:
                rows.append({"cards": [], "ended_by": None})
                ended = False
            rows[-1]["cards"].append({"seat": event >> 5 & 31, "card": NAMES[event >> 16]})
        elif kind == (TRICK_WON if rules.tricks else RUN_ENDED):
            rows[-1]["ended_by"] = event >> 5 & 31
            ended = True
    return rows
