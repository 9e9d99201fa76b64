"""What pages say about luck: a range below each name, a sentence about the lead, one about a season."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import owner_of, play, published_round, the_table, work
from tests.tournaments.seasons import a_club, played, standing, started
from tests.tournaments.test_chances import after, kept
from tournaments.models import Event, SeasonStanding, Standing
from tournaments.services.events import marks
from tournaments.services.seasons.evenings import add_evening
from tournaments.services.standings.standings import refresh

pytestmark = pytest.mark.django_db


def page(client: Client, event: Event, query: str = "") -> str:
    return " ".join(client.get(reverse("standings", args=[event.ref]) + query).content.decode().split())


def forget() -> None:
    """Read the marks of kept pages again, as a second later."""
    marks._marks.clear()


def store(event: Event, percent: int = 34) -> list[str]:
    """Give the last standing known chances. Return its entries, best first."""
    standing_ = kept(event, 3)
    entries = [row["entry"] for row in standing_.rows]
    standing_.chances = {
        "places": {entry: [max(1, place - 2), min(8, place + 4)] for place, entry in enumerate(entries, 1)},
        "lead": {"entry": entries[0], "by": 12.0, "percent": percent},
        "share": [0, 20, 60],
    }
    standing_.save(update_fields=["chances"])
    return entries


def test_too_few_rounds_say_so(client: Client) -> None:
    said = page(client, after(2))
    assert "After 2 rounds it is too early to tell how much of it is luck. It takes 3 rounds." in said
    assert "could as well be" not in said


def test_nothing_is_said_before_the_first_round_is_closed_and_while_a_worker_computes(client: Client) -> None:
    assert "luck" not in page(client, after(0))
    assert "luck" not in page(client, after(3))


def test_each_line_has_its_range_and_the_lead_a_sentence(client: Client) -> None:
    event = after(3)
    work()
    store(event)
    said = page(client, event)
    assert said.count("could as well be") == 8
    assert "could as well be 1 to 5" in said
    assert "Much is luck." in said
    assert (
        "The lead after round 3 was 12. Among equally strong players somebody leads by as much in 34 of"
        in said
    )
    assert "could as well be" in page(client, event, "?round=3")


def test_a_lead_that_equals_hardly_ever_have_is_told_without_a_nought(client: Client) -> None:
    event = after(3)
    work()
    store(event, percent=0)
    assert "leads by as much in fewer than 1 of 100 such evenings." in page(client, event)


def test_where_everybody_could_have_every_place_one_sentence_says_so(client: Client) -> None:
    event = after(3)
    work()
    standing_ = kept(event, 3)
    assert standing_.chances is not None
    standing_.chances["places"] = dict.fromkeys(standing_.chances["places"], (1, 8))
    standing_.save(update_fields=["chances"])
    said = page(client, event)
    assert "After round 3 luck alone could explain all differences" in said
    assert "could as well be" not in said


def test_a_round_that_is_being_played_shows_the_ranges_of_the_round_before(client: Client) -> None:
    event = after(3)
    work()
    store(event)
    play(the_table(published_round(event)), seed=5)
    refresh(event.pk)
    assert page(client, event).count("could as well be") == 8


def test_a_page_that_polls_gets_the_chances_when_they_come(client: Client) -> None:
    event = after(3)
    refresh(event.pk)
    newest = Standing.objects.filter(event=event).latest("version").version
    renewal = f"{reverse('standings_renew', args=[event.ref])}?version={newest}"
    assert client.get(renewal).status_code == 204
    work()
    forget()
    answer = client.get(renewal)
    assert answer.status_code == 200
    stamp = answer.content.decode().split("?version=")[1].split('"')[0]
    assert stamp == f"{newest}.{kept(event, 3).covers}"
    again = f"{reverse('standings_renew', args=[event.ref])}?version={stamp}"
    assert client.get(again).status_code == 204


def test_a_season_says_how_much_of_its_differences_would_be_there_again(client: Client) -> None:
    club, people = a_club(4)
    season = started(club, [played(club, people, seed=seed) for seed in (1, 2)])
    work()
    where = reverse("season", args=[season.ref])
    assert "After 2 evenings it is too early to tell how much of it is luck. It takes 3 evenings." in (
        client.get(where).content.decode()
    )
    add_evening(season, owner_of(club), played(club, people, seed=3))
    work()
    newest = standing(season)
    assert newest.chances is not None
    SeasonStanding.objects.filter(pk=newest.pk).update(
        chances={"tables": [{"low": 10, "middle": 30, "high": 50}]}
    )
    forget()
    said = client.get(where).content.decode()
    assert (
        "About 30 percent of these differences would be there again in another season (10 to 50 percent)."
        in said
    )


def test_paper_and_the_file_have_the_ranges_too(client: Client) -> None:
    event = after(3)
    work()
    entries = store(event)
    paper = " ".join(client.get(reverse("standings_to_print", args=[event.ref])).content.decode().split())
    assert "Could be" in paper
    assert ">1\N{EN DASH}5</td>" in paper
    assert "Much is luck." in paper
    file = b"".join(client.get(f"/api/v1/events/{event.slug}/exports/standings/").streaming_content)  # type: ignore[attr-defined]
    rows = {row["entry"]: row for row in map(json.loads, file.splitlines())}
    assert (rows[entries[0]]["range_first"], rows[entries[0]]["range_last"]) == (1, 5)


def test_a_file_leaves_out_what_cannot_be_told_and_changes_with_the_chances(client: Client) -> None:
    event = after(3)
    address = f"/api/v1/events/{event.slug}/exports/standings/"
    before = client.get(address)
    row = json.loads(b"".join(before.streaming_content).splitlines()[0])  # type: ignore[attr-defined]
    assert [row[name] for name in ("cards", "play", "range_first", "range_last")] == [None] * 4
    assert "Could be" not in client.get(reverse("standings_to_print", args=[event.ref])).content.decode()
    work()
    assert client.get(address).headers["ETag"] != before.headers["ETag"]
