"""Receivers of webhooks for tests: real servers on this machine, each in a thread, well or badly behaved."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from standardwebhooks.webhooks import Webhook as Verifier

CERTIFICATE = Path(__file__).with_name("hooks.example.test.pem")
"""A certificate, with its key, that is good for hooks.example.test and that nobody trusts but these tests."""

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
"""What a receiver answers that took the message."""


def answer(status: int, *headers: str) -> bytes:
    """An answer with this status, and a body that nobody should see."""
    lines = [f"HTTP/1.1 {status} Whatever", *headers, "Content-Length: 6", "", "secret"]
    return "\r\n".join(lines).encode()


@dataclass
class Received:
    """A request as it came in."""

    line: str
    headers: dict[str, str]
    body: bytes

    def verified(self, secret: str) -> Any:
        """The message, if it was signed with this secret."""
        return Verifier(secret).verify(self.body, self.headers)


@dataclass
class Receiver:
    """A server that keeps what it is sent, and answers each request with the next of `answers`."""

    port: int = 0
    answers: list[bytes] = field(default_factory=list)
    """The last one is given again and again; none: OK."""
    received: list[Received] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/poch?from=test"

    def take(self, connection: socket.socket) -> None:
        """Read a whole request and answer it."""
        with connection.makefile("rb") as stream:
            line = stream.readline().decode().strip()
            headers = {}
            while header := stream.readline().strip():
                name, _colon, value = header.decode().partition(":")
                headers[name.lower()] = value.strip()
            body = stream.read(int(headers["content-length"]))
        self.received.append(Received(line, headers, body))
        if len(self.answers) > 1:
            connection.sendall(self.answers.pop(0))
        else:
            connection.sendall(self.answers[0] if self.answers else OK)


@contextmanager
def receiving(*answers: bytes, tls: bool = False) -> Iterator[Receiver]:
    """A receiver that gives these answers, one after the other."""
    receiver = Receiver(answers=list(answers))
    with serving(receiver.take, tls=tls) as port:
        receiver.port = port
        yield receiver


@contextmanager
def serving(serve: Callable[[socket.socket], None], *, tls: bool = False) -> Iterator[int]:
    """The port of a server that hands each connection to `serve`, in a thread, until the block ends."""
    listener = socket.create_server(("127.0.0.1", 0))
    context = None
    if tls:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(CERTIFICATE)

    def accept() -> None:
        while True:
            try:
                connection, _address = listener.accept()
            except OSError:
                return  # closed: the block has ended
            try:
                if context is not None:
                    connection = context.wrap_socket(connection, server_side=True)
                serve(connection)
            except OSError:
                pass  # the client went away, or did not like the certificate
            finally:
                connection.close()

    thread = threading.Thread(target=accept, daemon=True)
    thread.start()
    try:
        yield int(listener.getsockname()[1])
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join(10)
