"""The beat of the one-process server is started again if it fails."""

from __future__ import annotations

import pytest

from pochleague import embedded


def test_a_beat_that_fails_is_started_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    background = embedded.Background()
    starts: list[str] = []

    class Service:
        def __init__(self, *_arguments: object, **_options: object) -> None:
            pass

        def start(self) -> None:
            starts.append("start")
            if len(starts) == 1:
                raise RuntimeError("no luck")
            background._ending.set()

    monkeypatch.setattr(embedded, "Service", Service)
    background._run_beat()
    assert starts == ["start", "start"]
    assert "The beat failed and is started again" in caplog.text
