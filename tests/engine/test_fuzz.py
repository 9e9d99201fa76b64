"""Any line and any rules get an answer or an ``EngineError``. (Damaged documents: ``test_soak.py``.)"""

from __future__ import annotations

import json
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from games import services
from games.engine.practice import answer


@given(st.binary(max_size=60))
@example(b"[" * 5000)
@example(b'{"rules":' * 5000)
@example(b'{"format": "poch-deal/1", "rules": ' + b"[" * 900 + b"]" * 900 + b"}")
@example(b'{"\\ud800": "\\udfff"}')
@example(b'{"format": "poch-deal/1", "dealer": ' + b"9" * 5000 + b"}")
@settings(deadline=None)
def test_any_line_gets_an_answer_that_is_json(line: bytes) -> None:
    text, refused = answer(line)
    error = json.loads(text)["error"]
    assert refused == 1
    assert set(error) == {"code", "detail", "at"}
    text.encode("ascii")


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=8,
    )
)
@settings(deadline=None)
def test_any_rules_are_resolved_or_refused(document: Any) -> None:
    for given_rules in (document, {"preset": "pagat", "pools": document}, {"preset": document}):
        try:
            services.resolve_rules(given_rules)
        except services.EngineError as error:
            error.detail.encode()
