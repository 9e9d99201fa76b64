"""The invitation of an event: its checks, its text in Markdown, and its place in documents."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import Any

import pytest
from django.template.loader import render_to_string

from tests.builders import make_club, make_event, owner_of, play_round, published_round, running_event
from tests.tournaments.evenings import sent
from tournaments.core.rules.refusals import Invalid
from tournaments.core.words.words import html_of
from tournaments.desk.verbs.lifecycle import edit_event, finish_event
from tournaments.programs.documents.documents import document_of
from tournaments.programs.documents.imports import import_event

pytestmark = pytest.mark.django_db

INVITATION: dict[str, Any] = {
    "starts_on": date(2026, 10, 31),
    "starts_at": time(19, 30),
    "place": "Café Central",
    "about": "Bring **change**.\n\n- and cards",
    "price": 1250,
    "capacity": 18,
}


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"starts_at": time(19, 30)}, "hour_without_day", "starts_on"),
        ({"price": -1}, "price_out_of_range", "price"),
        ({"price": 10**13 + 1}, "price_out_of_range", "price"),
        ({"price": "8"}, "price_out_of_range", "price"),
        ({"capacity": 1}, "number_out_of_range", "capacity"),
        ({"capacity": 10_001}, "number_out_of_range", "capacity"),
        ({"capacity": True}, "number_out_of_range", "capacity"),
        ({"sign_up": "perhaps"}, "sign_up_unknown", "sign_up"),
        ({"place": "x" * 201}, "text_too_long", "place"),
        ({"about": "x" * 10_001}, "text_too_long", "about"),
    ],
)
def test_a_bad_invitation_is_refused_with_its_field(fields: dict[str, Any], code: str, field: str) -> None:
    event = make_event()
    with pytest.raises(Invalid) as refused:
        edit_event(event, owner_of(event.club), **fields)
    assert (refused.value.code, refused.value.field) == (code, field)


def test_invisible_characters_leave_the_texts() -> None:
    event = make_event()
    edited = edit_event(
        event, owner_of(event.club), place=" Café\u202e  Central\t", about="one \r\n\u200btwo\n\n"
    )
    assert (edited.place, edited.about) == ("Café Central", "one\ntwo")


def test_the_text_is_markdown_without_anything_that_acts() -> None:
    html = html_of(
        "# Come\n\n**bold** <script>alert(1)</script> [a](javascript:alert(1)) [b](https://example.org/)\n\n"
        "![picture](https://example.org/x.png)"
    )
    assert "<h3>Come</h3>" in html
    assert "<strong>bold</strong>" in html
    assert '<a href="https://example.org/" rel="nofollow noopener noreferrer">b</a>' in html
    assert not any(bad in html for bad in ("<script", "<img", 'href="javascript'))


def test_the_invitation_is_shown_with_the_currency_of_the_prizes() -> None:
    event = make_event(**INVITATION)
    event.prizes = {"currency": "EUR", "one_each": True, "prizes": []}
    shown = render_to_string("events/invitation.html", {"event": event})
    assert "12.50\N{NO-BREAK SPACE}EUR" in shown
    assert "7:30" in shown
    assert not render_to_string("events/invitation.html", {"event": make_event()}).strip()


def test_a_document_has_the_invitation_but_not_the_sign_up() -> None:
    event = running_event(
        4, deals_per_round=1, rounds_planned=1, sign_up="open", sign_up_until=datetime.now(UTC), **INVITATION
    )
    play_round(published_round(event))
    document = sent(document_of(finish_event(event, owner_of(event.club))))
    assert not {"sign_up", "sign_up_until"} & set(document["settings"])
    club = make_club()
    again = import_event(club, owner_of(club), document)
    assert {name: getattr(again, name) for name in INVITATION} == INVITATION
    assert again.sign_up == "closed"
