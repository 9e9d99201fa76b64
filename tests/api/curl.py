"""A small curl for machines without one: `python -m tests.api.curl OPTIONS URL`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("-sS", "--fail-with-body", action="store_true", required=True)
    parser.add_argument("-X", dest="method")
    parser.add_argument("-H", dest="headers", action="append", default=[])
    parser.add_argument("-d", dest="data")
    parser.add_argument("url")
    options = parser.parse_args()
    data: str | None = options.data
    if data is not None and data.startswith("@"):
        data = Path(data[1:]).read_text().replace("\n", "")
    headers = dict(header.split(": ", 1) for header in options.headers)
    body = None if data is None else data.encode()
    request = Request(options.url, body, headers, method=options.method)
    try:
        with urlopen(request) as answer:
            sys.stdout.buffer.write(answer.read())
    except HTTPError as refusal:
        sys.stdout.buffer.write(refusal.read())
        return 22
    return 0


if __name__ == "__main__":
    sys.exit(main())
