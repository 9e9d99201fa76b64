"""What the document allows, and what it does not: no crash, no answer that is not in it, nothing wrong taken.

Two in three requests are about things that are there, with a body that makes sense, or nearly does. The rest
`schemathesis` makes up from the document: right ones and wrong ones, most of them of things that are there.
Each is sent by somebody who may or by another who may not, and rolled back. `POCH_SOAK=50000` sends that
many, other ones each time, and prints what was answered; without it some hundreds, the same again each time.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from random import Random
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

from api.codes import FIELD_CODES, titles
from tests.api.client import PREFIX
from tests.api.contract import breaches_of, schema
from tests.api.fuzz import nearly
from tests.api.world import World
from tests.rights import rows_of

pytestmark = pytest.mark.django_db


CALLERS = list(rows_of("api")[0].own)

HOST = "localhost:8000"
"""The address that the site has in tests."""
SOAK = int(os.environ.get("POCH_SOAK", "0"))
"""How many requests there are at night in all; 0: `MANY` of each operation."""

FEW, MANY = 2, 6
"""How many of each operation are sent in the gate, and at night."""

JUDGED = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
]
"""The checks of schemathesis for each response."""

SEEN = ["*", "*", "*", '"never-so"', None]
"""What a change says of the version that it is of: any, one that is not, nothing."""

Row = tuple[dict[str, Any], Any]
"""What an operation's path may name that is there, and a body that makes sense."""


@dataclass
class Done:
    """The requests and responses so far, counted."""

    wrong: list[str] = field(default_factory=list)
    by_caller: dict[str, Counter[str]] = field(default_factory=dict)
    """Of each caller: how many answers of each class (2xx, 4xx), and how often it was one who may."""
    by_operation: dict[str, Counter[str]] = field(default_factory=dict)
    codes: Counter[str] = field(default_factory=Counter)
    faults: set[str] = field(default_factory=set)
    """The codes of single places."""

    def count(self, operation: str, caller: str, answer: Any) -> None:
        class_ = f"{answer.status_code // 100}xx"
        self.by_caller.setdefault(caller, Counter())[class_] += 1
        self.by_operation.setdefault(operation, Counter())[class_] += 1
        if "application/problem+json" in answer.headers.get("content-type", []):
            problem = answer.json()
            self.codes[problem["code"]] += 1
            self.faults |= {fault["code"] for fault in problem.get("errors", [])}

    def total(self, class_: str = "") -> int:
        """How many answers there were, of this class or of all."""
        return sum(n[class_] if class_ else n.total() for n in self.by_caller.values())

    def report(self) -> Iterator[str]:
        """Yield the lines that a soak prints."""
        yield f"{self.total()} requests, {self.total('2xx') / self.total():.0%} of them done (2xx)"
        for caller, statuses in self.by_caller.items():
            total = statuses.total()
            yield f"  {caller:9}{total:6}, done {statuses['2xx'] / total:4.0%}  {dict(statuses)}"
        shares = sorted(
            (statuses["2xx"] / statuses.total(), name) for name, statuses in self.by_operation.items()
        )
        yield f"of {len(shares)} operations the one that was done the least: {shares[0][0]:.1%}"
        yield from (f"  {share:6.1%} {name}" for share, name in shares[:15])
        yield f"{len(self.codes)} codes of refusals, of {len(titles())}; {self.codes.total()} refusals"


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


@dataclass
class Known:
    """The facts about an operation from the table of rights."""

    rows: list[Row] = field(default_factory=list)
    may: set[str] = field(default_factory=set)
    """The callers who succeed in the table of rights. No other caller may succeed here."""


def facts_of_operations(world: World) -> dict[tuple[str, str], Known]:
    """Return the facts about each operation from the table of rights."""
    facts: dict[tuple[str, str], Known] = {}
    for row in rows_of("api"):
        whole = PREFIX + world.fill(row.address)
        for template, methods in schema()["paths"].items():
            names = re.fullmatch(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", template), whole)
            if names and row.method.lower() in methods:
                facts_here = facts.setdefault((row.method, template), Known())
                facts_here.rows.append((_as_numbers(names.groupdict()), world.fill(row.body)))
                facts_here.may |= {who for who in row.who_may() if row.own[who].status < 300}
    return facts


def _as_numbers(names: dict[str, Any]) -> dict[str, Any]:
    return {name: int(text) if name == "number" else text for name, text in names.items()}


def sensible(operation: Any, facts: Known, chance: Random, ids: list[str]) -> Case[Any]:
    """A request about something that is there, with a body that makes sense or nearly does."""
    names, body = chance.choice(facts.rows)
    query: dict[str, Any] = {}
    for parameter in operation.definition.raw.get("parameters", []):
        if parameter["in"] == "query" and chance.random() < 0.2:
            query[parameter["name"]] = str(
                chance.choice([*parameter["schema"].get("enum", ids), chance.randint(1, 9)])
            )
    if "dry_run" in query:
        query["dry_run"] = "true"
    sent = {} if body is None else {"body": nearly(chance, body, ids), "media_type": "application/json"}
    case: Case[Any] = operation.Case(path_parameters=names, query=query, **sent)
    return case


def made_up(operation: Any, facts: Known) -> st.SearchStrategy[Case[Any]]:
    """Requests right and wrong by the document, most of them of things that are there."""
    modes = [GenerationMode.POSITIVE, GenerationMode.NEGATIVE]
    anything = [operation.as_strategy(mode) for mode in modes]
    there = [
        operation.as_strategy(mode, path_parameters=names)
        for names, _body in facts.rows[:3]
        for mode in modes
    ]
    return st.one_of([strategy for strategy in [*there, *anything] if not strategy.is_empty])


@cache
def judges() -> list[Any]:
    """Schemathesis's checks of these names."""
    load_all_checks()
    return CHECKS.get_by_names(JUDGED)


def judge(case: Case[Any], caller: str, headers: dict[str, str], may: set[str], done: Done) -> None:
    """Ask, leave nothing behind, and note what is wrong with the answer."""
    block = transaction.atomic()
    vars(block).update(_from_testcase=True)  # a test's own, in which there may be durable ones
    with block:
        answer: Any = case.call(headers={"Host": HOST, **headers})
        transaction.set_rollback(True)
    done.count(case.operation.label, caller, answer)
    wrong = list(breaches_of(case.operation.definition.raw, Told(answer)))
    if answer.status_code < 300 and caller not in may:
        wrong.append(f"{caller} may not")
    try:
        case.validate_response(answer, checks=judges())
    except FailureGroup as refused:
        wrong.append(str(refused))
    if wrong:
        sent = json.dumps(case.body)[:500] if isinstance(case.body, dict | list) else ""
        done.wrong.append(
            f"{caller} {case.method} {case.formatted_path} {sent}: {answer.status_code} {wrong}"
        )


class Told:
    """An answer as `tests.api.contract` looks at one."""

    def __init__(self, answer: Any) -> None:
        self.status_code = answer.status_code
        self.content = answer.content
        self.headers = {"Content-Type": answer.headers.get("content-type", [""])[0]}
        self.json = answer.json


class Asking:
    """Everybody who asks, and what came of it."""

    def __init__(self, world: World) -> None:
        self.keys = {
            name: vars(client)["_credentials"].get("HTTP_AUTHORIZATION", "")
            for name, client in world.callers.items()
        }
        self.facts = facts_of_operations(world)
        self.ids = sorted({str(name) for name in world.names.values() if not isinstance(name, dict | list)})
        self.done = Done()
        self.guarded = {
            f"{method.upper()} {path}"
            for path, methods in schema()["paths"].items()
            for method, operation in methods.items()
            if "428" in operation["responses"]
        }

    def ask(self, operation: Any, times: int) -> None:
        """Ask for an operation so many times: a third of it made up, one at least, the rest in earnest."""
        facts = self.facts[operation.method.upper(), operation.path]
        chance = Random(randbits(32) if SOAK else crc32(operation.label.encode()))
        made = max(1, times // 3)
        for _ in range(times - made):
            self._once(sensible(operation, facts, chance, self.ids), facts, chance)

        @seed(chance.getrandbits(32))
        @settings(
            max_examples=made,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=made_up(operation, facts))
        def once(case: Case[Any]) -> None:
            self._once(case, facts, chance)

        once()

    def _once(self, case: Case[Any], facts: Known, chance: Random) -> None:
        # Not drawn by hypothesis, which prefers what is first: half of them by who may.
        caller = chance.choice(chance.choice([CALLERS, sorted(facts.may)]))
        seen = chance.choice(SEEN)
        headers = {"If-Match": seen} if seen and case.operation.label in self.guarded else {}
        if self.keys[caller]:
            headers["Authorization"] = self.keys[caller]
        judge(case, caller, headers, facts.may, self.done)


@pytest.mark.parametrize("few", [FEW, pytest.param(MANY, marks=pytest.mark.nightly)])
@pytest.mark.timeout(1800)
def test_no_request_crashes_the_api_or_leaves_the_schema(
    world: World, few: int, pytestconfig: pytest.Config, capsys: pytest.CaptureFixture[str]
) -> None:
    document = schemathesis.openapi.from_dict(schema())
    document.app = get_wsgi_application()
    document.config.update(base_url="http://testserver")
    # Whatever else is wrong with a request, a version may be looked at first.
    document.config.checks.negative_data_rejection.expected_statuses += ["412", "413", "428"]
    operations: list[Any] = [
        operation.ok() for operation in document.get_all_operations() if isinstance(operation, Ok)
    ]
    times = -(-SOAK // len(operations)) if SOAK and few == MANY else few
    asking = Asking(world)
    for operation in operations:
        asking.ask(operation, times)
    done = asking.done
    if SOAK:
        with capsys.disabled():
            pytestconfig.get_terminal_writer().write("\n".join(["", *done.report(), ""]))
    assert done.wrong == []
    assert sorted((set(done.codes) | done.faults) - set(titles()) - set(FIELD_CODES)) == []
    assert set(done.by_caller) == set(CALLERS)
    assert done.total() >= times * len(operations) * 0.9
    assert done.total("2xx") > done.total() // 5, done.by_caller
    if times >= 100:
        assert [name for name, statuses in done.by_operation.items() if not statuses["2xx"]] == []
