"""What attacks would do, before anybody casts them: damage and cracks with the reasons for them, the odds of the die.

Odds are exact: every face of every die counts. Of answers only those are known that have been given already, or that
the asking side has in its own hand.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tabletop.battle.playing import Told
from tabletop.boards.walled_squares import STEPS, square_name
from tabletop.dice.distributions import Distribution, certain
from tabletop.dice.rolls import OddDice
from tabletop.dice.words import per_cent, tenths
from tabletop.wizwar.battle.facts.telling import aim_in_words, cast_name
from tabletop.wizwar.battle.judging import FIST, aims, answers, limit_of, splashed, standing_at
from tabletop.wizwar.battle.state import Cast, Game
from tabletop.wizwar.catalogue import CRACK, DIE, PUNCH, CardType
from tabletop.wizwar.effects import Damage, Reduce, Stagger, amount_in_words, amount_of, has_die, through
from tabletop.wizwar.pack import Spell
from tabletop.wizwar.play.labyrinth import square_of
from tabletop.words import counted

FACE = OddDice(DIE)
MOST_LIKELY = 3  # squares that are named of a random move


class Blow(Struct, frozen=True):
    """The damage of an attack: amounts that are added up, with `separate` in sources of 1 each."""

    amounts: tuple[str, ...]
    separate: bool = False

    def odds(self, energy: int, armour: int, less: int) -> Distribution[int]:
        """The damage that comes through, where the attack isn't evaded."""
        whole: Distribution[int] = certain(0)
        for amount in self.amounts:
            whole = _both(whole, _odds_of(amount, energy))
        return whole.map(lambda damage: through((1,) * damage if self.separate else (damage,), armour, less))

    @property
    def words(self) -> str:
        return " and ".join(map(amount_in_words, self.amounts))

    @property
    def by_energy(self) -> bool:
        return any("E" in amount for amount in self.amounts)


def blow_of(game: Game, side: str, card: Spell) -> Blow | None:
    """The damage that a card does at once, or a punch of a wizard; None for a card without any."""
    if card is FIST:
        punches = game.punches(side)
        instead = [each.amount for each in punches if not each.more]
        return Blow(((instead or [str(PUNCH)])[-1], *(each.amount for each in punches if each.more)))
    found = [effect for effect in card.effects if isinstance(effect, Damage) and not effect.maintained]
    return Blow((found[0].amount,), found[0].separate) if found else None


def attacks_told(game: Game, side: str, at: str) -> Iterator[Told]:
    """What each attack of a wizard would do to whom it reaches, and to what stands at the chosen square or the own."""
    at = at or game.wizard(side).at
    refs = (*game.items(side), *(ref for ref in game.cards_of(side) if game.card(ref).type is CardType.ATTACK))
    cards = {game.card(ref).id: ref for ref in reversed(refs)}
    for ref in ("", *reversed(cards.values())):
        for aim in aims(game, side, game.card(ref) if ref else FIST):
            yield from _told_of(game, side, ref, aim, at)


def _told_of(game: Game, side: str, ref: str, aim: str, at: str) -> Iterator[Told]:
    """What an attack would do to one of its targets; nothing is said of what stands elsewhere than at that square."""
    card = game.card(ref) if ref else FIST
    blow = blow_of(game, side, card)
    if blow is None:
        if aim in game.sides:
            yield from _told_of_way(game, aim, card)
    elif aim == at:
        for hit in splashed(game, square_of(at)):
            if hit in game.sides:
                yield _told_of_wizard(game, side, ref, hit, blow)
            else:
                yield from _told_of_thing(game, hit, card.name, blow)
    elif aim in game.sides:
        yield _told_of_wizard(game, side, ref, aim, blow)
    elif _is_at(game, aim, at):
        yield from _told_of_thing(game, aim, card.name, blow)


def cast_told(game: Game, side: str) -> Iterator[Told]:
    """What the attack that was cast last would do to its target, as it stands and with each answer of one's own."""
    cast = game.stack[-1]
    card = game.card(cast.card) if cast.card else FIST
    blow = blow_of(game, cast.by, card)
    struck = cast.by if cast.back else cast.on
    if cast.fails or blow is None or struck not in game.sides:
        return
    reasons = list(_answers_told(game, side, cast, blow, struck))
    yield Told(
        name=f"{cast_name(game, cast)} at {game.names[struck]}".capitalize(),
        about=_comes_to(game, struck, blow, cast.energy, cast.less),
        reasons=(*_why(game, struck, blow, cast.energy, cast.less), *reasons),
    )


def _answers_told(game: Game, side: str, cast: Cast, blow: Blow, struck: str) -> Iterator[str]:
    for ref in game.cards_of(side):
        card = game.card(ref)
        for effect in card.effects if answers(game, side, card) else ():
            if isinstance(effect, Reduce) and not has_die(effect.amount):
                less = cast.less + amount_of(effect.amount, 1)
                yield f"with {card.name} it is {_comes_to(game, struck, blow, cast.energy, less)}"


def _told_of_wizard(game: Game, side: str, ref: str, aim: str, blow: Blow) -> Told:
    name = game.card(ref).name if ref else "Punch"
    reasons = list(_why(game, aim, blow, 1, 0))
    boosts = [other for other in game.cards_of(side) if other != ref and game.energy(side, other)]
    if blow.by_energy and boosts:
        best = max(boosts, key=lambda other: game.energy(side, other))
        energy = game.energy(side, best)
        reasons.append(f"with {game.card(best).name}, energy {energy}: {_comes_to(game, aim, blow, energy, 0)}")
    return Told(name=f"{name} at {game.names[aim]}", about=_comes_to(game, aim, blow, 1, 0), reasons=tuple(reasons))


def _comes_to(game: Game, side: str, blow: Blow, energy: int, less: int) -> str:
    """`3 damage, 12 of 15 life left`; the chance that it kills, where it may."""
    life = game.wizard(side).life
    odds = blow.odds(energy, game.armour(side), less)
    damages = sorted(odds.chances())
    hits = 1 - FACE.odds().chance_that(lambda face: face <= game.evades(side))
    kills = hits * odds.chance_that(lambda damage: damage >= life)
    if len(damages) == 1:
        said = f"{damages[0]} damage" if damages[0] else "no damage"
        left = f"{max(0, life - damages[0])} of {life} life left"
    else:
        said = f"{damages[0]} to {damages[-1]} damage, {tenths(odds.mean())} on average"
        left = f"{max(0, life - damages[-1])} to {max(0, life - damages[0])} of {life} life left"
    missed = f", unless evaded, {per_cent(1 - hits)}" if hits < 1 else ""
    return f"{said}, {left}{missed}" + (f"; kills {per_cent(kills)}" if kills else "")


def _why(game: Game, side: str, blow: Blow, energy: int, less: int) -> Iterator[str]:
    yield f"damage is {blow.words}" + (f"; its energy is {energy} (WW-51)" if blow.by_energy else "")
    if armour := game.armour(side):
        each = ", of each source of 1" if blow.separate else ""
        yield f"what protects {game.names[side]} takes {armour} off{each} (WW-46)"
    if less:
        yield f"answers take {less} off (WW-46)"
    if upto := game.evades(side):
        yield f"evaded on {'1' if upto == 1 else f'1 to {upto}'} of {DIE} (WW-46)"


def _is_at(game: Game, aim: str, at: str) -> bool:
    """Whether a wall, a door or an object stands at the chosen square."""
    if not at:
        return False
    made = game.thing(aim)
    place = made.place if made else aim
    return place == at or (":" in place and square_of(at) in game.ground.squares_beside(place))


def _told_of_thing(game: Game, aim: str, name: str, blow: Blow) -> Iterator[Told]:
    limit = limit_of(game, standing_at(game, aim))
    if limit is None:
        return
    left = limit - game.cracks.get(standing_at(game, aim), 0)
    odds = blow.odds(1, 0, 0)
    made = game.thing(aim)
    if made is not None and game.kind(made).is_creature:
        breaks = odds.chance_that(lambda damage: damage >= left)
        least, most = min(odds.chances()), max(odds.chances())
        damage = f"{least} damage" if least == most else f"{tenths(odds.mean())} damage on average"
        yield Told(
            name=f"{name} at {aim_in_words(game, aim)}", about=f"{damage}, breaks it {per_cent(breaks)}",
            reasons=(f"it bears {left} more of {limit} damage",),
        )  # fmt: skip
        return
    cracks = odds.map(lambda damage: damage // CRACK)
    fewest, most = min(cracks.chances()), max(cracks.chances())
    cracked = _cracks(most) if fewest == most else f"{fewest} to {_cracks(most)}"
    breaks = cracks.chance_that(lambda count: count >= left)
    wanted = f"breaks it {per_cent(breaks)}" if breaks else f"{CRACK * (left - most)} damage more to break it"
    damages = sorted(odds.chances())
    spare = damages[0] % CRACK
    wasted = f", {spare} of {damages[0]} {'is' if spare == 1 else 'are'} wasted" if len(damages) == 1 and spare else ""
    yield Told(
        name=f"{name} at {aim_in_words(game, aim)}", about=f"{cracked}, {wanted}",
        reasons=(f"{CRACK} damage of one attack make a crack{wasted} (WW-80)", f"it bears {left} more of {limit}"),
    )  # fmt: skip


def _cracks(count: int) -> str:
    return counted(count, "crack") if count else "no crack"


def _told_of_way(game: Game, aim: str, card: Spell) -> Iterator[Told]:
    for effect in card.effects:
        if isinstance(effect, Stagger) and not has_die(effect.amount):
            steps = amount_of(effect.amount, 1)
            ends = random_ends(game, aim, steps).chances()
            likely = sorted(ends, key=lambda name: (-ends[name], name))[:MOST_LIKELY]
            here = game.wizard(aim).at
            said = ", ".join(f"{'stays' if name == here else name} {per_cent(ends[name])}" for name in likely)
            yield Told(
                name=f"{card.name} at {game.names[aim]}", about=f"{counted(steps, 'square')} by the die: {said}",
                reasons=(f"each face of {DIE} is a direction; a wall or a closed door stops it (WW-35)",),
            )  # fmt: skip


def random_ends(game: Game, side: str, steps: int) -> Distribution[str]:
    """Where so many random steps lead a wizard, over what lies on the way (WW-35)."""
    ground, opened = game.ground, game.opened

    def step(name: str) -> Distribution[str]:
        further = [ground.step(square_of(name), towards, opened) for towards in STEPS]
        return FACE.odds().map(lambda face: square_name(found) if (found := further[face - 1]) else name)

    ends: Distribution[str] = certain(game.wizard(side).at)
    for _ in range(min(steps, 2 * DIE)):
        ends = ends.then(step)
    return ends


def _odds_of(amount: str, energy: int) -> Distribution[int]:
    if not has_die(amount):
        return certain(amount_of(amount, energy))
    return FACE.odds().map(lambda face: amount_of(amount, energy, face))


def _both(one: Distribution[int], other: Distribution[int]) -> Distribution[int]:
    """The sum of two."""
    return one.then(lambda first: other.map(lambda second: first + second))
