"""``python -m games.engine``, run as a program of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.reading import HERE, lines

ROOT = HERE.parent.parent
DEALS = lines("deals.jsonl")[:12]
CARDS = lines("scorecards.jsonl")[:3]
ILLEGAL = next(row for row in lines("illegal.jsonl") if row["at"])


def run(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "games.engine", *arguments],
        input=text, capture_output=True, text=True, cwd=ROOT, timeout=600, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("name", ["deal.json", "DEAL.JSON"])
def test_a_file_of_one_document_gets_one_answer(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(json.dumps(DEALS[0]["document"], indent=2))
    done = run("replay", str(path))
    assert (done.returncode, done.stderr) == (0, "")
    assert [json.loads(line) for line in done.stdout.splitlines()] == [DEALS[0]["result"]]


@pytest.mark.parametrize("from_file", [True, False])
def test_lines_of_both_formats_get_an_answer_each_and_blank_ones_none(
    tmp_path: Path, from_file: bool
) -> None:
    rows = DEALS + CARDS
    text = "\n\n  \n".join(json.dumps(row["document"]) for row in rows) + "\r\n"
    path = tmp_path / "deals.jsonl"
    path.write_text(text)
    done = run("replay", str(path)) if from_file else run("replay", "-", text=text)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert answers[: len(DEALS)] == [row["result"] for row in DEALS]
    for answer, row in zip(answers[len(DEALS) :], CARDS, strict=True):
        answer.pop("transfers")
        assert answer == row["result"]


def test_a_refused_document_gets_its_error_in_its_place_and_the_others_their_answers() -> None:
    good, bad, other = (json.dumps(row["document"]) for row in (DEALS[0], ILLEGAL, DEALS[1]))
    text = f'{good}\n{bad}\n{{oops\n[]\n{{"a": 1, "a": 1}}\n{other}'
    done = run("replay", "-", text=text)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 1
    assert (answers[0], answers[5]) == (DEALS[0]["result"], DEALS[1]["result"])
    assert answers[1]["error"]["at"] == ILLEGAL["at"]
    assert [answer["error"]["code"] for answer in answers[2:5]] == [
        "not_json",
        "not_an_object",
        "duplicate_key",
    ]
    assert all(set(answer["error"]) == {"code", "detail", "at"} for answer in answers[1:5])


def test_an_unknown_command_exits_with_two_and_lists_the_commands() -> None:
    for arguments in ((), ("reply", "-"), ("replay",), ("rules", "a", "b")):
        done = run(*arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert "replay FILE" in done.stderr
    assert run("--help").returncode == 0


def test_steps_are_printed_for_each_document() -> None:
    documents = [DEALS[0]["document"], CARDS[0]["document"], ILLEGAL["document"]]
    done = run("steps", "-", text="\n".join(map(json.dumps, documents)))
    record, scorecard, refused = map(json.loads, done.stdout.splitlines())
    assert done.returncode == 1
    assert record["format"] == scorecard["format"] == "poch-steps/1"
    assert record["steps"][-1]["purses"] == DEALS[0]["result"]["chips"]
    assert refused["error"]["at"] == ILLEGAL["at"]


def test_totals_are_judged_beside_deals() -> None:
    count = {"format": "poch-count/1", "deals": 12, "net": [14, -6, 3, -15], "board": 4}
    final = {"format": "poch-count/1", "deals": 3, "chips": [0, 300], "board": 5}
    done = run("replay", "-", text="\n".join(map(json.dumps, (count, {**count, "board": 3}, final))))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 1
    assert answers[0] == {"deals": 12, "net": count["net"], "pools": {"board": 4}}
    assert [answer["error"]["code"] for answer in answers[1:]] == [
        "count_not_conserved",
        "chips_without_table",
    ]


def test_a_replay_imports_neither_django_nor_anything_slow() -> None:
    """import-linter holds the rest."""
    heavy = {"django", "numba", "numpy", "dataclasses", "asyncio", "argparse", "random", "games.services"}
    program = f"import sys, games.engine.__main__; print({heavy!r} & set(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-S", "-c", program],
        capture_output=True, text=True, cwd=ROOT, timeout=600, check=True,
    )  # fmt: skip
    assert done.stdout.strip() == "set()"
