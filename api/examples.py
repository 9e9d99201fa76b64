"""Examples for the OpenAPI document, by operation: request bodies (`body`) and responses (by status).

The tests send every body and compare every response. `examples.json` is written by hand. `recorded.json` is
written by the tests (see `tests.api.recorder`).
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from api.codes import titles
from tournaments.core.rules.refusals import Refusal, declared, in_english

FOLDER = Path(__file__).parent
RECORDED = FOLDER / "recorded.json"


@cache
def examples() -> dict[str, dict[str, dict[str, Any]]]:
    """The examples with a name, by operation and place."""
    named: dict[str, dict[str, dict[str, Any]]] = json.loads((FOLDER / "examples.json").read_text())
    evening = json.loads((FOLDER / "an_evening.json").read_text())
    season = json.loads((FOLDER / "a_season.json").read_text())
    named["clubs_events_import"] = {"body": {"one table, one deal": evening}}
    named["clubs_seasons_import"] = {"body": {"one evening of three people": season}}
    answers = recorded()["answers"]
    claim = {"a claim, because two people must agree": answers["tables_claims_create"]["201"]}
    named["tables_deals_put"] |= {
        "200": {"the same deal again": answers["tables_deals_put"]["201"]},
        "202": claim,
    }
    named["tables_count_put"] |= {
        "200": {"the same total again": answers["tables_count_put"]["201"]},
        "202": claim,
    }
    named["tables_calls_create"]["200"] = {"who called already": answers["tables_calls_create"]["201"]}
    return named


@cache
def recorded() -> Any:
    """Real responses: `answers` by operation and status, and refusals by code."""
    return json.loads(RECORDED.read_text())


@cache
def refusals() -> dict[str, dict[str, Any]]:
    """A problem document for every code. A response of the API is preferred to one made for the example."""
    parts = recorded()
    made = {kind.code: _made(kind) for kind in declared() if kind.code in titles()}
    return dict(sorted({**made, **parts["made"], **parts["raised"], **parts["refusals"]}.items()))


def _made(kind: type[Refusal]) -> dict[str, Any]:
    """A problem document of a refusal, with typical values in its sentence."""
    typical = {
        name: "Anna Weiß" if form == "s" else 3 for name, form in re.findall(r"%\((\w+)\)(.)", kind.sentence)
    }
    detail = in_english(kind.sentence, typical | dict(kind.typical))
    return {
        "type": f"/api/v1/errors/{kind.code}/",
        "title": titles()[kind.code],
        "status": kind.status,
        "code": kind.code,
        "detail": detail,
    }
