"""Whatever directors do with a season, in any order: its tables are those that its events give.

A season of two clubs and two divisions is changed at random. What is refused is refused with a code. After
some steps the workers do their work, and `fsck` counts everything again from the ledger.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from tests.builders import make_user, owner_of, with_account, work
from tests.tournaments.seasons import a_club, fresh, played
from tournaments.clubs.verbs import people
from tournaments.core.rules.refusals import Refusal
from tournaments.desk.verbs.lifecycle import finish_event, reopen_event
from tournaments.models import (
    Absence,
    Club,
    Credit,
    Evening,
    Event,
    EventStatus,
    Player,
    Season,
    SeasonMember,
)
from tournaments.programs.fsck import seasons as checks
from tournaments.programs.fsck.damage import Scope
from tournaments.seasons.verbs import divisions, ending, evenings, members, seasons
from tournaments.standings.verbs.adjustments import add_adjustment
from tournaments.teams.verbs import leagues

pytestmark = pytest.mark.django_db

STEPS = 60
BETWEEN = 6
"""Steps between two looks at the tables."""


class Directors:
    """They do things at random. refused: the codes of what was refused."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.club, self.here = a_club(5)
        self.other, self.there = a_club(4)
        self.refused: set[str] = set()
        self.done: set[str] = set()
        actor = owner_of(self.club)
        scheme = {"worth": self.rng.choice(["root", "linear", "tables", "score"]), "best": 3}
        scheme |= {"among": self.rng.choice(["all", "members"]), "excused": "mean"}
        season = seasons.create_season(self.club, actor, "Winter", scheme=scheme)
        divisions.set_divisions(season, actor, [{"name": "A", "down": 1}, {"name": "B", "up": 1}])
        members.add_members(season, actor, self.here[:3], division=1)
        leagues.agree_to_league(leagues.ask_club(season.league, actor, self.other), owner_of(self.other))
        self.season = seasons.start_season(season, actor)

    def step(self) -> None:
        acts: list[Callable[[], object]] = [
            self.play, self.play, self.play_elsewhere, self.correct, self.reopen, self.finish, self.weigh,
            self.credit, self.cancel, self.absence, self.move, self.withdraw, self.take_off, self.link,
            self.unlink, self.end, self.again,
        ]  # fmt: skip
        act = self.rng.choice(acts)
        try:
            act()
            self.done.add(act.__name__)
        except Refusal as error:
            self.refused.add(error.code)
        except IndexError:
            pass  # there is nothing yet that this act could be about

    def play(self) -> None:
        some = self.rng.sample(self.here, self.rng.choice([3, 4, 5]))
        self.add(self.club, some)

    def play_elsewhere(self) -> None:
        self.add(self.other, self.there)

    def add(self, club: Club, some: list[str]) -> None:
        if self.season.evenings.count() < 5:
            event = played(club, some, seed=self.rng.randrange(99), finish=self.rng.random() < 0.8)
            division = self.rng.choice([None, None, 1, 2])
            evenings.add_evening(fresh(self.season), owner_of(club), event, division=division)

    def event(self, *statuses: str) -> Event:
        rows = Event.objects.filter(evenings__season=self.season, status__in=statuses).select_related("club")
        return self.rng.choice(list(rows.order_by("pk")))

    def correct(self) -> None:
        event = self.event("finished")
        owner = owner_of(event.club)
        event = reopen_event(event, owner)
        entry = self.rng.choice(list(event.entries.order_by("number")))
        add_adjustment(event, owner, entry, "found", chips=self.rng.choice([-9, 4, 30]))
        finish_event(event, owner)

    def reopen(self) -> None:
        event = self.event("finished")
        reopen_event(event, owner_of(event.club))

    def finish(self) -> None:
        event = self.event("running")
        finish_event(event, owner_of(event.club))

    def evening(self) -> Evening:
        return self.rng.choice(list(Evening.objects.filter(season=self.season).order_by("pk")))

    def member(self) -> SeasonMember:
        return self.rng.choice(list(SeasonMember.objects.filter(season=self.season).order_by("pk")))

    def weigh(self) -> None:
        kind = self.rng.choice(["counting", "counting", "friendly"])
        weight = self.rng.choice(["1", "0.5", "2.25"])
        number = self.rng.randrange(1, 7)
        evenings.edit_evening(self.evening(), owner_of(self.club), kind=kind, weight=weight, number=number)

    def credit(self) -> None:
        points = self.rng.choice(["1.5", -3, "0.001"])
        members.give_credit(fresh(self.season), owner_of(self.club), self.member().player, points, "why not")

    def cancel(self) -> None:
        rows = Credit.objects.filter(member__season=self.season).order_by("pk").select_related("member")
        members.cancel_credit(self.rng.choice(list(rows)), owner_of(self.club))

    def absence(self) -> None:
        reason = self.rng.choice(["excused", "organiser", "unexcused", None])
        members.note_absence(self.evening(), owner_of(self.club), self.member().player, reason)

    def move(self) -> None:
        joined = self.rng.randrange(1, 4)
        division = self.rng.choice([1, 2])
        members.edit_member(
            self.member(), owner_of(self.club), division=division, joined=joined, start=joined
        )

    def withdraw(self) -> None:
        members.withdraw_member(self.member(), owner_of(self.club))

    def take_off(self) -> None:
        evenings.take_off_evening(self.evening(), owner_of(self.club))

    def link(self) -> None:
        pair = [self.rng.choice(self.here), self.rng.choice(self.there)]
        user = make_user()
        for player in Player.objects.filter(pk__in=pair, user=None):
            with_account(player, user)

    def unlink(self) -> None:
        rows = Player.objects.filter(user__isnull=False, club__in=[self.club, self.other]).order_by("pk")
        people.leave(self.rng.choice(list(rows)), owner_of(self.other))

    def end(self) -> None:
        if self.rng.random() < 0.5:
            return
        plan = ending.plan_end(fresh(self.season))
        ending.end_season(fresh(self.season), owner_of(self.club), seen=plan.digest)

    def again(self) -> None:
        ending.reopen_season(fresh(self.season), owner_of(self.club), "a mistake")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_tables_are_what_the_events_give_whatever_was_done(seed: int) -> None:
    directors = Directors(seed)
    for step in range(STEPS):
        directors.step()
        if step % BETWEEN == BETWEEN - 1:
            work()
            assert [item.detail for item in checks.check(Scope(), Counter())] == []
    assert len(directors.done) >= 10, directors.done
    season = Season.objects.get(pk=directors.season.pk)
    assert Absence.objects.exclude(member__season__in=[season.pk]).count() == 0
    assert not Event.objects.filter(evenings__season=season).exclude(
        status__in=[EventStatus.RUNNING, EventStatus.FINISHED]
    )
