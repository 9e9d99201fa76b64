"""A whole event goes out as a document and comes in elsewhere: nothing is lost, and nothing is believed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.builders import make_club, owner_of, play, play_round, published_round, refusal, running_event
from tests.tournaments.evenings import EVENINGS, WITHOUT_LOTS, plain, sent
from tournaments.core.rules.refusals import Refusal
from tournaments.desk.verbs import rounds
from tournaments.desk.verbs.lifecycle import finish_event
from tournaments.draw.verbs.draws import check_draw
from tournaments.models import Entry, Event, Transfer
from tournaments.programs.documents.documents import document_of
from tournaments.programs.documents.imports import import_event
from tournaments.standings.verbs import standings

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.mark.parametrize("kind", EVENINGS)
def test_out_and_in_and_out_again_is_the_same(kind: str) -> None:
    event = EVENINGS[kind]()
    document = sent(document_of(event))
    club = make_club()
    taken = import_event(club, owner_of(club), document)
    again = sent(document_of(taken))
    assert plain(again) == plain(document)
    assert (taken.status, taken.sign_up) == ("finished", "closed")
    moves = [
        list(
            Transfer.objects.filter(table__round__event=each)
            .order_by("pk")
            .values_list(
                "table__round__number", "table__number", "source__name", "target__name", "chips", "reason"
            )
        )
        for each in (event, taken)
    ]
    by_table = [sorted(moved, key=lambda row: row[:2]) for moved in moves]
    assert by_table[0] == by_table[1]
    assert standings.refresh(taken.pk).version == event.version
    drawn = [
        [
            (check["repeatable"], check["same"], check["by_hand"])
            for round_ in each.rounds.all()
            for check in check_draw(round_)
        ]
        for each in (event, taken)
    ]
    assert drawn[0] == drawn[1]
    assert any(same for _repeatable, same, _by_hand in drawn[0]), "its draws can be made again"


def test_where_ids_are_free_entries_keep_them_and_lots_fall_as_they_did() -> None:
    event = running_event(4, deals_per_round=1, rounds_planned=1)
    play_round(published_round(event))
    document = sent(document_of(finish_event(event, owner_of(event.club))))
    text = json.dumps(document)
    club = make_club()
    taken = import_event(club, owner_of(club), document)
    assert not {str(entry.pk) for entry in taken.entries.all()} & {row["id"] for row in document["entries"]}
    # As it would be elsewhere: with ids that nobody has here, lots are those of these ids, and are compared.
    for entry in document["entries"]:
        text = text.replace(entry["id"], entry["id"][:-4] + "beef")
    with refusal("standing_disagrees"):
        import_event(club, owner_of(club), json.loads(text), again=True)
    assert Entry.objects.filter(pk=document["entries"][0]["id"][:-4] + "beef").count() == 0


def test_beside_itself_an_event_has_other_ids_and_the_same_places_by_lots() -> None:
    event = running_event(8, deals_per_round=1, rounds_planned=1, tie_breaks=["lots"])
    round_ = published_round(event)
    for table in round_.tables.order_by("number"):
        play(table, seed=5)  # alike at both tables: seat by seat they are tied, and lots decide
    rounds.close_round(round_, owner_of(event.club))
    document = sent(document_of(finish_event(event, owner_of(event.club))))
    assert "lots" in {row["decided_by"] for row in document["standings"][-1]["rows"]}

    def places(event: Event) -> list[tuple[str, int]]:
        rows = event.standings.latest("version").rows
        names = {str(entry.pk): entry.player.name for entry in event.entries.select_related("player")}
        return [(names[row["entry"]], row["place"]) for row in rows]

    for _again in range(3):
        club = make_club()
        taken = import_event(club, owner_of(club), document)
        assert not set(taken.entries.values_list("pk")) & set(event.entries.values_list("pk"))
        assert places(taken) == places(event)


def finished() -> dict[str, Any]:
    event = running_event(4, deals_per_round=2, rounds_planned=1, tie_breaks=WITHOUT_LOTS)
    play_round(published_round(event))
    return sent(document_of(finish_event(event, owner_of(event.club))))


def test_spreads_come_with_the_document_and_must_fit_the_event() -> None:
    document = sent(document_of(EVENINGS["mixed"]()))
    club = make_club()
    assert import_event(club, owner_of(club), document).spreads == document["spreads"]
    for change in ({"spreads": None}, {"spreads": {"4": 5}}, {"spreads": {"3": 52_000, "4": 52_000}}):
        with refusal("spreads_disagree") as refused:
            import_event(club, owner_of(club), document | change, again=True)
        assert refused.value.extra["errors"][0]["pointer"] == "/document/spreads"
    undecided = document | {"settings": document["settings"] | {"scoring": "auto"}}
    with refusal("spreads_disagree"):
        import_event(club, owner_of(club), undecided, again=True)


def test_missing_and_nonsensical_values_are_refused_without_a_crash(subtests: pytest.Subtests) -> None:
    document, club = finished(), make_club()
    values: list[Any] = [None, 3, "x", [None], {"x": 1}, [[]], [{}], 2**70, "\u0000", "\ud800"]
    for key in ("name", "settings", "entries", "rounds", "standings", "seed", "players"):
        less = {name: document[name] for name in document if name != key}
        nonsense = [value for value in values if (key, value) not in (("name", "x"), ("seed", 3))]
        for forged in (less, *({**document, key: value} for value in nonsense)):
            with subtests.test(key, value=str(forged.get(key))[:20]), pytest.raises(Refusal):
                import_event(club, owner_of(club), forged)
