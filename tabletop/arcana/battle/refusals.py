"""Why a command to a battle is refused: every reason with its sentence, in one place."""

from __future__ import annotations

from tabletop.battle.events import RefusalCode


class Refused(RefusalCode):
    """The reasons; their arguments are names and numbers, never refs of things that a player can't read."""

    # Whose step it is
    NOT_IN_THIS_STEP = "That belongs to another step: {steps}"
    NOT_YOUR_STEP = "It isn't your step"
    LEFT_UNDONE = "Left undone: {tasks}"
    BATTLE_IS_OVER = "The battle is over"
    NO_SUCH_UNIT = "There is no unit “{unit}” here"
    NOT_YOURS = "{unit} isn't yours"
    NOT_A_SIDE = "Only a side does that: a referee sets units by hand and writes notes"
    NOTHING_PROPOSED = "Nobody has proposed an end"
    OTHERS_AGREE = "That is for {side} to agree to"

    # Setting up
    CANT_INFILTRATE = "{unit} can't be kept back: they don't infiltrate"

    TERRAIN_ENOUGH = "{most} pieces of terrain are there, and no more are put down"

    # What the log has otherwise than a side
    CLAIMED_ALREADY = "That is contested already, or too much else is"
    NO_CLAIM = "That isn't contested"
    CLAIM_OF_OTHERS = "Who contests something lets it stand; the other side or the referee grants that it was otherwise"

    # Answers that others wait for
    ANSWER_FIRST = "{side} must answer first"
    NOTHING_TO_ANSWER = "There is nothing to answer"
    CANT_ANSWER_SO = "{unit} can't answer so, but may {ways}"
    NOT_OPENED = "What {unit} throw was sealed elsewhere and isn't opened here: undo the charge and declare it anew"
    CANT_PURSUE = "{unit} can't pursue"
    MUST_PURSUE = "{unit} must pursue, being berserk"
    MUST_FOLLOW = "{unit} must follow, being berserk"

    # Fleeing
    NOT_BROKEN = "Only broken units flee, and {unit} isn't one"
    FLED_ALREADY = "{unit} fled this turn"
    ADDS_TOO_MUCH = "{unit} may add at most {most} to its die"
    NO_HAZARD = "{unit} isn't in ground that harms, or has suffered from it"

    # Moving
    ROLLED_ALREADY = "The initiative is rolled"
    NOT_YOUR_CHOICE = "The other side chooses who moves first"
    NOT_HIDDEN = "{unit} isn't hidden"
    CANT_MOVE = "{unit} can't move: {why}"
    MOVES_TOO_FAR = "{unit} may move {most} at most, and has moved {moved}"
    CANT_HAVE_LOST = "A living model of {unit} has lost fewer than {wounds} wounds, and only living ones are stated"
    WHICH_BODY = "Say of which models of {unit} that is"
    BEGAN_WITH = "{unit} began with {models}, and no more are left"
    CANT_FORM = "{models} models of {unit} can't stand {files} wide"
    NOT_BERSERK = "{unit} isn't berserk, or has thrown its d3"
    BERSERK_FIRST = "{unit} is berserk: throw its d3 first"
    CHARGED_ALREADY = "{unit} charged this turn"
    TOO_LATE_TO_CHARGE = "{unit} has moved {moved}, more than a quarter of its move: charges are declared before"
    TOO_HIGH = "{unit} flies high, where {charger} can't reach it"
    TOO_MANY_TOUCH = "{unit} has only {models} models to touch with"
    NOTHING_TO_THROW = "{unit} can't use “{missile}” as it charges"
    NO_FLIGHT = "{unit} can't fly"

    # Vehicles
    IS_ABOARD = "{unit} is aboard {carrier}"
    NOT_ABOARD = "{unit} is aboard nothing"
    LOADED_ALREADY = "{unit} has boarded or left vehicles this turn"
    NO_SPACE = "{unit} has room for {spaces} base units more"
    TOO_FAST_TO_LOAD = "{unit} has charged or moved more than 8 inches: nobody boards or leaves it this turn"
    NO_CHARGE_LOADED = "{unit} doesn't charge in a turn in which somebody boards or leaves it"
    NOTHING_SHAKES = "Nothing has shaken {unit} aboard"

    # Without phases
    WITHOUT_PHASES = "This table is played on without phases: let them begin first"
    BY_PHASES = "That is for a table without phases, and this battle is played by them"
    NOT_BY_THE_RULES = "Not by the rules: {reason}"
    NO_PHASES = "Phases can't begin: {reason}"

    # On a drawn table
    SAY_WHERE = "Say where {unit} stand then"
    NO_TABLE = "No table can be laid or put away: {reason}"
    NOT_ON_A_TABLE = "{unit} can't be put there: no table is laid, or they aren't in play"
    NOT_BY_THE_TABLE = "{unit} can't do that on the drawn table: {reason}"
    BY_ORDERS = "On the drawn table {unit} changes its files by orders, as “add both 1” or “skirmish”"

    # In a fight
    NOT_IN_THAT_FIGHT = "{unit} doesn't fight {foe}"
    ONE_FILE_AT_A_TIME = "{unit} stands {files} wide: in a fight that changes by a file at each flank"
    ONLY_FROM_THE_FRONT = "{unit} is fought in its flank or rear: that takes a fight on its front alone"
    FOUGHT_IN_FRONT = "{unit} is fought in its front, and can't turn"
    TOO_WEAK = "{unit} can't run {target} over: {why}"
    FALLS_TOO_FAR = "{unit} may fall back {most} at most"
    NOT_FRESH = "{unit} isn't fresh: it must be ready, unengaged and not have moved"

    # Morale
    CANT_RALLY = "{unit} can't rally: {why}"
    NOTHING_TO_REGAIN = "{unit} has nothing to regain"
    NO_TEST = "{unit} has no test to make"
    PRESS_FIRST = "Say first whom the numbers of {units} press"
    PRESSED_ALREADY = "Whom the numbers of {unit} press is said already"
    TESTED_ALREADY = "{units} tested this turn: whom {unit} press is said before"
    NO_ARMY_TEST = "No army has to test"
    NO_OBJECTIVE = "There is no such objective"
    NO_MEETING = "Only a meeting engagement has objectives"

    # What can't be resolved here
    NOT_RESOLVED = "This isn't resolved here: {reason}; throw the dice at the table and set the losses by hand"

    CANT = "{unit} can't: {reason}"

    # Missiles
    NOT_READY = "{unit} can't: they are {standing}"
    IS_ENGAGED = "{unit} can't: they are in a fight"
    SHOT_ALREADY = "{unit} shot this turn"
    ONE_TARGET = "All of {unit} shoot at one target, {target}"
    NO_MISSILES = "{unit} have nothing to shoot with"
    NOT_LOADED = "{unit} have yet to reload"
    NO_ENEMY = "{unit} is no enemy on the table"
    HOW_MANY = "Say how many dice {unit} throw from the first range"
    HOW_FAR = "Say how far away {unit} is"

    # Melee
    NO_FIGHT = "{unit} aren't in a fight"
    RAMMED_ALREADY = "{unit} rammed or ran somebody over this turn: nobody rams twice"
    FOUGHT_ALREADY = "{unit} fought this turn"
    NOT_FOUGHT = "{unit} don't touch {foe}"
    FIGHT_BEGUN = "The fight of {unit} is struck throw by throw already"
    NO_THROW = "The fight of {unit} waits for no throw: begin it first"
    OTHERS_THROW = "{unit} throw first"
    MET_ALREADY = "The fight of {unit} has begun: which models and characters meet is settled"
    HALF_STRUCK = "The fight of {unit} is half struck: strike it to its end, or count it at the table, and set it then"
    TOO_FEW_TOUCH = "At most {most} of {unit} can strike on that side"

    # Magic
    NO_SUCH_SPELL = "There is no spell “{spell}”"
    NO_CASTER = "{unit} have no caster who can do that now"
    NOT_TAUGHT = "{unit} doesn't know {spell}"
    CAST_ALREADY = "{unit} has cast or passed this turn"
    NOTHING_BOUGHT = "{unit} has bought no counterspell, or has used it this turn"
    TOO_LITTLE_POWER = "{unit} has {power} power, and it takes {needed}"
    NO_TARGET = "{spell} needs a target on the table"
    SPELL_TWICE = "{spell} is on {unit} already"
    NO_HEIR = "Say which unit of yours on the table gets {spell}"
    SPELLS_ENOUGH = "{unit} bears {most} spells, and no unit bears more"
    NO_SPELL_THERE = "There is no spell there for {spell}"
    MOVED_ALREADY = "{spell} has wandered this turn, or wanders at another time"
    NOTHING_TO_SHAKE = "{unit} bears no such spell that a die may shake off, or has thrown it this turn"
    NOT_CHARMED = "{unit} fights no charmers who could charm it, or has resisted this turn"
    NOWHERE_TO_LEAD = "{unit} has no characters who could go to another fight, or they have"
    STRUCK_ALREADY = "{spell} struck {unit} in this phase"
    NOTHING_TO_COUNTER = "No spell waits for counterspells"
    BARRED = "A spell keeps {unit} from it this turn"
