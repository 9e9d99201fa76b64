"""The output of the one-process server at its start."""

from __future__ import annotations

import ssl
from datetime import timedelta
from io import StringIO
from pathlib import Path

import segno
from cryptography import x509
from django.test import override_settings

from pochleague.lan_certificate import certificate_for
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


def test_https_in_the_clubs_network_has_a_certificate_for_one_address(tmp_path: Path) -> None:
    files = certificate_for("192.168.1.20", tmp_path / "https")
    root = x509.load_pem_x509_certificate(files.root.read_bytes())
    leaf = x509.load_pem_x509_certificate(files.chain.read_bytes())
    leaf.verify_directly_issued_by(root)
    allowed = root.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees
    assert allowed is not None
    assert {str(name.value) for name in allowed} == {"192.168.1.20/32", "127.0.0.1/32", "localhost"}
    assert files.key.stat().st_mode & 0o77 == 0
    assert leaf.not_valid_after_utc - leaf.not_valid_before_utc < timedelta(days=398)
    ssl.create_default_context().load_cert_chain(files.chain, files.key)
    before = files.chain.read_bytes()
    assert certificate_for("192.168.1.20", tmp_path / "https").chain.read_bytes() == before
    assert certificate_for("192.168.1.21", tmp_path / "https").chain.read_bytes() != before
