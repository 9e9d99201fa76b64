"""The separate process that plays chunks for a server."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator

import pytest
from django.conf import settings

import games.services as games
from tournaments.simulations.verbs.simulations import (
    ChunkProcess,
    ChunkProcessError,
    ServerStopsError,
    spec_of,
)

pytestmark = pytest.mark.process

SPEC = spec_of(rules={"preset": "pagat"}, seats=["cautious", "bold", "random"], deals=300, seed=1)


@pytest.fixture
def process() -> Iterator[ChunkProcess]:
    process = ChunkProcess()
    yield process
    process.close()


def popen_of(process: ChunkProcess) -> subprocess.Popen[str]:
    assert process._process is not None
    return process._process


def test_it_plays_chunks_like_this_process_out_of_its_way_and_is_kept(process: ChunkProcess) -> None:
    assert process.play(SPEC, 0) == games.play_chunk(SPEC, 0)
    first = popen_of(process).pid
    assert process.play({**SPEC, "seed": 2}, 0) == games.play_chunk({**SPEC, "seed": 2}, 0)
    assert popen_of(process).pid == first != os.getpid()
    steps = os.getpriority(os.PRIO_PROCESS, 0) + settings.SIMULATION_STEPS_BACK
    assert os.getpriority(os.PRIO_PROCESS, first) == min(19, steps)
    assert os.getpgid(first) != os.getpgid(0), "Ctrl-C in the terminal of the server does not reach it"


def test_it_raises_the_errors_of_the_engine(process: ChunkProcess) -> None:
    with pytest.raises(games.EngineError) as refusal:
        process.play(SPEC, 99)
    assert refusal.value.code == "no_such_chunk"


def test_after_a_kill_the_next_chunk_starts_a_new_process(process: ChunkProcess) -> None:
    process.play(SPEC, 0)
    popen_of(process).kill()
    popen_of(process).wait()
    outcome = process.play(SPEC, 0)
    assert outcome == games.play_chunk(SPEC, 0)


def test_close_ends_a_chunk_in_the_middle(process: ChunkProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    process.play(SPEC, 0)
    popen = popen_of(process)
    assert popen.stdin is not None
    # The kill comes after the request and before the response.
    monkeypatch.setattr(popen.stdin, "flush", popen.kill)
    with pytest.raises(ChunkProcessError):
        process.play(SPEC, 0)
    process.close()
    assert popen.poll() is not None


def test_stop_ends_a_chunk_in_the_middle_and_starts_no_other(
    process: ChunkProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    process.play(SPEC, 0)
    popen = popen_of(process)
    assert popen.stdin is not None
    # The server stops after the request and before the response.
    monkeypatch.setattr(popen.stdin, "flush", process.stop)
    with pytest.raises(ServerStopsError):
        process.play(SPEC, 0)
    assert popen.poll() is not None
    with pytest.raises(ServerStopsError):
        process.play(SPEC, 0)
    assert process._process is None
