"""Random legal deals under random switches, and the scorecard that a scorer would write of one."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st

from games.engine.cards import NAMES, pack_cards, written
from games.engine.core import sets
from games.engine.core.state import TIES_KICKERS
from games.engine.deal import Choice, Deal
from games.engine.errors import EngineError
from games.engine.presets import PRESETS
from games.engine.result import finished, result
from games.engine.rules import preset_switches, resolve, rules_record
from games.engine.switches import POOLS


def random_switches(random: Random) -> dict[str, Any]:
    """Full switches of some preset, about half of them with some overridden; always playable."""
    while True:
        switches = preset_switches(random.choice(list(PRESETS)))
        for name, choices in _overrides(random).items():
            if random.random() < 0.25:
                switches[name] = random.choice(choices)
        if switches["hand"] == "all" or (isinstance(switches["hand"], int) and random.random() < 0.3):
            switches["packets"] = [1]
        switches["undressed"] = [pool for pool in switches["undressed"] if pool in switches["pools"]]
        try:
            return resolve(switches)
        except EngineError:
            continue


SEEDS = st.integers(0, 2**32)
SWITCHES = SEEDS.map(lambda seed: random_switches(Random(seed)))
DEALS = SEEDS.map(lambda seed: random_deal(Random(seed)))


def _overrides(random: Random) -> dict[str, list[Any]]:
    return {
        "pack": [{str(seats): size for seats in range(2, 11)} for size in (32, 36, 52)],
        "hand": ["all", 1, 2, 3, 5, 7],
        "direction": ["clockwise", "counterclockwise"],
        "upcard": ["nobody", "dealer_takes_pool", "joins_hand"],
        "pools": [[pool for pool in POOLS if random.random() < 0.7] or ["ace"]],
        "undressed": [["poch"], ["ace", "marriage"]],
        "stake": [1, 2, 4],
        "sequence": ["pay_789", "best_three", "longest", "none"],
        "ten_pool": ["ten", "ten_nine"],
        "order": ["meld_first", "pochen_first"],
        "speaks_first": ["forehand", "dealer"],
        "eligibility": ["set", "anyone"],
        "two_pairs": [True, False],
        "ties": ["pay_suit", "skat", "kickers", "split"],
        "raising": ["open", "opener"],
        "bet_limit": [None, 1, 2, 5],
        "show_uncontested": [True, False],
        "passed_chips": ["layers", "pochen_pool"],
        "purse": ["table", "credit"],
        "shedding": ["stops", "tricks"],
        "leads": ["poch_winner", "forehand"],
        "leads_otherwise": ["forehand", "dealer"],
        "stop_pay": [0, 1, 2],
        "out_pay": [1, 3],
        "most_cards_pays": [True, False],
        "deals_next": ["turn", "opener"],
        "leftover": ["stay", "split"],
    }


def random_deal(random: Random, switches: dict[str, Any] | None = None) -> dict[str, Any]:
    """A complete ``poch-deal/1`` of random legal play. Purses are often short."""
    switches = switches or random_switches(random)
    rules = rules_record(switches)
    seats = random.randint(rules.least, rules.most)
    deck = pack_cards(rules.pack[seats])
    random.shuffle(deck)
    ante = rules.stake * rules.dressed_size
    if rules.table:
        chips = [ante + random.choice((0, 1, 2, 3, 5, 20)) for _ in range(seats)]
    else:
        chips = [random.randint(-30, 30) for _ in range(seats)]
    document: dict[str, Any] = {
        "format": "poch-deal/1",
        "rules": switches,
        "dealer": random.randrange(seats),
        "chips": chips,
        "pools": {
            POOLS[pool]: random.randint(0, 9) for pool in rules.board[: random.randint(0, rules.board_size)]
        },
        "deck": " ".join(NAMES[card] for card in deck),
        "actions": [],
    }
    deal = Deal(document)
    eager = random.random()
    while not deal.over:
        action = _random_action(random, deal.legal_actions(), eager)
        deal.apply(action)
        document["actions"].append(action)
    return document


def _random_action(random: Random, choices: list[Choice], eager: float) -> str:
    """One of the choices, with a stake or a card; ``eager``: how seldom a seat passes."""
    if len(choices) > 1 and random.random() < eager:
        choices = [choice for choice in choices if choice.verb != "pass"]
    modest = [choice for choice in choices if choice.least is None or choice.least <= 40]
    choice = random.choice(modest)
    action = f"{choice.seat} {choice.verb}"
    if choice.cards:
        return f"{action} {random.choice(choice.cards)}"
    if choice.least is None:
        return action
    stake = choice.least + random.choice((0, 0, 0, 1, 2, 7))
    return f"{action} {stake if choice.most is None else min(stake, choice.most)}"


def scorecard_of(
    deal: dict[str, Any], *, lone_winner_shows: bool = True, brief: bool = False
) -> dict[str, Any]:
    """The scorecard of a deal: what was seen at the table. ``brief`` leaves out what may be absent."""
    rules, state = finished(deal)
    answer = result(rules, state)
    pochen = answer["pochen"]
    staying = [seat for seat in range(state.seats) if seat not in pochen["passed"]]
    shown = {}
    if len(staying) > 1 or lone_winner_shows:
        for seat in staying:
            hand = state.dealt[seat]
            whole = rules.ties == TIES_KICKERS
            shown[str(seat)] = written(hand if whole else sets.cards_of_set(hand, sets.best_set(rules, hand)))
    melds: dict[str, int | None] = (
        {} if brief else dict.fromkeys(name for name in POOLS[:7] if name in answer["pools"])
    )
    melds |= {meld["pool"]: meld["seat"] for meld in answer["melds"]}
    card = {
        "format": "poch-scorecard/1",
        "rules": deal["rules"],
        "dealer": deal["dealer"],
        "chips": deal["chips"],
        "pools": deal["pools"],
        "upcard": NAMES[state.upcard],
        "melds": melds,
        "stakes": pochen["stakes"],
        "passed": pochen["passed"],
        "shown": shown,
        "stops": answer["shedding"]["stops"],
        "left": answer["shedding"]["left"],
    }
    if brief and (rules.tricks or not rules.stop_pay):
        del card["stops"]
    return card
