"""The list of error codes matches the source code. Each code has a meaning, a remedy and an example."""

from __future__ import annotations

import re
from importlib import import_module
from pkgutil import walk_packages

import pytest

import api
from api.codes import CODE_REMEDIES, FIELD_CODES, STATUSES, examples, groups, remedy, titles
from tests.api.client import Client
from tests.api.contract import schema


def test_no_code_is_listed_twice() -> None:
    assert sum(len(group.codes) for group in groups().values()) == len(titles())
    assert set(titles()) & set(FIELD_CODES) <= {
        "not_an_object"
    }  # both a document and a field can be no object


def test_every_code_of_our_own_fields_is_listed() -> None:
    modules = [import_module(module.name) for module in walk_packages(api.__path__, "api.")]
    things = [thing for module in modules for thing in vars(module).values() if isinstance(thing, type)]
    fields = [thing for thing in things if thing.__module__.startswith("api.")]
    own = {code for field in fields for code in vars(field).get("default_error_messages", ())}
    assert {"bad_size", "not_text"} <= own <= set(FIELD_CODES)


def test_every_code_has_an_example() -> None:
    for code, problem in examples().items():
        assert problem["status"] in STATUSES, code
        assert not re.search(r"%\(|\{[\w.]+\}", problem["detail"]), code


def test_every_code_has_a_remedy() -> None:
    assert set(CODE_REMEDIES) <= set(titles())
    for code, problem in examples().items():
        assert remedy(code, problem["status"]).endswith("."), code


@pytest.mark.django_db
@pytest.mark.usefixtures("collected_static")
class TestThePage:
    def test_the_page_shows_the_meaning_status_remedy_and_example_of_every_code(self) -> None:
        page = Client().get("/errors/").json()
        rows = {row["code"]: row for row in page["results"]}
        assert {code: row["title"] for code, row in rows.items()} == titles()
        assert all(row["status"] == row["example"]["status"] and row["remedy"] for row in rows.values())
        assert {field["code"]: field["title"] for field in page["faults"]} == FIELD_CODES

    def test_a_browser_gets_an_html_page(self) -> None:
        browser = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
        page = Client().get("/errors/", headers=browser)
        assert page.headers["Content-Type"].startswith("text/html")
        assert "Accept" in page.headers["Vary"]
        html = page.content.decode()
        assert [code for code in titles() if f'href="/api/v1/errors/{code}/"' not in html] == []
        assert [code for code in FIELD_CODES if f"<code>{code}</code>" not in html] == []
        code_page = Client().get("/errors/dealer_disagree/", headers=browser).content.decode()
        assert "What to do" in code_page
        assert "/tables/{table}/" in code_page
        nothing = Client().get("/errors/never_was/", headers=browser)
        assert (nothing.status_code, nothing.json()["code"]) == (404, "not_found")

    def test_a_program_gets_json_unless_it_prefers_html(self) -> None:
        for accepts in ({}, {"Accept": "*/*"}, {"Accept": "application/json, text/html;q=0.5"}):
            answer = Client().get("/errors/not_found/", headers=accepts)
            assert answer.headers["Content-Type"] == "application/json"
            assert "Accept" in answer.headers["Vary"]


def test_the_document_shows_a_refusal_with_every_code() -> None:
    shown = schema()["components"]["examples"]
    assert {code: example["value"] for code, example in shown.items()} == examples()
