"""Small spreadsheets (.xlsx), sound and hostile ones."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from xml.sax.saxutils import escape

OFFICE = "http://schemas.openxmlformats.org"
MAIN = f"{OFFICE}/spreadsheetml/2006/main"
RELATIONS = f"{OFFICE}/package/2006/relationships"
OF_DOCUMENT = f"{OFFICE}/officeDocument/2006/relationships"

PARTS = {
    "[Content_Types].xml": (
        f'<Types xmlns="{OFFICE}/package/2006/content-types"><Default Extension="xml" '
        'ContentType="application/xml"/><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>'
    ),
    "_rels/.rels": (
        f'<Relationships xmlns="{RELATIONS}"><Relationship Id="r" Type="{OF_DOCUMENT}/officeDocument" '
        'Target="xl/workbook.xml"/></Relationships>'
    ),
    "xl/workbook.xml": (
        f'<workbook xmlns="{MAIN}" xmlns:r="{OF_DOCUMENT}"><sheets>'
        '<sheet name="People" sheetId="1" r:id="r"/></sheets></workbook>'
    ),
    "xl/_rels/workbook.xml.rels": (
        f'<Relationships xmlns="{RELATIONS}"><Relationship Id="r" Type="{OF_DOCUMENT}/worksheet" '
        'Target="worksheets/sheet1.xml"/></Relationships>'
    ),
}


def workbook(rows: Sequence[Sequence[str | int]]) -> bytes:
    """A spreadsheet with these cells."""
    lines = []
    for number, row in enumerate(rows, 1):
        cells = "".join(
            f'<c r="{chr(65 + column)}{number}"><v>{cell}</v></c>'
            if isinstance(cell, int)
            else f'<c r="{chr(65 + column)}{number}" t="inlineStr"><is><t>{escape(cell)}</t></is></c>'
            for column, cell in enumerate(row)
        )
        lines.append(f'<row r="{number}">{cells}</row>')
    return packed("".join(lines))


def packed(rows: str, **more: str) -> bytes:
    """A spreadsheet with these rows in XML, and more parts."""
    sheet = f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as parts:
        for name, text in {**PARTS, "xl/worksheets/sheet1.xml": sheet, **more}.items():
            parts.writestr(name, text)
    return written.getvalue()


CORNERS = packed(
    '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
)
"""Two cells whose area would need 500 GB."""

COUNTED = packed(
    "", **{"xl/sharedStrings.xml": f'<sst xmlns="{MAIN}" uniqueCount="99999999999"><si><t>a</t></si></sst>'}
)
"""A spreadsheet that says it has a hundred thousand million texts."""

LARGE = packed(" " * 30_000_000)
"""A small file from which 30 MB come."""
