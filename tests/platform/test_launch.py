"""Ports that tests give to their servers."""

from __future__ import annotations

import pytest

from tests.plugins import launch


def test_no_port_is_given_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before, Redis got the port that was meant for the proxy, which started later."""
    monkeypatch.setattr(launch, "_PORTS", range(14_000, 14_100))
    ports = [launch.free_port() for _call in range(50)]
    assert len(set(ports)) == 50
