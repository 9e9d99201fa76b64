"""What a forger would try with a document of an event: each is refused, at its place."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tests.builders import (
    another_document,
    enter,
    make_club,
    make_event,
    owner_of,
    play_round,
    published_round,
    the_table,
)
from tests.tournaments.evenings import EVENINGS, WITHOUT_LOTS, sent
from tournaments.core.rules.refusals import Refusal
from tournaments.desk.verbs.lifecycle import finish_event, start_event
from tournaments.draw.rules.certificate.explain import reason
from tournaments.draw.verbs.wishes import add_wishes
from tournaments.models import Event, Player
from tournaments.play.verbs import corrections
from tournaments.programs.documents.documents import document_of
from tournaments.programs.documents.imports import import_event
from tournaments.standings.verbs.adjustments import add_adjustment

pytestmark = pytest.mark.django_db

Document = dict[str, Any]


def certificate(document: Document, number: int = 0) -> dict[str, Any]:
    people: dict[str, Any] = document["rounds"][number]["certificate"]["people"]
    return people


def request_of(document: Document, number: int = 0) -> dict[str, Any]:
    people: dict[str, Any] = document["rounds"][number]["request"]["people"]
    return people


def table_of(document: Document, number: int = 0) -> dict[str, Any]:
    table: dict[str, Any] = document["rounds"][0]["tables"][number]
    return table


def put(row: Any, key: str | int, value: Any) -> None:
    row[key] = value


def add(row: Any, key: str | int, by: int = 1) -> None:
    row[key] += by


def first_twice(row: list[Any]) -> None:
    row[0] = row[1]


def swap(row: list[Any], key: str | None = None) -> None:
    """Let the first two, or a value of theirs, change places."""
    if key is None:
        row[0], row[1] = row[1], row[0]
    else:
        row[0][key], row[1][key] = row[1][key], row[0][key]


def acts(document: Document) -> list[dict[str, Any]]:
    game: list[dict[str, Any]] = table_of(document)["game"]
    return game


def deals(document: Document) -> list[dict[str, Any]]:
    return [act for act in acts(document) if act["act"] == "deal"]


def a_move(document: Document) -> dict[str, Any]:
    return next(act for act in acts(document) if act["act"] == "move")


def shares(document: Document, source: str = "") -> list[dict[str, Any]]:
    """The moves of leftovers from accounts whose names begin like this."""
    return [
        act for act in acts(document) if act.get("reason") == "leftover" and act["from"].startswith(source)
    ]


def not_shared(document: Document) -> None:
    while acts(document)[-1].get("reason") == "leftover":
        acts(document).pop()


def struck_result(document: Document) -> dict[str, Any]:
    results = [result for row in document["standings"][-1]["rows"] for result in row["results"]]
    return next(result for result in results if result["state"] == "struck")


DRAW, STAGE = "draw_disagrees", "stage_disagrees"
STANDING, AWARDS = "standing_disagrees", "awards_disagree"
PEOPLE = "/rounds/0/certificate/people"
REQUEST = "/rounds/0/request/people"
GAME = "/rounds/0/tables/0/game"
NOBODY = "00000000-0000-0000-0000-000000000000"
INVENTED = {"code": "final_table", "players": [], "times": 0, "numbers": {}}

FORGERIES: dict[str, list[tuple[Callable[[Document], object], str, str]]] = {
    "league": [
        (lambda d: put(certificate(d), "proved", not certificate(d)["proved"]), DRAW, f"{PEOPLE}/proved"),
        (lambda d: add(certificate(d, 2), "repeats", -1), DRAW, "/rounds/2/certificate/people/repeats"),
        (lambda d: put(certificate(d), "excellent", True), DRAW, f"{PEOPLE}/excellent"),
        (lambda d: certificate(d)["tables"].append(certificate(d)["tables"][0]), DRAW, f"{PEOPLE}/tables"),
        (
            lambda d: certificate(d)["tables"][0]["reasons"].insert(0, INVENTED),
            DRAW,
            f"{PEOPLE}/tables/0/reasons",
        ),
        (lambda d: put(certificate(d), "waiting", [d["players"][0]["id"]]), DRAW, f"{PEOPLE}/waiting"),
        (lambda d: swap(request_of(d, 1)["past"][0]), DRAW, "/rounds/1/request/people/past"),
        (lambda d: add(d["rounds"][0], "seed"), DRAW, f"{REQUEST}/seed"),
        (lambda d: request_of(d)["sizes"].append(4), DRAW, REQUEST),
        (lambda d: request_of(d)["names"].append(NOBODY), DRAW, f"{REQUEST}/names"),
        (lambda d: first_twice(d["rounds"][0]["ahead"]["people"][0][0]), DRAW, "/rounds/0/ahead/people/0"),
        (lambda d: put(d["rounds"][0]["ahead"], "bots", []), DRAW, "/rounds/0/ahead/bots"),
    ],
    "small": [
        (lambda d: add(d["stages"][1]["cut_report"], "entrants"), STAGE, "/stages/1/cut_report"),
        (lambda d: put(d["stages"][1]["cut_report"], "last_in", ""), STAGE, "/stages/1/cut_report"),
        (
            lambda d: put(d["stages"][0], "cut_report", d["stages"][1]["cut_report"]),
            STAGE,
            "/stages/0/cut_report",
        ),
        (lambda d: first_twice(d["stages"][1]["entrants"]), STAGE, "/stages/1/entrants"),
        (lambda d: put(a_move(d), "to", "seat 9999999"), "move_disagrees", f"{GAME}/0"),
        (
            lambda d: acts(d).append({**a_move(d), "from": "seat 0", "to": "seat 1"}),
            "document_malformed",
            f"{GAME}/",
        ),
        (
            lambda d: acts(d).insert(0, {**a_move(d), "from": "seat 0", "to": "bank", "reason": "return"}),
            "act_disagrees",
            f"{GAME}/0",
        ),
        (lambda d: add(shares(d)[-1], "chips"), "leftover_disagrees", f"{GAME}/"),
        (lambda d: add(shares(d, "seat")[0], "chips"), "leftover_disagrees", f"{GAME}/"),
        (not_shared, "leftover_disagrees", GAME),
        (lambda d: put(table_of(d), "deals_planned", 1), "deal_disagrees", f"{GAME}/"),
        (
            lambda d: put(table_of(d)["seats"], 0, table_of(d, 1)["seats"][0]),
            "seats_disagree",
            "/rounds/0/tables/1/seats",
        ),
        (lambda d: swap(d["rounds"], "number"), "round_disagrees", "/rounds/0/number"),
        (lambda d: swap(d["rounds"][1:], "stage"), "round_disagrees", "/rounds/2/stage"),
        (lambda d: d["wishes"][0]["players"].append(d["players"][4]["id"]), "wish_disagrees", "/wishes/0"),
        (lambda d: d["wishes"].append(d["wishes"][0]), "wish_disagrees", "/wishes/1"),
        (
            lambda d: put(d["players"][1], "name", d["players"][0]["name"].upper()),
            "entry_disagrees",
            "/players/1/name",
        ),
        (lambda d: put(d["players"][0], "name", "ann\u202eetteZ"), "document_malformed", "/players/0/name"),
        (lambda d: put(d["settings"], "rules", {"preset": "whist"}), "unknown_preset", "/settings/rules"),
        (lambda d: put(d["settings"], "size", 40), "number_out_of_range", "/settings/size"),
        (lambda d: put(d["adjustments"][0], "chips", 0), "chips_out_of_range", "/adjustments/0/chips"),
        (
            lambda d: put(d["adjustments"][0], "points", d["adjustments"][0].pop("chips")),
            "adjustment_in_chips",
            "/adjustments/0/points",
        ),
        (lambda d: add(deals(d)[0]["result"]["net"], 0), "result_disagrees", f"{GAME}/"),
        (lambda d: add(deals(d)[1]["document"]["chips"], 0), "chips_disagree", f"{GAME}/"),
        (lambda d: deals(d)[1]["document"]["actions"].pop(), "ends_too_early", f"{GAME}/"),
        (lambda d: put(deals(d)[1], "number", 3), "deal_disagrees", f"{GAME}/"),
        (lambda d: add(d["standings"][-1]["rows"][0], "score"), STANDING, "/standings/"),
        (lambda d: put(d["frozen_rules"], "leftover", "stay"), "rules_disagree", "/frozen_rules"),
        (lambda d: put(d, "finished_at", "0001-01-01T00:00:00+14:00"), "date_out_of_range", "/finished_at"),
        (lambda d: put(d["entries"][0], "number", True), "document_malformed", "/entries/0/number"),
    ],
    "varied": [
        (lambda d: put(d["awards"][0], "entries", d["awards"][1]["entries"]), AWARDS, "/awards"),
        (lambda d: put(d["awards"][1], "amounts", ["2000.00"]), AWARDS, "/awards"),
        (lambda d: put(d, "awards", []), AWARDS, "/awards"),
        (lambda d: put(d["entries"][0], "tags", ["junior", "Junior"]), "tags_disagree", "/entries/0/tags"),
        (
            lambda d: d["prizes"]["prizes"].append(d["prizes"]["prizes"][0]),
            "prize_twice",
            "/prizes/prizes/3/first",
        ),
        (lambda d: add(d["standings"][-1], "on_boards"), STANDING, "/standings/"),
        (lambda d: put(struck_result(d), "state", "counted"), STANDING, "/standings/"),
        (lambda d: put(d["settings"], "deals_per", "evening"), "deals_per_unknown", "/settings/deals_per"),
        (
            lambda d: put(d["rounds"][0], "deals_each", 2),
            "round_disagrees",
            "/rounds/0/tables/0/deals_planned",
        ),
        (
            lambda d: put(request_of(d, 1), "deals", [2, "seat"]),
            DRAW,
            "/rounds/1/request/people/deals",
        ),
        (
            lambda d: request_of(d, 1)["past_deals"][0].reverse(),
            DRAW,
            "/rounds/1/request/people/deals",
        ),
    ],
    "up and down": [
        (lambda d: put(d["standings"][0], "rows", d["standings"][-1]["rows"]), STANDING, "/standings/0"),
    ],
    "evening": [
        (
            lambda d: put(table_of(d, 1)["later"][0], "entry", table_of(d)["seats"][0]),
            "seats_disagree",
            "/rounds/0/tables/1/later/0",
        ),
        (
            lambda d: table_of(d, 1)["later"].append({**table_of(d, 1)["later"][0], "entry": None}),
            "seats_disagree",
            "/rounds/0/tables/1/later/2",
        ),
        (
            lambda d: table_of(d, 1)["later"].append({**table_of(d, 1)["later"][1], "from_deal": 4}),
            "seats_disagree",
            "/rounds/0/tables/1/later/2",
        ),
        (lambda d: request_of(d, 1)["scores"].pop(), DRAW, "/rounds/1/request/people/scores"),
        (
            lambda d: put(request_of(d, 1)["scores"], 0, "three"),
            "document_malformed",
            "/rounds/1/request/people/scores/0",
        ),
        (
            lambda d: certificate(d, 1)["tables"][0]["reasons"].append(reason("floats_up")),
            DRAW,
            "/rounds/1/certificate/people/tables/0/reasons",
        ),
    ],
}
"""For each kind of evening: what is forged, and the code and the place of the refusal."""


def small_evening() -> Event:
    """Leftovers that a correction takes back, a wish, an adjustment and a cut, in as few deals as can be."""
    event = make_event(
        rules={"preset": "pagat", "purse": "table", "leftover": "split"},
        deals_per_round=2,
        tie_breaks=WITHOUT_LOTS,
        stages=[{"format": "swiss", "rounds_planned": 2}, {"format": "final", "cut": 4, "rounds_planned": 1}],
    )
    enter(event, 8)
    boss = owner_of(event.club)
    event = start_event(event, boss)
    one, two = (entry for entry in event.entries.order_by("number")[:2])
    add_wishes(event.club, boss, "apart", [one.player_id, two.player_id], event=event, must=False)
    first = published_round(event)
    play_round(first)
    table = the_table(first)
    corrections.correct(table, boss, 2, another_document(table, 2), "misread", closed_too=True)
    add_adjustment(event, boss, one, "late", chips=-5)
    for _round in range(2):
        play_round(published_round(event))
    return finish_event(event, boss)


@pytest.mark.parametrize("kind", FORGERIES)
def test_a_forged_document_is_refused_at_the_place_of_the_forgery(
    kind: str, subtests: pytest.Subtests
) -> None:
    document = sent(document_of(small_evening() if kind == "small" else EVENINGS[kind]()))
    club = make_club()
    import_event(club, owner_of(club), document)
    before = Event.objects.count(), Player.objects.count()
    for forge, code, pointer in FORGERIES[kind]:
        with subtests.test(code, pointer=pointer):
            forged = copy.deepcopy(document)
            forge(forged)
            with pytest.raises(Refusal) as refused:
                import_event(club, owner_of(club), forged, again=True)
            [fault] = refused.value.extra["errors"]
            assert (fault["code"], fault["pointer"][: len(pointer) + 9]) == (code, f"/document{pointer}")
    assert (Event.objects.count(), Player.objects.count()) == before


def test_missing_figures_of_a_certificate_are_computed() -> None:
    document = sent(document_of(EVENINGS["league"]()))
    shortened = copy.deepcopy(document)
    for round_ in shortened["rounds"]:
        del round_["certificate"]["people"]["proved"], round_["certificate"]["people"]["tables"]
    club = make_club()
    again = sent(document_of(import_event(club, owner_of(club), shortened)))
    for was, now in zip(document["rounds"], again["rounds"], strict=True):
        for name in ("proved", "repeats", "bound"):
            assert now["certificate"]["people"][name] == was["certificate"]["people"][name]
