"""A roster as plain text that people paste in chats and e-mails."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.arcana.army.roster import Roster
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.formats.listing.writing import Style, writing

TEXT = Style(title="Roster: ", fact="{}: {}", unit="Unit: ", unnamed="Unit:", ally="Ally: ")


def write_text(roster: Roster, catalogue: Catalogue) -> str:
    """The roster in lines; `listing.read_listing` reads it back. Points are for people, no reader believes them."""
    return "\n\n".join(_blocks(roster, catalogue)) + "\n"


def _blocks(roster: Roster, catalogue: Catalogue) -> Iterator[str]:
    written = writing(roster, catalogue, TEXT)
    yield "\n".join([written.title(), *written.facts()])
    for block in written.contingents():
        yield "\n".join([block.heading, *block.lines])
    for design in written.designs():
        yield f"Design: {design}"
