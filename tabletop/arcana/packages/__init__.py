"""Equipment as the book has it: packages that turn one base trooper into a family of troops."""

from tabletop.arcana.packages.clashes import EQUIPMENT_RULES
from tabletop.arcana.packages.equipping import Change, Equipped, equip
from tabletop.arcana.packages.family import Kit, family
from tabletop.arcana.packages.shelf import PACKAGES, Package

__all__ = ["EQUIPMENT_RULES", "PACKAGES", "Change", "Equipped", "Kit", "Package", "equip", "family"]
