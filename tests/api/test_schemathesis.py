"""What the document allows, and what it does not: no crash, no answer that is not in it, nothing wrong taken.

`schemathesis` makes up requests of every operation from the document. Most of them name things that are
there, and some bring a body that makes sense. Each is sent by somebody who may or by another who may not, and
rolled back. `POCH_SOAK=50000` sends that many, other ones each time; without it some hundreds, the
same again each time.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from secrets import randbits
from typing import Any
from zlib import crc32

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from django.test import override_settings
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.core.failures import FailureGroup
from schemathesis.core.result import Ok

from tests.api import test_rights
from tests.api.client import PREFIX
from tests.api.contract import schema
from tests.api.test_rights import CALLERS, RIGHTS, World

pytestmark = pytest.mark.django_db

world = test_rights.world

SOAK = int(os.environ.get("POCH_SOAK", "0"))
"""How many requests in all; 0: `FEW` of each operation."""

FEW = 4

JUDGED = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
]
"""What schemathesis looks at in an answer."""


@pytest.fixture(autouse=True)
def without_end() -> Iterator[None]:
    """Nobody is told to wait, and no request ends the connection, in whose transaction all are made."""
    ends = (request_started, request_finished)
    for signal in ends:
        signal.disconnect(close_old_connections)
    with override_settings(API_RATES=dict.fromkeys(("reads", "writes", "address", "replays"), 10**9)):
        yield
    for signal in ends:
        signal.connect(close_old_connections)


def known(world: World) -> dict[tuple[str, str], list[tuple[dict[str, Any], Any]]]:
    """Of each operation: what its path may name that is there, with a body that makes sense."""
    found: dict[tuple[str, str], list[tuple[dict[str, Any], Any]]] = {}
    for method, path, body, _statuses in RIGHTS:
        whole = PREFIX + world.fill(path).partition("?")[0]
        for template, methods in schema()["paths"].items():
            names = re.fullmatch(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", template), whole)
            if names and method.lower() in methods:
                found.setdefault((method, template), []).append((names.groupdict(), world.fill(body)))
    return found


def requests_of(operation: Any, rows: list[tuple[dict[str, Any], Any]]) -> st.SearchStrategy[Case[Any]]:
    """Requests right and wrong: of anything, of things that are there, and with bodies that make sense."""
    modes = [GenerationMode.POSITIVE, GenerationMode.NEGATIVE]
    made = [operation.as_strategy(mode) for mode in modes]
    for names, body in rows:
        numbers = {name: int(text) if name == "number" else text for name, text in names.items()}
        made += [operation.as_strategy(mode, path_parameters=numbers) for mode in modes]
        if body is not None:
            sensible = {"body": body, "media_type": "application/json"}
            made.append(operation.as_strategy(path_parameters=numbers, **sensible))
    return st.one_of([one for one in made if not one.is_empty])


@cache
def judges() -> list[Any]:
    """Schemathesis's checks of these names."""
    load_all_checks()
    return CHECKS.get_by_names(JUDGED)


def judge(case: Case[Any], headers: dict[str, str], done: Counter[str]) -> list[str]:
    """What is wrong with the answer to a request, which leaves nothing behind."""
    block = transaction.atomic()
    vars(block).update(_from_testcase=True)  # a test's own, in which there may be durable ones
    with block:
        answer = case.call(headers=headers)
        transaction.set_rollback(True)
    done[f"{answer.status_code // 100}xx"] += 1
    try:
        case.validate_response(answer, checks=judges())
    except FailureGroup as refused:
        return [f"{case.method} {case.formatted_path}: {answer.status_code} {refused}"]
    return []


def test_no_request_crashes_it_or_gets_what_the_document_does_not_tell(world: World) -> None:
    document = schemathesis.openapi.from_dict(schema())
    document.app = get_wsgi_application()
    document.config.update(base_url="http://testserver")
    # Whatever else is wrong with a request, a version may be looked at first.
    document.config.checks.negative_data_rejection.expected_statuses += ["412", "413"]
    keys = {
        name: vars(client)["_credentials"].get("HTTP_AUTHORIZATION", "")
        for name, client in world.callers.items()
    }
    rows = known(world)
    operations: list[Any] = [found.ok() for found in document.get_all_operations() if isinstance(found, Ok)]
    each = -(-SOAK // len(operations)) if SOAK else FEW
    done: Counter[str] = Counter()
    wrong: list[str] = []
    for operation in operations:
        place = (operation.method.upper(), operation.path)
        scope = operation.definition.raw.get("x-scope", "read")
        callers = [*CALLERS, *[scope if scope in keys else "read"] * len(CALLERS)]  # half of them may

        @seed(randbits(32) if SOAK else crc32(operation.label.encode()))
        @settings(
            max_examples=each,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=requests_of(operation, rows.get(place, [])), caller=st.sampled_from(callers))
        def ask(case: Case[Any], caller: str) -> None:
            headers = {"If-Match": "*"} if case.method in ("PATCH", "DELETE") else {}
            if keys[caller]:
                headers["Authorization"] = keys[caller]
            wrong.extend(judge(case, headers, done))

        ask()
    assert wrong == []
    assert done.total() >= (SOAK or FEW * len(operations)) * 0.9
    assert done["2xx"] > done.total() // 20, done
