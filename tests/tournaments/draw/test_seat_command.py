"""`manage.py seat`: a rotation and its certificate, without a database (no test here may touch one)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from tests.tournaments.draw.seating.counting import weighted_repeats


def _output(**options: Any) -> str:
    out = StringIO()
    call_command("seat", stdout=out, **options)
    return out.getvalue()


def _plan(**options: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(_output(json=True, **options))
    return answer


def _refused(**options: Any) -> str:
    out = StringIO()
    with pytest.raises(CommandError) as refusal:
        call_command("seat", stdout=out, **options)
    assert refusal.value.returncode == 2
    assert out.getvalue() == ""
    return str(refusal.value)


def test_the_audit_counts_what_the_plan_repeats() -> None:
    answer = _plan(players=9, size=4, least=3, most=5, rounds=6, seed=5)
    audit = answer["audit"]
    assert audit["weighted_repeats"] == weighted_repeats(answer["rounds"]) > 0
    assert audit["weighted_repeats"] >= audit["bound"]
    assert audit["repeats"] >= audit["least_repeats"] > 0
    assert audit["seed"] == 5
    dealt = [
        sum(table[0] == player for tables in answer["rounds"] for table in tables) for player in range(9)
    ]
    assert audit["dealer_spread"] == [min(dealt), max(dealt)]


def test_people_read_seats_dealers_and_sentences() -> None:
    output = _output(players=8, size=4, rounds=2, seed=3)
    plan = _plan(players=8, size=4, rounds=2, seed=3)["rounds"]
    lines = output.splitlines()
    assert lines[0] == "Round 1"
    seats = lines[1].split()
    assert seats[:3] == ["Table", "1", f"({plan[0][0][0]})"]
    assert [int(seat) for seat in seats[3:]] == plan[0][0][1:]
    assert "8 players at 2 tables of 4, 2 rounds." in output
    assert "4 meetings are repeats (at least 4 are unavoidable)" in output
    assert "proved optimal." in output
    assert "First dealer: everybody 0 to 1 times: no seats at these tables are more even." in output
    assert "Small table" not in output


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("3", "should be two players"),
        ("3 7 please", "should be two players"),
        ("3 7 wish 4", "should be two players"),
        ("3 12", "“12” is not a player. Players are numbered from 0 to 11"),
        ("3 -1", "“-1” is not a player"),
        ("Anna Ben", "“Anna” is not a player"),
        ("3 3", "Player 3 cannot be kept apart from 3"),
    ],
)
def test_a_bad_line_is_refused_by_its_number(tmp_path: Path, line: str, complaint: str) -> None:
    pairs = tmp_path / "pairs.txt"
    pairs.write_text(f"# pairs\n0 1\n{line}\n", encoding="utf-8")
    sentence = _refused(players=12, size=4, rounds=3, apart=pairs)
    assert sentence.startswith(f"Line 3 of {pairs}: ")
    assert complaint in sentence


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    assert "cannot be read" in _refused(players=12, size=4, rounds=3, apart=tmp_path / "none.txt")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    assert "is not a text" in _refused(players=12, size=4, rounds=3, apart=tmp_path / "binary")


@pytest.mark.process
def test_a_program_reads_one_line_or_an_exit_code_and_needs_no_database() -> None:
    environment = {**os.environ, "DATABASE_URL": "postgres://nobody@127.0.0.1:9/nothing"}
    command = [sys.executable, "manage.py", "seat", "--size", "4", "--rounds", "7", "--json", "--players"]
    run = subprocess.run(
        [*command, "24"], cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, check=True
    )
    assert len(run.stdout.splitlines()) == 1
    assert json.loads(run.stdout)["audit"]["proved"] is True
    run = subprocess.run(
        [*command, "2"], cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, check=False
    )
    assert run.returncode == 2
    assert run.stdout == ""
    assert "at least 1" in run.stderr


@pytest.mark.parametrize(("players", "rounds"), [(99_999_999, 3), (100_001, 1), (1_000, 10_000)])
def test_more_than_could_ever_end_is_refused_at_once(players: int, rounds: int) -> None:
    assert "At most 100,000 players" in _refused(players=players, size=4, rounds=rounds)
