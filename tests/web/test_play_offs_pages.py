"""Play-offs for shared places of a season: the sentence for everybody, the result by a director."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_event, owner_of
from tests.tournaments.seasons import a_club, fresh, played, scores, started
from tests.web.conftest import SignIn
from tests.web.test_seasons_pages import page, words
from tournaments.seasons.verbs.evenings import add_evening

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collected_static")]

EQUAL: dict[str, Any] = {"worth": "points", "points": [0], "ties": ["play_off", "shared"]}


def test_everybody_reads_who_plays_and_a_director_notes_the_result(sign_in: SignIn) -> None:
    club, people = a_club(4)
    season = started(club, [played(club, people)], scheme=EQUAL)
    scores(season)
    shown = words(page(Client(), "season", season.slug))
    assert "Anna , Bert , Carl and Dora share place 1. A play-off decides" in shown.replace("  ", " ")
    assert "A director of the league enters its result." in shown
    director, address = sign_in(club, "director"), reverse("season_play_offs", args=[season.slug])
    assert address in page(director, "season", season.slug)
    missing = {f"result-{people[0]}": "many", f"result-{people[1]}": "2"}
    answer = director.post(address, missing, follow=True)
    assert "Give a whole number for each" in answer.content.decode()
    results = {f"result-{player}": str(number) for number, player in enumerate(people)}
    noted = director.post(address, results, follow=True).content.decode()
    assert "The result of the play-off is noted." in noted
    scores(season)
    assert "No play-off is open" in page(director, "season_play_offs", season.slug)
    assert "A play-off decides" not in page(Client(), "season", season.slug)
    removed = director.post(address, {"remove": "1"}, follow=True).content.decode()
    assert "does not count any more" in removed
    assert fresh(season).play_offs == []


def test_no_play_off_is_open_while_an_evening_is_to_come(sign_in: SignIn) -> None:
    club, people = a_club(4)
    season = started(club, [played(club, people)], scheme=EQUAL)
    director = sign_in(club, "director")
    add_evening(season, owner_of(club), make_event(club))
    scores(season)
    assert "A play-off decides" not in page(Client(), "season", season.slug)
    assert "No play-off is open" in page(director, "season_play_offs", season.slug)
