"""The static files as they are served: names with hashes, one stylesheet, compressed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from posixpath import normpath
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage

STYLESHEET = "tournaments/css/pochleague.css"
"""The stylesheet of all pages. Its source imports the other ones."""

_IMPORT = re.compile(r'@import url\("([^"]+)"\) layer\((\w+)\);')


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


def with_imports(name: str, paths: dict[str, tuple[Any, str]]) -> str:
    """The text of a stylesheet with each imported one in its place, as a block of its layer."""
    folder = PurePosixPath(name).parent

    def block(match: re.Match[str]) -> str:
        return f"@layer {match[2]} {{\n{_text(normpath(str(folder / match[1])), paths)}\n}}"

    return _IMPORT.sub(block, _text(name, paths))


def _text(name: str, paths: dict[str, tuple[Any, str]]) -> str:
    storage, path = paths[name]
    with storage.open(path) as file:
        text: str = file.read().decode()
    return text
