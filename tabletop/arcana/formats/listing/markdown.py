"""A roster as Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.arcana.army.roster import Roster
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.formats.listing.writing import Style, writing

MARKED = "`*_{}[]<>#|~$"
MARKDOWN = Style(
    title="# ", fact="- **{}:** {}", unit="## ", unnamed="## Unit", ally="## Ally: ", marked=MARKED
)  # fmt: skip


def write_markdown(roster: Roster, catalogue: Catalogue) -> str:
    """The roster with headings and lists; `listing.read_listing` reads it back."""
    return "\n\n".join(_blocks(roster, catalogue)) + "\n"


def _blocks(roster: Roster, catalogue: Catalogue) -> Iterator[str]:
    written = writing(roster, catalogue, MARKDOWN)
    yield written.title()
    yield "\n".join(written.facts())
    for block in written.contingents():
        yield block.heading
        if block.lines:
            yield "\n".join(block.lines)
    if designs := tuple(written.designs()):
        yield "## Designs"
        yield "\n".join(["```json", *designs, "```"])
