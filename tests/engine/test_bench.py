"""The bench runs and prints each rate and ratio."""

from __future__ import annotations

import json

import pytest

from games import services
from games.engine import bench


def test_it_prints_every_rate_and_ratio(capsys: pytest.CaptureFixture[str]) -> None:
    bench.bench(0.1)
    printed = capsys.readouterr().out
    for line in ("deals/s", "OpenSpiel", "documents/s", "replay / parse and print"):
        assert line in printed


def test_the_replayed_documents_are_pagat_deals_of_all_sizes_and_both_purses() -> None:
    documents = [json.loads(line) for line in bench.written_documents(40)]
    assert all(document["rules"]["preset"].startswith("pagat") for document in documents)
    assert {len(document["chips"]) for document in documents} == {3, 4, 5, 6}
    assert {document["rules"].get("purse") for document in documents} == {None, "table"}
    for document in documents:
        assert services.replay(document)["format"] == "poch-result/1"
