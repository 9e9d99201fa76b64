"""Static files as they are served (names with hashes, one stylesheet, compressed), and compressed pages."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePosixPath
from posixpath import normpath
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import AppDirectoriesFinder, get_finders
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage
from django.core.management import call_command
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

STYLESHEET = "tournaments/css/pochleague.css"
"""The stylesheet of all pages. Its source imports the other ones."""

STAMP = ".collected"
"""The file in the folder of the collected files that says from which sources they were made."""

UNUSED = ["rest_framework", "redoc"]
"""Folders of libraries whose files no page of ours uses."""

_IMPORT = re.compile(r'@import url\("([^"]+)"\) layer\((\w+)\);')
_REMARK = re.compile(r"/\*[^!].*?\*/\s*|^ +", re.DOTALL | re.MULTILINE)
"""What a browser needs of no stylesheet: comments, but not those of a licence, and indents."""


class UsedFiles(AppDirectoriesFinder):
    """Django's finder of the files of the apps, without the unused ones."""

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterable[Any]:
        return super().list([*(ignore_patterns or ()), *UNUSED])


class ServedFiles(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage. `collectstatic` also puts the imported stylesheets into the one of all pages.

    A browser then needs one request instead of a chain of them. With POCH_DEBUG the sources are served.
    """

    def post_process(
        self, paths: dict[str, tuple[Any, str]], **options: Any
    ) -> Iterator[tuple[str, str | None, bool | Exception]]:
        if STYLESHEET in paths:
            whole = InMemoryStorage()
            whole.save(STYLESHEET, ContentFile(with_imports(STYLESHEET, paths).encode()))
            paths = paths | {STYLESHEET: (whole, STYLESHEET)}
        yield from super().post_process(paths, **options)

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Compress what pages link: the files with a hash in their name, and the stylesheet without one."""
        yield from super().compress_files(set(paths) & {*self.hashed_files.values(), STYLESHEET})


def collect(say: Callable[[str], object]) -> None:
    """Run `collectstatic`, unless the collected files were made from the present sources.

    Collecting takes seconds, so `say` gets a sentence before. A server that starts again after a crash should
    not wait for them.
    """
    stamp, sources = Path(settings.STATIC_ROOT) / STAMP, _sources()
    if stamp.is_file() and stamp.read_text() == sources:
        return
    say("Preparing style sheets, scripts and pictures.")
    stamp.unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(sources)


def _sources() -> str:
    """Return a digest of the paths, sizes and times of all sources, and of this module."""
    files = [Path(__file__)]
    for finder in get_finders():
        files += [Path(storage.path(path)) for path, storage in finder.list(None)]
    digest = hashlib.sha256(str(settings.DEBUG).encode())
    for file in sorted(files):
        about = file.stat()
        digest.update(f"{file}\0{about.st_size}\0{about.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def with_imports(name: str, paths: dict[str, tuple[Any, str]]) -> str:
    """The text of a stylesheet with each imported one in its place, as a block of its layer; no comments."""
    folder = PurePosixPath(name).parent

    def block(match: re.Match[str]) -> str:
        return f"@layer {match[2]} {{\n{_text(normpath(str(folder / match[1])), paths)}\n}}"

    return _REMARK.sub("", _IMPORT.sub(block, _text(name, paths)))


def _text(name: str, paths: dict[str, tuple[Any, str]]) -> str:
    storage, path = paths[name]
    with storage.open(path) as file:
        text: str = file.read().decode()
    return text


# ---- Compress pages, so that a process without a proxy serves phones well. Accept what proxies compress.


class CompressPages(GZipMiddleware):
    """Compress HTML, with Django's protection against BREACH. Streams and documents stay as they are."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not response.get("Content-Type", "").startswith("text/html"):
            return response
        return super().process_response(request, response)


_TAG_OF_PROXY = re.compile(r'(?:W/)?"([^"]*?)(?:(?:-{1,2}|;)(?:gzip|br|zstd))?"')


def our_etags(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Turn ETags that a proxy has changed back into ours.

    A proxy that compresses appends the coding (Caddy and Apache "-gzip", others ";gzip" or "--gzip"), or
    makes the ETag weak (nginx). A client sends this ETag as `If-Match` or `If-None-Match`, and no proxy
    changes it back.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        for header in ("HTTP_IF_MATCH", "HTTP_IF_NONE_MATCH"):
            if tags := request.META.get(header):
                request.META[header] = _TAG_OF_PROXY.sub(r'"\1"', tags)
        return get_response(request)

    return answer
