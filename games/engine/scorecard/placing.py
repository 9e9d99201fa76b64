"""Cards into places: a matching that is exact, so that "cannot be dealt" is a proof.

A ``Places`` says how many cards each place (a hand, part of a hand, the talon) still takes, which places each
unplaced card may go to, and for some places how many cards of one rank it may take. ``fill`` finds an
assignment that uses every card and fills every place, or shows by exhausted augmenting paths that there is
none (a maximum flow: card -> place of that rank -> place).
"""

from __future__ import annotations

from dataclasses import dataclass

_RANK = 15


@dataclass(slots=True)
class Places:
    """What is still to be placed, and where.

    ``room[p]``: cards that place p takes, exactly. ``allowed[c]``: the places card c may go to, a bit mask;
    its keys are the cards to place. ``rank_room[p]``: None, or the most cards that p takes of each rank.
    """

    room: list[int]
    allowed: dict[int, int]
    rank_room: list[list[int] | None]

    def copy(self) -> Places:
        """An independent copy (rank limits are shared: they are never changed)."""
        return Places(self.room[:], self.allowed.copy(), self.rank_room[:])


def fill(places: Places) -> dict[int, int] | None:
    """A place for each card, every place exactly full; None if there is no such assignment."""
    if sum(places.room) != len(places.allowed) or min(places.room, default=0) < 0:
        return None
    left = places.room[:]
    rank_left = [None if limits is None else limits[:] for limits in places.rank_room]
    place_of, waiting = _put_where_most_room_is(places.allowed, left, rank_left)
    if waiting:
        filling = _Filling(places.allowed, left, rank_left, place_of)
        if not all(filling.make_way_for(card) for card in waiting):
            return None
    return place_of


def _put_where_most_room_is(
    allowed: dict[int, int], left: list[int], rank_left: list[list[int] | None]
) -> tuple[dict[int, int], list[int]]:
    """Put card after card in the roomiest of its places, which spreads suits and ranks over the hands.

    ``left`` and ``rank_left`` become what is left of the room. Returns the places, and the cards that found
    none.
    """
    place_of: dict[int, int] = {}
    waiting = []
    places_in: dict[int, list[int]] = {}
    for card, mask in allowed.items():
        choices = places_in.get(mask)
        if choices is None:
            choices = places_in[mask] = [place for place in range(len(left)) if mask >> place & 1]
        rank = card & _RANK
        best, most = -1, 0
        for place in choices:
            if left[place] > most:
                limits = rank_left[place]
                if limits is None or limits[rank] > 0:
                    best, most = place, left[place]
        if best < 0:
            waiting.append(card)
            continue
        place_of[card] = best
        left[best] = most - 1
        limits = rank_left[best]
        if limits is not None:
            limits[rank] -= 1
    return place_of, waiting


class _Filling:
    """An assignment under construction."""

    def __init__(
        self,
        allowed: dict[int, int],
        left: list[int],
        rank_left: list[list[int] | None],
        place_of: dict[int, int],
    ) -> None:
        self.allowed = allowed
        self.left = left
        self.rank_left = rank_left
        self.place_of = place_of
        self.cards_in: list[set[int]] = [set() for _ in left]
        for card, place in place_of.items():
            self.cards_in[place].add(card)

    def make_way_for(self, card: int) -> bool:
        """Place the card by moving others along a shortest augmenting path; False if there is none."""
        # Each card that may have to move: the card that takes its place, and which place that is.
        came_from: dict[int, tuple[int, int] | None] = {card: None}
        seen_places = 0
        seen_ranks: set[tuple[int, int]] = set()
        queue = [card]
        for moving in queue:
            rank = moving & _RANK
            mask = self.allowed[moving] & ~seen_places
            while mask:
                place = (mask & -mask).bit_length() - 1
                mask &= mask - 1
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
        """Put the last card of a path into its free place, and each earlier one where its successor was."""
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
