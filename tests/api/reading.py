"""Request every page and every API route of an event."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django.test import Client as Browser
from django.urls import get_resolver, reverse

from tests.api.client import Client
from tournaments.models import Account, Event, Round, Table, Transfer

NOT_READ = {"stream", "nowhere", "schema", "docs"}
"""Routes that never end, or do not belong to an event."""


def things_of(event: Event) -> dict[str, list[str]]:
    """Return the ids of the objects of an event, by the names of the route parameters."""
    rounds = Round.objects.filter(event=event).order_by("number")
    tables = Table.objects.filter(round__event=event).order_by("round__number", "number")
    ids_by_name: dict[str, list[Any]] = {
        "event": [event.pk],
        "ref": [event.ref],
        "club": [event.club.slug],
        "slug": [event.club.slug],
        "round": list(rounds.values_list("pk", flat=True)),
        "table": list(tables.values_list("pk", flat=True)),
        "stage": list(event.stages.values_list("pk", flat=True)),
        "entry": list(event.entries.values_list("pk", flat=True))[:2],
        "player": list(event.entries.values_list("player", flat=True))[:2],
        "adjustment": list(event.adjustments.values_list("pk", flat=True))[:2],
        "wish": list(event.wishes.values_list("pk", flat=True))[:2],
        "number": [1],
    }
    named = {f"{name}_id": ids for name, ids in ids_by_name.items()}
    return {name: [str(id_) for id_ in ids] for name, ids in (ids_by_name | named).items()}


def addresses(event: Event, namespace: str = "") -> Iterator[tuple[str, str]]:
    """The name and the address of every page of an event, or of every API route (namespace `api`)."""
    resolver = get_resolver()
    prefix = f"{namespace}:" if namespace else ""
    names = (resolver.namespace_dict[namespace][1] if namespace else resolver).reverse_dict
    things = things_of(event)
    for name in sorted(key for key in names if isinstance(key, str) and key not in NOT_READ):
        [(_path, parameters), *_others], *_rest = names.getlist(name)[0][:1]
        if not parameters or not set(parameters) <= things.keys():
            continue
        own = [name_ for name_ in parameters if name_ not in ("event", "ref", "club", "slug", "number")]
        for id_ in things[own[0]] if own else [""]:
            arguments = {name_: id_ if name_ in own else things[name_][0] for name_ in parameters}
            yield prefix + name, reverse(prefix + name, kwargs=arguments)


def answers(event: Event, client: Any, namespace: str = "") -> Iterator[tuple[str, Any]]:
    """Each address with its response. A route that does not accept GET is requested only once."""
    without_get = set()
    for name, address in addresses(event, namespace):
        if name not in without_get:
            answer = client.get(address)
            if answer.status_code == 405:
                without_get.add(name)
            yield address, answer


def failures(event: Event, browser: Browser, client: Client) -> list[tuple[str, int]]:
    """Return the pages and routes of an event that fail with a server error: address and status."""
    failed = []
    for address, answer in (*answers(event, browser), *answers(event, client, "api")):
        if answer.status_code >= 500:
            failed.append((address, answer.status_code))
        elif answer.streaming:
            b"".join(answer.streaming_content)
    return failed


def text_of(answer: Any) -> str:
    """Return the text of a page without markup and ids, or an empty string if there is no page."""
    if answer.status_code != 200 or answer.streaming:
        return ""
    html = answer.content.decode()
    main = re.search(r"<main.*?</main>", html, re.DOTALL)
    text = re.sub(r"<[^>]*>", " ", main.group() if main else html)
    return " ".join(re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "ID", text).split())


def books_do_not_balance(event: Event) -> list[str]:
    """Return the accounts of an event that are overdrawn or whose balance differs from their transfers."""
    wrong = []
    for account in Account.objects.filter(table__round__event=event):
        moved = Transfer.objects.filter(table=account.table_id)
        made = sum(moved.filter(target=account).values_list("chips", flat=True))
        made -= sum(moved.filter(source=account).values_list("chips", flat=True))
        if made != account.balance or (account.balance < 0 and not account.overdraft):
            wrong.append(str(account.pk))
    return wrong
