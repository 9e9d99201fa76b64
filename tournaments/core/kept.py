"""Kept answers: what many people look at is rendered once, and kept in the memory of the process.

A kept answer has the mark of the state that it shows (`events.verbs.marks`). It is used while the mark is
the same. During an evening the mark changes several times a second. So an answer is also used after a change,
for `REST` times as long as it took to make it, and while a newer one is made. A server that is busy makes
answers more slowly, so it makes them less often.

No answer is used that is older than it lasts, or has another key. So whatever must count at once belongs into
the key: who may see the answer, and that a person has become anonymous. An answer with an old key soon leaves
the memory.
"""

from __future__ import annotations

import gzip
import hashlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakValueDictionary

LASTS = 15.0
"""Seconds. Texts such as "5 minutes ago" and the time left become stale without a change of the event. An
answer without such texts can last longer."""

REST = 20
"""Making an answer takes at most one part in this many of the time of a thread, and a little more."""

MOST = 32 * 1024 * 1024
"""Bytes of all kept answers of a process."""

OVERHEAD = 1024
"""Bytes that an answer costs beside its compressed text."""


@dataclass(frozen=True)
class Answer:
    """A rendered answer, compressed, with its ETag."""

    mark: Hashable
    status: int
    content_type: str
    compressed: bytes
    etag: str
    made: float
    """When it was made, on the monotonic clock."""
    took: float = 0.0
    """Seconds that it took to make it."""
    lasts: float | None = None
    """Seconds for which it is used; None: `LASTS`."""

    @classmethod
    def of_text(cls, mark: Hashable, text: bytes, content_type: str, *, status: int, etag: str) -> Answer:
        """Compress a text. Without an ETag it gets a hash.

        The hash is a weak ETag, because it is the same for the compressed and for the plain text.
        """
        etag = etag or f'W/"{hashlib.sha256(text).hexdigest()[:32]}"'
        return cls(mark, status, content_type, gzip.compress(text, 6, mtime=0), etag, time.monotonic())

    @property
    def text(self) -> bytes:
        return gzip.decompress(self.compressed)

    @property
    def size(self) -> int:
        return len(self.compressed) + OVERHEAD

    @property
    def age(self) -> float:
        """How old the answer is, in seconds."""
        return time.monotonic() - self.made

    @property
    def is_old(self) -> bool:
        return self.age >= (LASTS if self.lasts is None else self.lasts)

    def is_current(self, mark: Hashable) -> bool:
        return not self.is_old if self.mark == mark else self.age < min(LASTS, REST * self.took)


class Shelf:
    """The kept answers of this process. The least recently used ones give way to new ones."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._answers: OrderedDict[Hashable, Answer] = OrderedDict()
        self._size = 0
        self._guard = threading.Lock()
        self._making: WeakValueDictionary[Hashable, Any] = WeakValueDictionary()

    @property
    def size(self) -> int:
        """The memory that the shelf uses, in bytes."""
        return self._size

    def __len__(self) -> int:
        return len(self._answers)

    def find(self, key: Hashable, mark: Hashable) -> Answer | None:
        """Return the answer for this key, if its mark is right or it was made a short time ago (`REST`)."""
        with self._guard:
            answer = self._answers.get(key)
            if answer is None or not answer.is_current(mark):
                return None
            self._answers.move_to_end(key)
            return answer

    def find_or_make(self, key: Hashable, mark: Hashable, make: Callable[[], Answer | None]) -> Answer | None:
        """Return the answer for this key. If many ask at once, one makes it.

        The others get the one before, or wait if there is none. If `make` returns None, nothing is kept, and
        each caller calls its own `make`.
        """
        if (answer := self.find(key, mark)) is not None:
            return answer
        with self._guard:
            lock = self._making.setdefault(key, threading.Lock())
            before = self._answers.get(key)
        if lock.locked() and before is not None and not before.is_old:
            return before
        with lock:
            if (answer := self.find(key, mark)) is not None:
                return answer
            began = time.monotonic()
            answer = make()
            if answer is not None:
                answer = replace(answer, took=time.monotonic() - began)
                self._put(key, answer)
            return answer

    def clear(self) -> None:
        """Forget everything."""
        with self._guard:
            self._answers.clear()
            self._size = 0

    def _put(self, key: Hashable, answer: Answer) -> None:
        with self._guard:
            self._drop(key)
            for other in [other for other, kept in self._answers.items() if kept.is_old]:
                self._drop(other)
            if answer.size > self._most:
                return
            self._answers[key] = answer
            self._size += answer.size
            while self._size > self._most:
                self._drop(next(iter(self._answers)))

    def _drop(self, key: Hashable) -> None:
        if (answer := self._answers.pop(key, None)) is not None:
            self._size -= answer.size


SHELF = Shelf()
