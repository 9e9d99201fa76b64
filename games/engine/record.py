"""Read a ``poch-deal/1``, and the parts that it shares with ``poch-scorecard/1``.

Reading is strict. Unknown, missing and duplicate keys are errors, ``true`` is not 1, and no number is larger
than ``LARGEST``. The result is a state that the core can play from, or an ``EngineError``.
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
from games.engine.errors import SCHEMA, EngineError, gettext_noop, printable, schema_error, seat_error
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
"""Actions by their text: all actions without a number, and a cache of small bets."""


# fmt: off
_BYTE_ORDER_MARK = gettext_noop("The document begins with a byte order mark. Save it as UTF-8 without one.")
_CHIPS_NO_LIST = gettext_noop("chips must be a list with the purse of each seat.")
_WRONG_NUMBER_OF_SEATS = gettext_noop(
    "A table must have %(least)d to %(most)d seats under these rules. Purses in chips: %(seats)d.")
_BAD_DEALER = gettext_noop("The dealer must be a seat from 0 to %(last)d, not %(dealer)s.")
_BAD_CARD = gettext_noop("%(value)s is not a card. A card has a rank of 23456789TJQKA and a suit of shdc.")
_MALFORMED_ACTION = gettext_noop(
    "%(value)s is not an action. Write SEAT VERB or SEAT VERB ARGUMENT with single spaces. The verbs are: "
    "pass, bet N, call, raise N, show, play CARD.")
_POOLS_NO_OBJECT = gettext_noop("pools must be an object with the chips in each pool.")
_UNKNOWN_POOL = gettext_noop("The pool %(pool)s is not on this board.")
_BAD_POOL_CHIPS = gettext_noop("The chips in a pool must be a whole number from 0, not %(chips)s.")
_NEGATIVE_PURSE = gettext_noop(
    'Seat %(seat)d has a purse of %(purse)d. Only with the switch purse set to "credit" can a purse be '
    "negative.")
_CANNOT_ANTE = gettext_noop(
    "Seat %(seat)d has a purse of %(purse)d and cannot pay the ante of %(ante)d. The game of this table is "
    "over.")
_BAD_DECK = gettext_noop(
    "The deck must be the pack of %(size)d cards for %(seats)d players, with each card once.")
_BAD_HANDS = gettext_noop("hands must be a list of %(seats)d strings, one for each seat.")
_DUPLICATE_CARD = gettext_noop("Seat %(seat)d holds the card %(card)s, which is also in another place.")
_WRONG_HAND_SIZE_NO_UPCARD = gettext_noop(
    "The hand of seat %(seat)d must have %(expected)d cards, not %(count)d. Do not count the upcard, even "
    "if it joins this hand.")
_WRONG_HAND_SIZE = gettext_noop("The hand of seat %(seat)d must have %(expected)d cards, not %(count)d.")
_CARD_OUTSIDE_THE_PACK = gettext_noop("%(card)s is not in the pack of %(size)d cards.")
# fmt: on


def parse_json(text: str | bytes) -> Any:
    """Parse strict JSON: UTF-8, no key twice, no NaN or Infinity. Raise ``EngineError`` otherwise."""
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8")
        return _DECODER.decode(text)
    except EngineError:
        raise
    except UnicodeDecodeError:
        raise schema_error("not_json", gettext_noop("The document is not UTF-8.")) from None
    except RecursionError:
        raise schema_error("not_json", gettext_noop("The document is nested too deeply.")) from None
    except ValueError as error:
        if text[:1] == "\ufeff":
            raise schema_error("not_json", _BYTE_ORDER_MARK) from None
        if isinstance(error, json.JSONDecodeError):
            template = gettext_noop("The document is not JSON (at character %(place)d).")
            raise schema_error("not_json", template, place=error.pos) from None
        raise schema_error("not_json", gettext_noop("The document is not JSON.")) from None


def keys(document: dict[str, Any], required: frozenset[str], optional: frozenset[str] = frozenset()) -> None:
    """Raise ``EngineError`` if a required key is missing, or a key is neither required nor optional."""
    names = document.keys()
    if names == required:
        return
    if missing := sorted(required - names):
        template = gettext_noop("The document has no key %(key)s.")
        raise schema_error("missing_key", template, "", key=missing[0])
    if len(names) > len(required) and (unknown := sorted(map(printable, names - required - optional))):
        template = gettext_noop("The document has an unknown key: %(key)s.")
        raise schema_error("unknown_key", template, "", key=unknown[0])


def header(document: dict[str, Any]) -> tuple[Rules, State]:
    """Read the common part of both formats: rules, dealer, purses and pools. Nothing is paid yet.

    Also check that every seat can pay the ante.
    """
    rules = rules_record(document["rules"])
    state = State()
    chips = document["chips"]
    if not isinstance(chips, list):
        raise schema_error("bad_chips", _CHIPS_NO_LIST, "/chips")
    seats = len(chips)
    for seat, purse in enumerate(chips):
        if type(purse) is not int or not -LARGEST <= purse <= LARGEST:
            template = gettext_noop("A purse must be a whole number, not %(purse)s.")
            raise schema_error("bad_chips", template, f"/chips/{seat}", purse=printable(purse))
    if not rules.least <= seats <= rules.most:
        code = "too_few_seats" if seats < rules.least else "too_many_seats"
        raise EngineError(
            code, _WRONG_NUMBER_OF_SEATS, pointer="/chips", least=rules.least, most=rules.most, seats=seats
        )
    dealer = document["dealer"]
    if type(dealer) is not int or not 0 <= dealer < seats:
        raise schema_error("bad_dealer", _BAD_DEALER, "/dealer", last=seats - 1, dealer=printable(dealer))
    state.brought[:seats] = chips
    state.account[:seats] = chips
    dealing.seat_down(rules, state, seats, dealer)
    _read_pools(document["pools"], rules, state)
    if rules.table:
        _check_purses(rules, state)
    return rules, state


def a_card(value: object, pointer: str) -> int:
    """The number of a card that a document names."""
    card = NUMBERS.get(value) if isinstance(value, str) else None
    if card is None:
        raise schema_error("bad_card", _BAD_CARD, pointer, value=printable(value))
    return card


def some_cards(text: object, pointer: str) -> list[int]:
    """The cards of a string like ``"As Kc"``, with single spaces."""
    if not isinstance(text, str):
        template = gettext_noop("Cards must be a string, not %(value)s.")
        raise schema_error("bad_cards", template, pointer, value=printable(text))
    try:
        return [NUMBERS[name] for name in text.split(" ")] if text else []
    except KeyError as error:
        return [a_card(error.args[0], pointer)]


def a_hand(text: object, pointer: str) -> int:
    """The cards of a string like ``"As Kc"`` as one hand. No card may be there twice."""
    hand = 0
    for card in some_cards(text, pointer):
        if hand >> card & 1:
            template = gettext_noop("The card %(card)s is named twice.")
            raise EngineError("duplicate_card", template, pointer=pointer, card=NAMES[card])
        hand |= 1 << card
    return hand


def check_pack(cards: int, rules: Rules, seats: int, pointer: str) -> None:
    """Raise ``EngineError`` if a card of this hand is not in the pack."""
    size = rules.pack[seats]
    if outside := cards & ~PACK_MASK[size]:
        card = NAMES[cards_of(outside)[0]]
        raise EngineError(
            "card_outside_the_pack", _CARD_OUTSIDE_THE_PACK, pointer=pointer, card=card, size=size
        )


def read_deal(document: dict[str, Any]) -> tuple[Rules, State]:
    """Read a ``poch-deal/1`` without its actions: the state for ``play.begin``."""
    by_deck = "deck" in document
    by_hands = "hands" in document or "upcard" in document
    if by_deck and by_hands:
        template = gettext_noop("A deal has a deck, or it has hands and an upcard, but not both.")
        raise schema_error("deck_and_hands", template, "/deck")
    keys(document, _DECK_KEYS if by_deck else _HANDS_KEYS if by_hands else _HEADER_KEYS)
    rules, state = header(document)
    if by_deck:
        _read_deck(document["deck"], rules, state)
    elif by_hands:
        _read_hands(document["hands"], document["upcard"], rules, state)
    else:
        raise schema_error("no_cards", gettext_noop("A deal needs a deck, or hands and an upcard."), "")
    if not isinstance(document["actions"], list):
        raise schema_error("bad_actions", gettext_noop("actions must be a list of strings."), "/actions")
    return rules, state


def an_action(text: object, at: int | None = None) -> int:
    """The number of an action that a record writes as ``SEAT VERB [ARG]``."""
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
        _MALFORMED_ACTION,
        at=at,
        pointer=None if at is None else f"/actions/{at}",
        kind=SCHEMA,
        value=printable(text),
    )


_DIGITS = frozenset("0123456789")


def written_action(action: int) -> str:
    """The text of an action in a record: the inverse of ``an_action``."""
    verb = action >> 10 & 63
    argument = ""
    if verb == PLAY:
        argument = f" {NAMES[action >> 16]}"
    elif verb in (BET, RAISE):
        argument = f" {action >> 16}"
    return f"{action >> 5 & 31} {VERB_WORDS[verb]}{argument}"


def _number(text: str) -> int | None:
    """The number in an action: digits without leading zeros, at most ``LARGEST``; else None."""
    if not (text.isascii() and text.isdigit()) or len(text) > 10 or (text[0] == "0" and text != "0"):
        return None
    number = int(text)
    return number if number <= LARGEST else None


def _read_pools(pools: object, rules: Rules, state: State) -> None:
    if not isinstance(pools, dict):
        raise schema_error("bad_pools", _POOLS_NO_OBJECT, "/pools")
    for name, chips in pools.items():
        pool = _POOL_NUMBERS.get(name, -1)
        if pool < 0 or not rules.has_pool[pool]:
            raise EngineError(
                "unknown_pool", _UNKNOWN_POOL, pointer=f"/pools/{escaped(name)}", pool=printable(name)
            )
        if type(chips) is not int or not 0 <= chips <= LARGEST:
            raise schema_error("bad_pools", _BAD_POOL_CHIPS, f"/pools/{name}", chips=printable(chips))
        state.account[FIRST_POOL + pool] = chips


def escaped(key: object) -> str:
    """A key as part of a JSON pointer, printable in any encoding."""
    return ascii(key)[1:-1][:60].replace("~", "~0").replace("/", "~1")


def _check_purses(rules: Rules, state: State) -> None:
    for seat in range(state.seats):
        purse = state.brought[seat]
        if purse < 0:
            raise seat_error("negative_purse", _NEGATIVE_PURSE, "chips", seat, purse=purse)
        if not dealing.can_ante(rules, purse):
            ante = rules.stake * rules.dressed_size
            raise seat_error("cannot_ante", _CANNOT_ANTE, "chips", seat, purse=purse, ante=ante)


def _read_deck(deck: object, rules: Rules, state: State) -> None:
    cards = some_cards(deck, "/deck")
    size = rules.pack[state.seats]
    if len(cards) != size or set(cards) != PACK_CARDS[size]:
        raise EngineError("bad_deck", _BAD_DECK, pointer="/deck", size=size, seats=state.seats)
    dealing.deal(rules, state, cards)


def _read_hands(hands: object, upcard: object, rules: Rules, state: State) -> None:
    seats = state.seats
    if not isinstance(hands, list) or len(hands) != seats:
        raise schema_error("bad_hands", _BAD_HANDS, "/hands", seats=seats)
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
            raise seat_error("duplicate_card", _DUPLICATE_CARD, "hands", seat, card=NAMES[twice])
        expected = dealing.cards_dealt(rules, state, seat)
        if count != expected:
            template = _WRONG_HAND_SIZE_NO_UPCARD if rules.upcard == UPCARD_JOINS else _WRONG_HAND_SIZE
            raise seat_error("wrong_hand_size", template, "hands", seat, expected=expected, count=count)
        state.hand[seat] = hand
        state.count[seat] = count
    check_pack(all_cards, rules, seats, "/hands")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            break
        seen.add(key)
    template = gettext_noop("The key %(key)s is twice in one object.")
    raise schema_error("duplicate_key", template, key=printable(key))


def _constant(name: str) -> None:
    raise schema_error("not_json", gettext_noop("%(number)s is not a number in JSON."), number=name)


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant)
