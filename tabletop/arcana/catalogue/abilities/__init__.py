"""Every word a printed stat line can show, explained for a player at the table."""

from tabletop.arcana.catalogue.abilities.ability import Ability
from tabletop.arcana.catalogue.abilities.columns import COLUMNS, Column
from tabletop.arcana.catalogue.abilities.glossary import ABILITIES, abilities_of

__all__ = ["ABILITIES", "COLUMNS", "Ability", "Column", "abilities_of"]
