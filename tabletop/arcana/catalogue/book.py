"""The printed source of Armies of Arcana."""

from tabletop.citations import Document

BOOK = Document("Armies of Arcana, fifth edition")
