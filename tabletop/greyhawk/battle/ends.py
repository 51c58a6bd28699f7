"""What ends a player's turn, a year and the game: markers come back, countries are judged, somebody has won."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.greyhawk.battle import facts as made
from tabletop.greyhawk.battle.acting import ally_places, begin
from tabletop.greyhawk.battle.course import Course
from tabletop.greyhawk.battle.state import Game, Phase, Tie
from tabletop.greyhawk.pack import HoldCapitals, HoldCountries, LastStanding, MostCapitals


def drop_unplaceable(course: Course, side: str) -> None:
    """New allies whose army has nowhere to come, or no marker, don't send one; without any left the turn ends."""
    for country in course.game.new_allies:
        if not ally_places(course.game, side, country) or course.game.free_markers(side) < 1:
            course.tell(made.AllyUnplaced(country), "GW-86")
    if not course.game.new_allies and not course.game.owed:
        end_player(course, side)


def end_player(course: Course, side: str) -> None:
    """The next player's actions, or the next year (GW-76)."""
    game = course.game
    if game.rest.get(side):
        course.tell(made.MarkersBack(side), "GW-76")
    place = game.order.index(side) + 1
    if place < len(game.order):
        begin(course, Phase.ACTIONS, game.order[place])
        return
    if (ties := judged(game)) and game.options.conquest:
        course.tell(made.CountriesJudged(ties), "G-11")
    over = winners(course.game)
    if over is None:
        course.tell(made.PhaseBegun(game.turn + 1, Phase.ORDER))
    else:
        hands = {each: game.hand(each) for each in game.sides}
        course.tell(made.GameEnded(over[0], over[1], hands))


def judged(game: Game) -> dict[str, tuple[str, Tie]]:
    """The countries whose holder is another than before, or holds them in another way: by who is in the capital."""
    ties: dict[str, tuple[str, Tie]] = {}
    for country in game.data.countries:
        capital = game.data.capital(country.id)
        armies = game.armies_at(capital.id) if capital else ()
        land = [stack for stack in armies if not game.is_fleet(stack)]
        if not land:
            continue
        side = land[0].side
        tie = Tie.CONQUERED
        if game.homes.get(country.id) == side:
            tie = Tie.HOME if country.id in game.power(side).home else Tie.ALLIED
        if game.ties.get(country.id) != (side, tie):
            ties[country.id] = (side, tie)
    return ties


def winners(game: Game) -> tuple[str, tuple[str, ...]] | None:
    """How the game ends and for whom, as the year ends; None while it goes on."""
    for how, sides in _won(game):
        if sides:
            return how, sides
    if game.turn >= game.terms.length:
        return f"year {game.turn} is over", ()
    return None


def _won(game: Game) -> Iterator[tuple[str, tuple[str, ...]]]:
    is_last = game.turn >= game.terms.length
    for victory in game.terms.victory:
        match victory:
            case HoldCapitals(count=count):
                yield f"{count} capitals held", tuple(side for side in game.sides if game.capitals(side) >= count)
            case HoldCountries(count=count):
                yield f"{count} countries held", tuple(side for side in game.sides if len(game.held(side)) >= count)
            case LastStanding():
                alive = tuple(side for side in game.sides if lives(game, side))
                yield "nobody else is left", alive if len(alive) == 1 else ()
            case MostCapitals() if is_last:
                most = max(game.capitals(side) for side in game.sides)
                best = tuple(side for side in game.sides if game.capitals(side) == most)
                yield f"most capitals after year {game.turn}, {most}", best


def lives(game: Game, side: str) -> bool:
    """Whether a side has troops, or a country that raises some."""
    return any(stack.all_troops for stack in game.of(side)) or bool(game.held(side))
