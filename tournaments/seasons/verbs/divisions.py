"""The divisions of a season."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from tournaments.core.actors import Actor
from tournaments.core.rules.refusals import Conflict, Invalid, at, gettext_noop
from tournaments.seasons.models import Division, MemberStatus, Season, SeasonMember
from tournaments.seasons.rules import divisions as divisions_rules
from tournaments.seasons.verbs.checks import clean_season_name, lock_unfinished
from tournaments.seasons.verbs.tables import note

MOST = 50
NUMBERS = ("size", "up", "down", "play_off")
LARGEST = 10_000


class SeasonStarted(Conflict):
    """The season has started."""

    sentence = gettext_noop("%(season)s has started, so it keeps its divisions.")


class DivisionInUse(Conflict):
    """The division has members or evenings."""

    sentence = gettext_noop("“%(name)s” has members or evenings. Move them first.")


@transaction.atomic
def set_divisions(season: Season, actor: Actor, divisions: Sequence[Mapping[str, Any]]) -> list[Division]:
    """Replace the divisions, the highest first: `name`, and maybe `size`, `up`, `down`, `play_off`.

    A division with the name of a present one is the same one: its members and evenings stay in it. After the
    start only the numbers can change. Raises Conflict `season_finished`, `season_started`, `division_in_use`;
    Invalid with the codes of `seasons.rules.divisions.check_divisions`, `division_malformed`.
    """
    season = lock_unfinished(season)
    wanted = [_read(each) for each in divisions]
    if len(wanted) > MOST:
        raise _malformed()
    if wanted:
        with at("divisions"):
            divisions_rules.check_divisions(
                [
                    divisions_rules.Division(order=(), **{**each, "size": each["size"] or LARGEST})
                    for each in wanted
                ]
            )
    before = {division.name: division for division in Division.objects.filter(season=season)}
    names = [each["name"] for each in wanted]
    if not season.is_planned and set(names) != set(before):
        raise SeasonStarted(season=season.name)
    for name, division in before.items():
        if name not in names:
            if division.members.exists() or division.evenings.exists():
                raise DivisionInUse(name=name)
            division.delete()
    # The numbers are unique, so they make room first.
    kept = [before[name] for name in names if name in before]
    for offset, division in enumerate(kept, MOST + 1):
        Division.objects.filter(pk=division.pk).update(number=offset)
    rows = []
    for number, each in enumerate(wanted, 1):
        row = before.get(each["name"]) or Division(season=season, name=each["name"])
        row.number = number
        for name in NUMBERS:
            setattr(row, name, each[name])
        row.save()
        rows.append(row)
    note(actor, "set_divisions", season, season, divisions=wanted)
    return rows


def rules_divisions(
    season: Season, orders: Mapping[str, Sequence[str]] | None = None
) -> list[divisions_rules.Division]:
    """The divisions for the rules; empty if the season has none.

    orders: the people of each, best first, by the id of the division; None: the active members as listed.
    """
    rows = list(Division.objects.filter(season=season))
    if orders is None:
        listed: dict[str, list[str]] = {str(row.pk): [] for row in rows}
        members = SeasonMember.objects.filter(season=season, division__isnull=False, set_aside=False)
        active = members.filter(status=MemberStatus.ACTIVE).order_by("position", "pk")
        for division, player in active.values_list("division", "player"):
            listed[str(division)].append(str(player))
        orders = listed
    return [
        divisions_rules.Division(
            row.name, tuple(orders[str(row.pk)]), row.size, row.up, row.down, row.play_off
        )
        for row in rows
    ]


def _read(given: Mapping[str, Any]) -> dict[str, Any]:
    if set(given) - {"name", *NUMBERS}:
        raise _malformed()
    numbers = {name: given.get(name, None if name == "size" else 0) for name in NUMBERS}
    for name, number in numbers.items():
        if name == "size" and number is None:
            continue
        if type(number) is not int or not (1 if name == "size" else 0) <= number <= LARGEST:
            raise _malformed()
    return {"name": clean_season_name(str(given.get("name", ""))), **numbers}


class DivisionMalformed(Invalid):
    """A division is not written correctly."""

    sentence = gettext_noop(
        "A division has a name, and whole numbers for its size, for who goes up and down, and play-offs."
    )


def _malformed() -> Invalid:
    return DivisionMalformed(field="divisions")
