"""A quick proof that hands exist for a scorecard. It succeeds for most scorecards.

Each hand that showed its set is filled, rank by rank, with cards that make no better set. The other hands
take the rest. If these hands keep all claims, a deal exists. If not, nothing is proved, and ``claims``
searches.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from games.engine.core import sets
from games.engine.core.state import SEQUENCE_BEST_THREE, SEQUENCE_LONGEST
from games.engine.scorecard.evidence import Evidence, Layout, most_of_each_rank, needing_a_set
from games.engine.scorecard.form import Scorecard

_LANE = 0xFFFF


def hands_surely_exist(card: Scorecard, layout: Layout, evidence: Evidence) -> bool:
    """Return True if some deal keeps all claims about hands, False if this quick way cannot tell."""
    rules = card.rules
    if rules.sequence in (SEQUENCE_BEST_THREE, SEQUENCE_LONGEST):
        return False
    if _overlap(evidence.apart.values()):
        return False  # one card in two groups: only the search can tell where it may lie
    undealt = layout.pack & evidence.all_untaken
    free = layout.pack ^ undealt
    hands = evidence.hands[:]
    room = []
    for seat, hand in enumerate(hands):
        if hand & ~free:
            return False
        free ^= hand
        room.append(layout.sizes[seat] - hand.bit_count())
    room.append(layout.talon - undealt.bit_count())
    if min(room) < 0:
        return False
    for seat in needing_a_set(card):
        if sets.best_set(rules, hands[seat]) < sets.PAIR << 8:
            added = _lowest_pair(free)
            if not added or room[seat] < 2:
                return False
            hands[seat] |= added
            free ^= added
            room[seat] -= 2
    for seat in sorted(evidence.best, key=evidence.best.__getitem__):
        if room[seat]:
            levels = _levels(evidence.best[seat], rules.two_pairs)
            added = _filling(hands[seat], room[seat], free, levels)
            if added.bit_count() < room[seat]:
                return False
            hands[seat] |= added
            free ^= added
            room[seat] = 0
    return _stay_apart(list(evidence.apart.values()), evidence.hands, hands, room, free)


def _overlap(groups: Iterable[int]) -> bool:
    """Whether two groups of cards have a card in common."""
    before = 0
    for group in groups:
        if before & group:
            return True
        before |= group
    return False


def _filling(hand: int, room: int, free: int, levels: tuple[int, ...]) -> int:
    """Free cards that fill a hand within ``levels``; fewer if there are not enough.

    First one card of each missing rank, then second cards of a rank, and so on. High ranks come first: if
    another hand showed a pair, it may hold only lower ranks twice.
    """
    filling = 0
    held = _ranks(hand)
    for times, level in enumerate(levels, 1):
        ranks = level & _ranks(free) & ~held
        too_many = ranks.bit_count() - room
        for _ in range(too_many):
            ranks &= ranks - 1
        added = _card_of_each(ranks, free)
        filling |= added
        if too_many >= 0 or times == len(levels):
            break
        free ^= added
        room = -too_many
        held = _held(hand)[times]
    return filling


@lru_cache(maxsize=512)
def _levels(best: int, two_pairs: int) -> tuple[int, ...]:
    """The ranks with room for one, two, three and four cards in a hand with this best set."""
    most = most_of_each_rank(best, two_pairs)
    return tuple(
        sum(1 << rank for rank in range(13) if most[rank] >= times) for times in range(1, max(most) + 1)
    )


def _ranks(cards: int) -> int:
    """The ranks of these cards."""
    return (cards | cards >> 16 | cards >> 32 | cards >> 48) & _LANE


def _held(cards: int) -> tuple[int, int, int, int]:
    """The ranks with at least one, two, three and four of these cards."""
    a, b, c, d = cards & _LANE, cards >> 16 & _LANE, cards >> 32 & _LANE, cards >> 48
    ab, cd, a_or_b, c_or_d = a & b, c & d, a | b, c | d
    return a_or_b | c_or_d, ab | cd | a_or_b & c_or_d, ab & c_or_d | cd & a_or_b, ab & cd


def _card_of_each(ranks: int, cards: int) -> int:
    """One card of each of these ranks. There must be one among ``cards``."""
    a = cards & ranks
    ranks ^= a
    b = cards >> 16 & ranks
    ranks ^= b
    c = cards >> 32 & ranks
    d = ranks ^ c
    return a | b << 16 | c << 32 | d << 48


def _lowest_pair(cards: int) -> int:
    """Two cards of the lowest rank with a pair; 0 if there is no pair."""
    pairs = _held(cards)[1]
    rank = pairs & -pairs
    first = _card_of_each(rank, cards)
    return first | _card_of_each(rank, cards ^ first)


def _stay_apart(groups: list[int], proved: list[int], hands: list[int], room: list[int], free: int) -> bool:
    """Whether the free cards can fill the room so that no hand holds all cards of a group.

    ``room`` has one place more than ``hands``: the talon. If two places take at least one card for each
    group, then each group with a free card can be split between them.
    """
    if not groups:
        return True
    if sum([cards >= len(groups) for cards in room]) < 2:
        open_places = [place for place, cards in enumerate(room) if cards]
        if len(open_places) > 1:
            return False
        if open_places and open_places[0] < len(hands):
            hands[open_places[0]] |= free
        free = 0
    for group in groups:
        if not group & free:
            for seat, hand in enumerate(hands):
                if hand & group == group and not _can_be_parted(group, seat, proved, hands):
                    return False
    return True


def _can_be_parted(group: int, seat: int, proved: list[int], hands: list[int]) -> bool:
    """Whether a hand with all cards of a group can exchange one with another hand.

    It takes a card of the same rank, so that the sets of both hands stay the same. A group has one suit, so
    neither hand then holds a whole group. No statement may have placed either card: they are not ``proved``.
    """
    spare = 0
    for other, hand in enumerate(hands):
        if other != seat:
            spare |= hand & ~proved[other]
    return _ranks(group & ~proved[seat]) & _ranks(spare) != 0
