"""Equipment as the book has it: packages that turn one base trooper into a family of troops."""

from tabletop.arcana.creation.equipment.apply import Change, Equipped, equip
from tabletop.arcana.creation.equipment.exclusions import EQUIPMENT_RULES
from tabletop.arcana.creation.equipment.family import Kit, family
from tabletop.arcana.creation.equipment.packages import Equipment, Package, read_equipment

__all__ = ["EQUIPMENT_RULES", "Change", "Equipment", "Equipped", "Kit", "Package", "equip", "family", "read_equipment"]
