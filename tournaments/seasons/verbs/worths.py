"""The close of an evening, and what it gives: counted from the ledger, kept with the version of its event.

At the close, who played becomes a member, and who was missed has a reason.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from uuid import UUID

from django.db.models import Max

from tournaments.clubs.models import Player
from tournaments.core import moments
from tournaments.core.actors import SYSTEM
from tournaments.core.change import log
from tournaments.events.models.events import Entry
from tournaments.events.models.replies import Answer, Reply
from tournaments.seasons.models import (
    Absence,
    Counted,
    Division,
    Evening,
    EveningKind,
    EveningWorth,
    MemberStatus,
    Season,
    SeasonMember,
)
from tournaments.seasons.rules import worth
from tournaments.seasons.rules.counting import EXCUSED
from tournaments.seasons.rules.scheme import MEMBERS, Scheme
from tournaments.seasons.rules.worth import Result, within, worth_of
from tournaments.seasons.verbs.checks import ages
from tournaments.seasons.verbs.facts import members_of, players_of_members, read_kept
from tournaments.standings.rules.scoring import unit_of
from tournaments.standings.verbs.standings import exact_places
from tournaments.tables.verbs.tallies import seat_tallies

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
        defaults={"version": evening.event.version, "key": counted.key, "data": counted.worth.as_json()},
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


# ---- The close of an evening.


def note_close(season: Season, evening: Evening) -> None:
    """Note that an evening is over, for the first time. Its event and the season are locked.

    With `enrols`, whoever played becomes a member, in the last division. A member who did not play and whose
    reply was not yes is excused. Both can be corrected, and are not made again.
    """
    evening.over_at = moments.now()
    evening.save(update_fields=["over_at"])
    if evening.kind == EveningKind.FRIENDLY:
        return
    played = who_played(evening)
    same = players_of_members(list(members_of(season)))
    if season.enrols and evening.kind == EveningKind.COUNTING:
        _enrol(season, evening, [player for player in played if player not in same])
    members = list(members_of(season))
    same = players_of_members(members)
    there = {same.get(player) for player in played}
    cancelled = {
        same.get(str(player))
        for player in Reply.objects.filter(event=evening.event_id, player__isnull=False)
        .exclude(answer=Answer.YES)
        .values_list("player", flat=True)
    }
    noted = set(Absence.objects.filter(evening=evening).values_list("member", flat=True))
    Absence.objects.bulk_create(
        Absence(evening=evening, member=member, reason=EXCUSED, by_reply=True)
        for member in members
        if str(member.player_id) in cancelled - there
        and member.pk not in noted
        and member.status == MemberStatus.ACTIVE
        and member.joined <= evening.number
    )


def who_played(evening: Evening) -> list[str]:
    """The players, no bots, who played at least one deal of an evening, in the order of their entries."""
    entries = {tally.entry for tally in seat_tallies(evening.event) if tally.deals > 0}
    rows = evening.event.entries.filter(pk__in=entries, player__bot="").order_by("number")
    return [str(player) for player in rows.values_list("player", flat=True)]


def _enrol(season: Season, evening: Evening, players: list[str]) -> None:
    """Make these players members from this evening on."""
    if not players:
        return
    last = SeasonMember.objects.filter(season=season).aggregate(last=Max("position"))["last"] or 0
    division = Division.objects.filter(season=season).order_by("-number").first()
    SeasonMember.objects.bulk_create(
        SeasonMember(
            season=season,
            player=player,
            through=evening.through,
            division=evening.division or division,
            position=position,
            joined=evening.number,
            added_at=evening.added_at,  # a club may have left the league meanwhile
        )
        for position, player in enumerate(Player.objects.filter(pk__in=players).order_by("pk"), last + 1)
    )
    log(SYSTEM, "enrol_members", season, within=season.league.club, players=players)
