"""Units of a situation with their profiles looked up, as the rules take them; what contradicts itself is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import FOOTPRINTS, Melee, Morale, MoraleKind, Row, Section, Statistics
from tabletop.arcana.odds.situations import Character, Lines, Place, Ranks, Side, Situation, Troops, Unit
from tabletop.arcana.odds.spells import Borne, bewitched, borne_by, forbids, told, unnerved
from tabletop.arcana.odds.work import check_blows
from tabletop.arcana.rules.formation.legality import is_wide_enough, models_needed
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.magic.changes import Moment
from tabletop.arcana.rules.melee.blows import Fighter
from tabletop.arcana.rules.melee.mounted import ridden, rider_on
from tabletop.arcana.rules.melee.turns import Contender, Contenders
from tabletop.arcana.rules.melee.vehicles import CREW
from tabletop.arcana.rules.morale.testing import Shaken
from tabletop.arcana.rules.shooting.lone_characters import MOUNTS_WOUNDS
from tabletop.decoding import MalformedError
from tabletop.spelling import closest_word

FIGURE_BY_FIGURE = 5  # wounds from which on attacks are shared out among figures
NOBODY = "nobody"  # what results name who wins where neither side does
TOUCHING_BESIDE = 2  # models that touch an enemy's front from beside it, one on each side
PARTED = "must be false: hits on a rider and its mount aren't parted here"

NO_LEADER = Left(0)


class Known(Struct, frozen=True):
    """A unit of a situation with its figures; `field` is its place in the file. `leader` is its character.

    `figures` are under the spells that it bears, `printed` without them.
    """

    unit: Unit
    figures: Statistics
    left: Left
    field: str
    name: str
    printed: Statistics
    leader: Statistics | None = None
    leader_left: Left = NO_LEADER
    borne: tuple[Borne, ...] = ()

    @property
    def ranks(self) -> int:
        """How wide it stands in rank and file, 0 for a loose one."""
        return self.unit.formation.files if isinstance(self.unit.formation, Ranks) else 0

    @property
    def is_war_machine(self) -> bool:
        return _section(self.figures) is Section.WAR_MACHINES

    @property
    def is_vehicle(self) -> bool:
        return _section(self.figures) is Section.VEHICLES

    @property
    def is_monster(self) -> bool:
        return _section(self.figures) is Section.MONSTERS

    @property
    def is_character(self) -> bool:
        return _section(self.figures) is Section.CHARACTERS

    @property
    def rides(self) -> bool:
        """Whether its character rides its only model, with which it is one."""
        return self.leader is not None and self.unit.characters[0].rides

    @property
    def commander(self) -> Statistics | None:
        """A character that was bought with it, and counts in what it began the battle with."""
        return None if self.leader is None or self.unit.characters[0].joined else self.leader

    @property
    def fewest_at_first(self) -> int:
        """The models that it must have begun with: the living, and those of this turn."""
        commanders = self.unit.commanders_lost + (self.commander is not None and not self.rides)
        return self.left.models + self.unit.fallen + commanders

    @property
    def models_at_first(self) -> int:
        return self.unit.models_at_first or self.fewest_at_first

    @property
    def wounds_at_first(self) -> int:
        """As stated, or of all models unhurt; of commanders that are lost one each."""
        stated, commander = self.unit.wounds_at_first, self.commander
        lost = self.unit.commanders_lost + (commander is not None and not self.rides)
        return stated or (self.models_at_first - lost) * self.figures.wounds + self.unit.commanders_lost + (
            commander.wounds if commander else 0
        )

    @property
    def morale(self) -> Morale:
        """That of its troops; of who rides and what carries them, of both together."""
        own = self.figures.morale or Morale(value=0)
        return ridden(own, self.leader.morale) if self.rides and self.leader else own


def _section(figures: Statistics) -> Section | None:
    return figures.section if isinstance(figures, Row) else None


def known(catalogue: Catalogue, unit: Unit, field: str, *, name: str) -> Known:
    """The unit looked up. MalformedError names what is unknown, or can't be together."""
    troops, place = unit.models[0], f"{field}.models[0]"
    figures = figures_of(catalogue, troops, place)
    if troops.wounds_lost >= figures.wounds:
        reason = f"must be less than {figures.wounds}, the wounds of a model: fallen ones aren't counted"
        raise MalformedError(f"{place}.wounds_lost", reason)
    left = Left(troops.count, (troops.wounds_lost,) if troops.wounds_lost else ())
    leader, leader_left = _leader(catalogue, unit, field)
    if unit.spells and leader:
        raise MalformedError(f"{field}.spells", "must be empty: spells on a unit with a character aren't resolved here")
    borne = borne_by(catalogue, unit.spells, figures, f"{field}.spells")
    under = bewitched(figures, borne)
    found = Known(unit, under, left, field, unit.name or name, figures, leader, leader_left, borne)
    _check_formation(found)
    if unit.commanders_lost > unit.characters_lost:
        reason = f"must be at most {unit.characters_lost}, the characters that it lost"
        raise MalformedError(f"{field}.commanders_lost", reason)
    if unit.models_at_first and unit.models_at_first < found.fewest_at_first:
        reason = f"must be at least {found.fewest_at_first}, the living and those that fell this turn"
        raise MalformedError(f"{field}.models_at_first", reason)
    fewest = left.wounds(figures.wounds) + unit.fallen * figures.wounds
    fewest += leader_left.wounds(leader.wounds) if leader and found.commander else 0
    if unit.wounds_at_first and unit.wounds_at_first < fewest:
        reason = f"must be at least {fewest}, the wounds of the living and of those that fell this turn"
        raise MalformedError(f"{field}.wounds_at_first", reason)
    return found


def facing(unit: Known, foe: Known, *, shot_at: bool = False) -> Known:
    """The unit with spells counted as they are against this foe; in a melee with those of the foe, too."""
    if not (unit.borne or foe.borne):
        return unit
    figures = bewitched(unit.printed, unit.borne, Moment(foe=foe.figures, shot_at=shot_at))
    return replace(unit, figures=figures)


def fighting(unit: Known, foe: Known) -> Known:
    """As `facing`, in contact: what a foe bears may be against who fights it."""
    met = facing(unit, foe)
    return replace(met, figures=unnerved(met.figures, foe.borne)) if foe.borne else met


def enchantments(catalogue: Catalogue, situation: Situation) -> Iterator[dict[str, Any]]:
    """Every effect of the spells that units of the situation bear, with the figures that it changes, for JSON."""
    for field, unit in _units(situation):
        if unit.spells:
            figures = figures_of(catalogue, unit.models[0], f"{field}.models[0]")
            yield from told(borne_by(catalogue, unit.spells, figures, f"{field}.spells"), figures, field)


def _units(situation: Situation) -> Iterator[tuple[str, Unit]]:
    """The units that a situation states, with their fields."""
    for field in ("shooter", "target", "unit"):
        unit = getattr(situation, field, None)
        if isinstance(unit, Unit):
            yield field, unit
    for field in ("sides", "enemies"):
        for place, unit in enumerate(getattr(situation, field, ())):
            if isinstance(unit, Unit):
                yield f"{field}[{place}]", unit
    for place, stray in enumerate(getattr(situation, "strays", ())):
        yield f"strays[{place}].unit", stray.unit


def _leader(catalogue: Catalogue, unit: Unit, field: str) -> tuple[Statistics | None, Left]:
    """Its character with what that has lost."""
    if not unit.characters:
        return None, NO_LEADER
    character, place = unit.characters[0], f"{field}.characters[0]"
    if character.count != 1:
        raise MalformedError(f"{place}.count", "must be 1")
    figures = figures_of(catalogue, character, place)
    if character.wounds_lost >= figures.wounds:
        raise MalformedError(f"{place}.wounds_lost", f"must be less than {figures.wounds}, the wounds of a model")
    if character.rides and unit.models[0].count != 1:
        raise MalformedError(f"{field}.models[0].count", "must be 1: a character rides one model")
    return figures, Left(1, (character.wounds_lost,) if character.wounds_lost else ())


def figures_of(catalogue: Catalogue, troops: Troops, field: str) -> Statistics:
    """By its profile, or by its own figures."""
    if (troops.profile is None) == (troops.figures is None):
        raise MalformedError(field, "needs either a profile or figures")
    if troops.figures is not None:
        figures = troops.figures
    elif troops.profile is not None and troops.profile in catalogue.rows:
        figures = catalogue.in_play(troops.profile)
    else:
        near = closest_word(troops.profile or "", catalogue.rows)
        meant = f" (did you mean “{near}”?)" if near else ""
        raise MalformedError(f"{field}.profile", f"there is no profile “{troops.profile}”{meant}")
    if not figures.wounds:
        raise MalformedError(field, "has no wounds: it's no model")
    return figures


def _check_formation(unit: Known) -> None:
    """Ranks need models enough, and to be wide enough; some units never form any."""
    if not unit.ranks:
        return
    models, place = unit.left.models + unit.leader_left.models, f"{unit.field}.formation"
    printed = unit.printed.morale  # by a spell it stands so from its next movement phase on
    if unit.is_war_machine or (printed and printed.kind is MoraleKind.BERSERK):
        raise MalformedError(place, "berserk units and war machines are always in skirmish")
    if models < (fewest := models_needed(unit.figures.base)):
        raise MalformedError(place, f"rank and file takes {fewest} models of base {unit.figures.base:g}, not {models}")
    if unit.ranks > models or not is_wide_enough(unit.ranks, models):
        raise MalformedError(f"{place}.files", f"{models} models can't stand {unit.ranks} wide")


def shaken(unit: Known, *, engaged: bool) -> Shaken:
    """The unit as its test is named."""
    stated, left, each = unit.unit, unit.left, unit.figures.wounds
    of_leader = unit.leader_left.wounds(unit.leader.wounds) if unit.leader else 0
    values = [figures.morale.value for figures in (unit.figures, unit.leader) if figures and figures.morale]
    return Shaken(
        morale=max(values, default=0),
        kind=unit.morale.kind,
        base=unit.figures.base,
        ranked=bool(unit.ranks),
        models_at_first=unit.models_at_first,
        wounds_at_first=unit.wounds_at_first,
        models=left.models + (0 if unit.rides else unit.leader_left.models),
        wounds=left.wounds(each) + of_leader,
        wounds_each=each,
        lost=sum(left.lost),
        fallen=stated.fallen,
        wounded=stated.wounded or stated.fallen > 0,
        frightened=stated.frightened,
        characters_lost=stated.characters_lost,
        leaders_fallen=stated.commanders_lost,
        joined=0 if unit.commander else of_leader,
        engaged=engaged,
        modifier=stated.morale_modifier,
    )


def contenders(catalogue: Catalogue, sides: tuple[Side, ...], *, fresh: bool) -> Contenders:
    """Both sides of a melee, `fresh` where they have met this turn."""
    first, second = (known(catalogue, side, f"sides[{place}]", name="ab"[place]) for place, side in enumerate(sides))
    _check_names([first, second])
    for unit in (first, second):
        check_melee(unit)
    return meeting((sides[0], sides[1]), (fighting(first, second), fighting(second, first)), fresh=fresh)


def meeting(sides: tuple[Side, Side], units: tuple[Known, Known], *, fresh: bool) -> Contenders:
    """Both sides as they are stated against each other, looked up, and each free to fight by `check_melee`."""
    first, second = units
    pair = _contender(sides[0], first, second, fresh=fresh), _contender(sides[1], second, first, fresh=fresh)
    check_blows(pair)
    return pair


def _check_names(units: list[Known]) -> None:
    """Results are named after both sides, and after nobody."""
    for unit in units:
        if unit.name == NOBODY:
            raise MalformedError(f"{unit.field}.name", f"must not be “{NOBODY}”: this is how results name no winner")
    if units[0].name == units[1].name:
        raise MalformedError("sides[1].name", f"is that of the other side, “{units[1].name}”")


def check_melee(unit: Known) -> None:
    """What this melee doesn't know yet is refused, not guessed: MalformedError names it."""
    place = f"{unit.field}.models[0]"
    if unit.leader and (unit.is_war_machine or unit.is_character):
        led = "war machines" if unit.is_war_machine else "characters"
        raise MalformedError(f"{unit.field}.characters", f"must be empty: who leads {led} isn't resolved here")
    if unit.rides and not unit.is_vehicle and unit.figures.wounds < MOUNTS_WOUNDS:
        reason = f"has {unit.figures.wounds} wounds: such a mount and its rider are one model; state its figures"
        raise MalformedError(place, reason)
    if unit.rides and unit.unit.characters[0].joined:
        raise MalformedError(f"{unit.field}.characters[0].joined", "must be false: it rides the only model")
    if unit.left.models > 1 and unit.figures.wounds >= FIGURE_BY_FIGURE and not unit.is_war_machine:
        reason = f"several models of {FIGURE_BY_FIGURE} wounds and more aren't resolved here: each is struck by itself"
        raise MalformedError(f"{place}.count", reason)


def _check_hits(stated: Side | Character, figures: Statistics, lines: tuple[int, ...], field: str) -> None:
    """Blows and rams hit once."""
    used = [figures.melee[line] for line in lines]
    if stated.rams and figures.ramming:
        used.append(figures.ramming)
    if any(line.hits_d3 for line in used):
        raise MalformedError(field, "attacks of several hits each aren't resolved in melee")


def _check_aims(side: Side, own: Known, enemy: Known) -> None:
    """Only monsters choose between troops and their character; troops strike at troops as long as there are any."""
    place = f"{own.field}.at_characters"
    if side.at_characters and not enemy.leader:
        raise MalformedError(place, f"must be false: {enemy.name} has no character")
    if side.at_characters and isinstance(own.figures, Row) and not own.is_monster:
        raise MalformedError(place, "must be false: only monsters choose to strike at characters before troops")
    rams = [side.rams and own.figures.ramming, own.leader and own.unit.characters[0].rams and own.leader.ramming]
    if enemy.leader and not enemy.rides and any(line and (line.wounds_d3 or line.magical) for line in rams):
        raise MalformedError(f"{own.field}.rams", "must be false: such rams at a character's unit aren't resolved here")


def _leading(side: Side, own: Known, enemy: Known, *, fresh: bool) -> Fighter | None:
    """The character of a side as it fights: by itself, with what holds for its unit."""
    if own.leader is None:
        return None
    stated, field = own.unit.characters[0], f"{own.field}.characters[0]"
    lines = _lines(stated.lines, own.leader, field)
    _check_hits(stated, own.leader, lines, field)
    if stated.rams:
        _check_rams(side.fought_at, own.leader, f"{field}.rams", f"{own.name}'s character", fresh=fresh)
    return Fighter(
        name=f"{own.name}'s character",
        figures=own.leader,
        left=own.leader_left,
        contact=1,
        loose=True,
        fresh=fresh,
        rams=stated.rams,
        modifier=side.to_hit,
        lines=lines,
        seeks=True,
    )


def _check_rams(fought_at: Place, figures: Statistics, place: str, name: str, *, fresh: bool) -> None:
    """Who may ram does so as it comes into the melee, and not behind itself."""
    if figures.ramming is None:
        raise MalformedError(place, f"{name} has no ramming attack")
    if not fresh:
        raise MalformedError(place, "must be false in later turns: units ram as they come into a melee")
    if fought_at == "rear":
        raise MalformedError(place, f"must be false: nobody rams who has charged it in the rear, as {name} is")


def _contender(side: Side, own: Known, enemy: Known, *, fresh: bool) -> Contender:
    if side.rams and (spell := forbids(own.borne, "ramming")):
        raise MalformedError(f"{own.field}.rams", f"must be false: {spell.name} keeps {own.name} from it")
    if side.rams:
        _check_rams(side.fought_at, own.figures, f"{own.field}.rams", own.name, fresh=fresh)
    lines, front = _lines(side.lines, own.figures, own.field), side.fought_at == "front"
    _check_hits(side, own.figures, lines, f"{own.field}.models[0]")
    _check_aims(side, own, enemy)
    contact = _contact(side, own, enemy)
    fighter = Fighter(
        name=own.name,
        figures=own.figures,
        left=own.left,
        contact=contact,
        over=0 if own.ranks else min(contact, own.left.models - contact),  # one behind each
        files=own.ranks if front else 0,
        loose=not own.ranks,
        fresh=fresh,
        rams=side.rams,
        crewed=tuple(line for line in lines if own.is_vehicle and own.figures.melee[line].name == CREW),
        towed=own.is_vehicle and not side.howdah,
        rider_on=rider_on(own.figures.wounds) if own.rides else 0,
        carries=own.is_war_machine,
        modifier=side.to_hit,
        in_reach=side.in_reach,
        frightened=side.frightened,
        lines=lines,
        leader=_leading(side, own, enemy, fresh=fresh),
        seeks=own.is_character or own.rides or side.at_characters,
    )
    return Contender(
        fighter=fighter,
        ranks=own.ranks,
        front=front,
        models_at_first=own.models_at_first,
        wounds_at_first=own.wounds_at_first,
        fallen=side.fallen,
        wounded=side.wounded or side.fallen > 0,
        characters_lost=side.characters_lost,
        leaders_fallen=side.commanders_lost,
        commands=own.commander is not None,
        pays=side.pays,
        modifier=side.morale_modifier,
    )


def _contact(side: Side, own: Known, enemy: Known) -> int:
    """Models in contact: as stated; else a single one, or those of the files before an enemy's front and beside it."""
    models = own.left.models
    if side.in_contact is not None:
        if side.in_contact > models:
            raise MalformedError(f"{own.field}.in_contact", f"must be at most {models}, the models that live")
        if own.ranks and side.in_contact > (most := _widest(side, own)):
            reason = f"must be at most {most}, the models along its {side.fought_at}"
            raise MalformedError(f"{own.field}.in_contact", reason)
        return side.in_contact
    if models == 1 and not own.ranks:
        return 1
    wide = enemy.ranks or (1 if enemy.left.models == 1 else 0)
    if not (own.ranks and wide) or side.fought_at != "front" or enemy.unit.fought_at != "front":
        raise MalformedError(
            f"{own.field}.in_contact", "is missing: only two fronts of ranks say how many models touch"
        )
    return touching(own, own.ranks, enemy, wide)


def touching(own: Known, across: int, enemy: Known, wide: int) -> int:
    """Models of a front so many `across` that touch an enemy's: those before it, and one beside it on each side."""
    front = int(wide * _width(enemy.figures) / _width(own.figures))
    led = own.leader_left.models  # stands among them
    return min(across, front + TOUCHING_BESIDE, own.left.models + led) - led


def _widest(side: Side, own: Known) -> int:
    """The models along the side of ranks at which the enemy stands: a file is as deep as there are ranks."""
    led = own.leader_left.models
    return -(-(own.left.models + led) // own.ranks) if side.fought_at == "flank" else own.ranks - led


def _width(figures: Statistics) -> float:
    return figures.footprint[0] if figures.footprint else FOOTPRINTS[figures.base][0]


def _lines(stated: Lines | None, figures: Statistics, field: str) -> tuple[int, ...]:
    """Places of the attacks that are used; of those that exclude each other the first unless another is stated."""
    melee: tuple[Melee, ...] = figures.melee
    if stated is None:
        return tuple(place for place, line in enumerate(melee) if not line.alternative)
    for number, line in enumerate(stated):
        if line > len(melee):
            raise MalformedError(f"{field}.lines[{number}]", f"must be at most {len(melee)}, the attacks it has")
        for other in stated[:number]:
            if other != line and _begins(melee, other - 1) == _begins(melee, line - 1):
                reason = f"can't be used together with {other}: they are alternatives"
                raise MalformedError(f"{field}.lines[{number}]", reason)
    return tuple(dict.fromkeys(line - 1 for line in stated))


def _begins(melee: tuple[Melee, ...], place: int) -> int:
    """The place of the first of the attacks that exclude each other."""
    while place and melee[place].alternative:
        place -= 1
    return place
