"""The terrain charts as values, read strictly: what 2d6 bring, how large it is, and what is rolled further."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Any

from msgspec import Meta

from tabletop.arcana.battlefield.schema import NO_EFFECTS, Effects, Going, Height, Nature, TerrainKind
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.identifiers import ListSlug
from tabletop.decoding import allowing, converted
from tabletop.values import Name, Text, Value

TERRAIN_CHARTS = BOOK.section("Terrain Generator Charts")
TOTALS = range(2, 13)
MILLIMETRES_AN_INCH = 25.4

Total = Annotated[int, Meta(ge=2, le=12)]
Face = Annotated[int, Meta(ge=1, le=6)]
DICE = allowing("dice as in d6, 2d3 and d6+1")
Dice = Annotated[str, Meta(pattern=r"^[1-9]?d[36](\+[1-9])?$(?!\n)", extra=DICE)]
Side = Annotated[float, Meta(gt=0, le=48)]
Between = tuple[Side, Side]


class Shape(StrEnum):
    """The outline of a piece, from forest to river."""

    AREA = "area"
    ROUND = "round"
    OBLONG = "oblong"
    YARD = "yard"
    BAND = "band"
    BANDS = "bands"


class Form(StrEnum):
    """What stands on a piece, by the way it is laid out."""

    TREE = "tree"
    CLIFF = "cliff"
    MIDDLE = "middle"
    HUT = "hut"
    FENCE = "fence"
    BRIDGE = "bridge"


class When(Value, frozen=True, kw_only=True):
    """Only where an earlier sub-roll came out from `least` to `most`."""

    what: Name
    least: Face
    most: Face


class SubRollRule(Value, frozen=True, kw_only=True):
    """A further roll that a feature asks for; `ours` where the book leaves the matter open and we roll for it."""

    what: Name
    dice: Dice
    ours: bool = False
    when: When | None = None


class Detail(Value, frozen=True, kw_only=True):
    """What stands on a feature: as many as a sub-roll says, or one; without a kind it counts as the feature does."""

    name: Name
    form: Form
    kind: TerrainKind | None = None
    going: Going | None = None
    nature: Nature | None = None
    counted: Name | None = None
    when: When | None = None


class Feature(Value, frozen=True, kw_only=True):
    """A sort of piece; lengths and widths in inches, from and to, are ours unless the book states some.

    `millimetres` are the printed length, or the printed length and width: the very size where the feature is `fixed`,
    else the most. A band runs from table edge to table edge and has no length; two `bands` meet on their way.
    """

    slug: ListSlug
    name: Name
    kind: TerrainKind
    going: Going | None = None
    nature: Nature | None = None
    height: Height = 0
    effects: Effects = NO_EFFECTS
    shape: Shape
    length: Between | None = None
    width: Between | None = None
    millimetres: Annotated[tuple[int, ...], Meta(max_length=2)] = ()
    fixed: bool = False
    counts_as: Annotated[int, Meta(ge=1, le=2)] = 1
    sub_rolls: tuple[SubRollRule, ...] = ()
    details: tuple[Detail, ...] = ()
    note: Text = ""

    def __post_init__(self) -> None:
        for fault in _faults_of_feature(self):
            raise ValueError(f"{self.slug}: {fault}")

    @property
    def is_band(self) -> bool:
        return self.shape in {Shape.BAND, Shape.BANDS}


class Result(Value, frozen=True, kw_only=True):
    """A line of a chart: its totals, its printed title, and the features it leaves a choice of."""

    rolls: Annotated[tuple[Total, ...], Meta(min_length=1)]
    printed: Name
    choices: Annotated[tuple[ListSlug, ...], Meta(min_length=1, max_length=2)]


class Chart(Value, frozen=True, kw_only=True):
    """A region: every total of 2d6 has one result, every feature comes up somewhere."""

    slug: ListSlug
    name: Name
    text: Text
    features: tuple[Feature, ...]
    results: tuple[Result, ...]

    def __post_init__(self) -> None:
        for fault in _faults_of_chart(self):
            raise ValueError(f"{self.slug}: {fault}")

    def feature(self, slug: str) -> Feature:
        """KeyError where the chart hasn't got it."""
        return {feature.slug: feature for feature in self.features}[slug]

    def result(self, total: int) -> Result:
        """The line of a total from 2 to 12; KeyError for any other."""
        return {roll: result for result in self.results for roll in result.rolls}[total]


def read_chart(plain: Any) -> Chart:
    """A chart from plain values; MalformedError names the field, as in `features[3].kind`."""
    return converted(plain, Chart)


def _faults_of_feature(feature: Feature) -> Iterator[str]:
    needed = {Shape.BAND: ("width",), Shape.BANDS: ("width",), Shape.ROUND: ("length",)}.get(
        feature.shape, ("length", "width")
    )
    yield from (f"{name} is needed" for name in needed if getattr(feature, name) is None)
    for name in ("length", "width"):
        size = getattr(feature, name)
        if size and size[0] > size[1]:
            yield f"{name} runs from the less to the more"
        if size and name not in needed:
            yield f"{name} has no meaning here"
    for name, millimetres in zip(("length", "width"), feature.millimetres, strict=False):
        size = getattr(feature, name)
        if not size or abs(size[1] * MILLIMETRES_AN_INCH - millimetres) > 1:
            yield f"{name} goes up to the printed {millimetres} mm"
    yield from _dangling(feature)


def _dangling(feature: Feature) -> Iterator[str]:
    """Conditions and counts that no earlier sub-roll decides."""
    known: set[str] = set()
    for rule in feature.sub_rolls:
        if rule.when and rule.when.what not in known:
            yield f"nothing rolls {rule.when.what} before {rule.what}"
        known.add(rule.what)
    for detail in feature.details:
        asked = {detail.counted, detail.when.what if detail.when else None} - {None}
        yield from (f"nothing rolls {what} for {detail.name}" for what in sorted(map(str, asked - known)))


def _faults_of_chart(chart: Chart) -> Iterator[str]:
    rolls = sorted(roll for result in chart.results for roll in result.rolls)
    if rolls != list(TOTALS):
        yield "results must have every total from 2 to 12 once"
    slugs = [feature.slug for feature in chart.features]
    if len(set(slugs)) < len(slugs):
        yield "features must have slugs of their own"
    chosen = {slug for result in chart.results for slug in result.choices}
    if chosen != set(slugs):
        yield f"results and features differ in {', '.join(sorted(chosen ^ set(slugs)))}"
