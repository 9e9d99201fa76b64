"""The process beside a server that plays chunks: the same answers, and if it is lost, another one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from django.conf import settings

import games.services as games
from tournaments.services.simulations.process import Aside, LostError

pytestmark = pytest.mark.process

SPEC = games.simulation_spec(
    [{"rules": {"preset": "pagat"}, "seats": ["cautious", "bold", "random"]}], deals=300, seed=1
)


@pytest.fixture
def aside() -> Iterator[Aside]:
    made = Aside()
    yield made
    made.close()


def process_of(aside: Aside) -> subprocess.Popen[str]:
    assert aside._process is not None
    return aside._process


def test_it_plays_what_this_process_would_and_is_kept_for_the_next_chunk(aside: Aside) -> None:
    assert aside.play(SPEC, 0) == games.play_chunk(SPEC, 0)
    first = process_of(aside).pid
    assert aside.play({**SPEC, "seed": 2}, 0) == games.play_chunk({**SPEC, "seed": 2}, 0)
    assert process_of(aside).pid == first != os.getpid()


def test_it_steps_back_where_others_want_the_processor(aside: Aside) -> None:
    aside.play(SPEC, 0)
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, process_of(aside).pid) == min(
        19, own + settings.SIMULATION_STEPS_BACK
    )


def test_what_the_engine_refuses_is_refused_here_too(aside: Aside) -> None:
    with pytest.raises(games.EngineError) as refusal:
        aside.play(SPEC, 99)
    assert refusal.value.code == "no_such_chunk"


def test_a_process_that_is_killed_loses_its_chunk_and_the_next_has_a_new_one(aside: Aside) -> None:
    aside.play(SPEC, 0)
    process_of(aside).kill()
    process_of(aside).wait()
    outcome = aside.play(SPEC, 0)
    assert outcome == games.play_chunk(SPEC, 0)


def test_ctrl_c_at_the_servers_terminal_is_not_meant_for_it(aside: Aside) -> None:
    aside.play(SPEC, 0)
    assert os.getpgid(process_of(aside).pid) != os.getpgid(0)


def test_closing_it_ends_a_chunk_in_the_middle(aside: Aside, monkeypatch: pytest.MonkeyPatch) -> None:
    aside.play(SPEC, 0)
    process = process_of(aside)
    assert process.stdin is not None
    # It is killed after it was asked and before it answered.
    monkeypatch.setattr(process.stdin, "flush", process.kill)
    with pytest.raises(LostError):
        aside.play(SPEC, 0)
    aside.close()
    assert process.poll() is not None


def test_it_ends_when_whoever_started_it_does() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "games.engine.simulation"],
        input="",
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
