"""The members of a season, their absences and credits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Max, QuerySet

from tournaments.clubs.models import Club, Player
from tournaments.clubs.rules import PlayerUnknown
from tournaments.clubs.verbs.people import add_people, new_person
from tournaments.core import moments
from tournaments.core.actors import Actor
from tournaments.core.change import change, lock, lock_club
from tournaments.core.models.columns import parse_id
from tournaments.core.refusals import clean_reason
from tournaments.core.rules.lists import Columns, PastedList, RefusedName, known_names, people_of
from tournaments.core.rules.names import name_key
from tournaments.core.rules.refusals import Conflict, Invalid, at, gettext_noop
from tournaments.core.rules.settings import FieldUnknown
from tournaments.seasons.models import Absence, Credit, Evening, MemberStatus, Season, SeasonMember
from tournaments.seasons.rules.counting import REASONS
from tournaments.seasons.rules.scheme import MOST_EVENINGS
from tournaments.seasons.verbs import checks
from tournaments.seasons.verbs.facts import kept_worth, members_of, persons_of_players, players_of_members
from tournaments.seasons.verbs.tables import lock_with_events, note, write
from tournaments.teams.models import TeamMember
from tournaments.teams.verbs.line_ups import people_changed

MOST_MEMBERS = 2000
SETTINGS = ("status", "joined", "left", "start", "division", "position")
"""What `edit_member` changes."""
COLUMNS = ("status", "joined", "left", "start", "division_id", "position")


class SeasonMembersTooMany(Invalid):
    """The season would have too many members."""

    sentence = gettext_noop("A season has at most %(most)d members.")


class SeasonMemberKnown(Invalid):
    """The player is a member of the season already."""

    sentence = gettext_noop("%(name)s is a member of %(season)s already.")


class PersonInSeasonAlready(Invalid):
    """The person is in the season already, as another player."""

    code = "person_twice_in_season"
    sentence = gettext_noop("%(name)s is in %(season)s already, as a player of another club.")


@transaction.atomic
def add_members(
    season: Season,
    actor: Actor,
    players: Sequence[Player | str],
    *,
    division: Any = None,
    status: str = MemberStatus.ACTIVE,
    joined: int = 1,
) -> list[SeasonMember]:
    """Make players members, by row or id: people of the club of the league, or of a club that takes part.

    joined: the number of the first evening that they can play. All or none. Raises Conflict
    `season_finished`; Invalid `player_unknown`, `season_member_known`, `person_twice_in_season`,
    `club_not_in_league`, `division_unknown`, `season_value_unknown`, `season_members_too_many`,
    `season_member_out_of_range`.
    """
    season = checks.lock_unfinished(season)
    checks.check_choice(status, (MemberStatus.ACTIVE, MemberStatus.RESERVE), "status")
    _check_number(joined, "joined")
    row_of_division = checks.division_of(season, division)
    present = list(members_of(season))
    if len(present) + len(players) > MOST_MEMBERS:
        raise SeasonMembersTooMany(most=MOST_MEMBERS, field="players")
    people = people_to_enter(players)
    last = max((member.position for member in present), default=0)
    taken = {member.player_id for member in present}
    persons = persons_of_players([*taken, *(each.pk for each in people)])
    known = {persons[pk] for pk in taken if pk in persons}
    through = {pk: checks.consent_of(season.league, pk) for pk in {each.club_id for each in people}}
    added: list[SeasonMember] = []
    for position, player in enumerate(people, last + 1):
        if player.pk in taken:
            raise SeasonMemberKnown(name=player.name, season=season.name, field="players")
        if player.pk in persons and persons[player.pk] in known:
            raise PersonInSeasonAlready(name=player.name, season=season.name, field="players")
        taken.add(player.pk)
        known.add(persons.get(player.pk, player.pk))
        added.append(
            SeasonMember(
                season=season,
                player=player,
                through=through[player.club_id],
                division=row_of_division,
                position=position,
                status=status,
                joined=joined,
            )
        )
    SeasonMember.objects.bulk_create(added)
    note(actor, "add_season_members", season, season, players=[str(member.player_id) for member in added])
    return added


@transaction.atomic
def add_list(
    season: Season,
    actor: Actor,
    clubs: Sequence[Club],
    pasted: PastedList,
    columns: Columns | None = None,
    **settings: Any,
) -> tuple[list[SeasonMember], list[RefusedName]]:
    """Make the people of a list members. A name that no roster of these clubs has is added to the first one.

    Bad lines, and those who are members already, are reported and left out. Raises as `add_members`, with
    `settings` for it, and Invalid `list_without_names`.
    """
    season = checks.lock_unfinished(season)
    home = lock_club(clubs[0])
    rows = Player.objects.filter(club__in=clubs, anonymised_at=None, removed_at=None)
    # Of two players of one name, that of the first club.
    places = {club.pk: place for place, club in enumerate(clubs)}
    roster = sorted(rows, key=lambda player: -places[player.club_id])
    by_key = {player.name_key: player for player in roster}
    taken = {member.player.name_key for member in members_of(season) if member.player.club_id in places}
    taken |= {player.name_key for player in roster if player.is_bot}
    with at("names"):
        people = people_of(pasted, columns, known_names([player.name for player in roster]), taken)
    new = [new_person(home, name) for name in people.names if name_key(name) not in by_key]
    add_people(home, actor, new)
    by_key |= {player.name_key: player for player in new}
    chosen = [by_key[name_key(name)] for name in people.names]
    added = add_members(season, actor, chosen, **settings) if chosen else []
    return added, list(people.refused)


def edit_member(member: SeasonMember, actor: Actor, **settings: Any) -> SeasonMember:
    """Change `SETTINGS` of a member. Idempotent.

    status: active, reserve or withdrawn. joined: the number of the first evening that they could play. left:
    withdrawn, the number of the last evening; None: before all. start: points, with three decimals at most.
    division: an id, a number or a row. position: the order of equal ones. Who cannot play on an evening any
    more leaves an empty place in its line-up. Raises as `add_members`.
    """
    about, then = str(member.season_id), people_changed(actor)
    with change(member, actor, "edit_season_member", notes=COLUMNS, then=then, season=about) as member:
        for name, value in settings.items():
            if name not in SETTINGS:
                raise FieldUnknown(name=name, field=name)
            if name == "status":
                checks.check_choice(value, MemberStatus.values, name)
            if name in ("joined", "position") or (name == "left" and value is not None):
                _check_number(value, name)
            if name == "start":
                value = checks.thousandths_of(value, name)  # noqa: PLW2901 - the value as it is stored
            if name == "division":
                value = checks.division_of(member.season, value)  # noqa: PLW2901
            setattr(member, name, value)
        if member.status != MemberStatus.WITHDRAWN:
            member.left = None
    return member


@transaction.atomic
def withdraw_member(member: SeasonMember, actor: Actor) -> SeasonMember:
    """Let somebody leave the season after the evenings that are over. Their results stay. Idempotent."""
    over = Evening.objects.filter(season=member.season_id, over_at__isnull=False)
    last = over.aggregate(last=Max("number"))["last"]
    if member.status == MemberStatus.WITHDRAWN:
        return member
    return edit_member(member, actor, status=MemberStatus.WITHDRAWN, left=last)


class SeasonMemberInTeam(Conflict):
    """The member of the season is in a team."""

    sentence = gettext_noop("%(name)s is in the team “%(team)s”. Take them out of it first.")


class SeasonMemberHasResults(Conflict):
    """The member has played in the season, or has a credit."""

    sentence = gettext_noop("%(name)s has played in %(season)s or has a credit. Withdraw them instead.")


@transaction.atomic
def remove_member(member: SeasonMember, actor: Actor) -> None:
    """Remove a member who was added by mistake.

    Raises Conflict `season_member_has_results`, `season_member_in_team`.
    """
    lock_with_events(member.season_id)
    member = lock_season_member(member)
    season = member.season
    write(season)  # an evening may have been finished just now
    players = set(players_of_members([member]))
    evenings = Evening.objects.filter(season=season).select_related("worth")
    played = any(
        players & kept.played.keys() for evening in evenings if (kept := kept_worth(evening)) is not None
    )
    rows = SeasonMember.objects.filter(season=season, player__in=map(UUID, players))
    if played or Credit.objects.filter(member__in=rows).exists():
        raise SeasonMemberHasResults(name=member.player.name, season=season.name)
    in_team = TeamMember.objects.filter(member__in=rows).select_related("team").first()
    if in_team is not None:
        raise SeasonMemberInTeam(name=member.player.name, team=in_team.team.name)
    note(actor, "remove_season_member", member, season)
    rows.delete()  # with those for whom this member stands


@transaction.atomic
def note_absence(evening: Evening, actor: Actor, player: Player | str, reason: str | None) -> Absence | None:
    """Say why a member misses or missed an evening: before it, at the door, or afterwards. Idempotent.

    reason: excused, unexcused or organiser; None: nothing is noted, which is unexcused. A note about somebody
    who played does not matter. Raises Conflict `season_finished`; Invalid `season_member_unknown`,
    `season_value_unknown`.
    """
    season = checks.lock_unfinished(evening.season_id)
    member = checks.member_of_season(season, player)
    if reason is not None:
        checks.check_choice(reason, REASONS, "reason")
    noted = Absence.objects.filter(evening=evening, member=member).first()
    if (None if noted is None else noted.reason) == reason:
        return noted
    if reason is None:
        Absence.objects.filter(evening=evening, member=member).delete()
        noted = None
    else:
        about = {"reason": reason, "by_reply": False, "noted_by": actor.user, "noted_at": moments.now()}
        noted, _new = Absence.objects.update_or_create(evening=evening, member=member, defaults=about)
    note(actor, "note_absence", evening, season, player=str(member.player_id), reason=reason)
    return noted


class CreditIsNothing(Invalid):
    """A credit of no points."""

    sentence = gettext_noop("Give or take at least 0.001 points.")


@transaction.atomic
def give_credit(season: Season, actor: Actor, player: Player | str, points: Any, reason: str) -> Credit:
    """Give points to a member, or take them (negative), with a reason.

    Raises Conflict `season_finished`; Invalid `season_member_unknown`, `points_malformed`,
    `credit_is_nothing`, `reason_missing`.
    """
    season = checks.lock_unfinished(season)
    member = checks.member_of_season(season, player)
    thousandths = checks.thousandths_of(points, "points")
    if not thousandths:
        raise CreditIsNothing(field="points")
    reason = clean_reason(reason)
    credit = Credit.objects.create(member=member, points=thousandths, reason=reason, given_by=actor.user)
    note(
        actor,
        "give_credit",
        credit,
        season,
        player=str(member.player_id),
        thousandths=thousandths,
        reason=reason,
    )
    return credit


@transaction.atomic
def cancel_credit(credit: Credit, actor: Actor) -> Credit:
    """Cancel a credit. It stays in the list. Idempotent. Raises Conflict `season_finished`."""
    season = checks.lock_unfinished(credit.member.season_id)
    credit = Credit.objects.select_related("member__player").get(pk=credit.pk)
    if credit.cancelled_at is None:
        credit.cancelled_at, credit.cancelled_by = moments.now(), actor.user
        credit.save(update_fields=["cancelled_at", "cancelled_by"])
        note(actor, "cancel_credit", credit, season)
    return credit


def absences_of(season: Season) -> QuerySet[Absence]:
    """What is noted about absences, with evenings and members: by the calendar, then by name."""
    rows = Absence.objects.filter(evening__season=season).select_related("evening", "member__player")
    return rows.order_by("evening__number", "member__player__sort_key", "pk")


def credits_of(season: Season) -> QuerySet[Credit]:
    """The credits of a season, cancelled ones too, by name and the oldest first."""
    rows = Credit.objects.filter(member__season=season)
    return rows.select_related("member__player", "given_by", "cancelled_by").order_by(
        "member__player__sort_key", "given_at", "pk"
    )


def people_to_enter(refs: Sequence[object], field: str = "players") -> list[Player]:
    """The people with these rows or ids, in this order. Raises Invalid `player_unknown` at this field."""
    keys = [parse_id(getattr(ref, "pk", ref)) for ref in refs]
    rows = Player.objects.filter(bot="", anonymised_at=None, removed_at=None).select_related("club")
    found = rows.in_bulk([key for key in keys if key is not None])
    for ref, key in zip(refs, keys, strict=True):
        if key not in found:
            raise PlayerUnknown(id=str(getattr(ref, "pk", ref))[:100], field=field)
    return [found[key] for key in keys if key is not None]


class SeasonMemberOutOfRange(Invalid):
    """A number of a member is too small or too large."""

    sentence = gettext_noop("Give a whole number from 1 to %(most)d.")


def _check_number(number: Any, field: str) -> None:
    most = 1_000_000 if field == "position" else MOST_EVENINGS
    if type(number) is not int or not 1 <= number <= most:
        raise SeasonMemberOutOfRange(most=most, field=field)


class SeasonMemberGone(Conflict):
    """The member was removed from the season."""

    sentence = gettext_noop("This member has just been removed. Reload the page.")


@lock.register(SeasonMember)
def lock_season_member(member: SeasonMember) -> SeasonMember:
    """Return the member with player and division, read again, and the season, locked.

    Raises Conflict `season_finished`, `season_member_gone`.
    """
    season = checks.lock_unfinished(member.season_id)
    rows = SeasonMember.objects.filter(pk=member.pk, set_aside=False).select_related("player", "division")
    return checks.in_season(rows.first(), season, SeasonMemberGone)
