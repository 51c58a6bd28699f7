"""Where a rule or a figure stands."""

from __future__ import annotations

from msgspec import Struct


class Citation(Struct, frozen=True, gc=False):
    """A section of a printed document."""

    document: str
    section: str

    def __str__(self) -> str:
        return f"{self.document}, “{self.section}”"


class Document(Struct, frozen=True):
    """A printed source that citations point into."""

    title: str

    def section(self, name: str) -> Citation:
        return Citation(self.title, name)


def plain_citation(citation: Citation) -> dict[str, str]:
    """The citation for JSON."""
    return {"document": citation.document, "section": citation.section}
