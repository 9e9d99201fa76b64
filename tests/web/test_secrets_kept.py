"""Secrets that pass through the program are in no table, no log, no task and no backup."""

from __future__ import annotations

import json
import logging
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.test import Client
from django.urls import reverse

from pochleague import backups
from pochleague.logs import LineFormatter
from tests.api.client import Client as Program
from tests.builders import PASSWORD, a_table, make_key, make_member, owner_of, work
from tests.web.conftest import client_of
from tests.web.test_club_pages import link_of
from tournaments.models import Role

CANARY = "canary-of-a-pass-phrase"
"""A part of all passwords here."""

pytestmark = pytest.mark.django_db(transaction=True)


def secrets_that_pass(guest: Client) -> dict[str, str]:
    """Use every door that takes or shows a secret, right and wrong, and return the secrets."""
    table = a_table()
    club = table.round.event.club
    owner = owner_of(club).user
    assert owner is not None
    browser, program = client_of(owner), Program(key := make_key(club, "owner"))
    secrets = {"key": key, "session": browser.cookies[settings.SESSION_COOKIE_NAME].value}

    def made(page: str, arg: object, **form: Any) -> str:
        return link_of(browser.post(reverse(page, args=[arg]), form).content.decode())

    secrets["key of a page"] = made("keys", club.slug, name="mine", scopes=["read"], lasts="30")
    cards = f"/events/{table.round.event.slug}/cards/"
    [card] = program.send("POST", cards, {}, **{"Idempotency-Key": "once"}).json()["cards"]
    secrets |= {"card": card["secret"], "pin": card["pin"]}
    guest.post(reverse("enter_table"), {"secret": card["secret"]})
    secrets["cookie of a phone"] = guest.cookies[settings.TABLE_COOKIE_NAME].value
    path = f"/tables/{table.pk}/session/"
    secrets["token"] = Program().send("POST", path, {"secret": card["secret"]}).json()["token"]
    hook = {"url": "https://example.org/"}
    hooks = f"/clubs/{club.slug}/webhooks/"
    added = program.send("POST", hooks, hook, **{"Idempotency-Key": "one"}).json()
    rotated = program.send("POST", f"/webhooks/{added['id']}/rotate/", {}).json()
    secrets |= {"webhook": added["secret"][6:], "rotated": rotated["secret"][6:]}
    program.send("POST", f"/webhooks/{added['id']}/test/", {})

    invitation = made("members", club.slug, role="scorer")
    # A refused form is logged with its address.
    assert guest.post(invitation, {"username": "jo", "password": "short"}).status_code == 422
    assert guest.post(invitation, {"username": "jo", "password": f"{CANARY} 1"}).status_code == 302
    secrets["invitation"] = invitation.split("/")[-2]
    reset = made("make_reset_link", make_member(club, Role.SCORER).pk)
    secrets["reset"] = reset.split("/")[-2]
    form = guest.get(reset, follow=True).request["PATH_INFO"]
    new = {"new_password1": f"{CANARY} 2", "new_password2": f"{CANARY} 2"}
    assert guest.post(form, new).status_code == 302
    for password in (f"{CANARY} 1", f"{CANARY} wrong"):
        guest.post(reverse("sign_in"), {"username": "jo", "password": password})
    new = {"new_password1": f"{CANARY} 3", "new_password2": f"{CANARY} 3"}
    browser.post(reverse("change_password"), {"old_password": PASSWORD, **new})
    Program(f"{key}x").get("/clubs/")
    Program().send("POST", path, {"pin": f"{(int(card['pin']) + 1) % 10**6:06}"})
    work()
    return secrets | {"password": CANARY}


def everything_stored() -> str:
    """Return all rows of all tables as text, without the sessions of signed-in users."""
    return "\n".join(
        json.dumps(row, default=str)
        for model in apps.get_models()
        if model._meta.label != "sessions.Session"
        for row in model._base_manager.values_list()
    )


def test_no_secret_is_stored_logged_or_in_a_backup(
    client: Client, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.handler.setFormatter(LineFormatter())
    with caplog.at_level(logging.DEBUG):
        secrets = secrets_that_pass(client)
        backups.make(tmp_path / "club.poch")
    assert len(set(secrets.values())) == len(secrets) == 12
    with zipfile.ZipFile(tmp_path / "club.poch") as pack:
        backup = b"".join(pack.read(name) for name in pack.namelist()).decode(errors="replace")
    places: dict[str, Any] = {"tables": everything_stored(), "log": caplog.text, "backup": backup}
    found = [
        (kind, place)
        for place, text in places.items()
        for kind, secret in secrets.items()
        # Six digits are in every table by chance.
        if (secret in text if kind != "pin" else re.search(rf"\b{secret}\b", text) and place == "log")
    ]
    # A backup contains no sessions, but the file has the pages of deleted rows.
    assert [entry for entry in found if entry != ("session", "backup")] == []
