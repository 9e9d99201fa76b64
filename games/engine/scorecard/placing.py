"""Put cards into places: an exact matching, so that "cannot be dealt" is a proof.

A place is a hand, a part of a hand, or the talon. ``Places`` says how many cards each place takes, which
places each card may go to, and for some places how many cards of one rank they take. ``fill`` finds an
assignment that uses all cards and fills all places. If no augmenting path is left, there is none (a maximum
flow: card -> rank at a place -> place).
"""

from __future__ import annotations

from typing import NamedTuple

_RANK = 15


class Places(NamedTuple):
    """The cards to place, and their places.

    ``room[p]``: the exact number of cards for place p. ``allowed[c]``: the places for card c, as a bit mask;
    its keys are the cards to place. ``rank_room[p]``: the most cards of each rank at place p, or None.
    """

    room: list[int]
    allowed: dict[int, int]
    rank_room: list[list[int] | None]

    def copy(self) -> Places:
        """An independent copy. The rank limits are shared, since they never change."""
        return Places(self.room[:], self.allowed.copy(), self.rank_room[:])


def fill(places: Places) -> dict[int, int] | None:
    """A place for each card, so that all places are full; None if that is impossible."""
    if sum(places.room) != len(places.allowed) or min(places.room, default=0) < 0:
        return None
    filling = _Filling(places)
    least_free_first = sorted(places.allowed, key=lambda card: places.allowed[card].bit_count())
    return filling.place_of if all(map(filling.make_way_for, least_free_first)) else None


class _Filling:
    """An assignment under construction."""

    def __init__(self, places: Places) -> None:
        self.allowed = places.allowed
        self.left = places.room[:]
        self.rank_left = [None if limits is None else limits[:] for limits in places.rank_room]
        self.place_of: dict[int, int] = {}
        self.cards_in: list[set[int]] = [set() for _ in self.left]

    def make_way_for(self, card: int) -> bool:
        """Place the card by moving others along a shortest augmenting path; False if there is none."""
        # For each card that may move: the card that takes its place, and that place.
        came_from: dict[int, tuple[int, int] | None] = {card: None}
        seen_places = 0
        seen_ranks: set[tuple[int, int]] = set()
        queue = [card]
        for moving in queue:
            rank = moving & _RANK
            mask = self.allowed[moving] & ~seen_places
            # The place with the most room first: this spreads suits and ranks over the hands.
            for place in sorted(
                (place for place in range(len(self.left)) if mask >> place & 1),
                key=self.left.__getitem__,
                reverse=True,
            ):
                limits = self.rank_left[place]
                if limits is not None and limits[rank] <= 0:
                    if (place, rank) in seen_ranks:
                        continue
                    seen_ranks.add((place, rank))
                    leaving = [other for other in self.cards_in[place] if other & _RANK == rank]
                else:
                    seen_places |= 1 << place
                    if self.left[place] > 0:
                        self._move_along(moving, place, came_from)
                        return True
                    leaving = list(self.cards_in[place])
                for other in sorted(leaving):
                    if other not in came_from:
                        came_from[other] = (moving, place)
                        queue.append(other)
        return False

    def _move_along(self, card: int, place: int, came_from: dict[int, tuple[int, int] | None]) -> None:
        """Put the last card of the path into its free place, and each earlier card where the next one was."""
        step: tuple[int, int] | None = (card, place)
        while step is not None:
            moving, target = step
            if moving in self.place_of:
                self._take(moving)
            self._put(moving, target)
            step = came_from[moving]

    def _put(self, card: int, place: int) -> None:
        self.place_of[card] = place
        self.cards_in[place].add(card)
        self.left[place] -= 1
        limits = self.rank_left[place]
        if limits is not None:
            limits[card & _RANK] -= 1

    def _take(self, card: int) -> None:
        place = self.place_of.pop(card)
        self.cards_in[place].remove(card)
        self.left[place] += 1
        limits = self.rank_left[place]
        if limits is not None:
            limits[card & _RANK] += 1
