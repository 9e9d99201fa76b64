"""What an evening gives each player: counted from the ledger, and kept with the version of its event."""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from uuid import UUID

from tournaments.events.models.events import Entry
from tournaments.seasons.models import Counted, Evening, EveningWorth
from tournaments.seasons.rules import worth
from tournaments.seasons.rules.scheme import MEMBERS, Scheme
from tournaments.seasons.rules.worth import Result, within, worth_of
from tournaments.seasons.verbs.checks import ages
from tournaments.seasons.verbs.enrolling import who_played
from tournaments.seasons.verbs.facts import read_kept
from tournaments.standings.rules.scoring import unit_of
from tournaments.standings.verbs.standings import exact_places

Groups = Sequence[frozenset[str]]
"""The players of the members, by division. Places count among them with `among: members`."""


@dataclass(frozen=True)
class WorthOfEvening:
    """What an evening gives. key: what it depends on besides the event. is_new: it is not kept yet."""

    evening: Evening
    worth: worth.EveningWorth
    key: str
    is_new: bool


def result_of(evening: Evening, age: int = 0) -> worth.Evening:
    """The result of an evening for the rules: of all people who played, by the ids of their players.

    Bots are in no season, and whoever was entered and did not play is not in it. Whoever played, but not in
    what counts of the evening, was there without a place. age: in days.
    """
    event = evening.event
    placed, tallies, by = exact_places(
        event,
        stage=evening.stage if evening.counts == Counted.STAGE else None,
        as_one=evening.counts == Counted.ROUNDS,
    )
    entries = Entry.objects.filter(event=event, player__bot="").values_list("pk", "player")
    players = {str(entry): str(player) for entry, player in entries}
    # Of the whole evening, also where a stage starts from zero.
    nets: dict[str, Fraction | int] = defaultdict(int)
    deals: Counter[str] = Counter()
    for tally in tallies:
        deals[tally.entry] += tally.deals
        nets[tally.entry] += tally.chips
        if unit_of(event.scoring) == "chips":
            nets[tally.entry] += int(tally.adjusted)
    lines = [
        Result(
            players[line.ranked.entry],
            0 if line.below else line.ranked.place,
            line.ranked.score,
            line.row.net if evening.counts == Counted.STAGE else nets[line.ranked.entry],
            deals[line.ranked.entry],
        )
        for line in placed
        if line.row.deals > 0 and line.ranked.entry in players
    ]
    counted = {line.person for line in lines}
    if evening.counts == Counted.STAGE:
        there = who_played(evening)
    else:
        there = [players[tally.entry] for tally in tallies if tally.deals > 0 and tally.entry in players]
    lines += [Result(player, 0) for player in dict.fromkeys(there) if player not in counted]
    return worth.Evening(
        evening=str(evening.pk),
        number=evening.number,
        standing=within(lines, {line.person for line in lines}),
        tallies=[replace(tally, entry=players[tally.entry]) for tally in tallies if tally.entry in players],
        weight=evening.exact_weight,
        kind=str(evening.kind),
        age=age,
        weights=by.weights,
        unit=unit_of(event.scoring),
    )


def worths_of(
    evenings: Iterable[Evening],
    scheme: Scheme,
    groups: Mapping[UUID, Groups],
    *,
    anew: bool = False,
) -> dict[UUID, WorthOfEvening]:
    """What each evening that is over gives, as kept if nothing has changed, else counted. Stores nothing.

    evenings: with their kept worths (`facts.evenings_of`). groups: by evening. anew: count all of them.
    """
    evenings = list(evenings)
    over = ages(evenings)
    return {
        evening.pk: _worth(evening, scheme, groups[evening.pk], over[evening.pk], anew=anew)
        for evening in evenings
        if evening.pk in over
    }


def keep(counted: WorthOfEvening) -> None:
    """Store what an evening gives. Its season is locked."""
    evening = counted.evening
    EveningWorth.objects.update_or_create(
        evening=evening,
        defaults={
            "version": evening.event.version,
            "key": counted.key,
            "data": counted.worth.as_json(),
        },
    )


def _worth(evening: Evening, scheme: Scheme, groups: Groups, age: int, *, anew: bool) -> WorthOfEvening:
    key = _key(evening, scheme, groups)
    kept: EveningWorth | None = getattr(evening, "worth", None)
    if not anew and kept is not None and (kept.version, kept.key) == (evening.event.version, key):
        return WorthOfEvening(evening, read_kept(evening, kept).at(age), key, is_new=False)
    return WorthOfEvening(evening, count(result_of(evening, age), scheme, groups), key, is_new=True)


def count(result: worth.Evening, scheme: Scheme, groups: Groups) -> worth.EveningWorth:
    """What an evening gives. With `among: members` each group has places of its own."""
    if scheme.among != MEMBERS:
        return worth_of(result, scheme)
    parts = [worth_of(result, scheme, group) for group in groups]
    return replace(
        parts[0],
        played={player: gained for part in parts for player, gained in part.played.items()},
        aged={player: worths for part in parts for player, worths in part.aged.items()},
    )


def _key(evening: Evening, scheme: Scheme, groups: Groups) -> str:
    """What a worth depends on besides the event, as a digest."""
    depends = [
        scheme.digest,
        str(evening.exact_weight),
        str(evening.kind),
        str(evening.counts),
        evening.stage,
        [sorted(group) for group in groups] if scheme.among == MEMBERS else [],
    ]
    return hashlib.sha256(json.dumps(depends).encode()).hexdigest()
