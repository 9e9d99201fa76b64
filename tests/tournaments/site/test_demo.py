"""The demo: a club that begins at once and then gets its past."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client, override_settings
from django.utils import timezone

from tests.builders import DOORS, make_event, make_user, owner_of
from tournaments.clubs.verbs import people
from tournaments.clubs.verbs.clubs import memberships
from tournaments.events.verbs import events
from tournaments.models import Deal, Event, OutboxTask, Player, Season, Seat, Team
from tournaments.programs.fsck import run as fsck
from tournaments.seasons.verbs.seasons import edit_season
from tournaments.seasons.verbs.tables import newest_standing
from tournaments.site.demo import play, story, strip

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _is_no_demo_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strip.Shown, "is_here", False)
    monkeypatch.setattr(strip.Shown, "secret", "")


def play_steps(most: int = 1000) -> None:
    """Do what the demo has queued, as a worker would."""
    for _step in range(most):
        row = OutboxTask.objects.filter(task=play.TASK, done_at=None).first()
        if row is None:
            return
        DOORS[row.task](str(row.pk))


def test_the_first_page_waits_for_no_past_and_then_an_evening_of_last_year_is_there(client: Client) -> None:
    assert "Try this first" not in client.get("/").text
    play.begin(make_user())
    page = client.get("/").text
    assert "Try this first" in page
    assert "Bots&#x27; evening" in page
    assert "Follow the season" not in page
    play_steps(play.ROUNDS)
    evening = Event.objects.get(status="finished")
    assert evening.started_at is not None
    assert evening.finished_at is not None
    assert timedelta(days=400) < timezone.now() - evening.finished_at < timedelta(days=500)
    assert evening.finished_at - evening.started_at > timedelta(hours=2)


def test_the_demo_goes_on_although_the_visitor_changes_what_it_has_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    last = next(night for night in story.NIGHTS if night.is_last)
    of_teams = next(night for night in story.NIGHTS if night.season == story.TEAM)
    monkeypatch.setattr(story, "NIGHTS", (last, of_teams))
    monkeypatch.setattr(play, "ROUNDS", 1)
    club = play.begin(make_user())
    make_user()
    actor = owner_of(club)
    own = Event.objects.get(club=club, starts_on__isnull=False)
    assert own.starts_on is not None
    events.change_settings(own, actor, {"starts_on": own.starts_on + timedelta(days=1)})
    events.change_settings(make_event(club), actor, {"starts_on": own.starts_on})
    people.edit_player(Player.objects.get(name="Anna Albers"), actor, name="Zoe Zander")
    people.remove_player(Player.objects.get(name="Viktor Vogt"), actor)
    play_steps(1)
    edit_season(Season.objects.get(status="draft"), actor, name="Summer")
    play_steps()
    assert not OutboxTask.objects.filter(task=play.TASK, done_at=None).exists()
    assert Season.objects.get(evenings__event=own).name == "Summer"
    assert [team.members.count() for team in Team.objects.order_by("number")] == [5, 5, 5, 4]


@pytest.mark.nightly
def test_the_demo_has_a_champion_rivals_teams_and_no_damage(client: Client) -> None:
    owner = make_user()
    with override_settings(LANGUAGE_CODE="de"):
        club = play.begin(owner)
        play_steps()

    before, now, of_teams = Season.objects.order_by("started_at")
    assert [before.status, now.status, of_teams.status] == ["finished", "running", "running"]
    assert now.previous == before
    assert now.evenings.filter(over_at__isnull=False).count() == 4
    assert before.members.filter(honour__place=1).count() == 1
    assert of_teams.teams.count() == 4
    standing = newest_standing(now)
    assert standing is not None
    assert len({line["score"] for line in standing.tables[0]["lines"]}) > 10
    coming = Event.objects.filter(status="open").values_list("name", flat=True)
    assert set(coming) == {"5. Ligaabend", "6. Ligaabend", "3. Spieltag"}
    recorded = Deal.objects.single().values_list("table__round__event__name", flat=True)
    assert set(recorded) == {"3. Ligaabend", "4. Ligaabend"}
    for player in Player.objects.filter(bot=""):
        assert Seat.objects.filter(entry__player=player).count() > 3 * play.ROUNDS, player.name
        assert player.visibility == "public"
    assert [each.club for each in memberships(owner)] == [club]
    page = client.get("/", headers={"accept-language": "de"}).text
    assert page.count('<li class="sheet') == 5, "what to try first"
    assert "#" in page.split("Am Handy mitschreiben")[0].rsplit('href="', 1)[1]
    assert fsck.run().damage == []
