"""What the print shop offers: its products with a sentence each, and the bundles to begin with."""

from __future__ import annotations

from msgspec import Struct

from tabletop.arcana.printing.orders import SheetKind


class Product(Struct, frozen=True):
    """A kind of sheet as the shop shows it; its picture is named like the kind."""

    kind: SheetKind
    name: str
    sentence: str

    @property
    def picture(self) -> str:
        return f"armybuilder/thumbs/{self.kind}.png"


class Bundle(Struct, frozen=True):
    """Kinds that are printed together; those whose pictures stand in its fan come last to first."""

    name: str
    title: str
    sentence: str
    kinds: tuple[SheetKind, ...]

    @property
    def pictures(self) -> list[str]:
        return [f"armybuilder/thumbs/{kind}.png" for kind in reversed(self.kinds)]


PRODUCTS: dict[str, tuple[Product, ...]] = {
    "Sheets": (
        Product(
            SheetKind.ROSTER,
            "Roster",
            "Every unit with its figures and price, the verdict, and a code to check it by.",
        ),
        Product(SheetKind.COMPACT, "Short roster", "The book's notation with its key, on one page if it fits."),
        Product(SheetKind.ORGANISER, "Organiser's sheet", "Units, points, digest and room for signatures."),
        Product(
            SheetKind.ATTRITION,
            "Attrition sheet",
            "What each unit is worth when it falls, and when the army tests.",
        ),
        Product(SheetKind.GAME, "Game sheet", "Boxes to tick off wounds, power and shots."),
        Product(SheetKind.REFERENCE, "Reference", "What this army uses of the rules, in short."),
    ),
    "Cards": (
        Product(SheetKind.CARDS, "Unit cards", "One card a unit: figures, weapons, wounds to tick."),
        Product(SheetKind.PROFILES, "Profile cards", "One card for each profile, whoever fields it."),
        Product(SheetKind.DESIGNS, "Cards of own designs", "For creatures and machines you made."),
        Product(SheetKind.SPELLS, "Spell cards", "The spells your wizards can cast, one a card."),
        Product(SheetKind.TERRAIN_CARDS, "Terrain cards", "What each piece does, to lay beside it."),
    ),
    "To cut out": (
        Product(SheetKind.MARKERS, "Markers", "Broken, fled, wounds, power, spells: what this army needs."),
        Product(SheetKind.TEMPLATES, "Templates", "Circles and streams at true size."),
        Product(SheetKind.GAUGES, "Rulers and gauges", "Inch rulers and wheel gauges."),
        Product(SheetKind.RANGES, "Range bands", "A strip for each weapon, with its thirds."),
        Product(SheetKind.BASES, "Base outlines", "To stand figures on, or to stand in for them."),
        Product(SheetKind.TRAYS, "Movement trays", "Trays for this army's blocks."),
    ),
}


def pages_in_words(pages: int | None) -> str:
    """`2 pages`; nothing where they weren't counted."""
    if pages is None:
        return ""
    return "none in this army" if pages == 0 else "1 page" if pages == 1 else f"{pages} pages"


NAMES = {product.kind: product.name for products in PRODUCTS.values() for product in products}

BUNDLES = (
    Bundle(
        "game",
        "For a game",
        "Roster, unit cards, reference and markers: all that a player lays on the table.",
        (SheetKind.ROSTER, SheetKind.CARDS, SheetKind.REFERENCE, SheetKind.MARKERS),
    ),
    Bundle(
        "tournament",
        "For a tournament",
        "Short roster and the organiser's sheet.",
        (SheetKind.COMPACT, SheetKind.ORGANISER),
    ),
)
