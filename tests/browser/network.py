"""The network between a phone and the server: a forwarder of TCP that a test cuts and restores.

Chromium's own switch for being offline does not reach service workers at every moment. A cut here does, and
it can lose an answer after the server has done what was asked.
"""

from __future__ import annotations

import socket
import threading
from contextlib import suppress

_CHUNK = 65_536


class Network:
    """Forwards connections from a port of this machine to the server. Each test has its own."""

    def __init__(self, server_host: str, server_port: int) -> None:
        self._server = (server_host, server_port)
        self._lock = threading.Lock()
        self._pairs: set[tuple[socket.socket, socket.socket]] = set()
        self._is_cut = False
        self._loses: bytes | None = None
        self._lost = threading.Event()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, name="network", daemon=True).start()

    def cut(self) -> None:
        """End all connections, and refuse new ones."""
        with self._lock:
            self._is_cut = True
            pairs = list(self._pairs)
        for pair in pairs:
            _close(*pair)

    def restore(self) -> None:
        """Forward again."""
        with self._lock:
            self._is_cut, self._loses = False, None

    def lose_the_answer_to(self, start: str) -> None:
        """Pass the next request that begins with this line, and cut the network instead of its answer.

        start: a method and an address, such as ``POST /tables/``.
        """
        self._lost.clear()
        with self._lock:
            self._loses = start.encode()

    def wait_until_lost(self, limit: float) -> None:
        """Wait until the server has answered the request and the answer is lost."""
        assert self._lost.wait(limit), "no such request came"

    def stop(self) -> None:
        """End everything."""
        # Only a shutdown wakes the thread that waits for a connection.
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self.cut()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _address = self._listening.accept()
                with self._lock:
                    is_cut = self._is_cut
                if is_cut:
                    _close(client)
                    continue
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        try:
            server = socket.create_connection(self._server)
        except OSError:
            _close(client)
            return
        with self._lock:
            is_cut = self._is_cut
            self._pairs.add((client, server))
        if is_cut:
            _close(client, server)
        loses = threading.Event()
        back = threading.Thread(target=self._answers, args=(server, client, loses), daemon=True)
        back.start()
        self._requests(client, server, loses)
        back.join()
        with self._lock:
            self._pairs.discard((client, server))

    def _requests(self, client: socket.socket, server: socket.socket, loses: threading.Event) -> None:
        with suppress(OSError):
            while data := client.recv(_CHUNK):
                with self._lock:
                    if self._loses is not None and data.startswith(self._loses):
                        self._loses = None
                        loses.set()
                server.sendall(data)
        _close(client, server)

    def _answers(self, server: socket.socket, client: socket.socket, loses: threading.Event) -> None:
        with suppress(OSError):
            while data := server.recv(_CHUNK):
                if loses.is_set():
                    # The server answers when its transaction has ended.
                    self.cut()
                    self._lost.set()
                    return
                client.sendall(data)
        _close(client, server)


def _close(*ends: socket.socket) -> None:
    for end in ends:
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()
