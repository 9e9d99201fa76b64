"""The pages of seasons: a club makes a season, reads its table, ends it, and starts the next one."""

from __future__ import annotations

import codecs
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.builders import make_club, make_event, make_member, owner_of, work
from tests.tournaments.seasons import (
    a_club,
    fresh,
    more_players,
    play_to_the_end,
    played,
    scores,
    standing,
    started,
)
from tests.web.conftest import SignIn, client_of, press, seen, words
from tournaments.clubs.verbs.people import add_player
from tournaments.desk.verbs.lifecycle import finish_event, reopen_event
from tournaments.models import Absence, Club, Credit, Honour, LeagueClub, Season
from tournaments.seasons.pages import table
from tournaments.seasons.verbs import ending, evenings, seasons
from tournaments.seasons.verbs.members import give_credit
from tournaments.seasons.verbs.tables import outcomes_of
from tournaments.standings.verbs.adjustments import add_adjustment
from tournaments.teams.verbs import leagues

pytestmark = pytest.mark.django_db


def download(season: Season, language: str = "en") -> str:
    """The table as CSV."""
    address = reverse("season_file", args=[season.slug])
    answer = Client().get(address, headers={"Accept-Language": language})
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    content = answer.getvalue()
    assert content.startswith(codecs.BOM_UTF8), "Excel reads UTF-8 only with it"
    return content.decode("utf-8-sig")


def test_a_club_has_its_table_after_one_form(sign_in: SignIn) -> None:
    club, people = a_club(4)
    events = [played(club, people, seed=seed) for seed in (1, 2, 3)]
    browser = sign_in(club, "director")
    form = seen(browser, "new_season", club.slug)
    assert all(event.name in form for event in events)
    assert "Only so many of the best evenings count." in form
    answer = browser.post(
        reverse("new_season", args=[club.slug]),
        {
            "name": "Winter 2026",
            "events": [str(event.pk) for event in events],
            "worth": "points",
            "points": "10 8 6 5",
            "best": "2",
            "visibility": "public",
            "enrols": "on",
            "tie_0": "evenings_won",
            "tie_1": "lots",
            "start": "1",
        },
        follow=True,
    )
    shown = answer.content.decode()
    season = Season.objects.get()
    assert (season.status, season.members.count()) == ("running", 4)
    assert season.scheme["points"] == [10, 8, 6, 5]
    assert "Anna" in shown
    assert ", struck" in words(shown)
    table_deal = re.search(r"/tables/[0-9a-f-]+/deals/1/", seen(Client(), "records", club.slug))
    assert table_deal is not None
    assert Client().get(table_deal[0]).status_code == 200, "the records of a club lead to their deals"
    assert seen(Client(), "season", season.slug).count('class="opened"') == 4


def test_parts_that_cancel_out_are_shown_and_whole_numbers_have_no_decimals() -> None:
    club, people = a_club(4)
    scheme = {"worth": "points", "points": [10, 8, 6.5, 5], "bonus": 2.5}
    season = started(club, [played(club, people)], scheme=scheme)
    first = standing(season).tables[0]["lines"][0]["player"]
    give_credit(season, owner_of(club), first, "-2.5", "late")
    work()
    shown = words(seen(Client(), "season", season.slug))
    assert "Evenings that count 10 For coming 2.5 Credits \N{MINUS SIGN}2.5" in shown
    assert "Evenings that count 8 For coming 2.5" in shown
    assert re.search(r" 1 point behind \w+\.", shown), "10 and 9 are one point apart"
    assert ".0 point" not in shown


def test_a_director_notes_absences_and_gives_and_cancels_a_credit(director: Client, club: Club) -> None:
    people = more_players(club, 6)
    season = started(club, [played(club, people[:3])], enrols=False, players=people)
    evening, missing = season.evenings.get(), season.members.get(player_id=people[3])
    shown = seen(director, "absences", evening.pk)
    assert re.findall(r'for="absence-[^>]*><bdi>(\w)', shown) == list("DEFABC"), "who was missing comes first"
    press(director, "absences", evening.pk, **{f"member-{missing.pk}": "excused"})
    assert Absence.objects.get().reason == "excused"
    press(director, "absences", evening.pk, **{f"member-{missing.pk}": ""})
    assert not Absence.objects.exists()
    helper, *others = (f"member-{member.pk}" for member in season.members.filter(player_id__in=people[3:]))
    press(director, "absences", evening.pk, **dict.fromkeys(others, ""), **{helper: "organiser"}, excuse="1")
    assert sorted(Absence.objects.values_list("reason", flat=True)) == ["excused", "excused", "organiser"]
    shown = press(director, "season_credits", season.slug, player=people[0], points="2,5", reason="cake")
    assert Credit.objects.get().points == 2500
    assert "cake" in shown
    assert "cancelled" in press(director, "cancel_credit", Credit.objects.get().pk)
    assert "cake" not in seen(Client(), "season", season.slug)


def test_a_club_that_takes_part_runs_its_own_part_of_the_season() -> None:
    club, people = a_club(4)
    season = started(club, [played(club, people, name="At home", visibility="private")])
    guest, guests = a_club(4)
    leagues.agree_to_league(leagues.ask_club(season.league, owner_of(club), guest), owner_of(guest))
    mine = played(guest, guests, name="Our evening")
    new = add_player(guest, owner_of(guest), "Nadia")
    browser = client_of(make_member(guest, "director").user)
    assert "Our part" in seen(browser, "season", season.slug)
    form = seen(browser, "manage_evenings", season.slug)
    assert "Our evening" in form
    assert "At home" not in form, "evenings of the other club are in the calendar alone"
    theirs = played(club, people, name="Another at home")
    refused = browser.post(reverse("manage_evenings", args=[season.slug]), {"events": [str(theirs.pk)]})
    assert refused.status_code == 422
    shown = press(browser, "manage_evenings", season.slug, events=[str(mine.pk)], kind="final")
    assert "1 evening is added." in shown
    evening = season.evenings.get(event=mine)
    assert evening.kind == "counting", "the club of the league says what it is for"
    for name in ("edit_evening", "absences", "final"):
        assert reverse(name, args=[evening.pk]) not in shown
    form = seen(browser, "season_members", season.slug)
    assert "Nadia" in form
    refused = browser.post(reverse("season_members", args=[season.slug]), {"players": [people[0]]})
    assert refused.status_code == 422
    shown = press(browser, "season_members", season.slug, players=[str(new.pk)], joined="9")
    member = season.members.get(player=new)
    assert (member.joined, member.player.club_id) == (1, guest.pk)
    assert "Nadia" in shown
    assert "Carl" not in words(shown).split("Add members")[0], "only their own people"
    assert "Save" not in seen(browser, "season_member", member.pk)
    assert "has left the season" in press(browser, "withdraw_season_member", member.pk)
    assert "is no member any more" in press(browser, "remove_season_member", member.pk)
    assert "counts no more" in press(browser, "take_off_evening", evening.pk)
    assert not season.evenings.filter(event=mine).exists()


def test_a_table_says_that_the_final_made_its_order_wherever_it_is_shown() -> None:
    club, people = a_club(5)
    scheme = {"worth": "points", "points": [10, 8, 6, 4, 2], "final": 3}
    first = played(club, people)
    season = started(club, [first], scheme=scheme)
    assert words(seen(Client(), "season", season.slug)).count("points behind") == 4
    last = make_event(club, rounds_planned=1, deals_per_round=1)
    evenings.add_evening(season, owner_of(club), last, kind="final")
    play_to_the_end(last, [line["player"] for line in standing(season).tables[0]["lines"][:3]])
    work()
    shown = words(seen(Client(), "season", season.slug))
    assert shown.count("points behind") == 2, "the final placed three, not their points"
    assert shown.count("The final made this place.") == 3
    paper, frame = seen(Client(), "season_to_print", season.slug), seen(Client(), "embed_season", season.slug)
    for text in (shown, paper, frame, seen(Client(), "projector_season", first.slug)):
        assert "Order after the final." in text


def test_the_table_on_paper_as_a_file_and_on_other_sites() -> None:
    club, people = a_club(4)
    events = [played(club, people, seed=seed) for seed in (1, 2)]
    season = started(club, events, scheme={"worth": "points", "points": [10, 8, 6, 4], "best": 1})
    paper = words(seen(Client(), "season_to_print", season.slug))
    assert "Struck evenings are in brackets." in paper
    lines = download(season).splitlines()
    assert lines[0] == "Division,Place,Name,Points,Evenings,Evening 1,Evening 2"
    assert len(lines) == 5
    assert re.fullmatch(r',1,\w+,10,2,(10,"\d+, struck"|"\d+, struck",10)', lines[1])
    frame = Client().get(reverse("embed_season", args=[season.slug]))
    assert "frame-ancestors *" in frame.headers["Content-Security-Policy"]
    assert "<script" not in frame.content.decode()
    assert season.name in seen(Client(), "projector_season", events[0].slug)
    assert season.name in seen(Client(), "standings", events[0].slug)
    assert season.name in seen(Client(), "club", club.slug)


def test_the_file_opens_in_a_spreadsheet_of_the_readers_language() -> None:
    club, people = a_club(2)
    people.append(str(add_player(club, owner_of(club), "=HYPERLINK(1)").pk))
    missing = str(add_player(club, owner_of(club), "Zoe").pk)
    scheme = {"worth": "points", "points": [7.5, 2, 1]}
    season = started(club, [played(club, people)], scheme=scheme, players=[missing])
    last = standing(season).tables[0]["lines"][2]["player"]
    give_credit(season, owner_of(club), last, "-5.125", "late")
    standing(season)
    for language, head, numbers in (
        ("en", "Division,Place,Name,Points,Evenings,Evening 1", {"7.5", "-4.125"}),
        ("de", "Staffel;Rang;Name;Punkte;Spieltage;Spieltag 1", {"7,5", "-4,125"}),
        ("fr", "Division;Rang;Nom;Points;Journ\u00e9es;Journ\u00e9e 1", {"7,5", "-4,125"}),
    ):
        lines = download(season, language).splitlines()
        assert lines[0] == head
        rows = [line.split("," if language == "en" else ";") for line in lines[1:]]
        assert numbers < {row[3] for row in rows}
        assert "'=HYPERLINK(1)" in {row[2] for row in rows}
        assert [row[5] for row in rows if row[2] == "Zoe"] == [""], "missed, and not like the last one"


def test_a_long_table_is_shown_in_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Any] = []

    def reading(line: Any) -> Any:
        read.append(line)
        return outcomes_of(line)

    monkeypatch.setattr(table, "outcomes_of", reading)
    club, people = a_club(55)
    season = seasons.create_season(club, owner_of(club), "Long", players=people)
    season = seasons.start_season(season, owner_of(club))
    shown = words(seen(Client(), "season", season.slug))
    assert "Lines 1 to 50 of 55" in shown
    second = seen(Client(), "season", season.slug, division=1, page=2)
    assert second.count('class="opened"') == 5
    assert "Lines 51 to 55 of 55" in words(second)
    assert len(read) == 55, "the evenings of other lines are not even read"
    by_name = {
        name: Client().get(reverse("season", args=[season.slug]), {"name": name}).content.decode()
        for name in ("PERSON 54", "nobody")
    }
    assert by_name["PERSON 54"].count('class="opened"') == 1
    assert "Person 54" in by_name["PERSON 54"]
    assert "Nobody on the list has this name." in by_name["nobody"]


def test_a_season_moves_to_another_club_as_one_document(
    director: Client, club: Club, sign_in: SignIn
) -> None:
    people = more_players(club, 4)
    season = started(club, [played(club, people, seed=seed) for seed in (1, 2)])
    file = director.get(reverse("download_season", args=[season.slug])).content
    other = make_club("Poch Club Thun")
    browser = sign_in(other, "director")
    address = reverse("bring_season", args=[other.slug])

    def send(content: bytes, **more: str) -> str:
        sent = {"file": SimpleUploadedFile("season.json", content), **more}
        return words(browser.post(address, sent, follow=True).content.decode())

    assert "is imported." in send(file)
    copy = Season.objects.exclude(pk=season.pk).get()
    lines = [each["score"] for each in copy.standings.latest("version").tables[0]["lines"]]
    assert lines == [each["score"] for each in season.standings.latest("version").tables[0]["lines"]]
    assert "This club has this season already" in send(file)
    assert "This file is not JSON" in send(b"{")
    assert "is imported." in send(file, again="on")


EQUAL: dict[str, Any] = {"worth": "points", "points": [0], "ties": ["play_off", "shared"]}


def test_everybody_reads_who_plays_and_a_director_notes_the_result(sign_in: SignIn) -> None:
    club, people = a_club(4)
    season = started(club, [played(club, people)], scheme=EQUAL)
    scores(season)
    shown = words(seen(Client(), "season", season.slug))
    assert "Anna, Bert, Carl and Dora share place 1. A play-off decides" in shown
    assert "A director of the league enters its result." in shown
    director, address = sign_in(club, "director"), reverse("season_play_offs", args=[season.slug])
    assert address in seen(director, "season", season.slug)
    missing = {f"result-{people[0]}": "many", f"result-{people[1]}": "2"}
    answer = director.post(address, missing, follow=True)
    assert "Give a whole number for each" in answer.content.decode()
    results = {f"result-{player}": str(number) for number, player in enumerate(people)}
    noted = director.post(address, results, follow=True).content.decode()
    assert "The result of the play-off is noted." in noted
    scores(season)
    assert "No play-off is open" in seen(director, "season_play_offs", season.slug)
    assert "A play-off decides" not in seen(Client(), "season", season.slug)
    removed = director.post(address, {"remove": "1"}, follow=True).content.decode()
    assert "does not count any more" in removed
    assert fresh(season).play_offs == []


def test_honours_stay_beside_the_corrected_table() -> None:
    club, people = a_club(4)
    event = played(club, people)
    season = started(club, [event], scheme={"worth": "score"})
    ending.end_season(season, owner_of(club))
    first = Honour.objects.get(place=1).member.player.public_name
    at_the_end = seen(Client(), "season", season.slug)
    assert f"<bdi>{first}</bdi>" in at_the_end.partition('class="winner"')[2].partition("</p>")[0]
    assert "A correction after the end has moved the table." not in at_the_end
    event = reopen_event(event, owner_of(club), "wrong chips")
    last = Honour.objects.get(place=4).member.player
    add_adjustment(event, owner_of(club), event.entries.get(player=last), "found chips", chips=5000)
    finish_event(event, owner_of(club))
    work()
    browser = client_of(make_member(club).user)
    shown = words(seen(browser, "season", season.slug))
    assert "A correction after the end has moved the table." in shown
    honours, now = shown.split("The table as it is counted now")
    assert honours.index(first) < honours.index(last.public_name)
    assert now.index(last.public_name) < now.index(first)
    assert "place 4 would become 1" in words(seen(browser, "manage_season", season.slug))
    press(browser, "reopen_season", season.slug, reason="count it again")
    assert not Honour.objects.exists()


def test_another_club_agrees_before_it_takes_part(sign_in: SignIn) -> None:
    club, people = a_club(4)
    season = started(club, [played(club, people)])
    guest = make_club("Poch Club Thun")
    asking, owner = sign_in(club, "director"), sign_in(guest, "owner")
    press(asking, "league_clubs", season.league_id, club=f"https://example.org/clubs/{guest.slug}/")
    part = LeagueClub.objects.get()
    assert not part.takes_part
    assert "asks this club to take part" in seen(owner, "club_seasons", guest.slug)
    assert "asks this club" not in seen(Client(), "club_seasons", guest.slug)
    assert "takes part in" in press(owner, "agree_to_league", part.pk)
    assert season.name in seen(Client(), "club_seasons", guest.slug)
    press(owner, "leave_league", part.pk)
    assert season.name not in seen(Client(), "club_seasons", guest.slug)
