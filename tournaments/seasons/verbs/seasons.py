"""The life of a season: creating it, its settings and scheme, its start. `ending` has its end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.utils.crypto import get_random_string

from tournaments.clubs.models import Club, Player
from tournaments.core import moments
from tournaments.core.actors import Actor
from tournaments.core.change import change, lock_event, lock_season, log
from tournaments.core.models.choices import Visibility
from tournaments.core.rules.refusals import Conflict, Invalid, gettext_noop
from tournaments.core.rules.statuses import EventStatus
from tournaments.core.secrets import unused_slug
from tournaments.events.models.events import Event
from tournaments.events.verbs.events import with_status
from tournaments.seasons.models import (
    Evening,
    EveningKind,
    League,
    LeagueClub,
    Season,
    SeasonMember,
    SeasonStanding,
    SeasonStatus,
)
from tournaments.seasons.rules.divisions import check_divisions
from tournaments.seasons.rules.scheme import PLAY_OFF, Scheme
from tournaments.seasons.verbs import checks
from tournaments.seasons.verbs.divisions import SeasonStarted, rules_divisions
from tournaments.seasons.verbs.evenings import add_evenings, refuse_evenings
from tournaments.seasons.verbs.members import add_members
from tournaments.seasons.verbs.tables import TABLED, changed, lock_with_events, note, write
from tournaments.teams.verbs.leagues import create_league

MOST_IN_A_PLAY_OFF = 20
LARGEST_RESULT = 1_000_000
"""Of one person in a play-off."""


@transaction.atomic
def create_season(
    club: Club,
    actor: Actor,
    name: str,
    *,
    league: League | None = None,
    scheme: Scheme | Mapping[str, Any] = Scheme(),  # noqa: B008 - it never changes
    events: Sequence[Event] = (),
    players: Sequence[Player | str] = (),
    visibility: str = Visibility.PUBLIC,
    enrols: bool = True,
) -> Season:
    """Create a draft, with its evenings in this order, and its members.

    league: of this club; None: the club's league with the rules of the events, or a new one with the name of
    the club. scheme: JSON that leaves a switch out has its default. enrols: whoever plays an evening becomes
    a member. Raises Invalid with the codes of names, of `Scheme`, of `add_evenings` and `add_members`.
    """
    name = checks.clean_season_name(name)
    checks.check_choice(visibility, Visibility.values, "visibility")
    read = Scheme.read(scheme, "scheme")
    for pk in sorted(event.pk for event in events):
        lock_event(pk)  # before the club, which the log locks
    if league is None:
        league = _league_for(club, actor, name, events)
    season = Season.objects.create(
        league=league,
        name=name,
        slug=unused_slug(Season, name, fallback="season"),
        scheme=read.stored,
        visibility=visibility,
        enrols=enrols,
        seed=int(get_random_string(18, "0123456789")),
        created_by=actor.user,
    )
    log(actor, "create_season", season, within=league.club, name=name, records=checks.first_records(season))
    if events:
        add_evenings(season, actor, events)
    if players:
        add_members(season, actor, players)
    return lock_season(season)


def edit_season(
    season: Season,
    actor: Actor,
    *,
    name: str | None = None,
    visibility: str | None = None,
    enrols: bool | None = None,
) -> Season:
    """Change what a season is called, who may see it, and whether players become members. None: as it is."""
    noted = ["name", "visibility", "enrols"]
    with change(season, actor, "edit_season", notes=noted, then=changed) as season:
        if name is not None:
            season.name = checks.clean_season_name(name)
        if visibility is not None:
            season.visibility = checks.check_choice(visibility, Visibility.values, "visibility")
        season.enrols = season.enrols if enrols is None else enrols
    return season


def set_scheme(season: Season, actor: Actor, scheme: Scheme | Mapping[str, Any]) -> Season:
    """Replace the scheme: until the start. What it leaves out has its default. Idempotent.

    Raises Conflict `season_started`; Invalid with the codes of schemes, `season_evenings_too_many`,
    `evening_without_spreads`.
    """
    with change(season, actor, "set_scheme", records=["scheme"], then=changed) as season:
        if not season.is_planned:
            raise SeasonStarted(
                sentence=gettext_noop("%(season)s has started, so its scheme cannot change any more."),
                season=season.name,
            )
        read = Scheme.read(scheme, "scheme")
        refuse_evenings(season, read)
        season.scheme = read.stored
    return season


def open_season(season: Season, actor: Actor) -> Season:
    """Announce a draft, so that others see it. Idempotent."""
    with change(season, actor, "open_season") as season:
        if season.status != SeasonStatus.OPEN:
            checks.refuse_unless(season, SeasonStatus.DRAFT)
            season.status = SeasonStatus.OPEN
    return season


class SeasonMemberWithoutDivision(Conflict):
    """A member is in no division."""

    sentence = gettext_noop("%(name)s is in no division. Choose one first.")


@transaction.atomic
def start_season(season: Season, actor: Actor) -> Season:
    """Start a season: its scheme is frozen, and evenings that are over count at once.

    Raises Conflict `season_status`, `season_member_without_division`, or a code of divisions.
    """
    season = lock_with_events(season)
    checks.refuse_unless(season, SeasonStatus.DRAFT, SeasonStatus.OPEN)
    if divisions := rules_divisions(season):
        lost = SeasonMember.objects.filter(season=season, division=None, status="active", set_aside=False)
        if (member := lost.select_related("player").first()) is not None:
            raise SeasonMemberWithoutDivision(name=member.player.name)
        if not season.enrols:  # else more members come
            check_divisions(divisions)
    season.status, season.started_at = SeasonStatus.RUNNING, moments.now()
    season.save(update_fields=["status", "started_at"])
    note(actor, "start_season", season, season, records={"scheme": season.scheme})
    write(season)
    return season


class SeasonHasNext(Conflict):
    """Another season follows it already."""

    sentence = gettext_noop("%(next)s follows %(season)s already. Remove that draft first.")


def set_back_to_draft(season: Season, actor: Actor) -> Season:
    """Make a running season a draft again, so that its rules can change or it can be removed. Idempotent.

    Its table is dropped; the next start counts it anew. Members, absences and credits stay. Raises Conflict
    `season_status` for a season that is announced or finished, `season_has_next` if it ended once.
    """
    with change(season, actor, "set_back_to_draft", then=changed) as season:
        if season.status != SeasonStatus.DRAFT:
            checks.refuse_unless(season, SeasonStatus.RUNNING)
            following = Season.objects.filter(previous=season).first()
            if following is not None:
                raise SeasonHasNext(next=following.name, season=season.name)
            season.status, season.started_at = SeasonStatus.DRAFT, None
            SeasonStanding.objects.filter(season=season).delete()
    return season


class SeasonHasCredits(Conflict):
    """Credits were given in the season."""

    sentence = gettext_noop("Credits were given in %(season)s, and they are never removed. Keep the season.")


@transaction.atomic
def remove_season(season: Season, actor: Actor) -> None:
    """Delete a draft with its evenings and members. Events stay. Raises Conflict `season_status`."""
    season = lock_season(season)
    checks.refuse_unless(season, SeasonStatus.DRAFT)
    if SeasonMember.objects.filter(season=season, credits__isnull=False).exists():
        raise SeasonHasCredits(season=season.name)
    log(actor, "remove_season", season, within=season.league.club, name=season.name)
    season.evenings.all().delete()
    season.members.all().delete()
    season.divisions.all().delete()
    season.delete()


class SeasonPlayOffMalformed(Invalid):
    """The result of the play-off is not written correctly."""

    sentence = gettext_noop("Give a whole number for each of at least two people of the play-off.")


@transaction.atomic
def note_play_off(season: Season, actor: Actor, results: Mapping[str, int]) -> Season:
    """Note how a play-off among equal members ended: by player a number, more is better.

    It counts where the scheme has the tie-break `play_off`. Raises Invalid `season_play_off_malformed`,
    `season_member_unknown`.
    """
    season = checks.lock_unfinished(season)
    are_numbers = all(type(each) is int and abs(each) <= LARGEST_RESULT for each in results.values())
    if not are_numbers or not 2 <= len(results) <= MOST_IN_A_PLAY_OFF:
        raise SeasonPlayOffMalformed(field="results")
    members = {player: checks.member_of_season(season, player) for player in results}
    noted = {str(members[player].player_id): result for player, result in results.items()}
    return _set_play_offs(season, actor, "note_play_off", [*season.play_offs, noted], noted)


@transaction.atomic
def remove_play_off(season: Season, actor: Actor, number: int) -> Season:
    """Remove a play-off that was noted by mistake. number: from 1. Raises Invalid."""
    season = checks.lock_unfinished(season)
    if not 1 <= number <= len(season.play_offs):
        raise SeasonPlayOffMalformed(sentence=gettext_noop("There is no such play-off."), field="number")
    left = list(season.play_offs)
    return _set_play_offs(season, actor, "remove_play_off", left, left.pop(number - 1))


def _set_play_offs(season: Season, actor: Actor, verb: str, play_offs: list[Any], results: Any) -> Season:
    """Store the play-offs of a locked season. results: of the one that was noted or removed."""
    season.play_offs = play_offs
    season.save(update_fields=["play_offs"])
    note(actor, verb, season, season, results=results, records={"play_offs": play_offs})
    return season


def open_play_offs(
    season: Season, newest: SeasonStanding | None, evenings: Iterable[Evening]
) -> list[dict[str, Any]]:
    """The shared places that a play-off decides, as soon as no counting evening is to come (no query).

    Each has the id of its `division` or nothing, the `place` and the `players`. Places that a final has made,
    and those of people who never came, need none.
    """
    scheme = season.switches
    if newest is None or PLAY_OFF not in scheme.ties or season.is_over or season.is_planned:
        return []
    counting = [evening for evening in evenings if evening.kind == EveningKind.COUNTING]
    if len({evening.number for evening in counting}) < (scheme.planned or 0):
        return []
    shared = []
    for table in newest.tables:
        division = table["division"] or ""
        own = [each for each in counting if each.division_id is None or str(each.division_id) == division]
        if not own or any(evening.over_at is None for evening in own):
            continue
        sharing: dict[int, list[str]] = {}
        for line in table["lines"]:
            if line["place"] is not None and not line["final"] and line["attended"]:
                sharing.setdefault(line["place"], []).append(line["player"])
        shared += [
            {"division": division, "place": place, "players": players}
            for place, players in sharing.items()
            if len(players) > 1
        ]
    return shared


def seasons_to_show(club: Club, *, is_member: bool) -> QuerySet[Season]:
    """The seasons in which a club takes part, newest first: the public ones, for its members all others.

    Drafts are for members of the club of the league.
    """
    joined = LeagueClub.objects.filter(club=club, left_at=None, agreed_at__isnull=False)
    # One list of leagues: two conditions joined by "or" let PostgreSQL read the seasons of all clubs.
    leagues = League.objects.filter(club=club).values("pk").union(joined.values("league"))
    seasons = Season.objects.filter(league__in=leagues)
    if is_member:
        seasons = seasons.filter(Q(league__club=club) | ~Q(status=SeasonStatus.DRAFT))
    else:
        seasons = seasons.filter(visibility=Visibility.PUBLIC).exclude(status=SeasonStatus.DRAFT)
    return seasons.select_related("league__club").order_by("-created_at", "-pk")


def seasons_of_event(event: Event) -> QuerySet[Season]:
    """The seasons in which an event counts."""
    return Season.objects.filter(evenings__event=event).select_related("league__club").order_by("pk")


def once_a_season(events: QuerySet[Event]) -> QuerySet[Event]:
    """These events; of the evenings of a public season that are over, only the newest of these.

    Each has the `season_name` and `season_slug` of its newest public season. It costs no query of its own.
    """
    public = Season.objects.filter(visibility=Visibility.PUBLIC, status__in=TABLED)
    own = public.filter(evenings__event=OuterRef("pk")).order_by("-started_at", "-pk")
    beside = public.filter(evenings__event=OuterRef(OuterRef("pk")))
    over = with_status(events.order_by(), EventStatus.FINISHED)
    later = over.filter(evenings__season__in=beside, finished_at__gt=OuterRef("finished_at"))
    return events.filter(~Exists(later)).annotate(
        season_name=Subquery(own.values("name")[:1]), season_slug=Subquery(own.values("slug")[:1])
    )


def public_season_of_event(event: Event) -> Season | None:
    """The newest public season with a table in which an event counts; None if there is none (one query)."""
    seasons = seasons_of_event(event).filter(visibility=Visibility.PUBLIC, status__in=TABLED)
    return seasons.order_by("-started_at", "-pk").first()


def _league_for(club: Club, actor: Actor, name: str, events: Sequence[Event]) -> League:
    """The league of a club for a season of these events. A new one is called like the club, or, if the club
    has one of this name for other rules, like its first season.
    """
    preset = str(events[0].rules.get("preset", "")) if events else ""
    leagues = League.objects.filter(club=club).select_related("club").order_by("-created_at")
    if (league := (leagues.filter(preset=preset) if preset else leagues).first()) is not None:
        return league
    is_taken = League.objects.filter(club=club, name=club.name).exists()
    return create_league(club, actor, name if is_taken else club.name, preset=preset or "pagat")
