"""The game's data pack: troops, the map, countries, cards and scenarios, none of which the rules' text has.

Anything may be missing. What is missing or can't be is a flaw, named by its field with what it disables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Literal

from msgspec import Meta, field

from tabletop.boards.area_graph import Area, AreaGraph, AreaKind, AreaName, Terrain
from tabletop.cards import ByHand, Card
from tabletop.decoding import LARGEST_FILE, MalformedError, allowing, decoded
from tabletop.greyhawk.catalogue import Alignment, Deck, Tag, TroopClass
from tabletop.packs import Flaw, GamePack
from tabletop.values import Name, Text, Value

GAME = "greyhawk"
MOST_SIDES = 4
A_WORD = allowing("small letters, digits and single hyphens, as heavy-infantry")
Word = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$(?!\n)", max_length=40, extra=A_WORD)]
Strength = Annotated[int, Meta(ge=1, le=20)]
Rating = Annotated[int, Meta(ge=0, le=10)]
Small = Annotated[int, Meta(ge=1, le=20)]
LIGHT = "light-infantry"  # what a home country raises that can raise nothing else (GW-93)


class TroopRow(Value, frozen=True, kw_only=True):
    """A kind of counter; `reduced` is the strength on its back, None where one hit removes it (GW-1)."""

    code: Word
    name: Name
    kind: TroopClass = field(name="class")
    strength: Strength
    reduced: Strength | None = None
    alignment: Alignment = Alignment.NEUTRAL
    tags: Annotated[tuple[Tag, ...], Meta(max_length=5)] = ()
    favoured: Annotated[tuple[Terrain, ...], Meta(max_length=6)] = ()
    count: Annotated[int, Meta(ge=0, le=200)] | None = None

    @property
    def figures(self) -> str:
        """`5/3`, or `3` of what one hit removes."""
        return f"{self.strength}/{self.reduced}" if self.reduced else str(self.strength)

    @property
    def is_ship(self) -> bool:
        return self.kind is TroopClass.SHIP


class Muster(Value, frozen=True, kw_only=True):
    """So many counters of a kind."""

    troop: Word
    n: Annotated[int, Meta(ge=1, le=20)] = 1


class Modifier(Value, frozen=True, kw_only=True):
    """What a country adds to diplomacy of a player whose home is the country `when` (GW-5)."""

    when: Word
    mod: Annotated[int, Meta(ge=-10, le=10)]


class Country(Value, frozen=True, kw_only=True):
    """A country card: its ratings for good and for evil players, and what it raises."""

    id: Word
    name: Name
    alignment: Alignment = Alignment.NEUTRAL
    good: Rating = 0
    evil: Rating = 0
    modifiers: Annotated[tuple[Modifier, ...], Meta(max_length=40)] = ()
    roster: Annotated[tuple[Muster, ...], Meta(max_length=20)] = ()

    def rating(self, alignment: Alignment) -> int:
        """For a player of this alignment; of a neutral one the better of both."""
        both = {Alignment.GOOD: self.good, Alignment.EVIL: self.evil}
        return both.get(alignment, max(self.good, self.evil))


class MoreStrength(Value, frozen=True, kw_only=True, tag="strength", tag_field="op"):
    """So much more strength for one of one's own counters in one battle (GW-6)."""

    amount: Annotated[int, Meta(ge=-10, le=10)]


class BuildFort(Value, frozen=True, kw_only=True, tag="fort", tag_field="op"):
    """A fortification where one of one's own armies is."""


class MoreTroops(Value, frozen=True, kw_only=True, tag="troops", tag_field="op"):
    """Counters for one of one's own armies, as far as the pool has them."""

    troop: Word
    n: Annotated[int, Meta(ge=1, le=5)] = 1


class DrawCards(Value, frozen=True, kw_only=True, tag="draw", tag_field="op"):
    """Cards of a deck."""

    deck: Deck
    n: Annotated[int, Meta(ge=1, le=5)] = 1


class MoreMoves(Value, frozen=True, kw_only=True, tag="move", tag_field="op"):
    """More points for the army that moves."""

    n: Annotated[int, Meta(ge=1, le=6)] = 1


Effect = MoreStrength | BuildFort | MoreTroops | DrawCards | MoreMoves | ByHand


class GameCard(Card, frozen=True, kw_only=True):
    """A card. `now` events are carried out as they are drawn, others are kept (GW-22).

    A mercenary card has an alignment and troops, a treasure a monster's strength and the cards that its defeat wins.
    """

    deck: Deck
    now: bool = False
    effect: Effect | None = None
    monster: Annotated[int, Meta(ge=0, le=20)] = 0
    reward: Annotated[int, Meta(ge=0, le=10)] = 0
    alignments: Annotated[tuple[Alignment, ...], Meta(max_length=3)] = ()
    troops: Annotated[tuple[Muster, ...], Meta(max_length=5)] = ()


class StartingArmy(Value, frozen=True, kw_only=True):
    """An army, a fleet or heroes in an area as a game begins."""

    area: AreaName
    troops: Annotated[tuple[Muster, ...], Meta(max_length=10)] = ()
    hero: bool = False


class Power(Value, frozen=True, kw_only=True):
    """A player of a scenario: whose countries, how many army and hero markers, and how the troops stand at first."""

    id: Word
    name: Name
    alignment: Alignment
    home: Annotated[tuple[Word, ...], Meta(min_length=1, max_length=10)]
    allies: Annotated[tuple[Word, ...], Meta(max_length=20)] = ()
    markers: Small = 5
    heroes: Small = 2
    armies: Annotated[tuple[StartingArmy, ...], Meta(max_length=20)] = ()


class HoldCapitals(Value, frozen=True, kw_only=True, tag="control_capitals", tag_field="type"):
    """Who holds so many capitals at the end of a turn wins."""

    count: Small


class HoldCountries(Value, frozen=True, kw_only=True, tag="control_countries", tag_field="type"):
    """Who holds so many countries at the end of a turn wins."""

    count: Small


class LastStanding(Value, frozen=True, kw_only=True, tag="eliminate", tag_field="type"):
    """Who alone has troops and a country left wins."""


class MostCapitals(Value, frozen=True, kw_only=True, tag="most_capitals", tag_field="type"):
    """Who holds most capitals after the last turn wins."""


class OwnWords(Value, frozen=True, kw_only=True, tag="custom_text", tag_field="type"):
    """What the players judge themselves."""

    text: Text


Victory = HoldCapitals | HoldCountries | LastStanding | MostCapitals | OwnWords


class Options(Value, frozen=True, kw_only=True):
    """Optional rules and readings (docs/rulings.md, G-…) that a scenario plays by."""

    race: bool = True  # GW-70
    pursuit: bool = True  # GW-77
    counter_diplomacy: bool = True  # GW-86
    raise_each: bool = False  # one new army for each country, not for each player (G-6)
    spare_cargo: bool = False  # of a flipped ship the cargo stays (G-8)
    safe_marines: bool = False  # ships can't hit marines (G-10)
    conquest: bool = True  # a country is conquered by its capital (G-11)


class Scenario(Value, frozen=True, kw_only=True):
    """Who may play, for how many turns, and what wins."""

    id: Word
    title: Name
    players: Annotated[tuple[Power, ...], Meta(min_length=2, max_length=6)]
    length: Annotated[int, Meta(ge=1, le=99)] = 8
    victory: Annotated[tuple[Victory, ...], Meta(max_length=10)] = ()
    options: Options = Options()

    def power(self, name: str, place: str = "power") -> Power:
        """A player by its word; MalformedError where there is none such."""
        found = next((power for power in self.players if power.id == name), None)
        if found is None:
            raise MalformedError(place, f"must be one of {', '.join(power.id for power in self.players)}")
        return found


class Pack(GamePack, frozen=True, kw_only=True):
    """The pack of Greyhawk Wars."""

    game: Literal["greyhawk"]
    troops: Annotated[tuple[TroopRow, ...], Meta(max_length=100)] = ()
    board: AreaGraph | None = None
    countries: Annotated[tuple[Country, ...], Meta(max_length=100)] = ()
    cards: Annotated[tuple[GameCard, ...], Meta(max_length=300)] = ()
    scenarios: Annotated[tuple[Scenario, ...], Meta(max_length=20)] = ()

    @cached_property
    def by_code(self) -> dict[str, TroopRow]:
        return {row.code: row for row in reversed(self.troops)}

    @cached_property
    def by_country(self) -> dict[str, Country]:
        return {country.id: country for country in self.countries}

    @cached_property
    def by_card(self) -> dict[str, GameCard]:
        return {card.id: card for card in self.cards}

    @cached_property
    def map(self) -> AreaGraph:
        """The map, looked through once; MalformedError where there is none that can be used."""
        if self.board is None:
            raise MalformedError("board", "isn't entered")
        return self.board.check()

    def troop(self, code: str, place: str = "troop") -> TroopRow:
        """A kind of counter by its code or its profile; MalformedError with the field where there is none."""
        row = self.by_code.get(code.rpartition("/")[2])
        if row is None:
            raise MalformedError(place, f"there is no “{code}” in the {self.meta.sentence}")
        return row

    def scenario(self, name: str, place: str = "scenario") -> Scenario:
        """A scenario by its word; MalformedError where there is none such."""
        found = next((each for each in self.scenarios if each.id == name), None)
        if found is None:
            known = ", ".join(each.id for each in self.scenarios) or "nothing, for the pack has none"
            raise MalformedError(place, f"must be one of {known}")
        return found

    def areas_of(self, country: str) -> tuple[Area, ...]:
        return tuple(area for area in self.map.areas if area.country == country)

    def capital(self, country: str) -> Area | None:
        return next((area for area in self.areas_of(country) if area.capital), None)

    @cached_property
    def capitals(self) -> tuple[Area, ...]:
        return tuple(area for area in self.map.areas if area.capital)

    def of_deck(self, deck: Deck) -> tuple[GameCard, ...]:
        return tuple(card for card in self.cards if card.deck is deck)

    def flaws_of_fields(self) -> Iterator[Flaw]:
        yield from self._flaws_of_troops()
        yield from self._flaws_of_map()
        yield from self._flaws_of_countries()
        yield from self._flaws_of_cards()
        yield from self._flaws_of_scenarios()

    def _flaws_of_troops(self) -> Iterator[Flaw]:
        if not self.troops:
            yield Flaw("troops", "isn't entered", "armies")
        for code, count in Counter(row.code for row in self.troops).items():
            if count > 1:
                yield Flaw("troops", f"has {count} rows of “{code}”; the first counts")
        for number, row in enumerate(self.troops):
            if row.count is None:
                yield Flaw(f"troops[{number}].count", f"{row.name} has no number of counters", "checking of the pool")
            if row.reduced is not None and row.reduced >= row.strength:
                yield Flaw(f"troops[{number}].reduced", f"{row.name} isn't weaker on its back")

    def _flaws_of_map(self) -> Iterator[Flaw]:
        if self.board is None:
            yield Flaw("board", "isn't entered", "movement, and play")
            return
        try:
            self.board.check()
        except MalformedError as error:
            yield Flaw(f"board.{error.field}", error.reason, "movement, and play")
            return
        for number, area in enumerate(self.board.areas):
            if area.at is None:
                yield Flaw(f"board.areas[{number}].at", f"{area.name} has no place", "picture of the map")
        if len(_joined(self.board)) < len(self.board.areas):
            yield Flaw("board.borders", "don't join all areas by land and sea", "ways between them")

    def _flaws_of_countries(self) -> Iterator[Flaw]:
        if not self.countries:
            yield Flaw("countries", "isn't entered", "raising of troops, and diplomacy")
        named = {area.country for area in self.board.areas if area.country} if self.board else set()
        for name in sorted(named - self.by_country.keys()):
            yield Flaw("countries", f"has no “{name}”, which the map names", "raising of troops there")
        for number, country in enumerate(self.countries):
            if self.board and not any(area.capital for area in self.board.areas if area.country == country.id):
                yield Flaw(f"countries[{number}]", f"{country.name} has no capital on the map", "diplomacy there")
            for place, muster in enumerate(country.roster):
                if muster.troop not in self.by_code:
                    yield Flaw(f"countries[{number}].roster[{place}].troop", f"there is no “{muster.troop}”")

    def _flaws_of_cards(self) -> Iterator[Flaw]:
        for deck in Deck:
            if not self.of_deck(deck):
                yield Flaw("cards", f"has none of the {deck} deck", f"{deck} cards")
        for number, card in enumerate(self.cards):
            if card.deck is Deck.TREASURE and not card.monster:
                yield Flaw(f"cards[{number}].monster", f"{card.name} has no monster", "searches that reveal it")
            raised = [muster.troop for muster in card.troops]
            raised += [card.effect.troop] if isinstance(card.effect, MoreTroops) else []
            for troop in raised:
                if troop not in self.by_code:
                    yield Flaw(f"cards[{number}]", f"{card.name} names “{troop}”, which isn't there")

    def _flaws_of_scenarios(self) -> Iterator[Flaw]:
        if not self.scenarios:
            yield Flaw("scenarios", "isn't entered", "games from start to end")
        for number, scenario in enumerate(self.scenarios):
            for place, power in enumerate(scenario.players):
                yield from self._flaws_of_power(power, f"scenarios[{number}].players[{place}]")

    def _flaws_of_power(self, power: Power, where: str) -> Iterator[Flaw]:
        areas = self.board.by_id if self.board else {}
        for country in (*power.home, *power.allies):
            if country not in self.by_country:
                yield Flaw(where, f"{power.name} names “{country}”, which is no country")
        for army in power.armies:
            if army.area not in areas:
                yield Flaw(where, f"an army of {power.name} stands in “{army.area}”, which is no area")


def _joined(board: AreaGraph) -> set[str]:
    """The areas that hang together with the first, by any border that can be crossed."""
    found, at_hand = {board.areas[0].id}, [board.areas[0].id]
    while at_hand:
        for other, kind in board.beside[at_hand.pop()].items():
            if kind != "spine" and other not in found:
                found.add(other)
                at_hand.append(other)
    return found


def is_coastal(board: AreaGraph, area: str) -> bool:
    """Whether ships come beside an area, or into it."""
    return board.by_id[area].kind is AreaKind.ISLAND or any(
        board.by_id[other].kind is AreaKind.SEA for other in board.beside[area]
    )


def read_pack(content: bytes | str) -> Pack:
    """A pack from its file, muster-pack/1 with game greyhawk; MalformedError names the field that can't be read.

    What is missing or can't be is no error but a flaw.
    """
    return decoded(content, Pack, most=LARGEST_FILE, what="pack")
