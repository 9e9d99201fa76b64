"""After a correction or an adjustment, directors learn which cuts would choose other players today."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import (
    another_document,
    boss,
    make_club,
    owner_of,
    play_round,
    published_round,
    running_event,
    the_table,
)
from tournaments.desk.verbs import seats, voiding
from tournaments.draw.verbs import draws
from tournaments.draw.verbs.entrants import changed_cuts
from tournaments.models import Entry, Event, Round, Seat, Stage
from tournaments.play.verbs import corrections
from tournaments.standings.verbs import adjustments, standings

pytestmark = pytest.mark.django_db

STAGES: list[dict[str, Any]] = [
    {"format": "swiss", "rounds_planned": 1, "deals_per_round": 1},
    {"format": "final", "cut": 4, "deals_per_round": 1},
]


def at_the_final(**fields: Any) -> tuple[Event, Round, Round]:
    """An event of 8 with its first round closed and its final published."""
    event = running_event(8, stages=STAGES, **fields)
    first = play_round(published_round(event))
    return event, first, published_round(event)


def outsiders(event: Event) -> list[Entry]:
    """The players who are not in the final, best first."""
    inside = Stage.objects.get(event=event, number=2).entrants or []
    rows = standings.compute(event)
    return [Entry.objects.get(pk=row["entry"]) for row in rows if row["entry"] not in inside]


def give(event: Event, entry: Entry, chips: int, round_: Round | None) -> Any:
    return adjustments.add_adjustment(
        event, boss(event), entry, "forgotten", chips=chips, played_round=round_
    )


def test_an_adjustment_of_an_earlier_round_that_would_have_changed_the_cut_is_named() -> None:
    event, first, final = at_the_final()
    outsider = outsiders(event)[-1]
    last = list(final.stage.entrants or ())[-1]
    given = give(event, outsider, 10_000, first)
    (changed,) = changed_cuts(event)
    assert (changed.stage.number, changed.into, changed.out) == (2, (str(outsider.pk),), (last,))
    adjustments.cancel_adjustment(given, boss(event))
    assert changed_cuts(event) == []


def test_what_is_given_during_the_final_changes_no_cut() -> None:
    event, _first, final = at_the_final()
    give(event, outsiders(event)[-1], 10_000, None)
    give(event, Seat.objects.filter(round=final)[0].entry, -10_000, final)
    assert changed_cuts(event) == []


def test_a_substitute_is_no_other_cut() -> None:
    event, first, final = at_the_final()
    out = Seat.objects.filter(round=final)[0].entry
    into = outsiders(event)[0]
    final = seats.substitute(final, boss(event), out, into, final.draw)
    give(event, outsiders(event)[-1], -3, first)
    assert changed_cuts(event) == []


def corrected(event: Event, first: Round) -> corrections.Correction:
    """A correction of the first round that changes the cut."""
    for seed in range(200):
        table = the_table(first, 1 + seed % 2)
        document = another_document(table, 1, seed=seed)
        preview = corrections.preview_correction(table, boss(event), 1, document, closed_too=True)
        if preview.cuts:
            return corrections.correct(table, boss(event), 1, document, "miscounted", closed_too=True)
    raise AssertionError("no correction of 200 changes the cut")


def test_a_correction_names_the_cuts_that_it_changes_and_they_are_made_anew() -> None:
    event, first, final = at_the_final()
    correction = corrected(event, first)
    (cut,) = correction.cuts
    assert set(cut.out) <= set(final.stage.entrants or ())
    draws.discard_draw(voiding.take_back_round(final, boss(event), "the cut was wrong"), boss(event))
    published_round(event)
    assert set(cut.into) <= set(Stage.objects.get(event=event, number=2).entrants or ())
    assert changed_cuts(event) == []


def test_a_banner_for_directors_says_who_would_be_in_and_out(client: Client) -> None:
    club = make_club()
    event, first, final = at_the_final(club=club)
    client.force_login(owner_of(club).user)  # type: ignore[arg-type]
    address = reverse("manage", args=[event.ref])
    assert "would be another one today" not in client.get(address).content.decode()
    outsider = outsiders(event)[-1]
    give(event, outsider, 10_000, first)
    page = client.get(address).content.decode()
    assert "The cut of “Final of 4” would be another one today" in page
    last = Entry.objects.get(pk=list(final.stage.entrants or ())[-1])
    assert f"In today: {outsider.player.name}. Out today: {last.player.name}." in page
    assert (
        "would be another one today" not in Client().get(reverse("event", args=[event.ref])).content.decode()
    )
