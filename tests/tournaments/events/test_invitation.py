"""The invitation of an event: its checks, its text in Markdown, and its place in documents."""

from __future__ import annotations

from datetime import time
from typing import Any

import pytest

from tests.builders import make_event, owner_of
from tournaments.core.rules.refusals import Invalid
from tournaments.core.words.words import html_of
from tournaments.desk.verbs.lifecycle import edit_event

pytestmark = pytest.mark.django_db


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


def test_the_text_is_markdown_without_anything_that_acts() -> None:
    html = html_of(
        "# Come\n\n**bold** <script>alert(1)</script> [a](javascript:alert(1)) [b](https://example.org/)\n\n"
        "![picture](https://example.org/x.png)"
    )
    assert "<h3>Come</h3>" in html
    assert "<strong>bold</strong>" in html
    assert '<a href="https://example.org/" rel="nofollow noopener noreferrer">b</a>' in html
    assert not any(bad in html for bad in ("<script", "<img", 'href="javascript'))
