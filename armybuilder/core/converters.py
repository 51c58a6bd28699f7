"""Parts of addresses that become values."""

from __future__ import annotations

from tabletop.pdf.paper import PAPERS, Paper


class PaperConverter:
    """`a4` or `letter`: the paper that a sheet is made for; there is no page for any other."""

    regex = "[-a-zA-Z0-9_]+"

    def to_python(self, value: str) -> Paper:
        if value not in PAPERS:
            raise ValueError(f"sheets are made for {' and '.join(PAPERS)}")
        return PAPERS[value]

    def to_url(self, value: str) -> str:
        return value
