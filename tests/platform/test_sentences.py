"""A command that cannot go on says in a sentence why, and what to do: never with a traceback."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from pochleague import environment
from tests.faults.disks import full, read_only, small_disk
from tests.platform.processes import OWNER, ROOT, run
from tests.plugins.launch import free_port

POCH = ROOT / "poch"
SECRET = "a secret key of fifty characters, which is long enough"


def refusal(*command: str | Path, environ: dict[str, str]) -> str:
    """Run a command that fails. Return what it says."""
    done = run(*command, environ=environ)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr


@pytest.mark.process
class TestPoch:
    @pytest.mark.parametrize(
        ("words", "status", "said"),
        [
            ("", 0, "./poch serve"),
            ("--version", 0, "Pochleague "),
            ("backup --every fortnight", 2, "./poch backup: error: argument --every"),
        ],
    )
    def test_it_says_what_it_can_do(self, words: str, status: int, said: str) -> None:
        done = run(POCH, *words.split(), environ={})
        assert done.returncode == status
        assert said in done.stdout + done.stderr

    def test_the_engine_replays_the_examples_from_any_folder(self, tmp_path: Path) -> None:
        (tmp_path / "games").mkdir()  # not the package
        (tmp_path / "deals.jsonl").write_bytes((ROOT / "games/engine/examples.jsonl").read_bytes())
        done = run(POCH, "engine", "replay", "deals.jsonl", environ={}, code=tmp_path)
        presets = run(POCH, "engine", "rules", environ={}).stdout.split()
        assert done.returncode == 0
        assert done.stdout.count("poch-result/1") == len(presets) == 17


@pytest.mark.process
@pytest.mark.nightly
class TestMachine:
    def test_a_folder_that_cannot_be_made(self) -> None:
        said = refusal(POCH, "serve", environ={"POCH_DATA": "/dev/null/poch"})
        assert "The folder /dev/null/poch cannot be made" in said
        assert "POCH_DATA" in said

    @pytest.mark.parametrize("kept", [0, 300])
    def test_a_full_disk_at_the_start(self, tmp_path: Path, kept: int) -> None:
        """With no byte left, or with enough for a part of the database."""
        with small_disk(tmp_path / "disk", 1) as disk:
            (disk / "kept").write_bytes(bytes(kept * 1024))
            with full(disk):
                (disk / "kept").unlink()
                said = refusal(POCH, "serve", environ={"POCH_DATA": str(disk / "data"), **OWNER})
        assert "full" in said
        assert "Make room" in said

    def test_a_database_that_does_not_answer(self) -> None:
        url = f"postgresql://poch@127.0.0.1:{free_port()}/poch"
        said = refusal(POCH, "manage", "migrate", environ={"DATABASE_URL": url, "SECRET_KEY": SECRET})
        assert said.startswith("PostgreSQL does not answer")
        assert "Check DATABASE_URL" in said

    def test_a_file_that_is_no_database(self, tmp_path: Path) -> None:
        (tmp_path / "poch.sqlite3").write_bytes(b"no database" * 1000)
        assert "Restore a backup" in refusal(POCH, "serve", environ={"POCH_DATA": str(tmp_path), **OWNER})

    def test_a_database_that_this_user_may_not_write(self, tmp_path: Path) -> None:
        """For instance because root has started the server once. There is a club, so nothing is written."""
        environ = {"POCH_DATA": str(tmp_path), **OWNER}
        for words in (["migrate", "-v0"], ["found_club"]):
            assert run(POCH, "manage", *words, environ=environ).returncode == 0
        with read_only(tmp_path / "poch.sqlite3"):
            said = refusal(POCH, "serve", "--port", str(free_port()), environ=environ)
        assert f"{tmp_path / 'poch.sqlite3'}: Permission denied. This user may not do that there." in said

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("POCH_TIME_ZONE", "Mars"),
            ("REDIS_URL", "localhost"),
            ("POCH_HEARTBEAT", "/nowhere/heartbeat"),
        ],
    )
    def test_a_wrong_setting_is_named(self, tmp_path: Path, name: str, value: str) -> None:
        said = refusal(POCH, "serve", environ={"POCH_DATA": str(tmp_path), name: value})
        assert name in said

    def test_a_wrong_setting_stops_the_web_server_of_separate_processes_too(self, tmp_path: Path) -> None:
        python = ROOT / ".venv" / "bin" / "python"
        environ = {"POCH_DATA": str(tmp_path), "POCH_TIME_ZONE": "Mars"}
        assert "POCH_TIME_ZONE" in refusal(python, "-m", "pochleague.server", environ=environ)


def test_a_folder_where_this_user_may_not_write_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root may write everywhere, so the right is taken away by hand."""
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    with pytest.raises(ImproperlyConfigured, match=f"This user may not write in {tmp_path}"):
        environment.make_folder(tmp_path)
