"""Menus of printed rows, list by list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import Row, Section


class Menu(Struct, frozen=True):
    """A menu's rows under the name of their list."""

    label: str
    rows: tuple[Row, ...]


def row_menus(catalogue: Catalogue, lists: Iterable[str], sections: Sequence[Section]) -> tuple[Menu, ...]:
    """The rows of these sections of these lists; lists without any are left out."""
    menus = (
        Menu(catalogue.lists[slug].name, tuple(row for row in catalogue.rows_of(slug) if row.section in sections))
        for slug in dict.fromkeys(lists)
        if slug in catalogue.lists
    )
    return tuple(menu for menu in menus if menu.rows)
