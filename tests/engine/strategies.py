"""Hypothesis strategies: switches of every kind that can be played, and whole deals of random play."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from games import services
from games.engine.switches import POOLS

SIZES = (32, 36, 52)


@st.composite
def switches(draw: st.DrawFn) -> dict[str, Any]:
    """Full switches, any mix of values that the rules do not refuse."""
    least = draw(st.integers(2, 6))
    most = draw(st.integers(least, 10))
    pack = {str(seats): draw(st.sampled_from(SIZES)) for seats in range(least, most + 1)}
    room = min((size - 1) // int(seats) for seats, size in pack.items())
    hand: Any = draw(st.one_of(st.just("all"), st.integers(1, room)))
    packets = [1]
    if hand != "all" and draw(st.booleans()):
        first = draw(st.integers(1, hand))
        packets = [first, hand - first] if first < hand else [hand]
        if packets == [1]:
            hand = 1
    pools = [pool for pool in POOLS if draw(st.integers(0, 4))]
    full = {
        "players": [least, most],
        "pack": pack,
        "hand": hand,
        "packets": packets,
        "direction": draw(st.sampled_from(["clockwise", "counterclockwise"])),
        "upcard": draw(st.sampled_from(["nobody", "dealer_takes_pool", *["joins_hand"] * (hand == "all")])),
        "pools": pools,
        "undressed": [pool for pool in pools if not draw(st.integers(0, 5))],
        "stake": draw(st.integers(1, 3)),
        "sequence": draw(st.sampled_from(["pay_789", "best_three", "longest", "none"])),
        "ten_pool": draw(st.sampled_from(["ten", "ten_nine"])),
        "order": draw(st.sampled_from(["meld_first", "pochen_first"])),
        "speaks_first": draw(st.sampled_from(["forehand", "dealer"])),
        "eligibility": draw(st.sampled_from(["set", "anyone"])),
        "two_pairs": draw(st.booleans()),
        "ties": draw(st.sampled_from(["pay_suit", "skat", "kickers", "split"])),
        "raising": draw(st.sampled_from(["open", "opener"])),
        "bet_limit": draw(st.sampled_from([None, None, 1, 2, 5, 12])),
        "show_uncontested": draw(st.booleans()),
        "passed_chips": draw(st.sampled_from(["layers", *["pochen_pool"] * ("poch" in pools)])),
        "purse": draw(st.sampled_from(["credit", "table"])),
        "shedding": draw(st.sampled_from(["stops", "stops", "tricks"])),
        "leads": draw(st.sampled_from(["poch_winner", "forehand"])),
        "leads_otherwise": draw(st.sampled_from(["forehand", "dealer"])),
        "stop_pay": draw(st.integers(0, 2)),
        "out_pay": draw(st.integers(1, 3)),
        "most_cards_pays": draw(st.booleans()),
        "deals_next": draw(st.sampled_from(["turn", "opener"])),
        "leftover": draw(st.sampled_from(["stay", "split"])),
    }
    return services.resolve_rules(full)


@st.composite
def deals(draw: st.DrawFn) -> dict[str, Any]:
    """A ``poch-deal/1`` of bots under random switches, purses (often short) and pools."""
    rules = draw(switches())
    least, most = rules["players"]
    seats = draw(st.integers(least, most))
    ante = rules["stake"] * (len(rules["pools"]) - len(rules["undressed"]))
    return services.play_deal(
        rules,
        dealer=draw(st.integers(0, seats - 1)),
        chips=[ante + draw(st.integers(0, 12)) for _ in range(seats)],
        pools={pool: draw(st.integers(0, 9)) for pool in rules["pools"] if draw(st.booleans())},
        bots=draw(
            st.lists(
                st.sampled_from(["random", "cautious", "bold", "expert"]), min_size=seats, max_size=seats
            )
        ),
        seed=draw(st.integers(0, 2**63 - 1)),
        number=draw(st.integers(0, 1000)),
    )
