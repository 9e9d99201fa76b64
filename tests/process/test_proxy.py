"""The proxy of docker/compose.yml: Caddy with our configuration, in front of real servers."""

from __future__ import annotations

import gzip
import http.client
import json
import shutil
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.platform.processes import ROOT, TIMEOUT, clean, running, until
from tests.plugins.launch import free_port
from tests.process.test_slow_clients import slow_clients
from tests.process.web import EventSource, prepare

pytestmark = [
    pytest.mark.process,
    pytest.mark.nightly,
    pytest.mark.skipif(shutil.which("caddy") is None, reason="Caddy is not installed (apt install caddy)"),
]

CONFIGURATION = ["--config", str(ROOT / "docker" / "Caddyfile"), "--adapter", "caddyfile"]


@contextmanager
def proxy(upstream: int, folder: Path) -> Iterator[int]:
    """Run the proxy in front of this port during the block. Yield its own port."""
    port = free_port()
    environ = {
        "POCH_ORIGIN": f"http://localhost:{port}",
        "POCH_UPSTREAM": f"127.0.0.1:{upstream}",
        "POCH_STATIC": str(folder / "static"),
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }

    def answers() -> bool:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            return False
        return True

    with running("caddy", "run", *CONFIGURATION, output=folder / "proxy.output", environ=environ) as caddy:
        until(lambda: answers() or caddy.process.poll() is not None)
        assert caddy.process.poll() is None
        yield port


def ask(port: int, path: str, **headers: str) -> tuple[http.client.HTTPResponse, bytes]:
    connection = http.client.HTTPConnection("localhost", port, timeout=TIMEOUT)
    connection.request(
        "GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()}
    )
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer, body


@pytest.fixture
def echo() -> Iterator[int]:
    """A server that returns the headers that it gets, as JSON. The fixture is its port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = json.dumps({name.lower(): value for name, value in self.headers.items()}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_words: object) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.parametrize(
    "origin", ["https://poch.example.org", "https://a.example.org, https://b.example.org"]
)
def test_the_configuration_is_valid(origin: str, tmp_path: Path) -> None:
    environ = {"POCH_ORIGIN": origin, "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    done = subprocess.run(
        ["caddy", "validate", *CONFIGURATION],
        env=clean(environ),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_the_server_sees_the_address_of_the_client_and_the_id_of_the_request(
    echo: int, tmp_path: Path
) -> None:
    with proxy(echo, tmp_path) as port:
        _answer, body = ask(port, "/", X_Forwarded_For="192.0.2.66", X_Request_Id="abc-123")
        headers = json.loads(body)
        # The address that a client claims does not arrive. So POCH_PROXIES is 1.
        assert headers["x-forwarded-for"] in {"127.0.0.1", "::1"}
        assert headers["x-forwarded-proto"] == "http"
        assert headers["x-request-id"] == "abc-123"
        assert headers["host"] == f"localhost:{port}"


def test_a_server_that_dies_with_a_request_is_503_with_a_time_to_wait(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as dying:

        def hang_up() -> None:
            connection, _address = dying.accept()
            connection.recv(1)
            connection.close()

        thread = threading.Thread(target=hang_up)
        thread.start()
        with proxy(dying.getsockname()[1], tmp_path) as port:
            connection = http.client.HTTPConnection("localhost", port, timeout=TIMEOUT)
            connection.request("PUT", "/", "a body")
            answer = connection.getresponse()
            assert (answer.status, answer.headers["Retry-After"]) == (503, "5")
            assert b"Try again soon." in answer.read()
            connection.close()
        thread.join()


def test_what_is_private_is_not_passed_on_and_the_rest_is_compressed(echo: int, tmp_path: Path) -> None:
    with proxy(echo, tmp_path) as port:
        assert ask(port, "/readyz")[0].status == 404
        assert ask(echo, "/readyz")[0].status == 200
        answer, body = ask(port, "/healthz", Accept_Encoding="gzip", X_Long="x" * 2000)
        assert (answer.status, answer.headers["Content-Encoding"]) == (200, "gzip")
        assert json.loads(gzip.decompress(body))["x-long"] == "x" * 2000


def test_static_files_come_from_the_proxy(echo: int, tmp_path: Path) -> None:
    folder = tmp_path / "static"
    folder.mkdir()
    (folder / "site.0123456789ab.css").write_text("body { color: black }")
    with gzip.open(folder / "site.0123456789ab.css.gz", "wb") as file:
        file.write(b"compressed before")
    (folder / "site.css").write_text("body { color: black }")
    with proxy(echo, tmp_path) as port:
        answer, body = ask(port, "/static/site.0123456789ab.css", Accept_Encoding="gzip")
        assert gzip.decompress(body) == b"compressed before"
        assert "immutable" in answer.headers["Cache-Control"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        answer, body = ask(port, "/static/site.css")
        assert body == b"body { color: black }"
        assert answer.headers["Cache-Control"] == "max-age=60"
        assert ask(port, "/static/missing.css")[0].status == 404


def test_streams_and_deals_pass_the_proxy_beside_slow_clients(tmp_path: Path) -> None:
    site = prepare("", tmp_path)
    site.environ |= {"POCH_PROXIES": "1"}
    with site.one_process(), proxy(site.port, tmp_path) as port:
        public = replace(site, port=port)
        reader = EventSource(public)
        with slow_clients(public):
            reader.until_received([1, 2, 3, 4, 5])
        reader.close()
