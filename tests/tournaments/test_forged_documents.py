"""What a forger would try with a document of an event: each is refused, at its place."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tests.builders import make_club, owner_of
from tests.tournaments.evenings import EVENINGS, sent
from tournaments.errors import ServiceError
from tournaments.models import Event, Player
from tournaments.services.draw.checking import check_draw
from tournaments.services.exchange.documents import document_of
from tournaments.services.exchange.imports import import_event

pytestmark = pytest.mark.django_db

Document = dict[str, Any]


def certificate(document: Document, number: int = 0) -> dict[str, Any]:
    people: dict[str, Any] = document["rounds"][number]["certificate"]["people"]
    return people


def proved(document: Document) -> None:
    certificate(document)["proved"] = not certificate(document)["proved"]


def fewer_repeats(document: Document) -> None:
    certificate(document, 2)["repeats"] -= 1


def praised(document: Document) -> None:
    certificate(document)["excellent"] = True


def another_table(document: Document) -> None:
    certificate(document)["tables"].append(certificate(document)["tables"][0])


def invented_reason(document: Document) -> None:
    reasons = certificate(document)["tables"][0]["reasons"]
    reasons.insert(0, {"code": "final_table", "players": [], "times": 0, "numbers": {}})


def waiting_nobody(document: Document) -> None:
    certificate(document)["waiting"] = [document["players"][0]["id"]]


def other_past(document: Document) -> None:
    past = document["rounds"][1]["request"]["people"]["past"][0]
    past[0], past[1] = past[1], past[0]


def other_seed(document: Document) -> None:
    document["rounds"][0]["seed"] += 1


def asked_for_more(document: Document) -> None:
    document["rounds"][0]["request"]["people"]["sizes"].append(4)


def unheard_of_in_a_request(document: Document) -> None:
    document["rounds"][0]["request"]["people"]["names"].append("00000000-0000-0000-0000-000000000000")


def planned_twice(document: Document) -> None:
    table = document["rounds"][0]["ahead"]["people"][0][0]
    table[0] = table[1]


def bots_planned(document: Document) -> None:
    document["rounds"][0]["ahead"]["bots"] = []


def more_went_on(document: Document) -> None:
    document["stages"][1]["cut_report"]["entrants"] += 1


def nobody_was_last(document: Document) -> None:
    document["stages"][1]["cut_report"]["last_in"] = ""


def cut_where_none_was(document: Document) -> None:
    document["stages"][0]["cut_report"] = document["stages"][1]["cut_report"]


def twice_among_the_entrants(document: Document) -> None:
    document["stages"][1]["entrants"][0] = document["stages"][1]["entrants"][1]


def acts(document: Document) -> list[dict[str, Any]]:
    game: list[dict[str, Any]] = document["rounds"][0]["tables"][0]["game"]
    return game


def a_purse_without_end(document: Document) -> None:
    next(act for act in acts(document) if act["act"] == "move")["to"] = "seat 9999999"


def chips_for_nothing(document: Document) -> None:
    move = next(act for act in acts(document) if act["act"] == "move")
    acts(document).append({**move, "from": "seat 0", "to": "seat 1"})


def chips_that_are_not_there(document: Document) -> None:
    move = next(act for act in acts(document) if act["act"] == "move")
    acts(document).insert(0, {**move, "from": "seat 0", "to": "bank", "reason": "return"})


def shared_otherwise(document: Document) -> None:
    [*_others, share] = (act for act in acts(document) if act.get("reason") == "leftover")
    share["chips"] += 1


def taken_back_in_part(document: Document) -> None:
    back = next(
        act for act in acts(document) if act.get("reason") == "leftover" and act["from"][:4] == "seat"
    )
    back["chips"] += 1


def not_shared(document: Document) -> None:
    while acts(document)[-1].get("reason") == "leftover":
        acts(document).pop()


def one_deal_too_many(document: Document) -> None:
    document["rounds"][0]["tables"][0]["deals_planned"] = 1


def sat_at_two_tables(document: Document) -> None:
    first, second = document["rounds"][0]["tables"][:2]
    first["seats"][0] = second["seats"][0]


def swapped_rounds(document: Document) -> None:
    document["rounds"][0]["number"], document["rounds"][1]["number"] = 2, 1


def back_to_the_first_stage(document: Document) -> None:
    document["rounds"][2]["stage"], document["rounds"][1]["stage"] = 1, 2


def a_wish_of_three(document: Document) -> None:
    document["wishes"][0]["players"].append(document["players"][4]["id"])


def a_wish_twice(document: Document) -> None:
    document["wishes"].append(document["wishes"][0])


def two_of_one_name(document: Document) -> None:
    document["players"][1]["name"] = document["players"][0]["name"].upper()


def turned_letters(document: Document) -> None:
    document["players"][0]["name"] = "ann\u202eetteZ"


def another_preset(document: Document) -> None:
    document["settings"]["rules"] = {"preset": "whist"}


def not_a_size(document: Document) -> None:
    document["settings"]["size"] = 40


def an_adjustment_of_nothing(document: Document) -> None:
    document["adjustments"][0]["chips"] = 0


def an_adjustment_in_the_other_unit(document: Document) -> None:
    adjustment = document["adjustments"][0]
    adjustment["points"] = adjustment.pop("chips")


def long_ago(document: Document) -> None:
    document["finished_at"] = "0001-01-01T00:00:00+14:00"


def true_is_not_one(document: Document) -> None:
    document["entries"][0]["number"] = True


FORGERIES: list[tuple[str, Callable[[Document], None], str, str]] = [
    ("league", proved, "draw_disagrees", "/rounds/0/certificate/people/proved"),
    ("league", fewer_repeats, "draw_disagrees", "/rounds/2/certificate/people/repeats"),
    ("league", praised, "draw_disagrees", "/rounds/0/certificate/people/excellent"),
    ("league", another_table, "draw_disagrees", "/rounds/0/certificate/people/tables"),
    ("league", invented_reason, "draw_disagrees", "/rounds/0/certificate/people/tables/0/reasons"),
    ("league", waiting_nobody, "draw_disagrees", "/rounds/0/certificate/people/waiting"),
    ("league", other_past, "draw_disagrees", "/rounds/1/request/people/past"),
    ("league", other_seed, "draw_disagrees", "/rounds/0/request/people/seed"),
    ("league", asked_for_more, "draw_disagrees", "/rounds/0/request/people"),
    ("league", unheard_of_in_a_request, "draw_disagrees", "/rounds/0/request/people/names"),
    ("league", planned_twice, "draw_disagrees", "/rounds/0/ahead/people/0"),
    ("league", bots_planned, "draw_disagrees", "/rounds/0/ahead/bots"),
    ("evening", more_went_on, "stage_disagrees", "/stages/1/cut_report"),
    ("evening", nobody_was_last, "stage_disagrees", "/stages/1/cut_report"),
    ("evening", cut_where_none_was, "stage_disagrees", "/stages/0/cut_report"),
    ("evening", twice_among_the_entrants, "stage_disagrees", "/stages/1/entrants"),
    ("evening", a_purse_without_end, "move_disagrees", "/rounds/0/tables/0/game/0"),
    ("evening", chips_for_nothing, "document_malformed", "/rounds/0/tables/0/game/"),
    ("evening", chips_that_are_not_there, "act_disagrees", "/rounds/0/tables/0/game/0"),
    ("evening", shared_otherwise, "leftover_disagrees", "/rounds/0/tables/0/game/"),
    ("evening", taken_back_in_part, "leftover_disagrees", "/rounds/0/tables/0/game/"),
    ("evening", not_shared, "leftover_disagrees", "/rounds/0/tables/0/game"),
    ("evening", one_deal_too_many, "deal_disagrees", "/rounds/0/tables/0/game/"),
    ("evening", sat_at_two_tables, "seats_disagree", "/rounds/0/tables/1/seats"),
    ("evening", swapped_rounds, "round_disagrees", "/rounds/0/number"),
    ("evening", back_to_the_first_stage, "round_disagrees", "/rounds/2/stage"),
    ("evening", a_wish_of_three, "wish_disagrees", "/wishes/0"),
    ("evening", a_wish_twice, "wish_disagrees", "/wishes/1"),
    ("evening", two_of_one_name, "entry_disagrees", "/players/1/name"),
    ("evening", turned_letters, "document_malformed", "/players/0/name"),
    ("evening", another_preset, "unknown_preset", "/settings/rules"),
    ("evening", not_a_size, "number_out_of_range", "/settings/size"),
    ("evening", an_adjustment_of_nothing, "chips_out_of_range", "/adjustments/0/chips"),
    ("evening", an_adjustment_in_the_other_unit, "adjustment_in_chips", "/adjustments/0/points"),
    ("evening", long_ago, "document_malformed", "/finished_at"),
    ("evening", true_is_not_one, "document_malformed", "/entries/0/number"),
]


@pytest.mark.parametrize("kind", ["evening", "league"])
def test_a_forged_document_is_refused_at_the_place_of_the_forgery(kind: str) -> None:
    document = sent(document_of(EVENINGS[kind]()))
    club = make_club()
    import_event(club, owner_of(club), document)
    before = Event.objects.count(), Player.objects.count()
    wrong = {}
    for forged_kind, forge, code, pointer in FORGERIES:
        if forged_kind == kind:
            forged = copy.deepcopy(document)
            forge(forged)
            with pytest.raises(ServiceError) as refused:
                import_event(club, owner_of(club), forged, again=True)
            [fault] = refused.value.extra["errors"]
            if fault["code"] != code or not fault["pointer"].startswith(f"/document{pointer}"):
                wrong[forge.__name__] = fault
    assert wrong == {}
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


@pytest.mark.parametrize("kind", EVENINGS)
def test_the_draws_of_an_imported_event_can_be_made_again(kind: str) -> None:
    event = EVENINGS[kind]()
    club = make_club()
    taken = import_event(club, owner_of(club), sent(document_of(event)))
    checked = [
        [
            (check.repeatable, check.same, check.by_hand)
            for round_ in checked_event.rounds.all()
            for check in check_draw(round_)
        ]
        for checked_event in (event, taken)
    ]
    assert checked[0] == checked[1]
    assert any(same for _repeatable, same, _by_hand in checked[0])
