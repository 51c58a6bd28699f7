"""Units of a situation with their profiles looked up, as the rules take them; what contradicts itself is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import FOOTPRINTS, Melee, Morale, MoraleKind, Row, Section, Statistics
from tabletop.arcana.odds.situations import Ranks, Side, Situation, Troops, Unit
from tabletop.arcana.odds.spells import Borne, bewitched, borne_by, forbids, told, unnerved
from tabletop.arcana.odds.work import check_blows
from tabletop.arcana.rules.formation.legality import is_wide_enough, models_needed
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.magic.changes import Moment
from tabletop.arcana.rules.melee.blows import Fighter
from tabletop.arcana.rules.melee.turns import Contender, Contenders
from tabletop.arcana.rules.morale.testing import Shaken
from tabletop.decoding import MalformedError
from tabletop.spelling import closest_word

FIGURE_BY_FIGURE = 5  # wounds from which on attacks are shared out among figures
NOBODY = "nobody"  # what results name who wins where neither side does
TOUCHING_BESIDE = 2  # models that touch an enemy's front from beside it, one on each side


class Known(Struct, frozen=True):
    """A unit of a situation with its figures; `field` is its place in the file.

    `figures` are under the spells that it bears, `printed` without them.
    """

    unit: Unit
    figures: Statistics
    left: Left
    field: str
    name: str
    printed: Statistics
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
    def models_at_first(self) -> int:
        return self.unit.models_at_first or self.left.models + self.unit.fallen

    @property
    def wounds_at_first(self) -> int:
        return self.unit.wounds_at_first or self.models_at_first * self.figures.wounds

    @property
    def morale(self) -> Morale:
        return self.figures.morale or Morale(value=0)


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
    if unit.spells and unit.characters:
        raise MalformedError(f"{field}.spells", "must be empty: spells on a unit with a character aren't resolved here")
    borne = borne_by(catalogue, unit.spells, figures, f"{field}.spells")
    found = Known(unit, bewitched(figures, borne), left, field, unit.name or name, figures, borne)
    _check_formation(found)
    if unit.models_at_first and unit.models_at_first < troops.count + unit.fallen:
        reason = f"must be at least {troops.count + unit.fallen}, the living and those that fell this turn"
        raise MalformedError(f"{field}.models_at_first", reason)
    fewest = left.wounds(figures.wounds) + unit.fallen * figures.wounds
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
    for field in ("sides", "shooter", "target", "unit", "enemies"):
        stated = getattr(situation, field, None)
        units = stated if isinstance(stated, tuple) else (stated,)
        for place, unit in enumerate(units):
            if isinstance(unit, Unit) and unit.spells:
                where = f"{field}[{place}]" if isinstance(stated, tuple) else field
                figures = figures_of(catalogue, unit.models[0], f"{where}.models[0]")
                yield from told(borne_by(catalogue, unit.spells, figures, f"{where}.spells"), figures, where)


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
    models, place = unit.left.models, f"{unit.field}.formation"
    if unit.is_war_machine or unit.morale.kind is MoraleKind.BERSERK:
        raise MalformedError(place, "berserk units and war machines are always in skirmish")
    if models < (fewest := models_needed(unit.figures.base)):
        raise MalformedError(place, f"rank and file takes {fewest} models of base {unit.figures.base:g}, not {models}")
    if unit.ranks > models or not is_wide_enough(unit.ranks, models):
        raise MalformedError(f"{place}.files", f"{models} models can't stand {unit.ranks} wide")


def shaken(unit: Known, *, engaged: bool) -> Shaken:
    """The unit as its test is named."""
    stated, left, each = unit.unit, unit.left, unit.figures.wounds
    return Shaken(
        morale=unit.morale.value,
        kind=unit.morale.kind,
        base=unit.figures.base,
        ranked=bool(unit.ranks),
        models_at_first=unit.models_at_first,
        wounds_at_first=unit.wounds_at_first,
        models=left.models,
        wounds=left.wounds(each),
        wounds_each=each,
        lost=sum(left.lost),
        fallen=stated.fallen,
        wounded=stated.wounded or stated.fallen > 0,
        frightened=stated.frightened,
        characters_lost=stated.characters_lost,
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
    if unit.unit.characters:
        raise MalformedError(f"{unit.field}.characters", "must be empty: characters among troops aren't resolved here")
    place = f"{unit.field}.models[0]"
    if unit.is_vehicle:
        raise MalformedError(place, "vehicles in melee aren't resolved here")
    if unit.figures.defence.regeneration:
        raise MalformedError(place, "regeneration in melee isn't resolved here")
    if unit.left.models > 1 and unit.figures.wounds >= FIGURE_BY_FIGURE and not unit.is_war_machine:
        reason = f"several models of {FIGURE_BY_FIGURE} wounds and more aren't resolved here: each is struck by itself"
        raise MalformedError(f"{place}.count", reason)


def _check_hits(side: Side, own: Known, lines: tuple[int, ...]) -> None:
    """Blows and rams hit once."""
    used = [own.figures.melee[line] for line in lines]
    if side.rams and own.figures.ramming:
        used.append(own.figures.ramming)
    if any(line.hits_d3 for line in used):
        raise MalformedError(f"{own.field}.models[0]", "attacks of several hits each aren't resolved in melee")


def _check_rams(side: Side, own: Known, *, fresh: bool) -> None:
    """Who may ram does so as it comes into the melee, and not behind itself."""
    place = f"{own.field}.rams"
    if spell := forbids(own.borne, "ramming"):
        raise MalformedError(place, f"must be false: {spell.name} keeps {own.name} from it")
    if own.figures.ramming is None:
        raise MalformedError(place, f"{own.name} has no ramming attack")
    if not fresh:
        raise MalformedError(place, "must be false in later turns: units ram as they come into a melee")
    if side.fought_at == "rear":
        raise MalformedError(place, f"must be false: nobody rams who has charged it in the rear, as {own.name} is")


def _contender(side: Side, own: Known, enemy: Known, *, fresh: bool) -> Contender:
    if side.rams:
        _check_rams(side, own, fresh=fresh)
    lines, front = _lines(side, own), side.fought_at == "front"
    _check_hits(side, own, lines)
    fighter = Fighter(
        name=own.name,
        figures=own.figures,
        left=own.left,
        contact=_contact(side, own, enemy),
        files=own.ranks if front else 0,
        loose=not own.ranks,
        fresh=fresh,
        rams=side.rams,
        carries=own.is_war_machine,
        modifier=side.to_hit,
        in_reach=side.in_reach,
        frightened=side.frightened,
        lines=lines,
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
    if models == 1:
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
    return min(across, front + TOUCHING_BESIDE)


def _widest(side: Side, own: Known) -> int:
    """The models along the side of ranks at which the enemy stands: a file is as deep as there are ranks."""
    return -(-own.left.models // own.ranks) if side.fought_at == "flank" else own.ranks


def _width(figures: Statistics) -> float:
    return figures.footprint[0] if figures.footprint else FOOTPRINTS[figures.base][0]


def _lines(side: Side, own: Known) -> tuple[int, ...]:
    """Places of the attacks that are used; of those that exclude each other the first unless another is stated."""
    melee: tuple[Melee, ...] = own.figures.melee
    if side.lines is None:
        return tuple(place for place, line in enumerate(melee) if not line.alternative)
    for number, line in enumerate(side.lines):
        if line > len(melee):
            raise MalformedError(f"{own.field}.lines[{number}]", f"must be at most {len(melee)}, the attacks it has")
        for other in side.lines[:number]:
            if other != line and _begins(melee, other - 1) == _begins(melee, line - 1):
                reason = f"can't be used together with {other}: they are alternatives"
                raise MalformedError(f"{own.field}.lines[{number}]", reason)
    return tuple(dict.fromkeys(line - 1 for line in side.lines))


def _begins(melee: tuple[Melee, ...], place: int) -> int:
    """The place of the first of the attacks that exclude each other."""
    while place and melee[place].alternative:
        place -= 1
    return place
