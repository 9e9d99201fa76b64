"""Count how often five walks through the program change the file and the room.

    python -m tests.bench.walks                        # a table
    python -m tests.bench.walks --list                 # and the rooms and files of each walk

The walks:

* deal: a deal's document, from `PUT .../deals/N/` to the ledger;
* draw: a request for a round's draw, from `POST .../rounds/` to seats;
* simulation: a seed, from `start_simulation` to the stored report, two chunks on the way;
* page: the page of a running event, which is rendered and not kept;
* finish: an evening with a season, from `finish_event` until its workers have nothing to do.

Each walk is done twice before it is measured, so that imports and caches do not count. `sys.setprofile`
reports each call and each return. Only functions in our packages count, tests do not, and the engine of the
game does not. A change is a call or a return that continues in another file than the last one. A room is the
folder of a file. The database is SQLite.

Simulations are measured with the compiled core where it is installed (`./poch fast`). Compiled functions are
invisible here. Without it the core's own calls count for every deal.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count, pairwise
from pathlib import Path
from types import FrameType
from typing import Any

from tests.bench.database import new_database

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("pochleague", "api", "tournaments", "games")
ENGINE = "games/engine/"
WARM_UPS = 2
SEEDS = count(1)


@dataclass
class Walk:
    """The files of one walk, in the order in which they ran."""

    files: list[str] = field(default_factory=list)

    def step(self, file: str) -> None:
        """Note that a function of this file runs now."""
        if not self.files or self.files[-1] != file:
            self.files.append(file)

    def rooms(self) -> list[str]:
        """The rooms in the order in which they were entered."""
        rooms = [str(Path(file).parent) for file in self.files]
        return [room for index, room in enumerate(rooms) if index == 0 or rooms[index - 1] != room]


def main() -> None:
    options = argparse.ArgumentParser(description="Count the changes of file and room of five walks.")
    options.add_argument("--list", action="store_true", help="list the rooms and files of each walk")
    arguments = options.parse_args()
    with new_database(static=True):
        walks = {name: _measure(walk) for name, walk in _walks().items()}
    _print(f"{'walk':<12}{'files':>8}{'changes':>9}{'rooms':>8}{'changes':>9}")
    for name, walk in walks.items():
        rooms = walk.rooms()
        counts = len(set(walk.files)), len(walk.files) - 1, len(set(rooms)), len(rooms) - 1
        _print(f"{name:<12}{counts[0]:>8}{counts[1]:>9}{counts[2]:>8}{counts[3]:>9}")
    if arguments.list:
        for name, walk in walks.items():
            _print(f"\n{name}")
            _list(walk)


def _list(walk: Walk) -> None:
    files: dict[str, list[str]] = {}
    for file in dict.fromkeys(walk.files):
        files.setdefault(str(Path(file).parent), []).append(Path(file).stem)
    for room, names in files.items():
        _print(f"  {room:<36} {', '.join(names)}")
    rooms = walk.rooms()
    pairs = Counter(tuple(sorted(pair)) for pair in pairwise(rooms))
    _print("  Most changes:")
    for (first, second), changes in pairs.most_common(8):
        _print(f"    {changes:>5}  {first} and {second}")


def _walks() -> dict[str, Callable[[], None]]:
    """Prepare the walks. Each can be done `WARM_UPS` + 1 times."""
    from tests.bench import world
    from tests.builders import make_club, make_key, running_event

    (play,) = world.build(1, WARM_UPS + 1, events=1)
    requests = iter(play.requests)
    club = make_club()
    events = iter([running_event(8, club=club) for _ in range(WARM_UPS + 1)])
    key = make_key(club)

    def deal() -> None:
        path, body = next(requests)
        _send("PUT", path, body, play.secret)

    def draw() -> None:
        _send("POST", f"/api/v1/events/{next(events).slug}/rounds/", b"{}", key)

    return {"deal": deal, "draw": draw, "simulation": _simulate, "page": _page(), "finish": _finish()}


def _page() -> Callable[[], None]:
    from django.test import Client
    from django.urls import reverse

    from tests.builders import play, published_round, running_event, the_table
    from tournaments.core.kept import SHELF

    event = running_event(8)
    play(the_table(published_round(event)))
    client = Client(SERVER_NAME="localhost")

    def page() -> None:
        SHELF.clear()
        if client.get(reverse("event", args=[event.ref])).status_code != 200:
            raise SystemExit("The page of the event is not shown.")

    return page


def _finish() -> Callable[[], None]:
    from tests.builders import owner_of, work
    from tests.tournaments.seasons import a_club, played, started
    from tournaments.desk.verbs.lifecycle import finish_event
    from tournaments.models import Event

    evenings = []
    for _ in range(WARM_UPS + 1):
        club, players = a_club()
        evening = played(club, players, finish=False)
        started(club, [evening])
        evenings.append(evening.pk)
    work()
    ended = iter(evenings)

    def finish() -> None:
        evening = Event.objects.select_related("club").get(pk=next(ended))
        finish_event(evening, owner_of(evening.club))
        work()

    return finish


def _send(method: str, path: str, body: bytes, key: str) -> None:
    from django.test import Client

    client = Client(SERVER_NAME="localhost")
    answer = client.generic(
        method, path, body, "application/json", headers={"Authorization": f"Bearer {key}"}
    )
    if answer.status_code != 201:
        raise SystemExit(answer.content.decode())


def _simulate() -> None:
    from tests.builders import fresh, simulation_spec
    from tournaments.core.actors import COMMAND
    from tournaments.simulations.verbs import chunks, simulations

    spec = simulation_spec(8, seed=next(SEEDS))
    simulation = simulations.start_simulation(None, COMMAND, spec)
    for number in range(simulation.chunks_planned):
        chunks.play_chunk(simulation.pk, number)
    if fresh(simulation).report is None:
        raise SystemExit("The simulation has no report.")


def _measure(walk: Callable[[], None]) -> Walk:
    for _ in range(WARM_UPS):
        walk()
    steps = Walk()

    def profile(frame: FrameType, event: str, _arg: Any) -> None:
        if event not in ("call", "return") or _our_file(frame) is None:
            return
        current: FrameType | None = frame if event == "call" else frame.f_back
        while current is not None:
            file = _our_file(current)
            if file is not None:
                steps.step(file)
                return
            current = current.f_back

    sys.setprofile(profile)
    try:
        walk()
    finally:
        sys.setprofile(None)
    return steps


def _our_file(frame: FrameType) -> str | None:
    """The path of the frame's file below the project, or None if it is not one of ours."""
    path = frame.f_code.co_filename
    if not path.startswith(f"{ROOT}{os.sep}"):
        return None
    file = path[len(str(ROOT)) + 1 :]
    return file if file.startswith(PACKAGES) and not file.startswith(ENGINE) else None


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
