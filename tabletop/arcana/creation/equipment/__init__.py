"""Equipment as the book has it: packages that turn one base trooper into a family of troops."""

from tabletop.arcana.creation.equipment.apply import Change, Equipped, equip
from tabletop.arcana.creation.equipment.exclusions import EQUIPMENT_RULES
from tabletop.arcana.creation.equipment.family import Kit, family
from tabletop.arcana.creation.equipment.packages import PACKAGES, Package

__all__ = ["EQUIPMENT_RULES", "PACKAGES", "Change", "Equipped", "Kit", "Package", "equip", "family"]
