"""A module that workers import (`WORKER_IMPORTS`): the worker soon takes no message, and soon sees it."""

from __future__ import annotations

from unittest.mock import patch

from kombu.transport.redis import QoS

MESSAGES = 3

_append = QoS.append
_taken: list[object] = []


def _note(qos: QoS, message: object, tag: str) -> object:
    _taken.append(tag)
    return _append(qos, message, tag)


patch.object(QoS, "append", _note).start()
patch.object(QoS, "can_consume", lambda _qos: len(_taken) < MESSAGES).start()
patch("pochleague.pulse.INTERVAL", 0.5).start()
patch("pochleague.pulse.QUIET", 5.0).start()
patch("pochleague.pulse.LONGEST_QUIET", 10.0).start()
