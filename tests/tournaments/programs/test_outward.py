"""Requests to addresses that users name reach the open internet alone, and take no longer than allowed."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import override_settings

from tests.cases import cases
from tests.platform.processes import until
from tests.tournaments.programs.receiver import CERTIFICATE, answer, receiving, serving
from tournaments.core.rules.refusals import Invalid
from tournaments.programs.webhooks import sending
from tournaments.programs.webhooks.sending import SendError, is_public, post, target_of

PUBLIC = "93.184.216.34"


@pytest.fixture
def here() -> Iterator[None]:
    """POCH_WEBHOOK_HTTP: receivers on this machine may be asked."""
    with override_settings(WEBHOOK_HTTP=True):
        yield


def resolver(*answers: list[str]) -> Callable[..., Any]:
    """A lookup that gives these addresses, another list each time it is asked."""
    left = list(answers)

    def look_up(_host: str, port: int, **_hints: Any) -> list[Any]:
        addresses = left.pop(0)
        return [
            (
                socket.AF_INET6 if ":" in address else socket.AF_INET,
                socket.SOCK_STREAM,
                socket.IPPROTO_TCP,
                "",
                (address, port),
            )
            for address in addresses
        ]

    return look_up


@pytest.fixture
def dialled(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """The addresses that a connection was asked of; none answers."""
    addresses: list[tuple[str, int]] = []

    class Socket(socket.socket):
        def connect(self, address: Any) -> None:
            addresses.append(address[:2])
            raise ConnectionRefusedError

    monkeypatch.setattr("tournaments.programs.webhooks.sending.socket.socket", Socket)
    return addresses


def fault(url: str) -> str:
    with pytest.raises(SendError) as caught:
        post(url, {}, b"{}")
    return caught.value.failure.value


@pytest.mark.parametrize(
    "address",
    [
        "93.184.216.34",
        "2606:2800:220:1:248:1893:25c8:1946",
        "::ffff:93.184.216.34",
        "64:ff9b::5db8:d822",
    ],
)
def test_addresses_of_the_open_internet_are_public(address: str) -> None:
    assert is_public(address)


@cases(
    "address",
    [
        *("0.0.0.0", "0.1.2.3", "127.0.0.1", "127.9.9.9", "10.0.0.1", "172.16.0.1", "192.168.1.1"),
        *("169.254.169.254", "100.64.0.1", "192.0.0.192", "192.0.2.1", "198.18.0.1", "198.51.100.7"),
        *("203.0.113.9", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255", "192.88.99.1"),
        *("168.63.129.16", "::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "ff02::1"),
        *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:a9fe:a9fe", "::127.0.0.1", "2002:7f00:1::"),
        *("2002:a9fe:a9fe::", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::1", "2001:db8::1"),
        *("2001:0:4136:e378:8000:63bf:3fff:fdd2", "3fff::1", "100::1", "fec0::1", "5f00::1", "nonsense", ""),
    ],
)
def test_all_others_are_not_however_they_are_dressed(address: str) -> None:
    assert not is_public(address)


@cases(
    ("url", "code"),
    [
        ("http://example.org/", "webhook_not_https"),
        ("https://example.org:22/", "webhook_port"),
        ("https://example.org:0/", "webhook_port"),
        ("https://anna:pw@example.org/", "webhook_password_in_url"),
        ("https://@example.org/", "webhook_password_in_url"),
        ("https://127.0.0.1/", "webhook_not_public"),
        ("https://[::1]/", "webhook_not_public"),
        ("https://[::ffff:10.0.0.1]:8443/", "webhook_not_public"),
        ("ftp://example.org/", "webhook_url_malformed"),
        ("https:///path", "webhook_url_malformed"),
        ("https://example.org:x/", "webhook_url_malformed"),
        ("https://example.org:99999/", "webhook_url_malformed"),
        ("https://exa mple.org/", "webhook_url_malformed"),
        ("https://example.org/a\r\nHost: evil", "webhook_url_malformed"),
        ("https://example.org\\@evil/", "webhook_url_malformed"),
        ("https://a..b/", "webhook_url_malformed"),
        ("https://[::1/", "webhook_url_malformed"),
        ("https://" + "a" * 64 + ".org/", "webhook_url_malformed"),
        ("https://example.org/" + "a" * 500, "webhook_url_malformed"),
        ("", "webhook_url_malformed"),
        ("example.org", "webhook_url_malformed"),
    ],
)
def test_an_address_that_cannot_be_asked_is_refused_when_it_is_given(url: str, code: str) -> None:
    with pytest.raises(Invalid) as caught:
        target_of(url)
    assert (caught.value.code, caught.value.field) == (code, "url")


def test_a_target_has_what_the_request_needs() -> None:
    target = target_of("https://Hooks.Bücher.example:8443/a/ö%20b?x=1&y=ü#part")
    assert target.host == "hooks.xn--bcher-kva.example"
    assert target.authority == "hooks.xn--bcher-kva.example:8443"
    assert target.path == "/a/%C3%B6%20b?x=1&y=%C3%BC"
    assert target_of("https://example.org.").authority == "example.org"
    assert target_of("https://[2606:2800:220:1::1]").authority == "[2606:2800:220:1::1]"


@pytest.mark.parametrize(
    "addresses",
    [["127.0.0.1"], [PUBLIC, "10.0.0.1"], ["::1", PUBLIC], ["::ffff:169.254.169.254"], ["0.0.0.0"]],
)
def test_a_name_with_any_address_inside_is_not_asked(
    addresses: list[str], monkeypatch: pytest.MonkeyPatch, dialled: list[Any]
) -> None:
    monkeypatch.setattr(sending, "_lookup", resolver(addresses))
    assert fault("https://hooks.example.test/") == "not_public"
    assert dialled == []


def test_a_name_is_looked_up_once_and_the_connection_goes_where_it_was_looked_at(
    monkeypatch: pytest.MonkeyPatch, dialled: list[Any]
) -> None:
    # Whoever rebinds the name has a harmless answer for the check, and another for the connection.
    monkeypatch.setattr(sending, "_lookup", resolver([PUBLIC], ["127.0.0.1"]))
    assert fault("https://hooks.example.test:8443/") == "unreachable"
    assert dialled == [(PUBLIC, 8443)]


@pytest.mark.parametrize("host", ["2130706433", "0x7f.1", "127.1", "localhost", "0"])
def test_other_spellings_of_this_machine_are_found_out(host: str, dialled: list[Any]) -> None:
    assert fault(f"https://{host}/") in ("not_public", "unknown_host")
    assert dialled == []


def test_an_unknown_host_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_args: Any, **_hints: Any) -> Any:
        raise socket.gaierror(socket.EAI_NONAME, "unknown")

    monkeypatch.setattr(sending, "_lookup", unknown)
    assert fault("https://hooks.example.test/") == "unknown_host"


@pytest.mark.usefixtures("here")
def test_a_message_arrives_as_it_was_sent() -> None:
    with receiving() as receiver:
        got = post(receiver.url, {"Content-Type": "application/json", "webhook-id": "7"}, b'{"a":1}')
    (received,) = receiver.received
    assert got.status == 200
    assert received.line == "POST /poch?from=test HTTP/1.1"
    assert received.body == b'{"a":1}'
    assert received.headers["webhook-id"] == "7"
    assert received.headers["host"] == f"127.0.0.1:{receiver.port}"


@pytest.mark.usefixtures("here")
def test_plain_http_reaches_this_machine_alone(monkeypatch: pytest.MonkeyPatch, dialled: list[Any]) -> None:
    monkeypatch.setattr(sending, "_lookup", resolver([PUBLIC], ["10.0.0.1"]))
    assert fault("http://hooks.example.test/") == "not_public"
    assert fault("http://hooks.example.test/") == "not_public"
    assert dialled == []


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_an_answer_and_is_not_followed(status: int) -> None:
    with receiving() as inner, receiving(answer(status, f"Location: {inner.url}")) as outer:
        assert post(outer.url, {}, b"{}").status == status
    assert (len(outer.received), len(inner.received)) == (1, 0)


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("Retry-After: 120", 120),
        ("retry-after:7", 7),
        ("Retry-After: Wed, 21 Oct 2015 07:28:00 GMT", 0),
        ("Retry-After: soon", None),
        ("Retry-After: -5", None),
        ("X: y", None),
    ],
)
def test_a_wish_to_be_left_alone_is_heard(header: str, seconds: float | None) -> None:
    with receiving(answer(503, header)) as receiver:
        got = post(receiver.url, {}, b"{}")
    assert (got.status, got.retry_after) == (503, seconds)


@pytest.mark.usefixtures("here")
def test_informational_responses_are_skipped() -> None:
    with receiving(b"HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n") as receiver:
        assert post(receiver.url, {}, b"{}").status == 204


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    "nonsense", [b"", b"SSH-2.0-OpenSSH_9.2\r\n\r\n", b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 999 No\r\n\r\n"]
)
def test_an_invalid_response_is_refused(nonsense: bytes) -> None:
    with receiving(nonsense) as receiver:
        assert fault(receiver.url) == "not_http"


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("pause", [0.02, 60.0])
def test_a_server_that_drips_or_says_nothing_is_left_in_time(
    pause: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "TIMEOUT", 0.3)
    closed = []

    def drip(connection: socket.socket) -> None:
        connection.settimeout(pause)
        connection.sendall(b"HTTP/1.1 200 OK\r\n")
        try:
            while True:  # a header that never ends, for as long as somebody listens
                try:
                    if not connection.recv(4096):
                        break
                except TimeoutError:
                    connection.sendall(b"x")
        except OSError:
            pass  # reset rather than closed
        closed.append(1)

    with serving(drip) as port:
        assert fault(f"http://127.0.0.1:{port}/") == "too_slow"
        until(lambda: closed == [1])


@pytest.mark.usefixtures("here")
def test_an_answer_without_end_is_read_to_its_limit_and_no_further() -> None:
    def flood(connection: socket.socket) -> None:
        sent = 0
        connection.recv(4096)
        try:
            while sent < 50_000_000:
                sent += connection.send(b"X-More: " + b"x" * 4000 + b"\r\n")
        except OSError:
            flooded.append(sent)

    flooded: list[int] = []
    with serving(flood) as port:
        assert fault(f"http://127.0.0.1:{port}/") == "not_http"
        until(lambda: bool(flooded))


def test_a_lookup_that_hangs_is_left_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "TIMEOUT", 0.1)
    answered = threading.Event()
    monkeypatch.setattr(sending, "_lookup", lambda *_args, **_hints: answered.wait())
    assert fault("https://hooks.example.test/") == "too_slow"
    answered.set()


@pytest.fixture
def trusted(monkeypatch: pytest.MonkeyPatch, here: None) -> None:
    """The tests' certificate is trusted, and every name leads to this machine."""
    context = ssl.create_default_context(cafile=str(CERTIFICATE))
    monkeypatch.setattr(sending, "_tls", lambda: context)
    monkeypatch.setattr(
        sending, "_lookup", lambda _host, port, **_hints: resolver(["127.0.0.1"])(_host, port)
    )


@pytest.mark.usefixtures("trusted")
def test_https_uses_the_host_name_and_checks_its_certificate() -> None:
    with receiving(tls=True) as receiver:
        assert post(f"https://hooks.example.test:{receiver.port}/", {}, b"{}").status == 200
        assert fault(f"https://other.example.test:{receiver.port}/") == "bad_certificate"
    (received,) = receiver.received
    assert received.headers["host"] == f"hooks.example.test:{receiver.port}"


@pytest.mark.usefixtures("trusted")
def test_a_certificate_that_nobody_signed_is_not_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "_tls", ssl.create_default_context)
    with receiving(tls=True) as receiver:
        assert fault(f"https://hooks.example.test:{receiver.port}/") == "bad_certificate"
    assert receiver.received == []
