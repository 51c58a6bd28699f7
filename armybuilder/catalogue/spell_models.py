"""Spells and the schools that teach them, loaded from fixtures and read by everybody."""

from __future__ import annotations

from typing import get_args

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from armybuilder.catalogue.models import ROW_SLUG, choices_of
from tabletop.arcana.catalogue.profiles import School
from tabletop.arcana.catalogue.spells import Kind, Save
from tabletop.arcana.catalogue.spells.spell import Level

SCHOOLS = get_args(School)
LEVELS = get_args(Level)
SPELL_KINDS = get_args(Kind)
SAVES = get_args(Save)


class Spell(models.Model):
    """A printed spell: what people search by in columns, the whole spell in `facts`."""

    number = models.PositiveIntegerField()
    slug = models.CharField(max_length=120, unique=True, validators=[ROW_SLUG])
    name = models.CharField(max_length=120)
    level = models.PositiveSmallIntegerField(choices=[(level, str(level)) for level in LEVELS])
    range = models.CharField(max_length=20)
    kind = models.CharField(max_length=12, choices=choices_of(SPELL_KINDS))
    saves = models.CharField(max_length=20, choices=choices_of(SAVES))
    template = models.BooleanField()
    text = models.TextField()
    facts = models.JSONField()

    class Meta:
        ordering = ["number", "slug"]
        constraints = [
            CheckConstraint(condition=Q(level__in=LEVELS), name="spell_level_is_known"),
            CheckConstraint(condition=Q(kind__in=SPELL_KINDS), name="spell_kind_is_known"),
            CheckConstraint(condition=Q(saves__in=SAVES), name="spell_saves_are_known"),
            CheckConstraint(condition=~Q(name=""), name="spell_has_a_name"),
            CheckConstraint(condition=~Q(text=""), name="spell_has_a_text"),
        ]

    def __str__(self) -> str:
        return self.slug


class SpellListing(models.Model):
    """A school that teaches a spell, and the spell's place in its list."""

    spell = models.ForeignKey(Spell, on_delete=models.CASCADE, related_name="listings")
    school = models.CharField(max_length=10, choices=choices_of(SCHOOLS))
    place = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["school", "place"]
        constraints = [
            UniqueConstraint(fields=["spell", "school"], name="spell_is_listed_once_a_school"),
            CheckConstraint(condition=Q(school__in=SCHOOLS), name="spell_school_is_known"),
            CheckConstraint(condition=Q(place__gte=1), name="spell_places_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.school} {self.place}"
