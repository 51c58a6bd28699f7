"""What is said to players about each cause: the one place where its sentence and its remedy are worded.

Between braces stand the arguments of a reason, each with how it is written: `{gap:inches}` in inches, `{models:model|
models}` counted with its noun, `{foes:, }` several one after the other with that between them, and everything else as
Python's format has it. `{met.remedy}` is the remedy of a reason inside a reason.
"""

from __future__ import annotations

import string
from collections.abc import Mapping
from typing import Any, NamedTuple

from tabletop.arcana.battlefield.causes import Cause


class Sentence(NamedTuple):
    """Why not, and what would open it where that can be said."""

    text: str
    remedy: str = ""


class _Writer(string.Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "inches":
            return inches(value)
        if isinstance(value, tuple):
            return format_spec.join(map(str, value))
        one, counted, many = format_spec.partition("|")
        if counted:
            return f"{value} {one if value == 1 else many}"
        return str(super().format_field(value, format_spec))


def inches(number: float) -> str:
    """Inches as sentences have them: two decimals at most."""
    return f"{round(number, 2) + 0:.2f}".rstrip("0").rstrip(".") + '"'


def written(template: str, arguments: Mapping[str, object]) -> str:
    """A sentence with its arguments; KeyError where one isn't given."""
    return _WRITER.vformat(template, (), arguments)


def text_of(cause: Cause, arguments: Mapping[str, object]) -> str:
    """Why not, in words; KeyError where the sentence has an argument that isn't given."""
    return written(SENTENCES[cause].text, arguments)


def remedy_of(cause: Cause, arguments: Mapping[str, object]) -> str:
    """What would open it, in words; empty where nothing is known to."""
    return written(SENTENCES[cause].remedy, arguments)


_WRITER = _Writer()

SENTENCES: dict[Cause, Sentence] = {
    # Formations
    Cause.TOO_FEW_FOR_RANKS: Sentence(
        "{models:model|models} of base {base:g}: rank and file needs {needed}", "adopt skirmish formation"
    ),
    Cause.TOO_NARROW: Sentence(
        "{ranks:rank|ranks} of {files}: rank and file needs as many files as ranks, or {enough}",
        "add files or adopt skirmish formation",
    ),
    Cause.BERSERK_UNITS_SKIRMISH: Sentence("berserk units always skirmish", "adopt skirmish formation"),
    Cause.WAR_MACHINES_SKIRMISH: Sentence("war machines always skirmish", "adopt skirmish formation"),
    Cause.MODELS_OVERLAP: Sentence("models {first} and {second} overlap"),
    Cause.MODELS_TOO_FAR_APART: Sentence(
        "models {first} and {second} are {gap:inches} apart, more than {most:inches}", "bring them within {most:inches}"
    ),
    Cause.TOO_MANY_FILES_IN_A_TURN: Sentence("more than {most:file|files} on one side in a turn"),
    Cause.TOO_FEW_MODELS_FOR_FILES: Sentence("{models:model|models} can't stand in {files:file|files}"),
    Cause.SKIRMISHES_ALREADY: Sentence("it is in skirmish formation already"),
    Cause.RANKED_ALREADY: Sentence("only a skirmishing unit can form up"),
    Cause.RANKS_DO_NOT_FLY: Sentence("rank and file can't fly", "land first"),
    Cause.NOT_THE_MIDDLE_MODEL: Sentence("model {model} isn't the nearest to the middle", "choose {middles: or }"),
    Cause.SKIRMISHERS_HAVE_NO_RANKS: Sentence(
        "a skirmishing unit has no ranks, so it can't {manoeuvre}", "move its models freely"
    ),
    Cause.COLUMN_SNAKES: Sentence(
        "a column that snakes can't {manoeuvre}", "walk on until it is straight, or skirmish"
    ),
    Cause.CHANGED_THIS_TURN: Sentence(
        "a unit changes between skirmish and rank and file once a turn", "wait until the next turn"
    ),
    Cause.LANDED_TOO_LATE_FOR_RANKS: Sentence(
        "a unit that lands can form ranks only if it has used no more than half of its move", "land sooner"
    ),
    # Movement
    Cause.ENGAGED_UNITS_STAY: Sentence(
        "it is engaged with {foes:, }: engaged units make no normal moves", "choose a manoeuvre for engaged units"
    ),
    Cause.BROKEN_UNITS_FLEE: Sentence(
        "{unit} is broken: it moves only in the fleeing phase", "let it flee, or rally it first"
    ),
    Cause.HELD_FAST: Sentence("{unit} is held fast: it can't move", "break what holds it"),
    Cause.MOVE_TOO_SHORT: Sentence(
        "{motion} costs {price:inches}, and {left:inches} is left", "stop after {affordable:inches}"
    ),
    Cause.MOVE_TOO_SHORT_FOR_THE_GROUND: Sentence(
        "{motion} costs {price:inches} through {pieces:, }, and {left:inches} is left", "stop after {affordable:inches}"
    ),
    Cause.MANOEUVRE_TOO_DEAR: Sentence("{manoeuvre}: that costs {price:inches}, and {left:inches} is left"),
    Cause.ONLY_SKIRMISHERS_MOVE_FREELY: Sentence(
        "only skirmishers can move in any direction", "adopt skirmish formation"
    ),
    Cause.NO_RANKS_TO_WHEEL: Sentence(
        "skirmishers have no ranks to wheel or turn", "move them in any direction instead"
    ),
    Cause.DIAGONAL_TOO_STEEP: Sentence("a diagonal of {angle:g}°, more than {most}°", "wheel first, or skirmish"),
    Cause.WRONG_NUMBER_OF_PLACES: Sentence(
        "{places:place|places} for {models:model|models}", "name a place for every model, in their order"
    ),
    Cause.ENDS_ON_A_UNIT: Sentence("it would end on {unit}", "stop short of it or move on past it"),
    Cause.NO_ROOM: Sentence("no room: {met}", "{met.remedy}"),
    Cause.RANKS_IN_THE_WAY: Sentence(
        "{unit} is in the way: rank and file can't pass through rank and file", "adopt skirmish formation"
    ),
    Cause.ENGAGED_FRIEND_IN_THE_WAY: Sentence(
        "{unit} is in the way: only unengaged skirmishers let rank and file through", "go around it"
    ),
    Cause.ENEMY_MET: Sentence(
        "it would touch {unit}: contact with an enemy needs a declared charge",
        "declare a charge within the first quarter of the move",
    ),
    Cause.IMPASSABLE: Sentence("{piece} is impassable", "go around it"),
    Cause.OBSTRUCTS_FLIGHT: Sentence("{piece} obstructs flight", "go around it"),
    Cause.TABLE_ENDS: Sentence("it would cross the {edge} edge of the table", "stay on the table"),
    Cause.WALKED_THROUGH: Sentence(
        "{block} has walked through it, so it can't move again this turn", "move it before the block"
    ),
    # Flight
    Cause.ON_THE_GROUND_ALREADY: Sentence("it is on the ground already", "leave that order out"),
    Cause.FLIES_THERE_ALREADY: Sentence("it is flying {altitude} already", "leave that order out"),
    Cause.HAS_NO_WINGS: Sentence("it can't fly", "walk"),
    Cause.HAS_MOVED_ALREADY: Sentence(
        "it has moved already: in one turn a unit walks or flies", "take off before anything else"
    ),
    Cause.FLYERS_SKIRMISH: Sentence("flyers are in skirmish formation", "adopt skirmish formation first"),
    Cause.NO_ROOM_TO_RISE: Sentence("no room to rise: {met}", "{met.remedy}"),
    Cause.NO_ROOM_TO_LAND: Sentence("no room to land: {met}", "{met.remedy}"),
    Cause.HAS_LANDED: Sentence("it has landed, and can't move again this turn", "land last"),
    # The closing move
    Cause.CLOSING_COMES_ALONE: Sentence(
        "the closing move is made by itself, at the end of the phase", "give no other orders with it"
    ),
    Cause.ONLY_SKIRMISHERS_CLOSE_UP: Sentence("only skirmishers can close up", "line up instead"),
    Cause.NO_CHARGE_THIS_TURN: Sentence("it neither charged nor was charged this turn", "move normally"),
    Cause.MODEL_IS_ENGAGED: Sentence("model {model} is engaged already", "leave it where it is"),
    Cause.MODEL_GETS_NO_NEARER: Sentence("model {model} gets no nearer to the enemy", "move it towards the enemy"),
    # Charges
    Cause.CHARGES_A_FRIEND: Sentence("only enemies can be charged"),
    Cause.ENGAGED_UNITS_DO_NOT_CHARGE: Sentence(
        "it is engaged: only an overrun takes it out of the fight and on to a charge",
        "overrun every unit it is engaged with, or stay",
    ),
    Cause.TARGET_FLIES_HIGH: Sentence("{target} flies high: only flyers can engage it", "charge when it comes down"),
    Cause.OUT_OF_TOUCH: Sentence("no wheel and straight move reaches {target}", "adopt skirmish formation"),
    Cause.SOMETHING_IN_THE_WAY: Sentence("something is in the way"),
    Cause.ENDS_ON_A_FRIEND: Sentence("it would end on a friendly unit that can't make way"),
    Cause.TOO_FAR_TO_CHARGE: Sentence(
        "it needs {needed:inches}, and its move is {move:inches}", "come {short:inches} nearer first"
    ),
    Cause.NOT_SEEN_IN_TIME: Sentence(
        "it can't see {target} within the first quarter of its move, {quarter:inches}",
        "face it, or charge as skirmishers",
    ),
    Cause.NEARER_ENEMY: Sentence(
        "{nearer} is nearer: {away:inches} against {needed:inches}", "charge or overrun the nearer one"
    ),
    Cause.MANOEUVRE_BARS_CHARGE: Sentence("{manoeuvre}", "charge without that manoeuvre"),
    Cause.LANDED_BEFORE_CHARGE: Sentence("it has landed, and can't move again this turn", "land last"),
    Cause.QUARTER_IS_SPENT: Sentence(
        "charges are declared within the first quarter of the move, {quarter:inches}; {spent:inches} is spent",
        "declare the charge sooner",
    ),
    Cause.SEEN_TOO_LATE: Sentence(
        "it would see its target only after {spent:inches}, past the first quarter of its move", "advance less first"
    ),
    # Charges: why the charged don't fire
    Cause.PROFILE_UNKNOWN: Sentence("its profile isn't known"),
    Cause.HAS_NO_MISSILES: Sentence("it has no missiles"),
    Cause.ENGAGED_UNITS_DO_NOT_FIRE: Sentence("it is engaged"),
    Cause.BROKEN_UNITS_DO_NOT_FIRE: Sentence("it is broken"),
    Cause.CHARGED_FROM_OUTSIDE_ITS_ARC: Sentence("the charge comes from outside its forward 90°"),
    # Overruns
    Cause.BROKEN_UNITS_DO_NOTHING_ELSE: Sentence("it is broken: it flees, and can't do anything else", "rally it"),
    Cause.OVERRUNS_A_FRIEND: Sentence("only enemies can be overrun"),
    Cause.OVERRUNS_HIGH_FLYERS: Sentence("flyers high in the air can't be overrun from the ground"),
    Cause.FLYER_OVERRUNS_THE_GROUND: Sentence("flyers can't overrun units on the ground"),
    Cause.TAKES_OFF_TO_OVERRUN_THE_GROUND: Sentence(
        "flyers can't overrun units on the ground", "walk over it, or charge it"
    ),
    Cause.OVERRUNS_ALL_TOGETHER: Sentence(
        "it is engaged with {foes:, } too: all of them are overrun together", "overrun all of them"
    ),
    Cause.TOO_WEAK_TO_OVERRUN: Sentence(
        "{own} wounds against {theirs}: an overrun needs {needed}", "charge it instead"
    ),
    Cause.BERSERK_OVERRUN_WITHOUT_CHARGE: Sentence(
        "berserk units overrun only on the way to a charge", "name an enemy to charge"
    ),
    Cause.NO_WAY_TO_OVERRUN: Sentence("no path reaches {unit}", "give it orders"),
    Cause.WAY_MISSES_THE_OVERRUN: Sentence("the path doesn't reach {unit}", "give orders that lead over it"),
    Cause.NOT_SEEN_IN_TIME_BEYOND: Sentence(
        "it can't see {target} within the first quarter of its move, {quarter:inches}", "face it first, or only overrun"
    ),
    Cause.NOT_SEEN_FROM_ITS_FIGHT: Sentence(
        "it can't see {target} from where it fights", "only overrun, and charge next turn"
    ),
    # Berserk units that are free to move
    Cause.BERSERK_BUT_BROKEN: Sentence("it is broken"),
    Cause.NOT_BERSERK: Sentence("it isn't berserk"),
    Cause.BERSERK_FIGHTS_ON: Sentence("it is engaged and fights on"),
    Cause.BERSERK_IN_RANKS: Sentence("it stands in ranks, which a berserk unit can't do"),
    Cause.NO_ENEMY_TO_RUN_AT: Sentence("it sees no enemy that it can reach, so it moves like other units"),
    # Melee
    Cause.NOT_ENGAGED: Sentence("it isn't engaged"),
    Cause.NOT_ENGAGED_TO_MANOEUVRE: Sentence("it isn't engaged", "give it orders to move"),
    Cause.FIGHT_BEGAN_THIS_TURN: Sentence("its fight began this turn", "wait until the next turn"),
    Cause.WHOLE_MOVE_USED_UP: Sentence("it has used its whole move", "leave the rest out"),
    Cause.FRONTAGE_TAKES_A_FREE_FLANK: Sentence(
        "only a unit engaged on its front alone can change its frontage", "change facing first"
    ),
    Cause.ENGAGED_TO_ITS_FRONT: Sentence("it is engaged to its front", "stay, or adopt skirmish"),
    Cause.NO_ENEMY_ON_THAT_SIDE: Sentence("no enemy is on that side", "turn to the {sides: or }"),
    Cause.ONLY_SKIRMISHERS_GO_AROUND: Sentence("only skirmishers can go around an enemy", "adopt skirmish first"),
    Cause.FALLS_BACK_TOO_FAR: Sentence(
        "{distance:inches} back is more than half of its move", "fall back {most:inches}"
    ),
    Cause.FALLS_BACK_OVER_BAD_GROUND: Sentence(
        "that costs {price:inches} on this ground, more than half of its move", "fall back less"
    ),
    Cause.FALLS_BACK_FROM_ITS_FRONT_ALONE: Sentence("only a unit engaged on its front alone can fall back"),
    Cause.FALLS_BACK_WITHOUT_WINGS: Sentence("it can't fly", "fall back on foot"),
    Cause.FALLS_BACK_HIGH: Sentence("a flyer on the ground falls back high into the air", "fall back high"),
    Cause.EXCHANGES_WITH_FREE_FRIENDS: Sentence("the friend that takes its place can't be engaged or broken"),
    Cause.TOO_FAR_TO_EXCHANGE: Sentence(
        "{unit} is {gap:inches} away, more than {most:inches}", "bring it within {most:inches}"
    ),
    Cause.STANDS_BETWEEN: Sentence("{unit} stands between them"),
    # Pursuit
    Cause.PURSUES_A_FRIEND: Sentence("only enemies can be pursued"),
    Cause.PURSUER_IS_BROKEN: Sentence("it is broken itself", "rally first"),
    Cause.PURSUER_IS_HELD: Sentence(
        "it is engaged with {foes:, } too", "overrun all of them to pursue, without striking"
    ),
    # Shooting: why a unit doesn't
    Cause.TARGET_IS_A_FRIEND: Sentence("{target} is a friend", "aim at an enemy"),
    Cause.SHOOTER_IS_ENGAGED: Sentence("{shooter} is engaged, and engaged units can't shoot", "leave the melee"),
    Cause.CHARGERS_SHOOT_NATURAL_MISSILES: Sentence(
        "a charging unit can shoot only natural missiles", "choose a natural weapon"
    ),
    Cause.INFILTRATORS_HAVE_MOVED: Sentence(
        "infiltrators placed after movement can't move", "stay where it was placed"
    ),
    Cause.ARTILLERY_HAS_MOVED: Sentence("artillery can't move and shoot in one turn", "move less"),
    Cause.MOVED_TOO_FAR_TO_SHOOT: Sentence(
        "it moved {moved:inches}; it can shoot only after {most:inches} or less", "move less"
    ),
    Cause.LONE_CHARACTER: Sentence(
        "{target} is a lone character, and {nearer} is nearer: {gap:inches} against {away:inches}",
        "aim at the nearer one",
    ),
    Cause.NOBODY_SHOOTS: Sentence("{whys:; }", "choose another target or place"),
    Cause.NOBODY_SEES: Sentence("{whys:; }; {met}", "{met.remedy}"),
    # Shooting: why a model doesn't
    Cause.BEHIND_THE_FIRING_RANKS: Sentence("only the front two ranks can shoot"),
    Cause.OUT_OF_RANGE: Sentence("{away:inches} is {reach}"),
    Cause.BEYOND_ITS_REACH: Sentence("{band}: it reaches {most:inches}"),
    Cause.OUTSIDE_ITS_REACH: Sentence("{band}: it reaches {least:g} to {most:inches}"),
    Cause.OUT_OF_ITS_FIELD_OF_FIRE: Sentence("no part of the target is in its 90° field of fire"),
    Cause.SEES_NOTHING_OF_THE_TARGET: Sentence("it sees no part of the target"),
    # Sight: what is in the way of a line, or isn't
    Cause.FRIEND_IN_THE_FIGHT: Sentence("{unit} is a friend in the target's fight, and doesn't block sight"),
    Cause.UNIT_IN_RANKS: Sentence("{unit} is in rank and file"),
    Cause.CROWD_OF_ENEMIES: Sentence("{unit} is an enemy of {size} base units; {least} block sight"),
    Cause.SKIRMISHERS: Sentence("{unit} is skirmishing: you see through one such unit, not through two"),
    Cause.HIGH_FLYERS_SEE_OVER: Sentence("high flyers see over {body}"),
    Cause.SEEN_OVER: Sentence("from {level:inches} up you see over {body}"),
    Cause.IN_A_FOREST: Sentence("in {piece} you see {depth:inches} far"),
    Cause.BEHIND_A_FOREST: Sentence("nobody outside {piece} sees what is behind it"),
    Cause.BLOCKS_EVERY_HEIGHT: Sentence("{piece} blocks sight from every height"),
    Cause.BLOCKS_UP_TO_ITS_TOP: Sentence("{piece} blocks sight unless you stand higher than its {top:inches}"),
    # Sight: why there is none, and the ways to it
    Cause.HIDDEN_FROM_ABOVE: Sentence(
        "high flyers can't see what is under trees or a roof, and can't be seen from there", "leave the cover"
    ),
    Cause.NO_GAP: Sentence("what is in the way leaves no gap", "{ways:, or }"),
    Cause.SIGHT_IS_BLOCKED: Sentence("{blockers:; }", "{ways:, or }"),
    Cause.WITHOUT_THE_UNIT: Sentence("{unit} out of the way"),
    Cause.AROUND_THE_PIECE: Sentence("a way around {piece}"),
    Cause.FROM_HIGHER_THAN: Sentence("a place higher than {top:inches}"),
    Cause.FROM_HIGHER_GROUND: Sentence("higher ground"),
    Cause.THROUGH_LESS_OF_IT: Sentence("no more than {depth:inches} of it in the way"),
    Cause.GOING_AROUND: Sentence("go around"),
    # Templates
    Cause.MIDDLE_OFF_THE_TABLE: Sentence("its middle is off the table", "choose a point on the table"),
    Cause.BEYOND_THE_SPELL: Sentence(
        "its middle is {away:inches} away, and the spell reaches {reach:inches}", "choose a nearer point"
    ),
    Cause.MIDDLE_BESIDE_THE_FIGHT: Sentence(
        "it touches a fight, so its middle has to be on a model in contact there", "put its middle at {x:.4g},{y:.4g}"
    ),
    Cause.BEHIND_THE_CASTER: Sentence("its middle is behind the front edge of the caster's unit", "face it"),
    Cause.CASTER_IS_ENGAGED: Sentence(
        "{caster} is engaged: its wizards see only their own unit and its enemies",
        "choose a point on it, or leave the fight",
    ),
    Cause.WALL_STANDS_APART: Sentence("wall {wall} is {gap:inches} from the others", "put it in contact"),
    # Setting up
    Cause.OUTSIDE_ITS_ZONE: Sentence("{unit} stands outside its side's zone", "set it up within the zone"),
    Cause.INFILTRATORS_SKIRMISH: Sentence("infiltrators are placed in skirmish formation", "place it in skirmish"),
    Cause.OVER_THE_TABLES_EDGE: Sentence(
        "{unit} stands across the table's edge", "place it on the table, or beside it"
    ),
    Cause.STANDS_ON_A_UNIT: Sentence("{unit} and {other} overlap", "move one of them"),
    Cause.STANDS_IN_CLOSED_GROUND: Sentence("{unit} stands in {piece}, where it can't go", "place it elsewhere"),
    Cause.FORMED_WRONGLY: Sentence("{unit}: {met}", "{met.remedy}"),
    Cause.IN_THE_ENEMYS_ZONE: Sentence("{unit} stands in the enemy's zone", "place it outside that zone"),
    Cause.TOO_NEAR_TO_INFILTRATE: Sentence(
        "{unit} stands {gap:inches} from {foe}, closer than {least:inches}", "place it farther off"
    ),
    Cause.PUT_OFF_THE_TABLE: Sentence("that is off the table", "put it down on the table"),
    Cause.PUT_ON_A_UNIT: Sentence("{unit} stands there", "put it down beside it"),
}
