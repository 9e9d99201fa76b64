"""The list of error codes is that of the sources, and says what each means, what to do, and an example."""

from __future__ import annotations

import re
from importlib import import_module
from pkgutil import iter_modules

import pytest

from api import codes, shapes
from api.codes import OF_FIELDS, TITLES
from api.examples import refusals
from api.remedies import BY_CODE, BY_STATUS, remedy
from api.schema import REFUSALS
from tests.api.client import Client
from tests.api.contract import schema
from tests.api.made import OF_THE_FRAMEWORK, made
from tests.api.raised import raised
from tests.api.recorder import recorded


def test_every_code_that_the_sources_can_give_is_listed() -> None:
    given = {one.code for one in raised()} | set(OF_THE_FRAMEWORK)
    assert len(given) > 300
    assert sorted(given - set(TITLES)) == []


def test_every_code_that_is_listed_can_be_given() -> None:
    given = {one.code for one in raised()} | set(OF_THE_FRAMEWORK)
    assert sorted(set(TITLES) - given) == []


def test_no_code_is_listed_twice() -> None:
    groups = [group for name, group in vars(codes).items() if name.startswith("OF_") and name != "OF_FIELDS"]
    assert sum(len(group) for group in groups) == len(TITLES)
    assert set(TITLES) & set(OF_FIELDS) <= {"not_an_object"}  # a document, and a field: both are none


def test_every_code_of_our_fields_own_is_listed() -> None:
    modules = [import_module(f"api.shapes.{module.name}") for module in iter_modules(shapes.__path__)]
    fields = [field for module in modules for field in vars(module).values() if isinstance(field, type)]
    own = {code for field in fields for code in vars(field).get("default_error_messages", ())}
    assert {"bad_size", "not_text"} <= own <= set(OF_FIELDS)


def test_every_code_has_an_example() -> None:
    assert sorted(refusals()) == sorted(TITLES)
    for code, problem in refusals().items():
        assert (problem["code"], problem["title"]) == (code, TITLES[code])
        assert problem["type"] == f"/api/v1/errors/{code}/"
        assert problem["status"] in {*REFUSALS, *BY_STATUS}
        assert problem["detail"]
        assert not re.search(r"%\(|\{[\w.]+\}", problem["detail"]), code


def test_an_example_that_no_test_meets_is_what_the_sources_say() -> None:
    met = {*recorded()["refusals"], *recorded()["raised"]}
    assert recorded()["made"] == {code: problem for code, problem in made().items() if code not in met}, (
        "run: POCH_RECORD=1 ./poch test tests/api tests/tournaments tests/engine"
    )


def test_an_example_is_refused_with_a_status_that_its_code_has() -> None:
    statuses: dict[str, set[int]] = {}
    for one in raised():
        # What the rules and the engine's helpers refuse is given its status by whoever asks them.
        statuses.setdefault(one.code, set()).update({one.status} if one.status else {409, 422})
        if one.place.startswith("games/engine/simulation/"):
            statuses[one.code].add(422)  # a verb makes the spec, of a body that is of the schema
    for code, (status, _detail) in OF_THE_FRAMEWORK.items():
        statuses.setdefault(code, set()).add(status)
    for code, problem in refusals().items():
        assert problem["status"] in statuses[code], code


def test_every_code_has_a_remedy() -> None:
    assert set(BY_CODE) <= set(TITLES)
    for code, problem in refusals().items():
        assert remedy(code, problem["status"]).endswith("."), code


@pytest.mark.django_db
@pytest.mark.usefixtures("collected_static")
class TestThePage:
    def test_it_tells_of_every_code_what_it_means_its_status_what_to_do_and_an_example(self) -> None:
        page = Client().get("/errors/").json()
        rows = {row["code"]: row for row in page["results"]}
        assert {code: row["title"] for code, row in rows.items()} == TITLES
        assert all(row["status"] == row["example"]["status"] and row["remedy"] for row in rows.values())
        assert {fault["code"]: fault["title"] for fault in page["faults"]} == OF_FIELDS

    def test_a_code_has_a_page_of_its_own(self) -> None:
        told = Client().get("/errors/dealer_disagree/").json()
        assert told["status"] == 409
        assert "GET `/tables/{table}/`" in told["remedy"]
        assert told["example"]["expected"] is not None

    def test_in_a_browser_it_is_a_page_to_read(self) -> None:
        browser = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
        page = Client().get("/errors/", headers=browser)
        assert page.headers["Content-Type"].startswith("text/html")
        assert "Accept" in page.headers["Vary"]
        told = page.content.decode()
        assert [code for code in TITLES if f'href="/api/v1/errors/{code}/"' not in told] == []
        assert [code for code in OF_FIELDS if f"<code>{code}</code>" not in told] == []
        one = Client().get("/errors/dealer_disagree/", headers=browser).content.decode()
        assert "What to do" in one
        assert "/tables/{table}/" in one
        assert "&quot;expected&quot;" in one
        nothing = Client().get("/errors/never_was/", headers=browser)
        assert (nothing.status_code, nothing.json()["code"]) == (404, "not_found")

    def test_a_program_is_told_json_whatever_it_leaves_open(self) -> None:
        for accepts in ({}, {"Accept": "*/*"}, {"Accept": "application/json, text/html;q=0.5"}):
            answer = Client().get("/errors/not_found/", headers=accepts)
            assert answer.headers["Content-Type"] == "application/json"
            assert "Accept" in answer.headers["Vary"]


def test_the_document_shows_a_refusal_with_every_code() -> None:
    shown = schema()["components"]["examples"]
    assert {code: example["value"] for code, example in shown.items()} == refusals()


def test_every_operation_shows_each_of_its_refusals() -> None:
    known = schema()["components"]["examples"]
    for methods in schema()["paths"].values():
        for operation in methods.values():
            for status, answer in operation["responses"].items():
                if int(status) < 400:
                    continue
                examples = answer["content"]["application/problem+json"]["examples"]
                place = (operation["operationId"], status)
                assert examples, place
                for code, example in examples.items():
                    if "$ref" in example:
                        assert known[code]["value"]["code"] == code, place


def test_every_message_to_a_webhook_has_an_example() -> None:
    for name, hook in schema()["webhooks"].items():
        (content,) = hook["post"]["requestBody"]["content"].values()
        assert content["examples"][name]["value"]["type"] == name
