"""Two units of a situation against each other in a melee: who of both strikes at whom; what can't be is refused."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import FOOTPRINTS, Melee, Row, Statistics
from tabletop.arcana.odds.situations import Character, Lines, Place, Side
from tabletop.arcana.odds.spells import forbids
from tabletop.arcana.odds.units import Known, Led, characters_named, fighting, is_vehicle, known
from tabletop.arcana.odds.work import check_blows
from tabletop.arcana.rules.harm.among import rider_on
from tabletop.arcana.rules.melee.fighters import Fighter
from tabletop.arcana.rules.melee.turns import Contender, Contenders
from tabletop.arcana.rules.melee.vehicles import is_crews
from tabletop.arcana.rules.shooting.lone_characters import MOUNTS_WOUNDS
from tabletop.decoding import MalformedError

NOBODY = "nobody"  # what results name who wins where neither side does
OF_GIANTS = "giant-kings"  # the army list
TOUCHING_BESIDE = 2  # models that touch an enemy's front from beside it, one on each side


def contenders(catalogue: Catalogue, sides: tuple[Side, ...], *, fresh: bool) -> Contenders:
    """Both sides of a melee, `fresh` where they have met this turn."""
    first, second = (known(catalogue, side, f"sides[{place}]", name="ab"[place]) for place, side in enumerate(sides))
    _check_names([first, second])
    for unit in (first, second):
        check_melee(unit)
    return meeting((sides[0], sides[1]), (fighting(first, second), fighting(second, first)), fresh=fresh)


def meeting(
    sides: tuple[Side, Side],
    units: tuple[Known, Known],
    *,
    fresh: bool,
    contacts: tuple[int, int] | None = None,
    overrun: bool = False,
) -> Contenders:
    """Both sides as they are stated against each other, looked up, and each free to fight by `check_melee`.

    Without `contacts` those models strike who touch, as stated or as two fronts of ranks do. In an `overrun` no
    character moves to another's.
    """
    first, second = units
    own, theirs = contacts or (None, None)
    pair = (
        contender(sides[0], first, second, fresh=fresh, contact=own, overrun=overrun),
        contender(sides[1], second, first, fresh=fresh, contact=theirs, overrun=overrun),
    )
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
    if unit.rides and not unit.is_vehicle and unit.figures.wounds < MOUNTS_WOUNDS:
        reason = f"has {unit.figures.wounds} wounds: such a mount and its rider are one model; state its figures"
        raise MalformedError(place, reason)
    if unit.rides and (joined := [own for own in unit.characters if own.stated.joined]):
        raise MalformedError(f"{joined[0].field}.joined", "must be false: it rides the only model")


def _check_hits(stated: Side | Character, figures: Statistics, lines: tuple[int, ...], field: str) -> None:
    """Blows and rams hit once."""
    used = [figures.melee[line] for line in lines]
    if stated.rams and figures.ramming:
        used.append(figures.ramming)
    if any(line.hits_d3 for line in used):
        raise MalformedError(field, "attacks of several hits each aren't resolved in melee")


def _check_aims(side: Side, own: Known, enemy: Known) -> None:
    """Who may choose between troops and their character: monsters, and giants, at whom anybody may strike so, too.

    All others strike at troops as long as there are any.
    """
    place = f"{own.field}.at_characters"
    if side.at_characters and not enemy.leader:
        raise MalformedError(place, f"must be false: {enemy.name} has no character")
    may_choose = own.is_monster or is_giant(own.printed) or any(is_giant(led.printed) for led in enemy.characters)
    if side.at_characters and own.section and not may_choose:
        reason = "must be false: only monsters and giants strike at characters before troops, or who fights a giant"
        raise MalformedError(place, reason)


def _aboard(number: int | None, enemy: Known, field: str) -> int:
    """The place of the enemy's character aboard a vehicle at whom blows are aimed, 0 where they aren't."""
    if number is None:
        return 0
    if number > len(enemy.heads):
        raise MalformedError(field, f"must be at most {len(enemy.heads)}, the characters of {enemy.name}")
    place = enemy.heads[number - 1]
    own = enemy.characters[place - 1]
    if not (is_vehicle(enemy.characters[own.rides - 1]) if own.rides else enemy.rides and enemy.is_vehicle):
        raise MalformedError(field, f"must be absent: that character of {enemy.name} isn't aboard a vehicle")
    return place


def is_giant(figures: Statistics) -> bool:
    """Whether it is of the army list whose models may always strike at heroes, and their heroes be struck by troops."""
    return isinstance(figures, Row) and figures.slug.startswith(f"{OF_GIANTS}/")


def _leading(side: Side, own: Known, enemy: Known, *, fresh: bool, overrun: bool) -> Iterator[Fighter]:
    """The characters of a side as they fight, and what carries them: each by itself, with what holds for its unit."""
    names = characters_named(own)
    marks = _marks(own, enemy, overrun=overrun)
    for led, name, mark in zip(own.characters, names, marks, strict=True):
        lines = _lines(led.stated.lines, led.figures, led.field)
        _check_hits(led.stated, led.figures, lines, led.field)
        if led.stated.rams:
            _check_rams(side.fought_at, led.figures, f"{led.field}.rams", name, fresh=fresh)
        yield Fighter(
            name=name,
            figures=led.figures,
            left=led.left,
            contact=1,
            loose=True,
            fresh=fresh,
            rams=led.stated.rams,
            modifier=side.to_hit,
            lines=lines,
            seeks=mark > 0,
            mark=mark or 1,
            aboard=_aboard(led.stated.at_aboard, enemy, f"{led.field}.at_aboard"),
            rides=led.rides,
            crewed=crewed(led.figures, lines) if is_vehicle(led) else (),
            towed=is_vehicle(led) and not led.howdah,
        )


def crewed(figures: Statistics, lines: tuple[int, ...]) -> tuple[int, ...]:
    """The attacks of a vehicle's crew among those that are used."""
    return tuple(line for line in lines if is_crews(figures.melee[line].name))


def _marks(own: Known, enemy: Known, *, overrun: bool) -> list[int]:
    """The places of whom each of its characters strikes at, 0 of those who strike at troops.

    What carries one strikes where its first rider does.
    """
    marks = [0] * len(own.characters)
    numbers = {
        place: _mark(own.characters[place - 1], 0 if overrun else number, enemy)
        for number, place in enumerate(own.heads, 1)
    }
    for place, number in numbers.items():
        mark = enemy.heads[number - 1] if number else 0
        mount = own.characters[place - 1].rides
        marks[place - 1] = mark
        if mount:
            marks[mount - 1] = marks[mount - 1] or mark
    return marks


def _mark(led: Led, number: int, enemy: Known) -> int:
    """Whom of the enemy's characters it strikes at: as stated, else the one of its own number, 0 where there is none.

    Characters who have nobody of their own strike at troops; they may gang up (line 2465).
    """
    most = len(enemy.heads)
    if led.stated.at is None:
        return number if number <= most else 0
    if led.stated.at > most:
        raise MalformedError(f"{led.field}.at", f"must be at most {most}, the characters of {enemy.name}")
    return led.stated.at


def _check_marks(own: Known, enemy: Known) -> None:
    """Nobody gangs up on a character as long as another one is fought by nobody; of who rides one model all are."""
    if enemy.rides:
        return
    strikers = [own.characters[place - 1] for place in own.heads]
    numbers = [_mark(led, number, enemy) for number, led in enumerate(strikers, 1)]
    marks = [number and _model_of(enemy, number) for number in numbers]
    free = [number for number in range(1, len(enemy.heads) + 1) if _model_of(enemy, number) not in marks]
    twice = [place for place, mark in enumerate(marks) if mark in (0, *marks[:place])]
    if free and twice:
        field = strikers[twice[0]].field
        raise MalformedError(f"{field}.at", f"must be {free[0]}: nobody fights that character of {enemy.name}")


def _check_overrun_alone(own: Known) -> None:
    """Troops strike at characters as their player likes where these are run over, and nowhere else."""
    for led in own.characters:
        if led.stated.struck_by:
            raise MalformedError(f"{led.field}.struck_by", "must be 0: only of an overrun is it said")


def _model_of(unit: Known, number: int) -> int:
    """The place of what carries a character of that number, or its own."""
    place = unit.heads[number - 1]
    return unit.characters[place - 1].rides or place


def _check_rams(fought_at: Place, figures: Statistics, place: str, name: str, *, fresh: bool) -> None:
    """Who may ram does so as it comes into the melee, and not behind itself."""
    if figures.ramming is None:
        raise MalformedError(place, f"{name} has no ramming attack")
    if not fresh:
        raise MalformedError(place, "must be false in later turns: units ram as they come into a melee")
    if fought_at == "rear":
        raise MalformedError(place, f"must be false: nobody rams who has charged it in the rear, as {name} is")


def contender(
    side: Side, own: Known, enemy: Known, *, fresh: bool, contact: int | None = None, overrun: bool = False
) -> Contender:
    """One side against the other, looked up, however many results there may be; MalformedError for what can't be.

    `contact` is how many strike, where that isn't counted by who touches.
    """
    if side.rams and (spell := forbids(own.borne, "ramming")):
        raise MalformedError(f"{own.field}.rams", f"must be false: {spell.name} keeps {own.name} from it")
    if side.rams and own.left.models:
        _check_rams(side.fought_at, own.figures, f"{own.field}.rams", own.name, fresh=fresh)
    alone, front = not own.left.models, side.fought_at == "front"
    lines = () if alone else _lines(side.lines, own.figures, own.field)
    _check_hits(side, own.figures, lines, f"{own.field}.models[0]")
    _check_aims(side, own, enemy)
    if not overrun:
        _check_marks(own, enemy)
        _check_overrun_alone(own)
    leading = tuple(_leading(side, own, enemy, fresh=fresh, overrun=overrun))
    counted = contact is not None  # models that stand anywhere: nobody behind them strikes or steps up
    contact = _contact(side, own, enemy) if contact is None else contact
    fighter = Fighter(
        name=own.name,
        figures=own.figures,
        left=own.left,
        contact=contact,
        over=0 if own.ranks or counted else min(contact, own.left.models - contact),  # one behind each
        files=own.ranks if front and not counted else 0,
        loose=not own.ranks,
        fresh=fresh,
        rams=side.rams and not alone,
        crewed=crewed(own.figures, lines) if own.is_vehicle else (),
        towed=own.is_vehicle and not side.howdah,
        rider_on=rider_on(own.figures.wounds) if own.rides else 0,
        carries=own.is_war_machine,
        modifier=side.to_hit,
        in_reach=side.in_reach,
        frightened=side.frightened,
        lines=lines,
        kinds=own.kinds.melee,
        parts=own.kinds.parts,
        bodies=own.kinds.bodies((enemy.figures, *(led.figures for led in enemy.characters))),
        morales=own.kinds.morales,
        sizes=own.kinds.sizes,
        leader=leading[0] if leading else None,
        others=leading[1:],
        seeks=own.is_character or own.rides or side.at_characters,
        aboard=_aboard(side.at_aboard, enemy, f"{own.field}.at_aboard"),
        aims=tuple(led.stated.struck_by for led in enemy.characters) if overrun else (),
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
        mounts_lost=side.mounts_lost,
        commands=not own.characters or not own.characters[0].stated.joined,
        others_command=tuple(not led.stated.joined for led in own.characters[1:]),
        pays=side.pays,
        modifier=side.morale_modifier,
        is_character=own.is_character,
    )


def _contact(side: Side, own: Known, enemy: Known) -> int:
    """Models in contact: as stated; else a single one, or those of the files before an enemy's front and beside it."""
    models = own.left.models
    if not models:
        if side.in_contact:
            raise MalformedError(f"{own.field}.in_contact", "must be absent: characters strike each by itself")
        return 0
    if side.in_contact is not None:
        if side.in_contact > models:
            raise MalformedError(f"{own.field}.in_contact", f"must be at most {models}, the models that live")
        if own.ranks and side.in_contact > (most := _widest(side, own)):
            reason = f"must be at most {most}, the models along its {side.fought_at}"
            raise MalformedError(f"{own.field}.in_contact", reason)
        return side.in_contact
    wide = enemy.ranks or int(enemy.is_single)
    fronts = own.ranks and wide and side.fought_at == enemy.unit.fought_at == "front"
    if not (own.is_single or fronts):
        raise MalformedError(
            f"{own.field}.in_contact", "is missing: only two fronts of ranks say how many models touch"
        )
    return touching(own, own.ranks, enemy, wide)


def touching(own: Known, across: int, enemy: Known, wide: int) -> int:
    """Models of a front so many `across` that touch an enemy's: those before it, and one beside it on each side.

    MalformedError for more characters than that, who stand among them; a single model touches whoever leads it.
    """
    if own.is_single:
        return 1
    front = int(wide * _width(enemy.figures) / _width(own.figures))
    return beside_characters(own, min(across, front + TOUCHING_BESIDE), what=f"touch {enemy.name}")


def beside_characters(own: Known, room: int, *, what: str) -> int:
    """Models that strike where there is room for so many, characters among them; MalformedError for more characters.

    `what` is what those for whom there is room do, in words.
    """
    if own.led_by > room:
        raise MalformedError(f"{own.field}.characters", f"must be {room} at most, as many as {what}")
    return min(room, own.left.models + own.led_by) - own.led_by


def _widest(side: Side, own: Known) -> int:
    """The models along the side of ranks at which the enemy stands: a file is as deep as there are ranks."""
    if side.fought_at == "flank":
        return -(-(own.left.models + own.led_by) // own.ranks)
    return beside_characters(own, own.ranks, what=f"stand along its {side.fought_at}")


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
