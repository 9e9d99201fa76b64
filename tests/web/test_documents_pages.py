"""Pages by which a finished event is taken away and brought elsewhere, as files."""

from __future__ import annotations

import codecs
import json
import re
from datetime import timedelta
from html import unescape
from itertools import product
from typing import Any

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.api.reading import answers, text_of
from tests.builders import make_club, make_member
from tests.tournaments.evenings import EVENINGS, evening, league, sent
from tests.web.conftest import client_of, seen
from tournaments.models import Club, Event, Player
from tournaments.programs.documents import forms
from tournaments.programs.documents.documents import document_of

pytestmark = pytest.mark.django_db


DOWNLOADS = "/events/%s/manage/download/"


def director(club: Club) -> Client:
    return client_of(make_member(club, "director").user)


def upload(browser: Client, club: Club, text: bytes) -> Any:
    file = SimpleUploadedFile("event.json", text, "application/json")
    return browser.post(reverse("bring_event", args=[club.slug]), {"file": file})


def wrong(answer: Any) -> str:
    """What stands beside the field."""
    assert answer.status_code == 422
    match = re.search(r'<div class="wrong" role="alert">(.*?)</div>', answer.content.decode(), re.DOTALL)
    assert match is not None
    return unescape(re.sub(r"<[^>]*>", "", match.group(1))).strip()


def confirm(browser: Client, club: Club, preview: Any) -> Any:
    """Press the button of the page that shows what would come."""
    form = dict(re.findall(r'<input type="hidden" name="(step|packed)" value="([^"]*)">', preview))
    assert form.keys() == {"step", "packed"}
    return browser.post(reverse("bring_event", args=[club.slug]), form, follow=True)


def test_an_event_is_downloaded_here_and_imported_there() -> None:
    event = evening()
    page = director(event.club).get(reverse("paper", args=[event.ref])).content.decode()
    address = reverse("download_event", args=[event.ref])
    assert f'href="{address}"' in page
    got = director(event.club).get(address)
    assert got.headers["Content-Disposition"] == f'attachment; filename="{event.slug}.json"'
    club = make_club()
    browser = director(club)
    assert reverse("bring_event", args=[club.slug]) in seen(browser, "club_more", club.slug)
    before = Event.objects.count(), Player.objects.count()
    shown = upload(browser, club, got.content)
    assert shown.status_code == 200
    page = text_of(shown)
    assert event.name in page
    assert re.search(r"· 3 rounds · \d+ deals Seen by", page)
    assert "Players already here nobody New players Player" in page
    assert (Event.objects.count(), Player.objects.count()) == before
    done = confirm(browser, club, shown.content.decode())
    assert done.status_code == 200
    assert "is imported." in done.content.decode()
    taken = Event.objects.get(club=club)
    assert taken.status == "finished"
    assert done.redirect_chain[-1][0] == reverse("manage", args=[taken.ref])


def test_an_invalid_document_is_refused_beside_the_field(subtests: pytest.Subtests) -> None:
    club = make_club()
    cases: list[tuple[bytes, str]] = [
        (b"", "This file is empty. Choose another one."),
        (b"{", "This file is not JSON"),
        (b"[1, 2]", "This file is not the document of an event."),
        (b"\xff\xfe", "This file is not JSON"),
        (b'{"format": "poch-event/1"}', "“name” is missing. (At / in the file.)"),
        (b'{"document": {"format": "poch-deal/1"}}', "“name” is missing. (At / in the file.)"),
        (b"[" * 100_000, "This file is not JSON"),
    ]
    for text, sentence in cases:
        with subtests.test(f"{text!r:.40}"):
            assert sentence in wrong(upload(director(club), club, text))
            assert not Event.objects.exists()


def test_the_refusal_of_a_contradictory_document_names_the_place() -> None:
    document = sent(document_of(evening()))
    document["standings"][-1]["rows"][0]["score"] += 1
    club = make_club()
    message = wrong(upload(director(club), club, json.dumps(document).encode()))
    assert message.endswith(f"(At /standings/{len(document['standings']) - 1} in the file.)")
    assert not Event.objects.filter(club=club).exists()


def test_a_file_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    club, event = make_club(), league()
    wrapped = json.dumps({"event": str(event.pk), "document": document_of(event)}).encode()
    assert upload(director(club), club, wrapped).status_code == 200, "as the API wraps it"
    bomb = forms.packed({"x": "0" * 4_000_000})
    monkeypatch.setattr(forms, "LARGEST", 1024 * 1024)
    assert len(forms.unpacked(bomb)) == forms.LARGEST + 1
    large = b'{"format": "' + b"x" * 1024 * 1024 + b'"}'
    assert wrong(upload(director(club), club, large)) == "A document can have at most 1 MB."
    monkeypatch.setattr(forms, "LARGEST_PACKED", 100)
    sentence = "This event is too large for this page. Import it with the API."
    assert wrong(upload(director(club), club, wrapped)) == sentence


def test_rows_are_downloaded_as_the_api_tells_them(subtests: pytest.Subtests) -> None:
    event = evening()
    browser = director(event.club)
    page = seen(browser, "paper", event.ref)
    for kind, form in product(("deals", "ledger", "standings"), ("csv", "ndjson")):
        with subtests.test(f"{kind} {form}"):
            address = reverse("download_rows", args=[event.ref, kind, form])
            assert f'href="{address}"' in page
            got = browser.get(address)
            assert got.headers["Content-Disposition"] == f'attachment; filename="{event.slug}-{kind}.{form}"'
            expected = browser.get(f"/api/v1/events/{event.slug}/exports/{kind}/?format={form}")
            mark = codecs.BOM_UTF8 if form == "csv" else b""
            assert got.getvalue() == mark + expected.getvalue()
    for kind, form in (("secrets", "csv"), ("deals", "xlsx")):
        assert browser.get(reverse("download_rows", args=[event.ref, kind, form])).status_code == 404


@pytest.mark.parametrize("kind", ["evening", pytest.param("league", marks=pytest.mark.nightly)])
def test_every_page_of_an_imported_event_says_what_the_first_one_says(kind: str) -> None:
    event = EVENINGS[kind]()
    club = make_club()
    browser = director(club)
    assert confirm(
        browser, club, upload(browser, club, json.dumps(document_of(event)).encode()).content.decode()
    )
    taken = Event.objects.get(club=club)
    all_pages = []
    # The pages say how long ago things were. So both are read at one moment, at which everything was an hour
    # ago: a document leaves out microseconds, and "a minute ago" begins at 60 seconds.
    with time_machine.travel(timezone.now() + timedelta(minutes=90), tick=False):
        for read_event, reader in ((event, director(event.club)), (taken, browser)):
            # The log stays where things were done; a file is no page.
            elsewhere = (
                "/clubs/",
                "/players/",
                reverse("event_log", args=[read_event.ref]),
                DOWNLOADS % read_event.ref,
            )
            pages = [
                text_of(answer)
                for address, answer in answers(read_event, reader)
                if not address.startswith(elsewhere) and "text/html" in answer.headers["Content-Type"]
            ]
            # Who gave an adjustment is the account of somebody here, or of somebody there.
            all_pages.append(
                [
                    re.sub(r"user \d+", "somebody", page.replace(read_event.club.name, "the club"))
                    for page in pages
                ]
            )
    assert [(first, second) for first, second in zip(*all_pages, strict=True) if first != second] == []
    assert sum(map(bool, all_pages[0])) > 25
