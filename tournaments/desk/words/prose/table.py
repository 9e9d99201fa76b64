"""What comes before the play (people, pack, board, antes, dealing, the upcard), and melding."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext, gettext_lazy, ngettext

import games.services as games
from tournaments.core.packs import in_pack
from tournaments.core.words.words import RANK_NAMES
from tournaments.desk.words.prose.example import listed, pools

# ---- Melding: which cards win which pools.


_HONOURS: Final = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "ten": "T"}

MARRIAGE: Final = in_pack(
    gettext_lazy("King and queen of the pay suit in one hand win the marriage pool."),
    gettext_lazy("King and Ober of the pay suit in one hand win the marriage pool."),
)

SEQUENCES: Final = {
    "pay_789": gettext_lazy("Seven, eight and nine of the pay suit in one hand win the sequence pool."),
    "best_three": gettext_lazy(
        "The highest run of three cards in one suit wins the sequence pool. Of equally high runs the one in "
        "the pay suit wins, or else that of the player who comes first."
    ),
    "longest": gettext_lazy(
        "The longest run of at least three cards in one suit wins the sequence pool. Of equally long runs "
        "the higher one wins, then the one in the pay suit, then that of the player who comes first."
    ),
    "none": gettext_lazy("No cards win the sequence pool."),
}


def of_melding(rules: Mapping[str, Any]) -> list[str]:
    """When the cards win, and which."""
    board = games.board(rules)
    wins = list(_wins(rules, board))
    if not wins:
        return [gettext("No cards win a pool of this board.")]
    if rules["order"] == "meld_first":
        when = gettext(
            "First the pools of the cards are won. Whoever holds the cards shows them and takes the chips."
        )
    else:
        when = gettext(
            "Only after the betting are the pools of the cards won. Whoever holds the cards shows them and "
            "takes the chips."
        )
    return [when, *wins]


def honours(rules: Mapping[str, Any]) -> list[str]:
    """The ranks whose card alone wins a pool of this board: "ace", "king"."""
    board, both = games.board(rules), rules["ten_pool"] == "ten_nine"
    return [
        str(RANK_NAMES[rank])
        for pool, rank in _HONOURS.items()
        if pool in board and not (pool == "ten" and both)
    ]


def _wins(rules: Mapping[str, Any], board: list[str]) -> list[str]:
    both = rules["ten_pool"] == "ten_nine"
    alone = honours(rules)
    wins = []
    if len(alone) == 1:
        wins.append(gettext("This card of the pay suit wins its pool: %(card)s.") % {"card": alone[0]})
    elif alone:
        text = gettext("These cards of the pay suit win a pool each: %(cards)s.")
        wins.append(text % {"cards": listed(alone)})
    if "ten" in board and both:
        wins.append(
            gettext("Ten and nine of the pay suit in one hand win the ten pool; neither wins it alone.")
        )
    if "marriage" in board:
        wins.append(str(MARRIAGE))
    if "sequence" in board:
        wins.append(str(SEQUENCES[rules["sequence"]]))
    return wins


ALWAYS: Final = {
    32: in_pack(
        gettext_lazy(
            "The pack has 32 cards: ace, king, queen, jack, ten, nine, eight and seven of four suits."
        ),
        gettext_lazy(
            "The pack has 32 cards: ace, king, Ober, Unter, ten, nine, eight and seven of four suits."
        ),
    ),
    36: in_pack(
        gettext_lazy(
            "The pack has 36 cards: ace, king, queen, jack, ten, nine, eight, seven and six of four suits."
        ),
        gettext_lazy(
            "The pack has 36 cards: ace, king, Ober, Unter, ten, nine, eight, seven and six of four suits."
        ),
    ),
    52: in_pack(
        gettext_lazy("The pack has 52 cards: ace, king, queen, jack, and ten down to two of four suits."),
        gettext_lazy("The pack has 52 cards: ace, king, Ober, Unter, and ten down to two of four suits."),
    ),
}
FROM_TO: Final = {
    32: gettext_lazy(
        "With %(least)d to %(most)d players the pack has 32 cards, from the ace down to the seven."
    ),
    36: gettext_lazy(
        "With %(least)d to %(most)d players the pack has 36 cards, from the ace down to the six."
    ),
    52: gettext_lazy(
        "With %(least)d to %(most)d players the pack has 52 cards, from the ace down to the two."
    ),
}
EXACTLY: Final = {
    32: gettext_lazy("With exactly %(least)d players the pack has 32 cards, from the ace down to the seven."),
    36: gettext_lazy("With exactly %(least)d players the pack has 36 cards, from the ace down to the six."),
    52: gettext_lazy("With exactly %(least)d players the pack has 52 cards, from the ace down to the two."),
}


def needed(rules: Mapping[str, Any]) -> list[str]:
    """People, pack, board and chips."""
    least, most = rules["players"]
    if least == most:
        people = ngettext("%(count)d person plays.", "%(count)d people play at a table.", least) % {
            "count": least
        }
    else:
        people = gettext("%(least)d to %(most)d people play at a table.") % {"least": least, "most": most}
    return [
        people,
        *_packs(rules),
        gettext("The ace is the highest card."),
        gettext(
            "Besides the cards you need chips, and a board with a place for each pool, or a cup for each."
        ),
    ]


def _packs(rules: Mapping[str, Any]) -> list[str]:
    """The pack, or the pack for each range of numbers of players."""
    least, most = rules["players"]
    ranges: list[tuple[int, int, int]] = []  # cards, fewest and most players
    for seats in range(least, most + 1):
        cards = rules["pack"][str(seats)]
        if ranges and ranges[-1][0] == cards:
            ranges[-1] = (cards, ranges[-1][1], seats)
        else:
            ranges.append((cards, seats, seats))
    if len(ranges) == 1:
        return [str(ALWAYS[ranges[0][0]])]
    return [
        (EXACTLY if first == last else FROM_TO)[cards] % {"least": first, "most": last}
        for cards, first, last in ranges
    ]


def board(rules: Mapping[str, Any]) -> list[str]:
    """The pools and the antes."""
    names = games.board(rules)
    if not names:
        return [gettext("The board has no pools.")]
    text = ngettext(
        "The board has %(count)d pool: %(pools)s.", "The board has %(count)d pools: %(pools)s.", len(names)
    )
    return [
        text % {"count": len(names), "pools": pools(names)},
        _antes(rules, names),
        gettext("What nobody wins stays in its pool for the next deal."),
    ]


def _antes(rules: Mapping[str, Any], names: list[str]) -> str:
    bare = [name for name in names if name in rules["undressed"]]
    stake = rules["stake"]
    if len(bare) == len(names):
        return gettext("Nobody puts chips into the pools before a deal.")
    if bare:
        text = ngettext(
            "Before each deal each player puts %(count)d chip into each pool, except: %(pools)s.",
            "Before each deal each player puts %(count)d chips into each pool, except: %(pools)s.",
            stake,
        )
    else:
        text = ngettext(
            "Before each deal each player puts %(count)d chip into each pool.",
            "Before each deal each player puts %(count)d chips into each pool.",
            stake,
        )
    return text % {"count": stake, "pools": pools(bare)}


def dealing(rules: Mapping[str, Any]) -> list[str]:
    """Direction, hands, upcard, and who deals next."""
    if rules["direction"] == "clockwise":
        direction = gettext(
            "Cards, bets and the deal go round clockwise. Forehand, who comes first, is the player to the "
            "left of the dealer."
        )
    else:
        direction = gettext(
            "Cards, bets and the deal go round counter-clockwise. Forehand, who comes first, is the player "
            "to the right of the dealer."
        )
    return [direction, _hands(rules), *_upcard(rules), _next_dealer(rules)]


def _hands(rules: Mapping[str, Any]) -> str:
    count, packets = rules["hand"], rules["packets"]
    if count == "all":
        return gettext(
            "The dealer gives out the cards one at a time until one is left, so hands can differ by one card."
        )
    if packets == [1]:
        text = ngettext(
            "Each player gets %(count)d card.", "Each player gets %(count)d cards, one at a time.", count
        )
    elif len(packets) == 1:
        text = ngettext(
            "Each player gets %(count)d card.", "Each player gets %(count)d cards at once.", count
        )
    else:
        text = ngettext(
            "Each player gets %(count)d card.",
            "Each player gets %(count)d cards, at each turn so many: %(packets)s.",
            count,
        )
    return text % {"count": count, "packets": listed([str(size) for size in packets])}


def _upcard(rules: Mapping[str, Any]) -> list[str]:
    if rules["hand"] == "all":
        turned = gettext("The last card is turned up, and its suit is the pay suit.")
    else:
        turned = gettext(
            "The next card is turned up, and its suit is the pay suit. The other cards are set aside."
        )
    if rules["upcard"] == "joins_hand":
        return [
            turned,
            gettext(
                "This upcard belongs to the player who would have got it, and counts as a card of that hand "
                "in all parts of the deal."
            ),
        ]
    if rules["upcard"] == "dealer_takes_pool" and honours(rules):
        text = gettext(
            "If this upcard is one of these cards, the dealer takes its pool at once: %(cards)s. It helps to "
            "win no other pool."
        )
        return [turned, text % {"cards": listed(honours(rules))}]
    return [turned, gettext("This upcard belongs to nobody: a pool that it would win stays.")]


def _next_dealer(rules: Mapping[str, Any]) -> str:
    if rules["deals_next"] == "opener":
        return gettext("Whoever opened the betting deals the next cards. If nobody did, forehand deals them.")
    return gettext("Forehand deals the next cards, so the deal goes round.")
