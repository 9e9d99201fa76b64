"""A small SMTP server in a thread of the test: it takes letters, or refuses them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread


@dataclass
class Letter:
    """What the server took: the envelope and the message."""

    sender: str
    to: list[str]
    message: EmailMessage


@dataclass
class PostOffice:
    """refuses: recipients whom the server does not know. is_down: it says goodbye at once."""

    port: int = 0
    letters: list[Letter] = field(default_factory=list)
    refuses: set[str] = field(default_factory=set)
    is_down: bool = False
    connections: int = 0


class _Window(StreamRequestHandler):
    """One connection, as RFC 5321 has it."""

    server: _Server

    def say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())

    def handle(self) -> None:
        office = self.server.office
        office.connections += 1
        if office.is_down:
            self.say("421 Come again later")
            return
        self.say("220 a small server")
        sender = ""
        to: list[str] = []
        while line := self.rfile.readline().decode().strip():
            verb = line.partition(" ")[0].upper()
            address = line.partition("<")[2].partition(">")[0]
            if verb == "MAIL":
                sender, to = address, []
            if verb == "RCPT":
                if address in office.refuses:
                    self.say("550 Nobody lives here")
                    continue
                to.append(address)
            if verb == "DATA":
                self.say("354 Go on")
                message = message_from_bytes(b"".join(self._lines()), policy=policy.default)
                office.letters.append(Letter(sender, to, message))
            self.say("221 Bye" if verb == "QUIT" else "250 Good")
            if verb == "QUIT":
                return

    def _lines(self) -> Iterator[bytes]:
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            yield line.removeprefix(b".") if line.startswith(b"..") else line


class _Server(ThreadingTCPServer):
    daemon_threads = True
    office: PostOffice


@contextmanager
def post_office() -> Iterator[PostOffice]:
    """A server at a free port of this machine."""
    with _Server(("127.0.0.1", 0), _Window) as server:
        server.office = PostOffice(port=server.server_address[1])
        Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield server.office
        server.shutdown()
