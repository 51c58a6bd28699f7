"""Every malformed file by name, of all formats, for whoever reads files."""

from __future__ import annotations

from tests.tabletop.arcana.formats.spoilt import ENCODED_CASES, JSON_CASES, MIXED_CASES, XML_CASES, ZIP_CASES
from tests.tabletop.arcana.formats.spoilt_lines import LINES, ROWS

FILES = {"json": JSON_CASES, "encoding": ENCODED_CASES, "mixed": MIXED_CASES, "ros": XML_CASES, "rosz": ZIP_CASES}
SPOILT = {f"{kind}: {name}": content for kind, cases in FILES.items() for name, (content, _) in cases.items()}
SPOILT |= {f"line: {name}": case[0].encode() for name, case in LINES.items()}
SPOILT |= {f"row: {name}": case[0].encode() for name, case in ROWS.items()}
