"""A game as the site's page for every game shows it to a seat, and how one is begun from two forces."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from tabletop.arrakhar.battle import commands as said
from tabletop.arrakhar.battle import facts as made
from tabletop.arrakhar.battle.offers import cost_in_words, offers_of, reach_of
from tabletop.arrakhar.battle.picture import CAPTION, in_words, stacks_of, valley_svg
from tabletop.arrakhar.battle.rules import SIDES, ArrakharRules, begun, bring, force_in_words, is_proved
from tabletop.arrakhar.battle.state import NO_PACK, OF_SORCERER, Battle, named
from tabletop.arrakhar.catalogue import PROFILES, SUMMONED, Side
from tabletop.arrakhar.force import Force
from tabletop.arrakhar.ground import Refusal, entries_of, refused_by_hex, written
from tabletop.arrakhar.play.combat import is_retaken
from tabletop.arrakhar.play.valley import TURN, FieldedUnit, Segment
from tabletop.arrakhar.pricing import priced_by
from tabletop.battle.events import RefusalError
from tabletop.battle.playing import Begun, FormFields, Group, Link, Look, Offer, Shown, Tally, Told, command_in
from tabletop.boards.hex import Hex
from tabletop.decoding import MalformedError
from tabletop.packs import Packs

VERSION = "1"
ROLES = ("red", "blue")  # what the site calls the first side and the second
EXPLAINS: Mapping[Segment, str] = {
    Segment.WANDERING: "One roll tells whether orcs come without being summoned.",
    Segment.SUMMON: "Each sorcerer beside a haunt may cast one spell this turn, each haunt answers once.",
    Segment.HASTE: "Declare all castings, then roll for them: hasted units move further this turn.",
    Segment.MOVE: "Tap units, then a lit hex. At the end a hex holds up to four of one type.",
    Segment.FIREBALL: "Declare all fireballs, then roll for them. Range 1, or 2 over a clear hex.",
    Segment.COMBAT: "Declare all attacks, then roll for them. Attackers never fall.",
    Segment.HAUNTS: "Haunts with the wizard's units in them are destroyed; one of them hides the wand.",
}


class ArrakharBattle(ArrakharRules):
    """The rules with what a page asks of them."""

    may_come_later: ClassVar = True
    most_sides: ClassVar = 2

    def begun(self, name: str, rosters: Sequence[Force | None], reference: Packs) -> Begun:
        """A game of a sorcerer's force and a wizard's, in any order; a side whose force is None brings it later.

        MalformedError, by `red` or `blue`, for forces that don't meet: of one side, of another scenario or pack, not
        legal.
        """
        brought = [(role, force) for role, force in zip(ROLES, rosters, strict=True) if force is not None]
        if not brought:
            raise MalformedError("red", "a game begins with a force of one side at least")
        first, (role, last) = brought[0][1], brought[-1]
        if len(brought) > 1 and last.army is first.army:
            raise MalformedError(role, f"is a {last.army}'s force as the other one is: one of each side meet")
        if (last.scenario, last.advanced) != (first.scenario, first.advanced):
            raise MalformedError(role, f"is of the {_terms(last)}, the other one of the {_terms(first)}")
        if last.pack != first.pack:
            raise MalformedError(role, "names another data pack than the other one")
        limits = {force.army: force.points_limit for _, force in brought if force.points_limit}
        pack = priced_by(first, reference).pack
        for _, force in brought:
            pack = pack.with_costs(force.costs or {})
        try:
            start = begun(name, pack=pack, scenario=first.scenario, advanced=first.advanced, limits=limits)
        except MalformedError as error:
            raise MalformedError("red", f"can't be played by its data pack: {error}") from error
        happenings = [start]
        for role, force in sorted(brought, key=lambda each: SIDES.index(each[1].army)):
            try:
                happenings += bring(start.fact.after(self.start()), force.army, {u: force.count(u) for u in PROFILES})
            except RefusalError as refused:
                raise MalformedError(role, refused.sentence) from refused
        return Begun(SIDES, VERSION, happenings)

    def check_begun(self, state: Battle, sides: Sequence[str]) -> None:
        if tuple(sides) != SIDES or state.pack == NO_PACK:
            raise MalformedError(
                "", "a game begins with its scenario and its pack, between the sorcerer and the wizard"
            )

    def name_of(self, state: Battle) -> str:
        return state.name

    def is_open(self, state: Battle, seat: str) -> bool:
        """At the end all is open; before, the wizard's force is as soon as all of it stands at the entries."""
        return state.winner is not None or (seat == Side.SORCERER and state.segment >= 0)

    def read(self, fields: FormFields) -> said.AnyCommand:
        command: said.AnyCommand = command_in(fields, said.AnyCommand)
        return command

    def shown(self, state: Battle, seat: str, look: Look, link: Link) -> Shown:
        at, to = _hex_in(state, look.get("at")), _hex_in(state, look.get("to"))
        offers = offers_of(state, seat, at, to)
        lit = _lit(state, seat, at, offers)
        hrefs = {place: link({"at": written(place)}) for place in _taps(state, seat)}
        moving = state.now is Segment.MOVE and seat == state.side
        for place in lit:
            hrefs[place] = link({"at": written(at), "to": written(place)} if moving and at else {"at": written(place)})
        return Shown(
            title=_title(state),
            says=_says(state, seat),
            explains=_explains(state, seat),
            whose=() if state.winner else _whose(state),
            offers=offers,
            tallies=tuple(_tallies(state, seat)),
            picture=valley_svg(state, lit=lit, hrefs=hrefs, at=at, to=to),
            caption=CAPTION,
            groups=tuple(_groups(state, seat, at, link)),
            result=f"The {state.winner} has won." if state.winner else "",
            figures_from=state.pack.meta.sentence,
        )

    def plain(self, state: Battle, seat: str) -> dict[str, Any]:
        """What stands, for programs: units, haunts and what a seat knows of secrets."""
        valley = state.valley
        side, segment = _step(state)
        plain: dict[str, Any] = {
            "turn": valley.turn,
            "side": side,
            "segment": segment,
            "winner": state.winner,
            "scenario": state.scenario,
            "units": [
                {
                    "ref": unit.ref,
                    "unit": unit.unit,
                    "side": unit.side,
                    "place": written(unit.place),
                    "moved": unit.moved,
                    "cast": unit.cast,
                    "attacked": unit.attacked,
                    "haste": unit.haste,
                }
                for unit in valley.units
            ],
            "haunts": {haunt.name: written(haunt.place) for haunt in valley.haunts},
            "wand": written(valley.wand) if valley.wand else None,
            "declared": [
                {"what": each.what, "by": each.by, "refs": each.refs, "target": each.target and written(each.target)}
                for each in state.declared
            ],
            "seals": [{"of": _of(secret), "digest": secret.digest} for secret in state.secrets],
            "may": [offer.plain for offer in _all_offers(state, seat) if not offer.why_not],
            "figures_from": state.pack.meta.sentence,
        }
        if seat in state.forces:
            plain["force"] = dict(state.forces[Side(seat)])
        if seat == Side.SORCERER:
            plain |= {"pool": dict(valley.pool), "hidden_in": state.hidden_in or None}
        return plain


def _terms(force: Force) -> str:
    return f"{force.scenario} scenario{', advanced' if force.advanced else ''}"


def _all_offers(state: Battle, seat: str) -> Iterator[Offer]:
    """What a seat may do, with the moves of units in every hex."""
    yield from offers_of(state, seat)
    if state.now is Segment.MOVE:
        for place in stacks_of(state):
            yield from (offer for offer in offers_of(state, seat, place) if offer.command == "move")


def _hex_in(state: Battle, name: str | None) -> Hex | None:
    """The hex that an address names; None for none of this board."""
    try:
        return state.valley.board.hex(name) if name else None
    except MalformedError:
        return None


def _step(state: Battle) -> tuple[Side, str]:
    return state.side, "setting up" if state.now is None else state.now


def _title(state: Battle) -> str:
    if state.segment < 0:
        return "Set-up"
    return f"Turn {state.valley.turn}, segment {state.segment + 1} of {len(TURN)}"


def _whose(state: Battle) -> tuple[str, ...]:
    """Whose step it is, and in the set-up who has still to bring a force."""
    return tuple(side for side in SIDES if side == state.side or side not in state.forces)


def _says(state: Battle, seat: str) -> str:
    if state.winner:
        return f"The {state.winner} has won"
    side, segment = _step(state)
    if state.segment < 0:
        return f"The {side} sets up"
    return f"The {side}'s {'movement' if segment == Segment.MOVE else segment}"


def _explains(state: Battle, seat: str) -> str:
    if state.winner:
        return ""
    if seat not in SIDES:
        return "You watch: you see what both sides may see."
    if seat not in state.forces:
        return "Your force stays secret until it is placed."
    if seat != state.side:
        return f"It's the {state.side}'s step."
    if state.now is not None:
        return EXPLAINS[state.now]
    if state.segment == OF_SORCERER:
        return "Place the haunts, hide the wand in one, then place the sorcerers. Tap a hex to choose it."
    return "Place all units at entries; the first point of movement takes them into the valley."


def _tallies(state: Battle, seat: str) -> Iterator[Tally]:
    valley = state.valley
    for side in SIDES:
        count = sum(unit.side == side for unit in valley.units)
        yield Tally(f"{side.capitalize()}'s units", str(count))
    yield Tally("Haunts", str(len(valley.haunts)))
    yield Tally("Wand", *_wand(state, seat))
    if seat == Side.SORCERER and Side.SORCERER in state.forces:
        pool = ", ".join(PROFILES[unit].counted(valley.pool.get(unit, 0)) for unit in SUMMONED.values())
        yield Tally("Your pool", str(sum(valley.pool.values())), pool)


def _wand(state: Battle, seat: str) -> tuple[str, str]:
    """Where it is, as a seat may know it, and more about that."""
    valley = state.valley
    if valley.wand is not None:
        there = valley.at(valley.wand)
        held = f"with {in_words(there)}" if there else "in an empty hex"
        return written(valley.wand), f"{held}{', retaken' if is_retaken(valley) else ''}"
    if seat == Side.SORCERER and state.hidden_in:
        return f"in {state.hidden_in}", "Only you know it."
    return "hidden", "In one of the haunts."


def _taps(state: Battle, seat: str) -> Collection[Hex]:
    """The hexes of which more is shown when they are tapped."""
    valley = state.valley
    if state.segment == OF_SORCERER and seat == Side.SORCERER:
        return list(valley.board.hexes())
    return {*stacks_of(state), *(haunt.place for haunt in valley.haunts), *([valley.wand] if valley.wand else [])}


def _lit(state: Battle, seat: str, at: Hex | None, offers: Sequence[Offer]) -> dict[Hex, str]:
    """The hexes that can be chosen now, with a word about each."""
    valley, board = state.valley, state.valley.board
    if seat != state.side or state.winner:
        return {}
    if state.now is Segment.MOVE:
        able = [unit for unit in valley.units if unit.side is state.side and not unit.moved]
        here = [unit for unit in able if unit.place == at]
        if not here:
            return {unit.place: "may move" for unit in able}
        return {place: cost_in_words(valley, place, cost) for place, cost in reach_of(valley, here).items()}
    if state.now is None and state.side is Side.WIZARD:
        return dict.fromkeys(entries_of(board), "units begin here") if state.left_to_place(Side.WIZARD) else {}
    words = {"place_haunt": "a haunt may stand here", "place_units": "sorcerers may stand here"}
    for offer in offers:
        if offer.primary and offer.command in words:
            (places,) = (field.choices for field in offer.fields if field.name == "place")
            return {board.hex(choice.value): words[offer.command] for choice in places}
    targets = {"declare_fireball": "target", "advance": "to"}
    stated = [dict(offer.stated)[targets[offer.command]] for offer in offers if offer.command in targets]
    attacked = [offer.fields[1].choices[0].value for offer in offers if offer.command == "declare_attack"]
    chosen = (*map(board.hex, stated), *(valley.by_ref[ref].place for ref in attacked))
    declared = {each.target: "is declared" for each in state.declared if each.target is not None}
    return {**dict.fromkeys(chosen, "may be chosen"), **declared}


def _groups(state: Battle, seat: str, at: Hex | None, link: Link) -> Iterator[Group]:
    if at is not None:
        yield Group(f"Hex {written(at)}", tuple(_told_of(state, seat, at)))
    stacks = stacks_of(state)
    for side in (Side.WIZARD, Side.SORCERER):
        lines = [
            Told(
                name=f"{in_words(units).capitalize()} in {written(place)}",
                about=_done(units),
                href=link({"at": written(place)}),
                is_lit=place == at,
            )
            for place, units in stacks.items()
            if units[0].side is side
        ]
        if lines:
            yield Group(f"The {side}'s units", tuple(lines), is_folded=True)
    if state.valley.haunts:
        yield Group("Haunts", tuple(_haunts(state, link)), is_folded=True)
    if state.secrets:
        yield Group("Seals", tuple(_seals(state, seat)), is_folded=state.winner is None)


def _haunts(state: Battle, link: Link) -> Iterator[Told]:
    for haunt in state.valley.haunts:
        about = f"{PROFILES[SUMMONED[haunt.kind]].plural} are summoned here"
        href = link({"at": written(haunt.place)})
        yield Told(name=f"{haunt.name}, a {haunt.kind} in {written(haunt.place)}", about=about, href=href)


def _told_of(state: Battle, seat: str, at: Hex) -> Iterator[Told]:
    """What is in a hex that was tapped, and in the sorcerer's set-up why no haunt can stand there."""
    valley = state.valley
    units = valley.at(at)
    yield Told(name=valley.board.kind_of(at).name, about=in_words(units) or "empty")
    for unit in units:
        yield Told(name=named((unit.ref,)).capitalize(), about=_done((unit,)) or f"moves {unit.allowance} hexes")
    for haunt in valley.haunts:
        if haunt.place == at:
            yield Told(name=f"{haunt.kind.capitalize()} {haunt.name}")
    if state.segment == OF_SORCERER and seat == Side.SORCERER:
        refused: tuple[Refusal, ...] = refused_by_hex(valley.board, valley.haunts)[at]
        if refused:
            reasons = tuple(f"{each.code}: {each.sentence}" for each in refused)
            yield Told(name="No haunt can be placed here", reasons=reasons)


def _done(units: Sequence[FieldedUnit]) -> str:
    """What units have done this turn, as long as some have."""
    done = [
        f"{word} {sum(bool(getattr(unit, field)) for unit in units)}" if len(units) > 1 else word
        for field, word in (("moved", "moved"), ("cast", "cast"), ("attacked", "attacked"), ("haste", "hasted"))
        if any(getattr(unit, field) for unit in units)
    ]
    return ", ".join(done)


def _of(secret: made.WandHidden | made.ForceBrought) -> str:
    return "wand" if isinstance(secret, made.WandHidden) else secret.side


def _seals(state: Battle, seat: str) -> Iterator[Told]:
    """The digests that both sides see, and what they stand for as soon as a seat may know it."""
    for secret in state.secrets:
        is_wand = isinstance(secret, made.WandHidden)
        name = "Where the wand is hidden" if is_wand else f"The {secret.side}'s force"
        own = seat == (Side.SORCERER if is_wand else secret.side)
        if state.winner or own:
            value = secret.haunt if is_wand else force_in_words(secret.counts)
            proved = "" if not state.winner else ", proved" if is_proved(state, secret) else ", not proved"
            yield Told(name=name, about=f"{value}; sealed as {secret.digest}{proved}; salt {secret.salt}")
        else:
            yield Told(name=name, about=f"sealed as {secret.digest}")
