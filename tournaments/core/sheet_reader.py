"""The program that reads a spreadsheet (.xlsx) from its input, and writes its first sheet as CSV with tabs.

It runs by itself, so that a spreadsheet can end nothing else. Its argument: the most letters to write.
"""

from __future__ import annotations

import csv
import io
import resource
import sys
from datetime import date

from python_calamine import CalamineWorkbook

MEMORY = 512 * 1024 * 1024
PROCESSOR_SECONDS = 15


def main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_SECONDS, PROCESSOR_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    most = int(sys.argv[1])
    written = io.StringIO()
    writer = csv.writer(written, delimiter="\t", lineterminator="\n")
    with CalamineWorkbook.from_filelike(io.BytesIO(sys.stdin.buffer.read())) as book:
        for name in book.sheet_names:
            for cells in book.get_sheet_by_name(name).iter_rows():
                if any(cell != "" for cell in cells):
                    writer.writerow([_text(cell) for cell in cells])
                if written.tell() > most:
                    break
            if written.tell():
                break
    # One letter more says that it was too long.
    sys.stdout.buffer.write(written.getvalue()[: most + 1].encode(errors="replace"))


def _text(cell: object) -> str:
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, date):
        return cell.isoformat()[:10]
    return " ".join(str(cell).split())


if __name__ == "__main__":
    main()
