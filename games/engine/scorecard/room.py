"""A quick proof that hands exist for what a scorecard tells; most leave so much room that it succeeds.

Each hand that showed its set is filled with cards that make no better one, a rank at a time; the others take
what remains. If the hands so found bear the card out, a deal exists. If not, nothing is proved, and
``claims`` searches.
"""

from __future__ import annotations

from functools import lru_cache

from games.engine.core import sets
from games.engine.core.state import SEQUENCE_BEST_THREE, SEQUENCE_LONGEST
from games.engine.scorecard.dealt import Layout
from games.engine.scorecard.evidence import Evidence, most_of_each_rank, needing_a_set
from games.engine.scorecard.form import Scorecard

_LANE = 0xFFFF


def hands_surely_exist(card: Scorecard, layout: Layout, evidence: Evidence) -> bool:
    """True: some deal gives all that the card tells of hands. False: that is not seen so quickly."""
    rules = card.rules
    if rules.sequence in (SEQUENCE_BEST_THREE, SEQUENCE_LONGEST):
        return False
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


def _filling(hand: int, room: int, free: int, levels: tuple[int, ...]) -> int:
    """Free cards for the room in a hand that keep within ``levels``; fewer if there are not enough.

    First a card of each rank the hand lacks, then the second of a rank, and so on, high ranks before low:
    where a pair was shown, it is the low ranks that other hands may hold twice.
    """
    filling = 0
    held = _ranks(hand)
    for times, level in enumerate(levels, 1):
        ranks = level & _ranks(free) & ~held
        too_many = ranks.bit_count() - room
        for _ in range(too_many):
            ranks &= ranks - 1
        added = _one_of_each(ranks, free)
        filling |= added
        if too_many >= 0 or times == len(levels):
            break
        free ^= added
        room = -too_many
        held = _held(hand)[times]
    return filling


@lru_cache(maxsize=512)
def _levels(best: int, two_pairs: int) -> tuple[int, ...]:
    """The ranks of which a hand with this best set may hold one card, two, three, four."""
    most = most_of_each_rank(best, two_pairs)
    return tuple(
        sum(1 << rank for rank in range(13) if most[rank] >= times) for times in range(1, max(most) + 1)
    )


def _ranks(cards: int) -> int:
    """The ranks of which there is a card."""
    return (cards | cards >> 16 | cards >> 32 | cards >> 48) & _LANE


def _held(cards: int) -> tuple[int, int, int, int]:
    """The ranks of which there is at least one card, two, three, four."""
    a, b, c, d = cards & _LANE, cards >> 16 & _LANE, cards >> 32 & _LANE, cards >> 48
    ab, cd, a_or_b, c_or_d = a & b, c & d, a | b, c | d
    return a_or_b | c_or_d, ab | cd | a_or_b & c_or_d, ab & c_or_d | cd & a_or_b, ab & cd


def _one_of_each(ranks: int, cards: int) -> int:
    """One of the cards for each of these ranks, all of which are among the cards."""
    a = cards & ranks
    ranks ^= a
    b = cards >> 16 & ranks
    ranks ^= b
    c = cards >> 32 & ranks
    d = ranks ^ c
    return a | b << 16 | c << 32 | d << 48


def _lowest_pair(cards: int) -> int:
    """Two cards of the lowest rank of which there are two; 0: there is none."""
    pairs = _held(cards)[1]
    rank = pairs & -pairs
    first = _one_of_each(rank, cards)
    return first | _one_of_each(rank, cards ^ first)


def _stay_apart(groups: list[int], known: list[int], hands: list[int], room: list[int], free: int) -> bool:
    """Whether the free cards can go where there is room so that no hand holds all of a group.

    ``room`` has a place more than ``hands``, the talon. If two places take a card for each group, those
    groups that have a free card can be parted: by it and another place that holds or takes one of its cards.
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
                if hand & group == group and not _can_be_parted(group, seat, known, hands):
                    return False
    return True


def _can_be_parted(group: int, seat: int, known: list[int], hands: list[int]) -> bool:
    """Whether a hand that holds all of a group can exchange one of them with another hand.

    For a card of the same rank, so that the sets of both stay what they are; groups are of one suit, so that
    neither then holds all of one. Nobody said who holds either card: they are not ``known``.
    """
    spare = 0
    for other, hand in enumerate(hands):
        if other != seat:
            spare |= hand & ~known[other]
    return _ranks(group & ~known[seat]) & _ranks(spare) != 0
