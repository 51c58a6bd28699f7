"""The codes of what the rules don't allow; `sentences` has the words of each."""

from __future__ import annotations

from enum import StrEnum, auto


class Cause(StrEnum):
    """Why something can't be, and for sight also what doesn't matter or would help."""

    # Formations
    TOO_FEW_FOR_RANKS = auto()
    TOO_NARROW = auto()
    BERSERK_UNITS_SKIRMISH = auto()
    WAR_MACHINES_SKIRMISH = auto()
    MODELS_OVERLAP = auto()
    MODELS_TOO_FAR_APART = auto()
    TOO_MANY_FILES_IN_A_TURN = auto()
    TOO_FEW_MODELS_FOR_FILES = auto()
    SKIRMISHES_ALREADY = auto()
    RANKED_ALREADY = auto()
    RANKS_DO_NOT_FLY = auto()
    NOT_THE_MIDDLE_MODEL = auto()
    SKIRMISHERS_HAVE_NO_RANKS = auto()
    COLUMN_SNAKES = auto()
    CHANGED_THIS_TURN = auto()
    LANDED_TOO_LATE_FOR_RANKS = auto()

    # Movement
    ENGAGED_UNITS_STAY = auto()
    BROKEN_UNITS_FLEE = auto()
    HELD_FAST = auto()
    MOVE_TOO_SHORT = auto()
    MOVE_TOO_SHORT_FOR_THE_GROUND = auto()
    MANOEUVRE_TOO_DEAR = auto()
    ONLY_SKIRMISHERS_MOVE_FREELY = auto()
    NO_RANKS_TO_WHEEL = auto()
    DIAGONAL_TOO_STEEP = auto()
    WRONG_NUMBER_OF_PLACES = auto()
    ENDS_ON_A_UNIT = auto()
    NO_ROOM = auto()
    RANKS_IN_THE_WAY = auto()
    ENGAGED_FRIEND_IN_THE_WAY = auto()
    ENEMY_MET = auto()
    IMPASSABLE = auto()
    OBSTRUCTS_FLIGHT = auto()
    TABLE_ENDS = auto()
    WALKED_THROUGH = auto()

    # Flight
    ON_THE_GROUND_ALREADY = auto()
    FLIES_THERE_ALREADY = auto()
    HAS_NO_WINGS = auto()
    HAS_MOVED_ALREADY = auto()
    FLYERS_SKIRMISH = auto()
    NO_ROOM_TO_RISE = auto()
    NO_ROOM_TO_LAND = auto()
    HAS_LANDED = auto()

    # The closing move
    CLOSING_COMES_ALONE = auto()
    ONLY_SKIRMISHERS_CLOSE_UP = auto()
    NO_CHARGE_THIS_TURN = auto()
    MODEL_IS_ENGAGED = auto()
    MODEL_GETS_NO_NEARER = auto()

    # Charges
    CHARGES_A_FRIEND = auto()
    ENGAGED_UNITS_DO_NOT_CHARGE = auto()
    TARGET_FLIES_HIGH = auto()
    OUT_OF_TOUCH = auto()
    SOMETHING_IN_THE_WAY = auto()
    ENDS_ON_A_FRIEND = auto()
    TOO_FAR_TO_CHARGE = auto()
    NOT_SEEN_IN_TIME = auto()
    NEARER_ENEMY = auto()
    MANOEUVRE_BARS_CHARGE = auto()
    LANDED_BEFORE_CHARGE = auto()
    QUARTER_IS_SPENT = auto()
    SEEN_TOO_LATE = auto()

    # Charges: why the charged don't fire
    PROFILE_UNKNOWN = auto()
    HAS_NO_MISSILES = auto()
    ENGAGED_UNITS_DO_NOT_FIRE = auto()
    BROKEN_UNITS_DO_NOT_FIRE = auto()
    CHARGED_FROM_OUTSIDE_ITS_ARC = auto()

    # Overruns
    BROKEN_UNITS_DO_NOTHING_ELSE = auto()
    OVERRUNS_A_FRIEND = auto()
    OVERRUNS_HIGH_FLYERS = auto()
    FLYER_OVERRUNS_THE_GROUND = auto()
    TAKES_OFF_TO_OVERRUN_THE_GROUND = auto()
    OVERRUNS_ALL_TOGETHER = auto()
    TOO_WEAK_TO_OVERRUN = auto()
    BERSERK_OVERRUN_WITHOUT_CHARGE = auto()
    NO_WAY_TO_OVERRUN = auto()
    WAY_MISSES_THE_OVERRUN = auto()
    NOT_SEEN_IN_TIME_BEYOND = auto()
    NOT_SEEN_FROM_ITS_FIGHT = auto()

    # Berserk units that are free to move
    BERSERK_BUT_BROKEN = auto()
    NOT_BERSERK = auto()
    BERSERK_FIGHTS_ON = auto()
    BERSERK_IN_RANKS = auto()
    NO_ENEMY_TO_RUN_AT = auto()

    # Melee
    NOT_ENGAGED = auto()
    NOT_ENGAGED_TO_MANOEUVRE = auto()
    FIGHT_BEGAN_THIS_TURN = auto()
    WHOLE_MOVE_USED_UP = auto()
    FRONTAGE_TAKES_A_FREE_FLANK = auto()
    ENGAGED_TO_ITS_FRONT = auto()
    NO_ENEMY_ON_THAT_SIDE = auto()
    ONLY_SKIRMISHERS_GO_AROUND = auto()
    FALLS_BACK_TOO_FAR = auto()
    FALLS_BACK_OVER_BAD_GROUND = auto()
    FALLS_BACK_FROM_ITS_FRONT_ALONE = auto()
    FALLS_BACK_WITHOUT_WINGS = auto()
    FALLS_BACK_HIGH = auto()
    EXCHANGES_WITH_FREE_FRIENDS = auto()
    TOO_FAR_TO_EXCHANGE = auto()
    STANDS_BETWEEN = auto()

    # Pursuit
    PURSUES_A_FRIEND = auto()
    PURSUER_IS_BROKEN = auto()
    PURSUER_IS_HELD = auto()

    # Shooting: why a unit doesn't
    TARGET_IS_A_FRIEND = auto()
    SHOOTER_IS_ENGAGED = auto()
    CHARGERS_SHOOT_NATURAL_MISSILES = auto()
    INFILTRATORS_HAVE_MOVED = auto()
    ARTILLERY_HAS_MOVED = auto()
    MOVED_TOO_FAR_TO_SHOOT = auto()
    LONE_CHARACTER = auto()
    NOBODY_SHOOTS = auto()
    NOBODY_SEES = auto()

    # Shooting: why a model doesn't
    BEHIND_THE_FIRING_RANKS = auto()
    OUT_OF_RANGE = auto()
    BEYOND_ITS_REACH = auto()
    OUTSIDE_ITS_REACH = auto()
    OUT_OF_ITS_FIELD_OF_FIRE = auto()
    SEES_NOTHING_OF_THE_TARGET = auto()

    # Sight: what is in the way of a line, or isn't
    FRIEND_IN_THE_FIGHT = auto()
    UNIT_IN_RANKS = auto()
    CROWD_OF_ENEMIES = auto()
    SKIRMISHERS = auto()
    HIGH_FLYERS_SEE_OVER = auto()
    SEEN_OVER = auto()
    IN_A_FOREST = auto()
    BEHIND_A_FOREST = auto()
    BLOCKS_EVERY_HEIGHT = auto()
    BLOCKS_UP_TO_ITS_TOP = auto()

    # Sight: why there is none, and the ways to it
    HIDDEN_FROM_ABOVE = auto()
    NO_GAP = auto()
    SIGHT_IS_BLOCKED = auto()
    WITHOUT_THE_UNIT = auto()
    AROUND_THE_PIECE = auto()
    FROM_HIGHER_THAN = auto()
    FROM_HIGHER_GROUND = auto()
    THROUGH_LESS_OF_IT = auto()
    GOING_AROUND = auto()

    # Templates
    MIDDLE_OFF_THE_TABLE = auto()
    BEYOND_THE_SPELL = auto()
    MIDDLE_BESIDE_THE_FIGHT = auto()
    BEHIND_THE_CASTER = auto()
    CASTER_IS_ENGAGED = auto()
    WALL_STANDS_APART = auto()

    # Setting up
    OUTSIDE_ITS_ZONE = auto()
    INFILTRATORS_SKIRMISH = auto()
    OVER_THE_TABLES_EDGE = auto()
    STANDS_ON_A_UNIT = auto()
    STANDS_IN_CLOSED_GROUND = auto()
    FORMED_WRONGLY = auto()
    IN_THE_ENEMYS_ZONE = auto()
    TOO_NEAR_TO_INFILTRATE = auto()
    PUT_OFF_THE_TABLE = auto()
    PUT_ON_A_UNIT = auto()
