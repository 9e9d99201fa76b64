"""The hash chain of an audit log: the digest of each entry covers the digest of the entry before it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

START = ""
"""The digest before the first entry of a log."""


def link(previous: str, content: Mapping[str, Any]) -> str:
    """Return the digest of an entry: the SHA-256 of the digest before it and of its content, in hex.

    The content is JSON. Numbers have one form each, because a database may return 1.0 as 1 and -0.0 as 0.
    """
    text = json.dumps([previous, _plain(content)], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value
