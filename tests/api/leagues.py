"""A league of a small club, for tests of the API."""

from __future__ import annotations

from typing import Any

from tests.api.client import Client
from tests.api.program import done
from tests.builders import make_club, make_key, work
from tests.tournaments.seasons import a_club, played
from tournaments.models import Club


class HouseLeague:
    """A club of four people with two evenings that are over, a league, and the client of a director."""

    def __init__(self) -> None:
        self.club, self.people = a_club(4)
        self.client = Client(make_key(self.club, "owner"))
        self.nights = [played(self.club, self.people, seed=seed) for seed in (1, 2)]
        self.league = done(self.client.send("POST", "/leagues/", {"name": "The house league"}))["id"]

    def new(self, **fields: Any) -> Any:
        """Ask for a new season of these evenings."""
        body = {"name": "Winter", "events": [str(night.pk) for night in self.nights], **fields}
        return self.client.send("POST", f"/leagues/{self.league}/seasons/", body)

    def started(self, **fields: Any) -> str:
        """The address of a season that is running, its table counted."""
        path = f"/seasons/{done(self.new(**fields))['id']}"
        done(self.client.send("POST", f"{path}/start/"))
        work()
        return path

    def guest(self) -> tuple[Club, Client]:
        """Another club that takes part, and the client of its owner."""
        club = make_club()
        client = Client(make_key(club, "owner"))
        asked = done(self.client.send("POST", f"/leagues/{self.league}/clubs/", {"club": club.slug}))
        done(client.send("POST", f"/leagues/{self.league}/clubs/{asked['id']}/agree/"))
        return club, client


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]
