"""A certificate for https in the club's own network, which no authority of the internet can give.

A new authority signs one certificate, for one address, and its key is thrown away. So whoever trusts the
authority trusts this one address on this one machine, and nothing else.
"""

from __future__ import annotations

import ipaddress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

LASTS = timedelta(days=390)
"""Phones refuse certificates that are valid for much longer than a year."""

RENEWED = timedelta(days=30)
"""A certificate that ends sooner is made anew at the start."""


class Certificate(NamedTuple):
    """The files: what phones must trust, and what the server needs."""

    root: Path
    chain: Path
    key: Path


@require_safe
def root_certificate(_request: HttpRequest) -> HttpResponse:
    """The certificate that phones must trust once, if this site has made one."""
    file = settings.LAN_CERTIFICATE / "root.crt"
    if not file.is_file():
        raise Http404
    return HttpResponse(file.read_bytes(), content_type="application/x-x509-ca-cert")


def certificate_for(address: str, folder: Path) -> Certificate:
    """The certificate of this address, made if there is none in the folder that lasts."""
    files = Certificate(*(folder / name for name in ("root.crt", "server.crt", "server.key")))
    if not _is_good(files, address):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _make(files, address)
    return files


def _is_good(files: Certificate, address: str) -> bool:
    if not all(file.is_file() for file in files):
        return False
    old = x509.load_pem_x509_certificate(files.chain.read_bytes())
    names = old.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    addresses = names.get_values_for_type(x509.IPAddress)
    lasts = old.not_valid_after_utc > datetime.now(UTC) + RENEWED
    return ipaddress.ip_address(address) in addresses and lasts


def _make(files: Certificate, address: str) -> None:
    own = [ipaddress.ip_address(address), ipaddress.ip_address("127.0.0.1")]
    root_key, key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    root_name = _name(f"Pochleague at {address}")
    networks = [x509.IPAddress(ipaddress.ip_network(one)) for one in own]
    root = (
        _builder(root_name, root_name, root_key)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.NameConstraints([*networks, x509.DNSName("localhost")], None), critical=True)
        .sign(root_key, hashes.SHA256())
    )
    names = [*map(x509.IPAddress, own), x509.DNSName("localhost")]
    leaf = (
        _builder(_name(address), root_name, key)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(root_key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    files.key.touch(mode=0o600)
    files.key.write_bytes(
        key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    files.chain.write_bytes(leaf.public_bytes(pem) + root.public_bytes(pem))
    files.root.write_bytes(root.public_bytes(pem))


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey
) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + LASTS)
    )
