"""What comes before the play: people, pack, board, antes, dealing, the upcard."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext, gettext_lazy, ngettext

import games.services as games
from tournaments.core.packs import in_pack
from tournaments.desk.words.prose.example import listed, pools
from tournaments.desk.words.prose.melding import honours

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
