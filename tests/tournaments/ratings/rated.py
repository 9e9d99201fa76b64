"""Clubs with ratings, for the tests of pages and of the API."""

from __future__ import annotations

from tests.builders import work
from tests.tournaments.seasons import a_club, played
from tournaments.models import Club


def rated_club(evenings: int = 2) -> tuple[Club, list[str]]:
    """A club of four people with ratings after so many evenings."""
    club, people = a_club(4)
    for seed in range(1, evenings + 1):
        played(club, people, seed=seed)
    work()
    return club, people
