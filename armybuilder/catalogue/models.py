"""The catalogue: printed lists, rows and spells, loaded from fixtures and read by everybody."""

from __future__ import annotations

from typing import get_args

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from tabletop.arcana.catalogue.lists import Evidence, ListKind
from tabletop.arcana.catalogue.profiles import BASE_SIZES, School, Section
from tabletop.arcana.catalogue.spells import Save, SpellKind
from tabletop.arcana.catalogue.spells.spell import Level

LIST_SLUG = RegexValidator(r"^[a-z0-9]+(-[a-z0-9]+)*\Z")
ROW_SLUG = RegexValidator(r"^[a-z0-9]+(-[a-z0-9]+)*/[a-z0-9]+(-[a-z0-9]+)*\Z")
SECTIONS = tuple(Section)
KINDS = tuple(ListKind)
STRENGTHS = tuple(Evidence)
SCHOOLS = tuple(School)
LEVELS = get_args(Level)
SPELL_KINDS = tuple(SpellKind)
SAVES = tuple(Save)


def choices_of(values: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(str(value), value.replace("-", " ").capitalize()) for value in values]


class Edition(models.Model):
    """One load of the catalogue; prices and verdicts are computed from the newest.

    `audit` is the audit of its rows and the program that made it, empty until it is made.
    """

    digest = models.CharField(max_length=64, unique=True)
    audit = models.JSONField(default=dict, blank=True, editable=False)
    loaded_at = models.DateTimeField(auto_now=True)

    class Meta:
        get_latest_by = "loaded_at"
        ordering = ["-loaded_at"]

    def __str__(self) -> str:
        return self.digest[:12]


class ArmyList(models.Model):
    """A printed list."""

    number = models.PositiveIntegerField(unique=True)
    slug = models.CharField(max_length=60, unique=True, validators=[LIST_SLUG])
    name = models.CharField(max_length=120)
    kind = models.CharField(max_length=10, choices=choices_of(KINDS))
    summary = models.CharField(max_length=500)
    facts = models.JSONField()

    class Meta:
        ordering = ["number"]
        constraints = [
            CheckConstraint(condition=Q(kind__in=KINDS), name="army_list_kind_is_known"),
            CheckConstraint(condition=~Q(name=""), name="army_list_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Profile(models.Model):
    """A printed row: what people search by in columns, the whole row in `facts`."""

    army_list = models.ForeignKey(ArmyList, on_delete=models.PROTECT, related_name="profiles")
    number = models.PositiveIntegerField()
    slug = models.CharField(max_length=120, unique=True, validators=[ROW_SLUG])
    name = models.CharField(max_length=120)
    section = models.CharField(max_length=20, choices=choices_of(SECTIONS))
    points = models.PositiveIntegerField()
    base = models.FloatField()
    facts = models.JSONField()

    class Meta:
        ordering = ["army_list__number", "number"]
        constraints = [
            UniqueConstraint(fields=["army_list", "number"], name="profile_has_a_place_of_its_own"),
            CheckConstraint(condition=Q(points__gte=0), name="profile_points_are_not_negative"),
            CheckConstraint(condition=Q(section__in=SECTIONS), name="profile_section_is_known"),
            CheckConstraint(condition=Q(base__in=BASE_SIZES), name="profile_base_is_known"),
            CheckConstraint(condition=~Q(name=""), name="profile_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.slug


class Erratum(models.Model):
    """A printed figure that is plainly or probably wrong."""

    profile = models.ForeignKey(Profile, on_delete=models.CASCADE, related_name="errata")
    field = models.CharField(max_length=60)
    printed = models.JSONField(null=True)
    corrected = models.JSONField(null=True)
    why = models.CharField(max_length=500)
    strength = models.CharField(max_length=6, choices=choices_of(STRENGTHS))

    class Meta:
        verbose_name_plural = "errata"
        ordering = ["profile", "field"]
        constraints = [
            UniqueConstraint(fields=["profile", "field"], name="erratum_is_the_only_one_of_its_field"),
            CheckConstraint(condition=Q(strength__in=STRENGTHS), name="erratum_strength_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.profile_id}: {self.field}"


class CostCell(models.Model):
    """One cell of the formula's cost tables, in the book's order; the amount is an exact fraction as text."""

    number = models.PositiveIntegerField(unique=True)
    table = models.CharField(max_length=40)
    key = models.CharField(max_length=40)
    amount = models.CharField(max_length=20)
    citation = models.CharField(max_length=120)

    class Meta:
        ordering = ["number"]
        constraints = [UniqueConstraint(fields=["table", "key"], name="cost_cell_stands_once")]

    def __str__(self) -> str:
        return f"{self.table}: {self.key}"


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
