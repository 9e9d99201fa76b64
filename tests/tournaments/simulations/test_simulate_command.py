"""`manage.py simulate`: in its own process or through the workers, the same report either way."""

from __future__ import annotations

import io
import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tournaments.management.commands import simulate
from tournaments.models import Simulation, SimulationStatus
from tournaments.simulations.verbs import chunks

pytestmark = pytest.mark.usefixtures("compiled_core")

ASKED: dict[str, Any] = {"preset": "pagat", "bots": "cautious,bold,random", "deals": 6_000, "seed": 5}


def output(**options: Any) -> str:
    out = io.StringIO()
    call_command("simulate", stdout=out, stderr=io.StringIO(), **options)
    return out.getvalue()


def report(**options: Any) -> dict[str, Any]:
    parsed: dict[str, Any] = json.loads(output(json=True, **options))
    return parsed


def refused(**options: Any) -> str:
    out = io.StringIO()
    with pytest.raises(CommandError) as refusal:
        call_command("simulate", stdout=out, stderr=io.StringIO(), **options)
    assert refusal.value.returncode == 2
    assert out.getvalue() == ""
    return str(refusal.value)


def while_it_waits(monkeypatch: pytest.MonkeyPatch, deed: Callable[[Simulation], object]) -> None:
    """Do something to the simulation when the command first waits for it; then it waits no more."""

    def sleep(_seconds: float) -> None:
        deed(Simulation.objects.get(status=SimulationStatus.RUNNING))

    monkeypatch.setattr(simulate, "time", SimpleNamespace(sleep=sleep, monotonic=time.monotonic))


def play_all(simulation: Simulation) -> None:
    """What workers do, the last chunk first."""
    for number in reversed(range(simulation.chunks_planned)):
        chunks.play_chunk(simulation.pk, number)


# No test of these may touch a database


def test_the_report_is_printed_in_words() -> None:
    text = output(**ASKED)
    assert "Modern German Poch · Cautious, Bold, Random · 120 tables of 50 deals · seed 5" in text
    headline = text.partition("\n")[0]
    assert re.match(r"Cautious wins \d\.\d\d chips a deal \(\+\d\.\d\d to \+\d\.\d\d\)$", headline)
    for title in ("Who wins", "Where the chips come from", "How long a deal is"):
        assert f"\n{title}. " in text


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"bots": "bold,nobody,bold"}, "There is no bot named 'nobody'"),
        ({"preset": "nothing"}, "The preset 'nothing' does not exist"),
        ({"deals": 0}, "This cannot be simulated. deals_each:"),
        ({"deals": 10**9}, "at most 100,000,000"),
        ({"seed": -1}, "This cannot be simulated. seed:"),
        ({"rules": Path("no/such/file")}, "no/such/file cannot be read: No such file or directory."),
    ],
)
def test_wrong_options_are_refused_with_a_sentence(options: dict[str, Any], sentence: str) -> None:
    assert sentence in refused(**{**ASKED, **options})


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "JSON"),
        ("[]", "must contain an object of switches"),
        ('{"bets": 1}', "The switch 'bets' does not exist"),
        ('{"bet_limit": "high"}', "bet_limit"),
    ],
)
def test_an_invalid_file_of_rules_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "rules.json").write_text(text)
    assert sentence in refused(**ASKED, rules=tmp_path / "rules.json")


# Through the workers


@pytest.mark.django_db
@pytest.mark.parametrize("form", [{}, {"json": True}])
def test_through_the_workers_the_same_report_is_printed(
    monkeypatch: pytest.MonkeyPatch, form: dict[str, bool]
) -> None:
    while_it_waits(monkeypatch, play_all)
    assert output(queue=True, **ASKED, **form) == output(**ASKED, **form)
    assert Simulation.objects.get().status == "done"
