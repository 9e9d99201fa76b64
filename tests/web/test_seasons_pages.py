"""The pages of seasons: a club makes a season, reads its table, ends it, and starts the next one."""

from __future__ import annotations

import codecs
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.builders import make_club, make_event, make_member, owner_of, with_account, work
from tests.tournaments.seasons import (
    a_club,
    fresh,
    more_players,
    play_to_the_end,
    played,
    standing,
    started,
)
from tests.web.conftest import SignIn, client_of, press
from tournaments.clubs.verbs.players import add_player, edit_player
from tournaments.desk.verbs.lifecycle import finish_event, reopen_event
from tournaments.models import Absence, Club, Credit, Honour, LeagueClub, Player, Season
from tournaments.seasons.pages import table
from tournaments.seasons.verbs import ending, evenings, seasons
from tournaments.seasons.verbs.members import give_credit
from tournaments.seasons.verbs.tables import outcomes_of
from tournaments.standings.verbs.adjustments import add_adjustment
from tournaments.teams.verbs import leagues

pytestmark = pytest.mark.django_db


def page(browser: Client, name: str, *args: object, query: str = "") -> str:
    """The text of a page, with its blanks made single."""
    answer = browser.get(reverse(name, args=args) + query)
    assert answer.status_code == 200, answer.content.decode()
    return re.sub(r"\s+", " ", answer.content.decode())


def words(text: str) -> str:
    """The words of a page without its tags."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", text))


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
    form = page(browser, "new_season", club.slug)
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
    assert page(Client(), "season", season.slug).count('class="season-line"') == 4


def test_nothing_that_was_typed_is_dropped_when_a_season_starts(
    sign_in: SignIn, subtests: pytest.Subtests
) -> None:
    club, _people = a_club(1)
    browser = sign_in(club, "director")
    cases: list[tuple[dict[str, str], str, str]] = [
        ({"worth": "linear", "points": "10 8 6"}, "points", "There is a list of points, but"),
        ({"worth": "linear", "carry_points": "3 2"}, "final", "A switch is about the final, but"),
        (
            {"worth": "linear", "final": "4", "carry_points": "3 2"},
            "carry_points",
            "There is a list of points",
        ),
        (
            {"worth": "linear", "unexcused_points": "2"},
            "unexcused_points",
            "There are points for an absence (“Absence without an excuse”)",
        ),
        (
            {"worth": "linear", "planned": "8", "best": "9"},
            "best",
            "The switch “Best evenings that count” needs 9 evenings, but the season has 8.",
        ),
        (
            {"worth": "linear", "tie_0": "net", "tie_1": "net"},
            "tie_0",
            "The tie-break “net chips” is in the list twice.",
        ),
        ({"worth": "linear", "best": "3", "struck": "2"}, "struck", "Either the best evenings count, or"),
    ]
    for sent, field, sentence in cases:
        with subtests.test(f"{sent} {field}"):
            typed = {"name": "Winter", "visibility": "public", "start": "1", **sent}
            answer = browser.post(reverse("new_season", args=[club.slug]), typed)
            assert answer.status_code == 422
            (refused,) = answer.context["form"].errors[field]
            assert refused.startswith(sentence)
            assert Season.objects.count() == 0


def test_a_season_that_started_by_mistake_is_set_back_to_a_draft_and_removed(
    director: Client, club: Club
) -> None:
    season = started(club, [played(club, more_players(club, 4))])
    assert "Set back to a draft" in page(director, "manage_season", season.slug)
    assert "The season is a draft again." in press(director, "set_back_to_draft", season.slug)
    assert Client().get(reverse("season", args=[season.slug])).status_code == 404
    assert 'name="best"' in page(director, "season_settings", season.slug)
    press(director, "remove_season", season.slug)
    assert not Season.objects.exists()


def test_a_season_is_offered_for_download_only_when_all_its_evenings_are_over(
    director: Client, club: Club
) -> None:
    people = more_players(club, 4)
    over = started(club, [played(club, people)])
    waits = started(club, [played(club, people, seed=2), make_event(club, name="The last one")], name="Next")
    for season, is_offered in ((over, True), (waits, False)):
        address = reverse("download_season", args=[season.slug])
        shown = page(director, "manage_season", season.slug)
        assert (f'href="{address}"' in shown, "The last one is not over yet" in shown) == (
            is_offered,
            not is_offered,
        )
        assert director.get(address).status_code == (200 if is_offered else 409)


def test_parts_that_cancel_out_are_shown_and_whole_numbers_have_no_decimals() -> None:
    club, people = a_club(4)
    scheme = {"worth": "points", "points": [10, 8, 6.5, 5], "bonus": 2.5}
    season = started(club, [played(club, people)], scheme=scheme)
    first = standing(season).tables[0]["lines"][0]["player"]
    give_credit(season, owner_of(club), first, "-2.5", "late")
    work()
    shown = words(page(Client(), "season", season.slug))
    assert "Evenings that count 10 For coming 2.5 Credits \N{MINUS SIGN}2.5" in shown
    assert "Evenings that count 8 For coming 2.5" in shown
    assert re.search(r" 1 point behind \w+\.", shown), "10 and 9 are one point apart"
    assert ".0 point" not in shown


def test_strangers_get_the_table_of_now_after_a_correction_and_a_new_name() -> None:
    club, people = a_club(4)
    event = played(club, people)
    season = started(club, [event], scheme={"worth": "score"})
    before = page(Client(), "season", season.slug)
    event = reopen_event(event, owner_of(club), "wrong chips")
    last = event.entries.get(player=season.standings.latest("version").tables[0]["lines"][-1]["player"])
    add_adjustment(event, owner_of(club), last, "found chips", chips=5000)
    finish_event(event, owner_of(club))
    work()
    edit_player(Player.objects.get(pk=people[0]), owner_of(club), name="Anna", public_name="A. of B.")
    after = words(page(client_of(make_member(club).user), "season", season.slug))
    assert "A. of B." not in before
    assert "A. of B." in after
    assert "What moved" in after
    assert re.search(r"from place \d to place 1", after)


def test_the_last_evening_says_what_the_first_ones_need() -> None:
    club, people = a_club(4)
    events = [played(club, people, seed=1), make_event(club, name="The last one")]
    season = started(club, events, scheme={"worth": "points", "points": [10, 8, 6, 5], "planned": 2})
    shown = words(page(Client(), "season", season.slug))
    assert "What the first ten need to win" in shown
    assert "If The last one is the last evening, as long as the director changes nothing." in shown
    assert "What the first ten need" not in page(Client(), "season", started(club, events[:1], name="B").slug)


def test_a_director_notes_absences_and_gives_and_cancels_a_credit(director: Client, club: Club) -> None:
    people = more_players(club, 4)
    season = started(club, [played(club, people[:3])], enrols=False, players=people)
    evening, missing = season.evenings.get(), season.members.get(player_id=people[3])
    form = page(director, "absences", evening.pk)
    assert form.count("<select") == 1
    press(director, "absences", evening.pk, **{f"member-{missing.pk}": "organiser"})
    assert Absence.objects.get().reason == "organiser"
    press(director, "absences", evening.pk, **{f"member-{missing.pk}": ""})
    assert not Absence.objects.exists()
    shown = press(director, "season_credits", season.slug, player=people[0], points="2,5", reason="cake")
    assert Credit.objects.get().points == 2500
    assert "cake" in shown
    assert "cancelled" in press(director, "cancel_credit", Credit.objects.get().pk)
    assert "cake" not in page(Client(), "season", season.slug)


def test_who_was_missing_comes_first_and_one_press_excuses_all_of_them(director: Client, club: Club) -> None:
    people = more_players(club, 6)
    season = started(club, [played(club, people[:3])], enrols=False, players=people)
    evening, helper = season.evenings.get(), season.members.get(player_id=people[4])
    assert re.findall(r'for="absence-[^>]*><bdi>(\w)', page(director, "absences", evening.pk)) == list(
        "DEFABC"
    )
    menus = {f"member-{member.pk}": "" for member in season.members.filter(player_id__in=people[3:])}
    press(director, "absences", evening.pk, **menus | {f"member-{helper.pk}": "organiser"}, excuse="1")
    noted = dict(Absence.objects.values_list("member__player__name", "reason"))
    assert noted == {"Dora": "excused", "Emil": "organiser", "Fritz": "excused"}


def test_a_minimum_is_counted_in_deals(director: Client, club: Club) -> None:
    people = more_players(club, 4)
    nights = [
        played(club, people, seed=1),
        played(club, people[:3], seed=2),
        played(club, people[:3], seed=3),
    ]
    draft = seasons.create_season(club, owner_of(club), "Winter", events=nights)
    assert 'name="least_in"' in page(director, "season_settings", draft.slug)
    season = seasons.set_scheme(draft, owner_of(club), {"least_ranked": 2, "least_in": "deals"})
    season = seasons.start_season(season, owner_of(club))
    (table,) = standing(season).tables
    assert {line["player"] for line in table["lines"] if line["place"] is None} == {people[3]}
    shown = words(page(Client(), "season", season.slug))
    assert "No place yet: a place needs 2 deals." in shown
    assert "Deals that somebody needs for a place: 2." in words(page(Client(), "season_rules", season.slug))


def test_the_end_says_that_evenings_are_missing(director: Client, club: Club) -> None:
    people = more_players(club, 4)
    nights = [played(club, people, seed=seed) for seed in (1, 2)]
    early = started(club, nights, scheme={"planned": 6}, name="Early")
    whole = started(club, nights, scheme={"planned": 2}, name="Whole")
    assert "6 evenings were planned, and 2 are over." in page(director, "end_season", early.slug)
    assert "6 evenings were planned, and 2 are over." in press(director, "end_season", early.slug)
    assert "were planned" not in page(director, "end_season", whole.slug)
    assert "All evenings are over" not in page(director, "manage_season", early.slug)
    assert "All evenings are over" in page(director, "manage_season", whole.slug)


def test_the_end_shows_every_move_then_does_it_once(director: Client, club: Club) -> None:
    people = more_players(club, 8)
    season = seasons.create_season(club, owner_of(club), "Winter 2025/26", enrols=False)
    shown = press(
        director,
        "season_divisions",
        season.slug,
        **{"rows": "2", "row0-name": "First", "row0-down": "1", "row1-name": "Second", "row1-up": "1"},
    )
    assert "The divisions are saved." in shown
    first, second = season.divisions.all()
    for division, players in ((first, people[:4]), (second, people[4:])):
        press(
            director,
            "season_members",
            season.slug,
            players=players,
            division=str(division.pk),
            status="active",
            joined="1",
        )
    assert season.members.count() == 8
    evenings.add_evening(season, owner_of(club), played(club, people))
    press(director, "start_season", season.slug)
    assert "Whoever is below this line goes down" in page(Client(), "season", season.slug)
    assert "Whoever is above this line goes up" in page(Client(), "season_ladder", season.slug)
    end = reverse("end_season", args=[season.slug])
    leaving = str(season.members.filter(division=first)[0].player_id)
    preview = director.post(end, {"leaving": leaving}).content.decode()
    assert "goes up" in preview
    assert "Who leaves" in preview
    assert fresh(season).status == "running"
    digest = re.search(r'name="seen" value="(\w+)"', preview)
    assert digest
    # Something else than what was seen is not done.
    other = director.post(end, {"finish": "1", "seen": digest[1]})
    assert other.status_code == 422
    assert "Something has changed meanwhile." in other.content.decode()
    act = {"leaving": leaving, "finish": "1", "seen": digest[1], "next_name": "Winter 2026/27"}
    assert director.post(end, act).status_code == 302
    again = director.post(end, act)
    assert again.status_code == 422
    assert Honour.objects.count() == 8
    following = Season.objects.get(previous=season)
    assert (following.name, following.status, following.members.count()) == ("Winter 2026/27", "draft", 7)
    assert "goes up: First" in words(page(Client(), "season", season.slug))
    assert "Winter 2025/26" in page(Client(), "league", season.league_id)
    assert "Winter 2026/27" not in page(Client(), "league", season.league_id)
    assert "Winter 2026/27 is prepared" in page(director, "manage_season", season.slug)


def test_honours_stay_beside_the_corrected_table() -> None:
    club, people = a_club(4)
    event = played(club, people)
    season = started(club, [event], scheme={"worth": "score"})
    ending.end_season(season, owner_of(club))
    first = Honour.objects.get(place=1).member.player.public_name
    assert "A correction after the end has moved the table." not in page(Client(), "season", season.slug)
    event = reopen_event(event, owner_of(club), "wrong chips")
    last = Honour.objects.get(place=4).member.player
    add_adjustment(event, owner_of(club), event.entries.get(player=last), "found chips", chips=5000)
    finish_event(event, owner_of(club))
    work()
    browser = client_of(make_member(club).user)
    shown = words(page(browser, "season", season.slug))
    assert "A correction after the end has moved the table." in shown
    honours, now = shown.split("The table as it is counted now")
    assert honours.index(first) < honours.index(last.public_name)
    assert now.index(last.public_name) < now.index(first)
    assert "place 4 would become 1" in words(page(browser, "manage_season", season.slug))
    press(browser, "reopen_season", season.slug, reason="count it again")
    assert not Honour.objects.exists()


def test_a_rule_that_is_frozen_has_no_form(director: Client, club: Club) -> None:
    season = seasons.create_season(club, owner_of(club), "Winter")
    changed = {"worth": "linear", "best": "3", "planned": "5", "tie_0": "lots"}
    assert "the best 3 of 5" in press(director, "season_settings", season.slug, **changed)
    assert fresh(season).scheme["ties"] == ["lots"]
    press(director, "start_season", season.slug)
    assert 'name="best"' not in page(director, "season_settings", season.slug)
    late = director.post(reverse("season_settings", args=[season.slug]), changed | {"best": "4"})
    assert late.status_code == 422
    assert fresh(season).scheme["best"] == 3


def test_another_club_agrees_before_it_takes_part(sign_in: SignIn) -> None:
    club, people = a_club(4)
    season = started(club, [played(club, people)])
    guest = make_club("Poch Club Thun")
    asking, owner = sign_in(club, "director"), sign_in(guest, "owner")
    press(asking, "league_clubs", season.league_id, club=f"https://example.org/clubs/{guest.slug}/")
    part = LeagueClub.objects.get()
    assert not part.takes_part
    assert "asks this club to take part" in page(owner, "club_seasons", guest.slug)
    assert "asks this club" not in page(Client(), "club_seasons", guest.slug)
    assert "takes part in" in press(owner, "agree_to_league", part.pk)
    assert season.name in page(Client(), "club_seasons", guest.slug)
    press(owner, "leave_league", part.pk)
    assert season.name not in page(Client(), "club_seasons", guest.slug)


def test_a_club_that_takes_part_runs_its_own_part_of_the_season() -> None:
    club, people = a_club(4)
    season = started(club, [played(club, people, name="At home", visibility="private")])
    guest, guests = a_club(4)
    leagues.agree_to_league(leagues.ask_club(season.league, owner_of(club), guest), owner_of(guest))
    mine = played(guest, guests, name="Our evening")
    new = add_player(guest, owner_of(guest), "Nadia")
    browser = client_of(make_member(guest, "director").user)
    assert "Our part" in page(browser, "season", season.slug)
    form = page(browser, "manage_evenings", season.slug)
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
    form = page(browser, "season_members", season.slug)
    assert "Nadia" in form
    refused = browser.post(reverse("season_members", args=[season.slug]), {"players": [people[0]]})
    assert refused.status_code == 422
    shown = press(browser, "season_members", season.slug, players=[str(new.pk)], joined="9")
    member = season.members.get(player=new)
    assert (member.joined, member.player.club_id) == (1, guest.pk)
    assert "Nadia" in shown
    assert "Carl" not in words(shown).split("Add members")[0], "only their own people"
    assert "Save" not in page(browser, "season_member", member.pk)
    assert "has left the season" in press(browser, "withdraw_season_member", member.pk)
    assert "is no member any more" in press(browser, "remove_season_member", member.pk)
    assert "counts no more" in press(browser, "take_off_evening", evening.pk)
    assert not season.evenings.filter(event=mine).exists()


def test_the_final_of_a_season_gets_its_players_from_the_table(director: Client, club: Club) -> None:
    people = more_players(club, 5)
    scheme = {"worth": "points", "points": [10, 8, 6, 4, 2], "final": 3, "carry": "half"}
    season = started(club, [played(club, people)], scheme=scheme)
    final = evenings.add_evening(season, owner_of(club), make_event(club), kind="final")
    shown = words(page(director, "final", final.pk))
    assert "takes 5 points along" in shown
    order = [line["player"] for line in season.standings.latest("version").tables[0]["lines"]]
    press(director, "final", final.pk, members="1", here=[order[0], order[2], order[3]])
    assert {str(pk) for pk in final.event.entries.values_list("player", flat=True)} == {
        order[0],
        order[2],
        order[3],
    }


def test_a_table_says_that_the_final_made_its_order_wherever_it_is_shown() -> None:
    club, people = a_club(5)
    scheme = {"worth": "points", "points": [10, 8, 6, 4, 2], "final": 3}
    first = played(club, people)
    season = started(club, [first], scheme=scheme)
    assert words(page(Client(), "season", season.slug)).count("points behind") == 4
    last = make_event(club, rounds_planned=1, deals_per_round=1)
    evenings.add_evening(season, owner_of(club), last, kind="final")
    play_to_the_end(last, [line["player"] for line in standing(season).tables[0]["lines"][:3]])
    work()
    shown = words(page(Client(), "season", season.slug))
    assert shown.count("points behind") == 2, "the final placed three, not their points"
    assert shown.count("The final made this place.") == 3
    paper, frame = page(Client(), "season_to_print", season.slug), page(Client(), "embed_season", season.slug)
    for text in (shown, paper, frame, page(Client(), "projector_season", first.slug)):
        assert "Order after the final." in text


def test_the_table_on_paper_as_a_file_and_on_other_sites() -> None:
    club, people = a_club(4)
    events = [played(club, people, seed=seed) for seed in (1, 2)]
    season = started(club, events, scheme={"worth": "points", "points": [10, 8, 6, 4], "best": 1})
    paper = words(page(Client(), "season_to_print", season.slug))
    assert "Struck evenings are in brackets." in paper
    lines = download(season).splitlines()
    assert lines[0] == "Division,Place,Name,Points,Evenings,Evening 1,Evening 2"
    assert len(lines) == 5
    assert re.fullmatch(r',1,\w+,10,2,(10,"\d+, struck"|"\d+, struck",10)', lines[1])
    frame = Client().get(reverse("embed_season", args=[season.slug]))
    assert "frame-ancestors *" in frame.headers["Content-Security-Policy"]
    assert "<script" not in frame.content.decode()
    assert season.name in Client().get(reverse("projector_season", args=[events[0].slug])).content.decode()
    assert season.name in page(Client(), "standings", events[0].slug)
    assert season.name in page(Client(), "club", club.slug)


@pytest.mark.parametrize(
    ("language", "head", "numbers"),
    [
        ("en", "Division,Place,Name,Points,Evenings,Evening 1", {"7.5", "-4.125"}),
        ("de", "Staffel;Rang;Name;Punkte;Spieltage;Spieltag 1", {"7,5", "-4,125"}),
        ("fr", "Division;Rang;Nom;Points;Journ\u00e9es;Journ\u00e9e 1", {"7,5", "-4,125"}),
    ],
)
def test_the_file_opens_in_a_spreadsheet_of_the_readers_language(
    language: str, head: str, numbers: set[str]
) -> None:
    club, people = a_club(2)
    people.append(str(add_player(club, owner_of(club), "=HYPERLINK(1)").pk))
    scheme = {"worth": "points", "points": [7.5, 2, 1]}
    season = started(club, [played(club, people)], scheme=scheme)
    last = standing(season).tables[0]["lines"][-1]["player"]
    give_credit(season, owner_of(club), last, "-5.125", "late")
    standing(season)
    lines = download(season, language).splitlines()
    assert lines[0] == head
    cells = [re.split("[;,]", line) if language == "en" else line.split(";") for line in lines[1:]]
    assert numbers < {row[3] for row in cells}
    assert "'=HYPERLINK(1)" in {row[2] for row in cells}


def test_who_missed_an_evening_is_not_like_its_last_one_in_a_file() -> None:
    club, people = a_club(4)
    nights = [played(club, people[:3]), played(club, people)]
    season = started(club, nights, scheme={"worth": "linear"})
    rows = [row.split(",") for row in download(season).splitlines()[1:]]
    first = {name: points for _division, _place, name, _points, _attended, points, _second in rows}
    assert first.pop("Dora") == ""
    assert sorted(first.values()) == ["0", "1000", "500"]


def test_names_lead_to_persons_only_for_those_who_may_see_them(sign_in: SignIn) -> None:
    club, people = a_club(4)
    season = started(club, [played(club, people)])
    address = reverse("person", args=[people[0]])
    member = make_member(club, "scorer")
    browser = client_of(member.user)
    assert address not in page(Client(), "season", season.slug)
    assert address in page(browser, "season", season.slug)
    assert Client().get(address).status_code == 404
    for name in ("person", "person_evenings", "person_game", "person_opponents", "person_deals"):
        assert "Anna" in page(browser, name, people[0])
    assert season.name in page(browser, "person", people[0])
    with_account(Player.objects.get(pk=people[0]), member.user)
    press(browser, "set_person_visibility", people[0], visibility="public")
    assert Client().get(address).status_code == 200
    press(browser, "set_person_visibility", people[0], visibility="hidden")
    other = client_of(make_member(club).user)
    assert (Client().get(address).status_code, other.get(address).status_code) == (404, 404)
    assert address not in page(other, "season", season.slug)
    assert "Who may see these pages" in page(browser, "person", people[0])


def test_a_long_table_is_shown_in_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Any] = []

    def reading(line: Any) -> Any:
        read.append(line)
        return outcomes_of(line)

    monkeypatch.setattr(table, "outcomes_of", reading)
    club, people = a_club(55)
    season = seasons.create_season(club, owner_of(club), "Long", players=people)
    season = seasons.start_season(season, owner_of(club))
    shown = words(page(Client(), "season", season.slug))
    assert "Lines 1 to 50 of 55" in shown
    second = page(Client(), "season", season.slug, query="?division=1&page=2")
    assert second.count('class="season-line"') == 5
    assert "Lines 51 to 55 of 55" in words(second)
    assert len(read) == 55, "the evenings of other lines are not even read"


def test_somebody_is_found_by_name_in_a_long_table() -> None:
    club, people = a_club(55)
    season = seasons.create_season(club, owner_of(club), "Long", players=people)
    season = seasons.start_season(season, owner_of(club))
    assert 'name="name"' in page(Client(), "season", season.slug)
    found = page(Client(), "season", season.slug, query="?name=PERSON 54")
    assert found.count('class="season-line"') == 1
    assert "Person 54" in found
    nobody = page(Client(), "season", season.slug, query="?name=nobody")
    assert "Nobody on the list has this name." in nobody


def test_each_line_of_a_table_of_many_evenings_leads_to_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "NIGHTS_ON_LINE", 1)
    club, people = a_club(4)
    nights = [played(club, people, seed=seed, name=f"Night of {seed}") for seed in (1, 2)]
    season = started(club, nights)
    shown = page(Client(), "season", season.slug)
    query = f"?player={people[2]}"
    assert "Night of" not in shown
    assert f'href="{reverse("season", args=[season.slug])}{query}"' in shown
    own = page(Client(), "season", season.slug, query=query)
    assert own.count('class="season-line"') == 1
    assert all(name in own for name in ("Carl", "Night of 1", "Night of 2"))


def test_other_rules_are_laid_over_the_evenings(director: Client, club: Club) -> None:
    people = more_players(club, 4)
    nights = [played(club, people, seed=seed) for seed in (1, 2)]
    season = started(club, nights, scheme={"worth": "linear"})
    shown = words(press(director, "what_if", season.slug, worth="points", points="100 50 20 10"))
    assert "The table under these rules" in shown
    assert re.search(r"1 (Anna|Bert|Carl|Dora) \d{2,3} \d", shown)
    assert fresh(season).scheme["worth"] == "linear"


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


def test_the_records_of_a_club_lead_to_their_deals() -> None:
    club, people = a_club(4)
    open_event = played(club, people, seed=3)
    played(club, people, seed=4, visibility="private", name="Behind closed doors")
    shown = page(Client(), "records", club.slug)
    assert "Largest pots" in shown
    assert open_event.name in shown
    assert "Behind closed doors" not in shown
    deal = re.search(r"/tables/[0-9a-f-]+/deals/1/", shown)
    assert deal
    assert Client().get(deal[0]).status_code == 200
    assert "Behind closed doors" in page(client_of(make_member(club).user), "records", club.slug)
