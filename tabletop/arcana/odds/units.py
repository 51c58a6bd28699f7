"""Units of a situation with their profiles looked up, as the rules take them; what contradicts itself is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import Morale, MoraleKind, Row, Section, Statistics
from tabletop.arcana.odds.kinds import ONE_KIND, Kinds, as_one, together
from tabletop.arcana.odds.situations import Character, Mount, Ranks, Side, Situation, Troops, Unit
from tabletop.arcana.odds.spells import Borne, bewitched, borne_by, cost_of_a_wound, told, unnerved
from tabletop.arcana.rules.formation.legality import is_wide_enough, models_needed
from tabletop.arcana.rules.harm.among import models_of
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.magic.changes import ANY_MOMENT, Moment
from tabletop.arcana.rules.melee.mounted import of_characters, of_kinds, ridden
from tabletop.arcana.rules.morale.testing import Shaken
from tabletop.arcana.rules.shooting.lone_characters import MOUNTS_WOUNDS
from tabletop.decoding import MalformedError
from tabletop.spelling import closest_word

PARTED = "must be false: a die parts hits alone between a rider and its mount, and this is no hit"

NO_LEADER = Left(0)


class Led(Struct, frozen=True):
    """A character with a unit, with its figures under the unit's spells (reading BR99), and what it has lost.

    What carries it among others is one more of them, `carries`, and it `rides` the one of that place, from 1.
    """

    stated: Character
    figures: Statistics
    left: Left
    field: str
    printed: Statistics
    rides: int = 0
    carries: bool = False
    howdah: bool = False

    @property
    def wounds(self) -> int:
        return self.left.wounds(self.figures.wounds)


class Known(Struct, frozen=True):
    """A unit of a situation with its figures; `field` is its place in the file. The first character is its `leader`.

    `figures` are under the spells that it bears, `printed` without them; of several `kinds` they have the attacks of
    all, and the unit's `models` are one entry. A unit of characters alone has no models but
    these: the one in the file's `models` is the first of them, or carries one.
    """

    unit: Unit
    figures: Statistics
    left: Left
    field: str
    name: str
    printed: Statistics
    characters: tuple[Led, ...] = ()
    borne: tuple[Borne, ...] = ()
    kinds: Kinds = ONE_KIND

    @property
    def leader(self) -> Statistics | None:
        return self.characters[0].figures if self.characters else None

    @property
    def leader_left(self) -> Left:
        return self.characters[0].left if self.characters else NO_LEADER

    @property
    def ranks(self) -> int:
        """How wide it stands in rank and file, 0 for a loose one."""
        return self.unit.formation.files if isinstance(self.unit.formation, Ranks) else 0

    @property
    def section(self) -> Section | None:
        """What its models are: as printed, or as stated beside figures."""
        return section_of(self.printed, self.unit.models[0])

    @property
    def is_war_machine(self) -> bool:
        return self.section is Section.WAR_MACHINES

    @property
    def is_vehicle(self) -> bool:
        return self.section is Section.VEHICLES

    @property
    def is_monster(self) -> bool:
        return self.section is Section.MONSTERS

    @property
    def is_character(self) -> bool:
        return self.section is Section.CHARACTERS

    @property
    def rides(self) -> bool:
        """Whether its characters ride its only model, with which they are one as long as that lives."""
        return self.leader is not None and self.characters[0].stated.rides and self.left.models > 0

    @property
    def led_by(self) -> int:
        """Models of characters that stand among its own; who rides one stands nowhere else."""
        return 0 if self.rides else self._models(self.characters)

    @property
    def bought_with(self) -> int:
        """As many of these as were bought with it."""
        return 0 if self.rides else self._models(self.commanders)

    def _models(self, characters: tuple[Led, ...]) -> int:
        living = (place for place, own in enumerate(self.characters, 1) if own.left.models and own in characters)
        return models_of(living, self.rides_of)

    @property
    def rides_of(self) -> tuple[int, ...]:
        """Of each of its characters the place of what carries it, 0 of who is on foot."""
        return tuple(own.rides for own in self.characters)

    def carried(self, led: Led) -> bool:
        """Whether a mount or a vehicle that lives carries a character among others."""
        return led.rides > 0 and self.characters[led.rides - 1].left.models > 0

    @property
    def heads(self) -> tuple[int, ...]:
        """The places of its characters without what carries them, in the order of their numbers."""
        return tuple(place for place, own in enumerate(self.characters, 1) if not own.carries)

    @property
    def is_single(self) -> bool:
        """Whether it is one model in no ranks."""
        return self.left.models == 1 and not self.ranks

    @property
    def commanders(self) -> tuple[Led, ...]:
        """Characters, and what carries them, that were bought with it and count in what it began the battle with."""
        return tuple(own for own in self.characters if not own.stated.joined)

    @property
    def fewest_at_first(self) -> int:
        """The models that it must have begun with: the living, and those of this turn."""
        return self.left.models + self.unit.fallen + self.unit.commanders_lost + self.bought_with

    @property
    def models_at_first(self) -> int:
        return self.unit.models_at_first or self.fewest_at_first

    @property
    def wounds_at_first(self) -> int:
        """As stated, or of all models unhurt; of commanders that are lost one each."""
        bought = sum(own.figures.wounds for own in self.commanders)
        lost = self.unit.commanders_lost + self.bought_with
        gone = self.models_at_first - lost - self.left.models
        whole = sum(self.kinds.sizes) or self.left.models * self.figures.wounds
        troops = whole + gone * self.wounds_of_fallen
        return self.unit.wounds_at_first or troops + self.unit.commanders_lost + bought

    @property
    def wounds_of_fallen(self) -> int:
        """Those that each model had which has fallen before: of machines of several sizes the last fall first."""
        return self.kinds.sizes[-1] if self.kinds.sizes else self.figures.wounds

    @property
    def lost_by_living(self) -> int:
        """The wounds that its living models have lost, without those that smaller machines never had."""
        sizes = self.kinds.sizes[: self.left.models]
        return sum(self.left.lost) - (len(sizes) * self.figures.wounds - sum(sizes))

    @property
    def troops_morale(self) -> Morale:
        """That of its models, of several kinds of those that live."""
        own = enumerate(self.kinds.morales)
        living = [morale for kind, morale in own if self.left.lives(kind, self.kinds.parts)]
        return of_kinds(living) if living else self.figures.morale or Morale(value=0)

    @property
    def morale(self) -> Morale:
        """That of its troops as long as any live; of who rides and what carries them, of both together."""
        if not self.left.models and self.characters:
            led = enumerate(self.characters, 1)
            living = {place: own.figures.morale or Morale(value=0) for place, own in led if own.left.models}
            return of_characters(living, self.rides_of)
        own = self.troops_morale
        if not self.rides:
            return own
        return ridden(own, [led.figures.morale for led in self.characters if led.figures.morale])


def known(catalogue: Catalogue, unit: Unit, field: str, *, name: str) -> Known:
    """The unit looked up. MalformedError names what is unknown, or can't be together."""
    stated = unit.models
    for number, own in enumerate(stated):
        _check_lost(own, figures_of(catalogue, own, f"{field}.models[{number}]"), f"{field}.models[{number}]")
    unit, kinds = _kinds_together(catalogue, unit, field)
    troops, place = unit.models[0], f"{field}.models[0]"
    figures = figures_of(catalogue, troops, place)
    borne = borne_by(catalogue, unit.spells, figures, f"{field}.spells")
    costs = cost_of_a_wound(borne)
    left = kinds.left(stated, costs)
    characters_alone = _are_characters(unit, figures)
    if characters_alone and troops.count != 1:
        raise MalformedError(f"{place}.count", "must be 1: characters are stated one by one")
    howdah = isinstance(unit, Side) and unit.howdah
    first = Led(_as_character(troops, unit), figures, left, field, figures, howdah=howdah)
    characters = _characters(catalogue, unit, field, costs, first if characters_alone else None)
    lasting = [own for own in borne if own.holds is None]  # what a die may shake off may be on each of them
    alone = next((own.spell.name for own in lasting if own.becomes or own.spell.target.what == "model"), "")
    if alone and (troops.count > 1 or characters):
        raise MalformedError(f"{field}.spells", f"must not be on a unit: {alone} is on one model that stands alone")
    troops_left = Left(0, (), costs) if characters_alone else left
    found = under(Known(unit, figures, troops_left, field, unit.name or name, figures, characters, borne, kinds), borne)
    if found.rides and len(characters) > 1 and not found.is_vehicle:
        reason = "must be false: a mount carries one, vehicles carry several"
        raise MalformedError(f"{field}.characters[1].rides", reason)
    _check_formation(found)
    _check_at_first(found)
    return found


def _check_lost(troops: Troops, figures: Statistics, place: str) -> None:
    """Living models have lost less than they have, the most first."""
    if troops.wounds_lost >= figures.wounds:
        reason = f"must be less than {figures.wounds}, the wounds of a model: fallen ones aren't counted"
        raise MalformedError(f"{place}.wounds_lost", reason)
    lost = (troops.wounds_lost, *troops.also_lost) if troops.wounds_lost else ()
    if len(lost) > troops.count or troops.also_lost != lost[1:] or lost != tuple(sorted(lost, reverse=True)):
        reason = "must be of further models than the one of wounds_lost, each at most what the one before has lost"
        raise MalformedError(f"{place}.also_lost", reason)


def _check_at_first(found: Known) -> None:
    """It began with no fewer models and wounds than it has and has lost this turn."""
    unit, field = found.unit, found.field
    if unit.commanders_lost > unit.characters_lost:
        reason = f"must be at most {unit.characters_lost}, the characters that it lost"
        raise MalformedError(f"{field}.commanders_lost", reason)
    if unit.models_at_first and unit.models_at_first < found.fewest_at_first:
        reason = f"must be at least {found.fewest_at_first}, the living and those that fell this turn"
        raise MalformedError(f"{field}.models_at_first", reason)
    fewest = found.left.wounds(found.figures.wounds) + unit.fallen * found.wounds_of_fallen
    fewest += sum(own.wounds for own in found.commanders)
    if unit.wounds_at_first and unit.wounds_at_first < fewest:
        reason = f"must be at least {fewest}, the wounds of the living and of those that fell this turn"
        raise MalformedError(f"{field}.wounds_at_first", reason)


def _kinds_together(catalogue: Catalogue, unit: Unit, field: str) -> tuple[Unit, Kinds]:
    """The unit with one entry of models, whatever kinds are stated."""
    if len(unit.models) == 1:
        return unit, ONE_KIND
    each = [figures_of(catalogue, troops, f"{field}.models[{place}]") for place, troops in enumerate(unit.models)]
    sections = [section_of(figures, troops) for figures, troops in zip(each, unit.models, strict=True)]
    return as_one(unit, each, sections, field)


def facing(unit: Known, foe: Known, *, shot_at: bool = False) -> Known:
    """The unit with spells counted as they are against this foe; in a melee with those of the foe, too."""
    if not (unit.borne or foe.borne):
        return unit
    return under(unit, unit.borne, Moment(foe=foe.figures, shot_at=shot_at))


def under(unit: Known, borne: tuple[Borne, ...], moment: Moment = ANY_MOMENT) -> Known:
    """The unit and its characters with these spells on them."""
    characters = tuple(replace(own, figures=bewitched(own.printed, borne, moment)) for own in unit.characters)
    return of_each_kind(replace(unit, characters=characters), lambda own: bewitched(own, borne, moment), printed=True)


def of_each_kind(unit: Known, change: Callable[[Statistics], Statistics], *, printed: bool = False) -> Known:
    """The unit with the figures of each of its kinds changed, as they are or as they are printed."""
    if not unit.kinds.parts:
        return replace(unit, figures=change(unit.printed if printed else unit.figures))
    every = tuple(map(change, unit.kinds.printed if printed else unit.kinds.figures))
    return replace(unit, figures=together(every), kinds=replace(unit.kinds, figures=every))


def unnerved_by(unit: Known, borne: tuple[Borne, ...]) -> Known:
    """The unit and its characters in contact with the bearer of these spells."""
    characters = tuple(replace(own, figures=unnerved(own.figures, borne)) for own in unit.characters)
    return of_each_kind(replace(unit, characters=characters), lambda own: unnerved(own, borne))


def fighting(unit: Known, foe: Known) -> Known:
    """As `facing`, in contact: what a foe bears may be against who fights it."""
    met = facing(unit, foe)
    return unnerved_by(met, foe.borne) if foe.borne else met


def enchantments(catalogue: Catalogue, situation: Situation) -> Iterator[dict[str, Any]]:
    """Every effect of the spells that units of the situation bear, with the figures that it changes, for JSON."""
    for field, unit in units_of(situation):
        if unit.spells:
            unit, _ = _kinds_together(catalogue, unit, field)  # noqa: PLW2901
            figures = figures_of(catalogue, unit.models[0], f"{field}.models[0]")
            yield from told(borne_by(catalogue, unit.spells, figures, f"{field}.spells"), figures, field)


def units_of(situation: Situation) -> Iterator[tuple[str, Unit]]:
    """The units that a situation states, with their fields."""
    for field in ("shooter", "target", "unit", "striker", "struck"):
        unit = getattr(situation, field, None)
        if isinstance(unit, Unit):
            yield field, unit
    for field in ("sides", "enemies", "friends"):
        for place, unit in enumerate(getattr(situation, field, ())):
            if isinstance(unit, Unit):
                yield f"{field}[{place}]", unit
    for place, stray in enumerate(getattr(situation, "strays", ())):
        yield f"strays[{place}].unit", stray.unit


def _are_characters(unit: Unit, figures: Statistics) -> bool:
    """Whether there is nobody but characters: the only model is one beside others, or carries some but not all."""
    rides = [own.rides for own in unit.characters]
    is_one = section_of(figures, unit.models[0]) is Section.CHARACTERS
    return bool(rides) and ((is_one and not any(rides)) or len(set(rides)) > 1)


def _as_character(troops: Troops, unit: Unit) -> Character:
    """The model of a unit as it would be stated among its characters."""
    lines, rams = (unit.lines, unit.rams) if isinstance(unit, Side) else (None, False)
    stated = {name: getattr(troops, name) for name in ("profile", "figures", "section", "wounds_lost")}
    return Character(**stated, lines=lines, rams=rams)


def _characters(catalogue: Catalogue, unit: Unit, field: str, costs: int, first: Led | None) -> tuple[Led, ...]:
    """Its characters with what each has lost, each followed by what carries it.

    Of a unit of characters alone the `first` is one of them, or carries some.
    """
    carries = first is not None and any(own.rides for own in unit.characters)
    found: list[Led] = [first] if first and not carries else []
    before, carried = len(found), 0
    mounts: dict[int, int] = {}  # the places of what carries them, by the numbers of characters
    for number, character in enumerate(unit.characters):
        where = f"{field}.characters[{number}]"
        found.append(_led(catalogue, unit, character, where, costs))
        place, mount = len(found), 0
        if first and character.rides:
            if not carried:
                found.append(replace(first, carries=True))
                carried = len(found)
            mount = carried
        elif character.mount is not None:
            found.append(_mount(catalogue, character, character.mount, f"{where}.mount", costs))
            mount = len(found)
        elif character.aboard is not None:
            mount = mounts.get(character.aboard, 0)
            if not mount or not is_vehicle(found[mount - 1]):
                reason = "must be the number of a character before it, whose mount is a vehicle"
                raise MalformedError(f"{where}.aboard", reason)
        mounts[number + before + 1] = mount
        found[place - 1] = replace(found[place - 1], rides=mount)
    return tuple(found)


def _led(catalogue: Catalogue, unit: Unit, character: Character, place: str, costs: int) -> Led:
    """One of its characters."""
    figures = _one_of(catalogue, character, place)
    if character.rides and unit.models[0].count != 1:
        raise MalformedError(f"{place.rpartition('.')[0]}.models[0].count", "must be 1: a character rides one model")
    if [character.rides, character.mount is not None, character.aboard is not None].count(True) > 1:
        raise MalformedError(f"{place}.mount", "must be absent: it rides another")
    if character.fallen and (character.mount is None or character.wounds_lost):
        raise MalformedError(f"{place}.fallen", "must be false: only its mount, which fights on, would be left of it")
    left = Left(0, (), costs) if character.fallen else _one_left(character, costs)
    return Led(character, figures, left, place, figures)


def _mount(catalogue: Catalogue, rider: Character, mount: Mount, place: str, costs: int) -> Led:
    """What carries a character, as one more of them."""
    figures = _one_of(catalogue, mount, place)
    if figures.wounds < MOUNTS_WOUNDS and section_of(figures, mount) is not Section.VEHICLES:
        reason = f"has {figures.wounds} wounds: such a mount and its rider are one model; state its figures"
        raise MalformedError(place, reason)
    stated = {name: getattr(mount, name) for name in ("profile", "figures", "section", "wounds_lost", "lines", "rams")}
    character = Character(**stated, joined=rider.joined)
    return Led(character, figures, _one_left(mount, costs), place, figures, carries=True, howdah=mount.howdah)


def _one_of(catalogue: Catalogue, stated: Troops, place: str) -> Statistics:
    """The figures of one model; MalformedError where it isn't one that lives."""
    if stated.count != 1:
        raise MalformedError(f"{place}.count", "must be 1")
    figures = figures_of(catalogue, stated, place)
    if stated.wounds_lost >= figures.wounds:
        raise MalformedError(f"{place}.wounds_lost", f"must be less than {figures.wounds}, the wounds of a model")
    if stated.also_lost:
        raise MalformedError(f"{place}.also_lost", "must be empty: a character is one model")
    return figures


def _one_left(stated: Troops, costs: int) -> Left:
    return Left(1, (stated.wounds_lost,) if stated.wounds_lost else (), costs)


def section_of(figures: Statistics, stated: Troops) -> Section | None:
    """What models are: as printed, or as stated beside figures."""
    return figures.section if isinstance(figures, Row) else stated.section


def is_vehicle(led: Led) -> bool:
    return section_of(led.printed, led.stated) is Section.VEHICLES


def figures_of(catalogue: Catalogue, troops: Troops, field: str) -> Statistics:
    """By its profile, or by its own figures."""
    if (troops.profile is None) == (troops.figures is None):
        raise MalformedError(field, "needs either a profile or figures")
    if troops.profile is not None and troops.section is not None:
        raise MalformedError(f"{field}.section", "must be absent: the profile says what its models are")
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
    models, place = unit.left.models + unit.led_by, f"{unit.field}.formation"
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
    living = [own for own in unit.characters if own.left.models]
    values = [unit.troops_morale.value] if left.models else []
    values += [own.figures.morale.value for own in living if own.figures.morale]
    hurt = sum(sum(own.left.lost) for own in living if own.carries)
    return Shaken(
        morale=max(values, default=0),
        kind=unit.morale.kind,
        base=unit.figures.base,
        ranked=bool(unit.ranks),
        models_at_first=unit.models_at_first,
        wounds_at_first=unit.wounds_at_first,
        models=left.models + unit.led_by,
        wounds=left.wounds(each) + sum(own.wounds for own in unit.characters),
        wounds_each=unit.wounds_of_fallen,
        lost=hurt if unit.is_character else unit.lost_by_living + hurt,
        fallen=stated.fallen,
        wounded=stated.wounded or stated.fallen > 0,
        frightened=stated.frightened,
        characters_lost=stated.characters_lost,
        leaders_fallen=stated.commanders_lost,
        mounts_fallen=len(stated.mounts_lost),
        mounts_wounds=sum(stated.mounts_lost),
        joined=sum(own.wounds for own in unit.characters if own.stated.joined),
        engaged=engaged,
        modifier=stated.morale_modifier,
    )


def characters_named(own: Known) -> list[str]:
    """How steps and receipts call its characters and what carries them."""
    names = [""] * len(own.characters)
    for number, place in enumerate(own.heads, 1):
        names[place - 1] = f"{own.name}'s character{f' {number}' if number > 1 else ''}"
    for led, name in zip(own.characters, list(names), strict=True):
        if led.rides and not names[led.rides - 1]:
            names[led.rides - 1] = f"{name}'s mount"
    return names
