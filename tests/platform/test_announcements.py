"""The output of the one-process server at its start."""

from __future__ import annotations

from io import StringIO

import segno
from django.test import override_settings

from pochleague.management.commands.serve import Command


@override_settings(ORIGINS=["http://192.168.1.20:8000"], PLAIN_HTTP=True)
def test_with_lan_the_server_prints_its_address_and_a_qr_code() -> None:
    output = StringIO()
    Command(stdout=output).announce(lan=True)
    code = StringIO()
    segno.make("http://192.168.1.20:8000/", error="m").terminal(code, compact=True)
    assert "http://192.168.1.20:8000/" in output.getvalue()
    assert code.getvalue() in output.getvalue()
    assert "read passwords" in output.getvalue()


@override_settings(ORIGINS=["http://localhost:8000"])
def test_without_lan_the_server_prints_no_qr_code() -> None:
    output = StringIO()
    Command(stdout=output).announce(lan=False)
    assert "http://localhost:8000/" in output.getvalue()
    assert "█" not in output.getvalue()
