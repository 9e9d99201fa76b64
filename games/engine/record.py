"""``poch-deal/1``, and what it shares with ``poch-scorecard/1``: reading a document strictly.

Unknown, missing and duplicate keys are errors, ``true`` is not 1, no number is larger than a thousand million
(``spec/record.md``). What is read is either a state the core can play from or an ``EngineError`` that says
what is wrong.
"""

from __future__ import annotations

import json
from typing import Any

from games.engine.cards import NAMES, NUMBERS, PACK_CARDS, PACK_MASK, cards_of
from games.engine.core import dealing
from games.engine.core.state import (
    BET,
    CALL,
    FIRST_POOL,
    PASS,
    PLAY,
    RAISE,
    SEATS,
    SHOW,
    UPCARD_JOINS,
    Rules,
    State,
)
from games.engine.errors import SCHEMA, EngineError, printable, schema_error
from games.engine.rules import rules_record
from games.engine.switches import LARGEST, POOLS

DEAL_FORMAT = "poch-deal/1"
SCORECARD_FORMAT = "poch-scorecard/1"

_HEADER_KEYS = frozenset(("format", "rules", "dealer", "chips", "pools", "actions"))
_DECK_KEYS = _HEADER_KEYS | {"deck"}
_HANDS_KEYS = _HEADER_KEYS | {"hands", "upcard"}
_POOL_NUMBERS = {name: number for number, name in enumerate(POOLS)}
VERB_WORDS = {PASS: "pass", BET: "bet", CALL: "call", RAISE: "raise", SHOW: "show", PLAY: "play"}
"""The verbs as a record writes them."""

_CHIPS_VERBS = {"bet": BET, "raise": RAISE}
ACTIONS: dict[str, int] = {
    f"{seat} {verb}": number << 10 | seat << 5
    for seat in range(SEATS)
    for number, verb in VERB_WORDS.items()
    if number in (PASS, CALL, SHOW)
} | {
    f"{seat} play {name}": card << 16 | PLAY << 10 | seat << 5
    for seat in range(SEATS)
    for name, card in NUMBERS.items()
}
"""Actions by how they are written: all that have no number in them, and the small bets met so far."""


def parse_json(text: str | bytes) -> Any:
    """JSON as the formats want it: UTF-8, no key twice, no NaN or Infinity; ``EngineError`` otherwise."""
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8")
        return _DECODER.decode(text)
    except EngineError:
        raise
    except UnicodeDecodeError:
        raise schema_error("not_json", "The document is not UTF-8.") from None
    except RecursionError:
        raise schema_error("not_json", "The document is nested too deeply.") from None
    except ValueError as error:
        if text[:1] == "\ufeff":
            raise schema_error(
                "not_json", "The document begins with a byte order mark; save it as UTF-8 without one."
            ) from None
        place = f" (character {error.pos})" if isinstance(error, json.JSONDecodeError) else ""
        raise schema_error("not_json", f"The document is not JSON{place}.") from None


def keys(document: dict[str, Any], required: frozenset[str], optional: frozenset[str] = frozenset()) -> None:
    """Refuse a document that lacks a required key or has one that is neither required nor optional."""
    given = document.keys()
    if given == required:
        return
    if missing := sorted(required - given):
        raise schema_error("missing_key", f"The document lacks the key {missing[0]}.", "")
    if len(given) > len(required) and (unknown := sorted(map(printable, given - required - optional))):
        raise schema_error("unknown_key", f"The document has an unknown key: {unknown[0]}.", "")


def header(document: dict[str, Any]) -> tuple[Rules, State]:
    """What both formats begin with: rules, dealer, purses, pools. Nothing is paid yet.

    Purses and pools are chips; that every seat can ante is checked here.
    """
    rules = rules_record(document["rules"])
    state = State()
    chips = document["chips"]
    if not isinstance(chips, list):
        raise schema_error("bad_chips", "chips must be a list with the purse of each seat.", "/chips")
    seats = len(chips)
    for seat, purse in enumerate(chips):
        if type(purse) is not int or not -LARGEST <= purse <= LARGEST:
            raise schema_error(
                "bad_chips", f"A purse is a whole number, not {printable(purse)}.", f"/chips/{seat}"
            )
    if not rules.least <= seats <= rules.most:
        code = "too_few_seats" if seats < rules.least else "too_many_seats"
        raise EngineError(
            code,
            f"There are {seats} purses, so {seats} seats; these rules seat {rules.least} to {rules.most}.",
            pointer="/chips",
        )
    dealer = document["dealer"]
    if type(dealer) is not int or not 0 <= dealer < seats:
        raise schema_error(
            "bad_dealer",
            f"The dealer must be a seat from 0 to {seats - 1}, not {printable(dealer)}.",
            "/dealer",
        )
    state.brought[:seats] = chips
    state.account[:seats] = chips
    dealing.seat_down(rules, state, seats, dealer)
    _read_pools(document["pools"], rules, state)
    if rules.table:
        _check_purses(rules, state)
    return rules, state


def a_card(value: object, pointer: str) -> int:
    """The card that a document names."""
    card = NUMBERS.get(value) if isinstance(value, str) else None
    if card is None:
        raise schema_error(
            "bad_card",
            f"{printable(value)} is not a card: a card is a rank of 23456789TJQKA and a suit of shdc.",
            pointer,
        )
    return card


def some_cards(text: object, pointer: str) -> list[int]:
    """The cards of a string like ``"As Kc"``, single spaces between them."""
    if not isinstance(text, str):
        raise schema_error("bad_cards", f"Cards are written as a string, not {printable(text)}.", pointer)
    try:
        return [NUMBERS[name] for name in text.split(" ")] if text else []
    except KeyError as error:
        return [a_card(error.args[0], pointer)]


def a_hand(text: object, pointer: str) -> int:
    """The cards of a string like ``"As Kc"`` as one hand; no card twice."""
    hand = 0
    for card in some_cards(text, pointer):
        if hand >> card & 1:
            raise EngineError("duplicate_card", f"{NAMES[card]} is named twice.", pointer=pointer)
        hand |= 1 << card
    return hand


def read_deal(document: dict[str, Any]) -> tuple[Rules, State]:
    """A ``poch-deal/1`` up to its actions: the state in which ``play.begin`` starts the deal."""
    by_deck = "deck" in document
    by_hands = "hands" in document or "upcard" in document
    if by_deck and by_hands:
        raise schema_error("deck_and_hands", "A deal has either a deck, or hands and an upcard.", "/deck")
    keys(document, _DECK_KEYS if by_deck else _HANDS_KEYS if by_hands else _HEADER_KEYS)
    rules, state = header(document)
    if by_deck:
        _read_deck(document["deck"], rules, state)
    elif by_hands:
        _read_hands(document["hands"], document["upcard"], rules, state)
    else:
        raise schema_error("no_cards", "A deal needs a deck, or hands and an upcard.", "")
    if not isinstance(document["actions"], list):
        raise schema_error("bad_actions", "actions must be a list of strings.", "/actions")
    return rules, state


def an_action(text: object, at: int | None = None) -> int:
    """The action a record writes as ``SEAT VERB [ARG]``, as the core's number."""
    if isinstance(text, str):
        action = ACTIONS.get(text)
        if action:
            return action
        parts = text.split(" ")
        if len(parts) == 3 and parts[1] in _CHIPS_VERBS and parts[0] in _DIGITS:
            chips = _number(parts[2])
            if chips is not None:
                action = chips << 16 | _CHIPS_VERBS[parts[1]] << 10 | int(parts[0]) << 5
                if chips < 100:
                    ACTIONS[text] = action
                return action
    raise EngineError(
        "malformed_action",
        f"{printable(text)} is not an action: one is written SEAT VERB [ARG] with single spaces, "
        "and the verbs are pass, bet N, call, raise N, show, play CARD.",
        at=at,
        pointer=None if at is None else f"/actions/{at}",
        kind=SCHEMA,
    )


_DIGITS = frozenset("0123456789")


def written_action(action: int) -> str:
    """The core's action as a record writes it: the way back from ``an_action``."""
    verb = action >> 10 & 63
    argument = ""
    if verb == PLAY:
        argument = f" {NAMES[action >> 16]}"
    elif verb in (BET, RAISE):
        argument = f" {action >> 16}"
    return f"{action >> 5 & 31} {VERB_WORDS[verb]}{argument}"


def _number(text: str) -> int | None:
    """A number as an action writes it: digits without leading zeros, not larger than any number may be."""
    if not (text.isascii() and text.isdigit()) or len(text) > 10 or (text[0] == "0" and text != "0"):
        return None
    number = int(text)
    return number if number <= LARGEST else None


def _read_pools(pools: object, rules: Rules, state: State) -> None:
    if not isinstance(pools, dict):
        raise schema_error("bad_pools", "pools must be an object with the chips in each pool.", "/pools")
    for name, chips in pools.items():
        pool = _POOL_NUMBERS.get(name, -1)
        if pool < 0 or not rules.has_pool[pool]:
            raise EngineError(
                "unknown_pool",
                f"{printable(name)} is not a pool of this board.",
                pointer=f"/pools/{escaped(name)}",
            )
        if type(chips) is not int or not 0 <= chips <= LARGEST:
            raise schema_error(
                "bad_pools",
                f"The chips in a pool are a whole number from 0, not {printable(chips)}.",
                f"/pools/{name}",
            )
        state.account[FIRST_POOL + pool] = chips


def escaped(key: object) -> str:
    """A key as part of a JSON pointer, printable whatever it was."""
    return ascii(key)[1:-1][:60].replace("~", "~0").replace("/", "~1")


def _check_purses(rules: Rules, state: State) -> None:
    for seat in range(state.seats):
        purse = state.brought[seat]
        if purse < 0:
            raise EngineError(
                "negative_purse",
                f'Seat {seat + 1} has a purse of {purse}; only with purse "credit" can it be below zero.',
                pointer=f"/chips/{seat}",
            )
        if not dealing.can_ante(rules, purse):
            raise EngineError(
                "cannot_ante",
                f"Seat {seat + 1} has a purse of {purse} and cannot pay the ante of "
                f"{rules.stake * rules.dressed_size}: the table's game is over.",
                pointer=f"/chips/{seat}",
            )


def _read_deck(deck: object, rules: Rules, state: State) -> None:
    cards = some_cards(deck, "/deck")
    size = rules.pack[state.seats]
    if len(cards) != size or set(cards) != PACK_CARDS[size]:
        raise EngineError(
            "bad_deck",
            f"The deck must be the pack of {size} cards that {state.seats} players use, each card once.",
            pointer="/deck",
        )
    dealing.deal(rules, state, cards)


def _read_hands(hands: object, upcard: object, rules: Rules, state: State) -> None:
    seats = state.seats
    if not isinstance(hands, list) or len(hands) != seats:
        raise schema_error(
            "bad_hands", f"hands must be a list of {seats} strings, one for each seat.", "/hands"
        )
    state.upcard = a_card(upcard, "/upcard")
    all_cards = 1 << state.upcard
    owner = state.owner
    for seat, text in enumerate(hands):
        cards = some_cards(text, f"/hands/{seat}")
        before = all_cards
        for card in cards:
            all_cards |= 1 << card
            owner[card] = seat
        hand = all_cards ^ before
        count = len(cards)
        if hand.bit_count() != count:
            twice = next(card for card in cards if before >> card & 1 or cards.count(card) > 1)
            raise EngineError(
                "duplicate_card",
                f"Seat {seat + 1} holds {NAMES[twice]}, which is named in another place too.",
                pointer=f"/hands/{seat}",
            )
        expected = dealing.cards_dealt(rules, state, seat)
        if count != expected:
            joining = ", without the upcard that joins a hand" if rules.upcard == UPCARD_JOINS else ""
            raise EngineError(
                "wrong_hand_size",
                f"Seat {seat + 1} holds {count} cards; it is dealt {expected}{joining}.",
                pointer=f"/hands/{seat}",
            )
        state.hand[seat] = hand
        state.count[seat] = count
    size = rules.pack[seats]
    if outside := all_cards & ~PACK_MASK[size]:
        raise EngineError(
            "card_outside_the_pack",
            f"{NAMES[cards_of(outside)[0]]} is not in the pack of {size} cards.",
            pointer="/hands",
        )


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            break
        seen.add(key)
    raise schema_error("duplicate_key", f"The key {printable(key)} stands twice in one object.")


def _constant(name: str) -> None:
    raise schema_error("not_json", f"{name} is not a number of JSON.")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant)
