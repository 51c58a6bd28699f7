"""A roster judged unit by unit: what was said of a unit once is said again of its like.

What a rule `of` units says of an army is what it says of each unit by itself (`Rule.of`), and a unit's price is its
own, too. So a unit is judged once by a standard (the lists, what was agreed, the rules), and again only when it or the
standard is another value; an edit costs the unit that it touches. Rules about the whole army look at its units' prices,
and are asked every time.

Units that differ in name, notes and refs alone are of one kind, and no rule of units looks at more of these than to
tell whom it means. So it is a kind that is counted and judged, as a unit with numbers for refs and a sign for its name;
its findings are then told of each unit in that unit's own name and refs.

Guarantee: price and findings are those of `resolve`, `price` and `Rulebook.review` without remedies, in their order.
Bound: the last `STANDARDS` standards are remembered, and of each what was said of its last `UNITS` units and as many
kinds. Nothing that is remembered can be stale, because units and standards are values: what changes is another one.
Cost: linear; a remembered unit takes a tenth of a microsecond, one of a remembered kind two to four, another one five
to thirty, by what it has bought.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.army.event_pack import Pack
from tabletop.arcana.army.pricing import (
    COUNTERSPELL,
    ArmyPrice,
    UnitPrice,
    crew_surcharge,
    price_character,
    price_models,
    second_crew_points,
    weapon_points,
)
from tabletop.arcana.army.resolve import (
    Army,
    Contingent,
    FieldedUnit,
    Levy,
    army_of,
    basis_of,
    check_army,
    only_school,
    resolve,
    shares_of,
)
from tabletop.arcana.army.roster import Character, Models, Options, Roster, Unit, check_list
from tabletop.arcana.army.rules import Subject, rulebook_of
from tabletop.arcana.army.rules.characters import weapons_of
from tabletop.arcana.army.rules.context import character_culprit, unit_culprit
from tabletop.arcana.army.rules.equipment import heads_by_body
from tabletop.arcana.army.rules.traits import Trait
from tabletop.arcana.army.rules.units import NOT_FOR_ITSELF
from tabletop.arcana.army.troop_class import is_special
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.identifiers import Rules
from tabletop.arcana.catalogue.lists import Catalogue, OwnList, is_design
from tabletop.arcana.catalogue.profiles import School, Section
from tabletop.arcana.catalogue.schools import schools_of
from tabletop.arcana.catalogue.troop_class import is_cheap_monster
from tabletop.arcana.catalogue.weapons import Weapon
from tabletop.arcana.creation.design_files import design_slug, with_designs
from tabletop.decoding import MalformedError
from tabletop.findings import Explanation, Finding, Report
from tabletop.languages import language
from tabletop.rulebook import Breach, Rule, Rulebook
from tabletop.work import go_on

STANDARDS = 32
UNITS = 512  # more than a roster may have, so that an edit of the largest finds its other units

Placed = tuple[int, Finding]  # with the place of its rule in the rulebook
Prices = tuple[UnitPrice, ...]
place_of = itemgetter(0)
NAME = "\0"  # stands for a unit's name in what is said of its kind; no text of a roster can have it

# Plain numbers, because adding up members of an enumeration takes longer than everything else that is done with a unit.
ANYTHING, EMPTY = int(Trait.ANYTHING), int(Trait.EMPTY)
SEVERAL_ROWS, ROW_TWICE = int(Trait.SEVERAL_ROWS), int(Trait.ROW_TWICE)
INFILTRATING, WEAPON = int(Trait.INFILTRATING), int(Trait.WEAPON)
MAGIC, PHALANX = int(Trait.MAGIC), int(Trait.PHALANX)


class JudgedUnit(Struct, frozen=True, gc=False):
    """A unit with its price, what is wrong in it, and the refs in it."""

    unit: FieldedUnit
    price: UnitPrice
    findings: tuple[Placed, ...]
    refs: tuple[str, ...]


class JudgedKind(Struct, frozen=True, gc=False):
    """What all units of a kind cost, and what is wrong in them.

    A finding stands behind the place of its rule in the rulebook and the number of the part that it is about, as
    `kind_of` numbers them. It has `NAME` for the unit's name.
    """

    normal: int
    special: int
    spent: tuple[tuple[str, int], ...]
    findings: tuple[tuple[int, int, Finding], ...]


def kind_of(unit: Unit) -> Unit:
    """The unit with nothing of its own: the name is `NAME`, and the refs are numbers, 0 for the unit.

    Those of its characters are in the order of their own refs, for a rule may take riders by these.
    """
    if not unit.characters:
        return replace(unit, ref="0", name=NAME, notes="")
    order = sorted([character.ref for character in unit.characters])
    characters = [replace(character, ref=f"{order.index(character.ref) + 1:02}") for character in unit.characters]
    return replace(unit, ref="0", name=NAME, notes="", characters=tuple(characters))


class JudgedArmy(Struct, frozen=True):
    """A roster looked up, priced and reviewed; its findings have no remedies."""

    army: Army
    price: ArmyPrice
    report: Report
    rulebook: Rulebook


def judge_army(roster: Roster, catalogue: Catalogue, pack: Pack | None = None) -> JudgedArmy:
    """The roster judged under a pack, or by the book's rules that it names.

    MalformedError names the first field that isn't as it can be.
    """
    try:
        return _judged(roster, catalogue, pack)
    except MalformedError:
        resolve(roster, catalogue, pack)  # knows the path to the first wrong field
        raise


def _judged(roster: Roster, catalogue: Catalogue, pack: Pack | None) -> JudgedArmy:
    check_list(roster)
    standards, contingents, prices, units = list[Standard](), list[Contingent](), list[Prices](), list[JudgedUnit]()
    for share in shares_of(roster):
        standard = standard_of(
            catalogue, share.army, roster.options, roster.rules, pack, roster.designs, roster.own_list, language()
        )
        judged = [standard.judged(unit) for unit in share.units]
        standards.append(standard)
        contingents.append(Contingent(standard.levy.army, share.points, tuple([each.unit for each in judged])))
        prices.append(tuple([each.price for each in judged]))
        units += judged
    refs = [ref for each in units for ref in each.refs]
    if len(set(refs)) < len(refs):
        raise MalformedError("", "a ref is used twice")
    own = standards[0]
    army, price = army_of(roster, contingents, own.levy.catalogue, own.designs, pack), ArmyPrice(tuple(prices))
    return JudgedArmy(army, price, own.report(Subject(army, price), units), own.rulebook)


class RowFacts(Struct, frozen=True, gc=False):
    """What a row brings into a unit as its models, a character, a mount, an extra or a second crew; and what it costs.

    `weapons` are common in the army and have this price for the row. `untaught` are its traits without a school, while
    one of `schools` is chosen as it should be, and costs `learning`. `points` are those of a model, `crewed` with an
    army's own crew where it is a war machine that has one.
    """

    models: int
    character: int
    mount: int
    extra: int
    second_crew: int
    weapons: Mapping[Weapon, int]
    untaught: int
    schools: tuple[School, ...]
    learning: int
    points: int
    crewed: int
    second_crew_points: int
    is_special: bool


class _Tally:
    """What is counted of a unit, part by part."""

    __slots__ = ("normal", "special", "spent", "traits")

    def __init__(self, unit: Unit) -> None:
        self.traits = ANYTHING
        if unit.infiltrating:
            self.traits |= INFILTRATING
        if len(unit.models) > 1:
            self.traits |= _several(unit.models)
        elif not unit.models and not unit.characters:
            self.traits |= EMPTY
        self.normal = self.special = 0
        self.spent = list[tuple[str, int]]()


class _FactsOfRows(dict[str, RowFacts]):
    """Facts by a row's slug, worked out when they are first asked for."""

    def __init__(self, facts_of: Callable[[str], RowFacts]) -> None:
        self._facts_of = facts_of

    def __missing__(self, slug: str) -> RowFacts:
        facts = self[slug] = self._facts_of(slug)
        return facts


class Standard:
    """What the units of one army are judged by, and what it has said of the last of them."""

    def __init__(self, levy: Levy, rules: Rules, pack: Pack | None, designs: Mapping[str, Design]) -> None:
        self.levy = levy
        self.rulebook = rulebook_of(rules, pack)
        self.designs = designs
        self.judged = lru_cache(maxsize=UNITS)(self._judged)
        self.judged_kind = lru_cache(maxsize=UNITS)(self._judged_kind)
        self._rules = rules
        self._pack = pack
        self._facts = _FactsOfRows(self._facts_of)
        self._heads = heads_by_body(levy.catalogue)
        self._reports = dict[tuple[str, str], Report]()
        numbered = list(enumerate(self.rulebook.rules))
        self._of_the_whole = [(place, rule) for place, rule in numbered if not rule.of]
        self._of_units = [(place, rule) for place, rule in numbered if rule.of]
        self._by_traits = dict[int, list[tuple[int, Rule]]]()

    def report(self, subject: Subject, units: Iterable[JudgedUnit]) -> Report:
        """What the rules about the whole army say of it, with what was said of its units, in the rulebook's order."""
        findings, passes = list[Placed](), list[Explanation]()
        for place, rule in self._of_the_whole:
            for outcome in rule.check(subject):
                if isinstance(outcome, Breach):
                    findings.append((place, rule.finding(outcome, remedies=False)))
                else:
                    passes.append(rule.explanation(outcome))
        for unit in units:
            findings += unit.findings
        findings.sort(key=place_of)  # keeps the order of units within a rule
        return Report(findings=tuple([finding for _, finding in findings]), passes=tuple(passes))

    def _judged(self, unit: Unit) -> JudgedUnit:
        """The unit with what is said of its kind, in its own name and with its own refs."""
        go_on()
        kind, fielded = self.judged_kind(kind_of(unit)), FieldedUnit(unit, self.levy)
        refs = (unit.ref, *[character.ref for character in unit.characters])
        price = UnitPrice(fielded, kind.normal, kind.special, kind.spent)
        if not kind.findings:
            return JudgedUnit(fielded, price, (), refs)
        name, culprits = fielded.name, [unit_culprit(unit.ref), *map(character_culprit, sorted(refs[1:]))]
        findings = [
            (place, replace(finding, message=finding.message.replace(NAME, name), culprit=culprits[part]))
            for place, part, finding in kind.findings
        ]
        return JudgedUnit(fielded, price, tuple(findings), refs)

    def _judged_kind(self, unit: Unit) -> JudgedKind:
        """The kind judged, as a unit with nothing of its own.

        What most units have bought is added up here, from the same figures as its receipt but without one: that takes a
        quarter of the time. The rest is priced by its items.
        """
        tally, fielded = _Tally(unit), FieldedUnit(unit, self.levy)
        for number, models in enumerate(unit.models):
            self._count_models(tally, models, number, fielded)
        for number, character in enumerate(unit.characters):
            self._count_character(tally, character, number, fielded)
        price = UnitPrice(fielded, tally.normal, tally.special, tuple(tally.spent))
        return JudgedKind(tally.normal, tally.special, price.spent, self._findings(tally.traits, fielded, price))

    def _count_models(self, tally: _Tally, models: Models, number: int, unit: FieldedUnit) -> None:
        facts = self._facts[models.profile]
        tally.traits |= facts.models
        cost = facts.crewed * models.count
        if models.reinforced:
            if models.reinforced > models.count:
                raise MalformedError("reinforced", "more than there are")
            tally.traits |= facts.second_crew
            cost += facts.second_crew_points * models.reinforced
        tally.traits |= facts.untaught if models.school is None else self._taught(facts, models.school)
        if models.school is not None:
            cost += facts.learning * models.count
        if models.upgrades or models.phalanx or unit.choice.infiltrating:
            tally.traits |= self._carried(models)
            own, *extras = price_models(unit.models[number], unit)
            cost = own.points
            tally.special += sum(item.points for item in extras)
            tally.spent += [(item.profile, item.points) for item in (own, *extras)]
        else:
            tally.spent.append((models.profile, cost))
        if facts.is_special:
            tally.special += cost
        else:
            tally.normal += cost

    def _count_character(self, tally: _Tally, character: Character, number: int, unit: FieldedUnit) -> None:
        facts, weapon, mount = self._facts[character.profile], character.weapon, character.mount
        tally.traits |= facts.character
        tally.traits |= facts.untaught if character.school is None else self._taught(facts, character.school)
        cost = facts.points + (COUNTERSPELL if character.counterspell else 0)
        if character.school is not None:
            cost += facts.learning
        is_usual = not (character.upgrades or unit.choice.infiltrating)
        if weapon is not None:
            if weapon in facts.weapons:
                cost += facts.weapons[weapon]
            else:
                tally.traits |= WEAPON
                is_usual = False
        if mount is not None:
            ridden = self._facts[mount.profile]
            tally.traits |= ridden.mount
            if mount.school is not None:
                tally.traits |= self._taught(ridden, mount.school)
            elif not mount.shared:
                tally.traits |= ridden.untaught
            if not mount.shared:
                cost += ridden.points
                if mount.school is not None:
                    cost += ridden.learning
        if not is_usual:
            tally.traits |= self._carried(character)
            cost = price_character(unit.characters[number], infiltrating=unit.choice.infiltrating).points
        tally.special += cost
        tally.spent.append((character.profile, cost))

    def _taught(self, facts: RowFacts, school: School) -> int:
        """The traits of a part that has chosen a school: none where its row offers it and nobody has to agree."""
        return 0 if school in facts.schools else MAGIC

    def _carried(self, part: Models | Character) -> int:
        """The traits of what was bought that is priced by its items."""
        traits = PHALANX if isinstance(part, Models) and part.phalanx else 0
        for upgrade in part.upgrades:
            traits |= self._facts[upgrade.profile].extra
        return traits

    def _facts_of(self, slug: str) -> RowFacts:
        """What a row brings into a unit; MalformedError where there is no such row."""
        levy = self.levy
        row = levy.catalogue.rows.get(slug)
        if row is None:
            raise MalformedError("profile", f"there is no profile “{slug}”")
        anywhere = Trait(0)
        if not levy.army.may_field(row):
            anywhere |= Trait.STRANGER
        if is_design(row):
            anywhere |= Trait.DESIGN
        learning = row.spellcaster.cost if row.spellcaster else 0
        must_choose = row.spellcaster is not None and not learning and only_school(row, levy.options) is None
        body = Trait.HYDRA if slug in self._heads else Trait(0)
        models, character = anywhere | body, anywhere
        if row.section == Section.CHARACTERS or row.section in NOT_FOR_ITSELF:
            models |= Trait.MISPLACED
        if row.section != Section.CHARACTERS:
            character |= Trait.MISPLACED
        if row.vehicle_type and row.drawn_by:
            models |= Trait.VEHICLE
        if levy.options.cheap_monsters_as_normal and is_cheap_monster(row):
            models |= Trait.CHEAP_MONSTER
        if row.cannot_lead_phalanx:
            character |= Trait.NO_PHALANX
        return RowFacts(
            models=int(models),
            character=int(character),
            mount=int(anywhere | body | Trait.MOUNT),
            untaught=MAGIC if must_choose else 0,
            schools=() if levy.options.optional_schools else schools_of(row, optional=False),
            learning=learning,
            extra=int(anywhere | Trait.EXTRAS),
            weapons={
                weapon: points
                for weapon in weapons_of(levy.catalogue, levy.army.slug)
                if (points := weapon_points(row, weapon)) is not None
            },
            second_crew=0 if row.section == Section.WAR_MACHINES else int(Trait.SECOND_CREW),
            points=row.points,
            crewed=row.points + crew_surcharge(row, levy.army),
            second_crew_points=second_crew_points(row, levy.army),
            is_special=is_special(row, levy.army, levy.options, levy.basis),
        )

    def _findings(self, traits: int, unit: FieldedUnit, price: UnitPrice) -> tuple[tuple[int, int, Finding], ...]:
        """What the rules say of a kind of unit that look at what it has."""
        rules = self._by_traits.get(traits)
        if rules is None:
            rules = self._by_traits[traits] = [(place, rule) for place, rule in self._of_units if rule.of & traits]
        if not rules:
            return ()
        findings, subject = [], self._alone(unit, price)
        for place, rule in rules:
            for breach in rule.check(subject):
                assert isinstance(breach, Breach)  # or the rule isn't one of units
                findings.append((place, int(breach.culprit.ref), rule.finding(breach, remedies=False)))
        return tuple(findings)

    def _alone(self, unit: FieldedUnit, price: UnitPrice) -> Subject:
        """A unit as an army of its own."""
        army = Army(
            name="",
            rules=self._rules,
            pack=self._pack,
            points_limit=None,
            options=self.levy.options,
            contingents=(Contingent(self.levy.army, None, (unit,)),),
            catalogue=self.levy.catalogue,
            designs=self.designs,
            notes="",
        )
        return Subject(army, ArmyPrice(((price,),)), self._reports)


def _several(lines: Sequence[Models]) -> int:
    """The traits of a unit of several lines of models."""
    rows = {models.profile for models in lines}
    return (SEVERAL_ROWS if len(rows) > 1 else 0) | (ROW_TWICE if len(rows) < len(lines) else 0)


@lru_cache(maxsize=STANDARDS)
def standard_of(
    catalogue: Catalogue,
    army: str,
    options: Options,
    rules: Rules,
    pack: Pack | None,
    designs: tuple[Design, ...],
    own_list: OwnList | None,
    spoken: str,
) -> Standard:
    """What units of this army's list are judged by; MalformedError for a list or a design that can't be.

    What it says is in one language, that of whoever asks: `spoken`.
    """
    tables = with_designs(catalogue, designs, own=own_list)
    check_army("army", army, tables)
    levy = Levy(tables, tables.lists[army], options, basis_of(rules, pack))
    return Standard(levy, rules, pack, {design_slug(design): design for design in designs})
