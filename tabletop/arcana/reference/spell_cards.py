"""Every spell in the few words of its card: what it does in large letters, then the lines that play needs.

Range, lasting, save, target, extra power and what lies on the table aren't said again: they are the spell's values.
A line with a star says when the save of the header counts; what stands between two pairs of stars is bold. Our words
throughout; the whole rule is `Spell.text`.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from tabletop.values import Slug

AWAY = "*If it comes touching an enemy, a unit save sends it away."
ENDS = "*Enemy unit there only; ends it."
UNWILLING = "*Unwilling units only; ends it."
FIXED = "Only magical strength lowers it, and half of artillery's."
HALF = "Half if skirmishing; half on units in melee with it."
NEXT_TO_IT = "Half if skirmishing; half on units not touched but in melee with one."
MELDED = "That turn no shots; but they may fight, and he may cast."
WILDLY = 'As magic phases begin it wanders 2d6" at random'


class SpellWords(Struct, frozen=True):
    """The effect in a few large words, and lines; `abridged` where play may need the whole text beside the card."""

    effect: str
    lines: tuple[str, ...]
    abridged: bool = False


def words(effect: str, *lines: str, abridged: bool = False) -> SpellWords:
    return SpellWords(effect, lines, abridged)


SPELL_WORDS: Mapping[Slug, SpellWords] = {
    "general/dispel": words(
        "End a lasting spell",
        "You: d6 + all power spent here.",
        "Its owner: d6 + the spell's level.",
        "Equal or higher ends it.",
    ),
    "general/enchant-weapons": words(
        "Magical in melee", "One melee attack of each model is magical.", "Name the attack as you cast."
    ),
    "general/bind-wounds": words("Heals d3 wounds", "Wounds that the model has lost. Not for vehicles."),
    "general/enchant-missiles": words(
        "Magical shots", "One missile attack of each model is magical.", "Name the attack as you cast."
    ),
    "general/scrying": words(
        "A hidden unit appears",
        "Your opponent picks a unit of his and rolls its save. Failed: he sets it up now, as infiltrators are.",
        "A wizard in it gains no power this turn; its shots are 1 lower.",
        "Who counters must see the caster.",
    ),
    "life/heal": words(
        "Heals d3 wounds",
        "Up to what the living model began with. Not for vehicles.",
        "*Cast on undead it deals d3 wounds instead, unless saved.",
    ),
    "life/holy-armor": words("Armour 2 fixed", "Each model of the unit.", FIXED),
    "life/magic-shield": words("Magic 4", "The unit's magic resistance rises to 4."),
    "life/rally-cry": words(
        "Rallies at once",
        "Take its broken marker off. It can't shoot this turn.",
        "It fights as usual if a unit is brought into melee with it in this phase.",
    ),
    "life/courage": words("Morale 2 higher", "On every test of the unit."),
    "life/resurrect": words(
        "3d3 wounds return",
        "Name the target, then roll: 3d3 wounds of killed models; 2d3 for elite troops, a character or a monster.",
        "A model stands up when all its wounds are paid for.",
        "Not for vehicles, nor for units that are gone.",
    ),
    "life/bless": words(
        "Skill 1 higher, magical", "One attack of each model, melee or missile, has 1 more skill and is magical."
    ),
    "life/guardian-spirit": words("Evasion 1", "Who strikes or shoots at the unit needs 1 lower."),
    "death/life-siphon": words(
        "d3 eldritch hits",
        "A magic save against each.",
        'For each wound dealt, a model within 6" of caster or victim may regenerate now: 3 or less heals one.',
    ),
    "death/cloak-of-fear": words("Fearsome", "Units that lose models to it in melee test morale."),
    "death/invoke-terror": words(
        "Morale 2 lower", "No longer fearless.", "The berserk stay berserk, but their morale drops too."
    ),
    "death/raise-dead": words(
        "3 skeletons rise",
        "May fill gaps of skeletons, no more.",
        "*Only touching an enemy; ends it.",
    ),
    "death/motivate-dead": words('Move 4" longer', "The unit's normal move, from next turn on."),
    "death/curse": words("Skills 1 lower", "In melee and with missiles."),
    "death/death-howl": words("Tests morale", "In the coming morale phase, unless it is fearless."),
    "death/energize-dead": words(
        "One more attack", "Each model strikes once more in melee, as with an attack of its own."
    ),
    "death/unholy-channelling": words(
        "Its dead rise for you",
        "*Each model killed makes its own save. Failed, it is your skeleton warrior: skirmishing within 4\" of the "
        "unit, or in skeletons within 4\", with their weapons.",
        "Where they come touching an enemy, the victims' unit too, its unit save stops them.",
    ),
    "death/vortex-of-souls": words(
        "3d3 eldritch hits",
        "On each unit it touches. " + NEXT_TO_IT,
        "Who dies rises as your skeleton, skirmishing and engaged; no save.",
        'As magic phases begin it scatters 2d6".',
        ENDS,
    ),
    "nature/tanglefoot": words("Half move, no evasion", "Half move on the ground only.", "It can't ram."),
    "nature/strangling-thorns": words(
        "d3 wounds", "1 magical hit, strength 1. If its armour fails, the model loses d3 wounds."
    ),
    "nature/pathfinding": words("Forestwalker", "Woods don't slow the unit."),
    "nature/call-of-the-wild": words("3 wolves come", "One unit.", AWAY),
    "nature/create-forest": words("A light forest", "Difficult ground; stops sight as woods do.", ENDS),
    "nature/summon-swarm": words(
        "2d3 hits a turn",
        "In the magic phase, strength 0, on each unit in contact.",
        'As magic phases begin it goes 6" toward the nearest enemy unit.',
        "Nothing can attack it; only a dispel ends it.",
        ENDS,
    ),
    "nature/wood-meld": words(
        'Out of a wood in 36"',
        'From a wood he touches: now, or as a later magic phase begins, 36" more a turn. Inside he can\'t cast.',
        MELDED,
        "*All die if an enemy they come up against makes a unit save, or if countered there. Alone: level 1.",
    ),
    "nature/strength": words("Strength 2 higher", "On the unit's melee attacks.", 'It moves 2" more.'),
    "nature/gaias-march": words(
        'A wood moves 4"',
        'Or less; at most 5" by 5" of it.',
        "Each enemy model it runs into is struck as in melee: 1 die at 3, strength 2.",
        "*A unit that makes its unit save is spared.",
    ),
    "nature/summon-treeman": words("Comes and fights", AWAY),
    "chaos/enrage": words(
        "Goes for the closest",
        'It may move 3" toward the closest model now, and must with its whole move each turn. You choose among equals.',
        "It leaves its unit as a casualty; no morale test for a character.",
        "*Enemies only; ends it.",
    ),
    "chaos/confusion": words(
        "Lower roll commands it",
        "Now and as each turn begins, both players roll; until the next. Tied, it stands and only strikes back.",
        "Under the foe it is engaged with its own unit, close to its old place.",
        "A wizard casts for whoever commands him.",
        abridged=True,
    ),
    "chaos/mark-of-chaos": words(
        "d6: it gains or bursts",
        "Now and as each turn begins: **1** an attack more · **2** strength 1 more · **3** armour 1 more · "
        "**4** move 2\" more · **5** nothing · **6** it dies; models within a base of it take 1 magical hit, "
        "strength 2.",
        "Gains add up.",
        "*Enemies only; ends it.",
    ),
    "chaos/steal-enchantment": words(
        "Take a lasting spell",
        "You: d6. Its owner: d6 + its level. Equal or higher moves it to a friend whom the caster sees within 6\".",
        "Its unit's owner rolls for it; its first caster can only dispel it.",
        "*That roll alone.",
    ),
    "chaos/corrupt-armour": words("Armour 2 lower", "Fixed or not."),
    "chaos/warp-weapon": words(
        "Ruins one attack",
        "You pick it. A missile attack is gone. A melee attack has skill 1, no strength and no abilities.",
    ),
    "chaos/chaos-vortex": words(
        "d6 for whom it touches",
        "Now and after each move: **1**, **2** nothing · **3** to **5** 5d3 eldritch hits each · **6** "
        "5d3 models of each die, unless saved by magic, once a turn.",
        NEXT_TO_IT,
        'As turns end it scatters 2d6".',
        ENDS,
    ),
    "chaos/aura-of-chaos": words(
        "d6 for the whole unit",
        "Now and as magic phases begin: **1** an attack more · **2** strength 1 more · **3** armour 1 more · "
        "**4** berserk · **5** nothing · **6** each model strikes its own unit; no morale test this turn.",
        "Gains add up.",
        "*Enemies only; ends it.",
    ),
    "chaos/mass-confusion": words(
        "Lower roll commands it",
        "Now and as each turn begins, both players roll; until the next.",
        "Tied, it stands and only strikes back.",
        "The rest as in Confusion.",
        abridged=True,
    ),
    "chaos/berserk": words(
        "Berserk",
        "One more attack, like one of its own. No evasion, no shield.",
        "Skirmishes from its next movement phase on. If broken, it rallies now.",
        "*Enemies only; ends it.",
    ),
    "earth/petrify": words(
        "Dies if 2d3 reach its wounds",
        "Roll at least the wounds it has left: it turns to stone and dies, unless its magic save holds.",
    ),
    "earth/earthbind": words(
        "Held, but on a 1",
        "As each turn begins roll d6. But on a 1 it can't move or ram this turn, has no evasion and is slow.",
        "A flyer only if down as movement begins.",
    ),
    "earth/geyser": words(
        "3d3 water hits",
        "Strength 0. " + HALF,
        'A block falls into skirmish; if engaged it closes in by 3" now.',
    ),
    "earth/tremors": words(
        "Skills 1 lower", "In melee and with missiles.", "Each turn it moves only if it makes a unit save."
    ),
    "earth/stone-armour": words("Armour 3 fixed", "Each model of the unit.", FIXED),
    "earth/sinkhole": words(
        "d6 over its limit kills",
        "Each model within or crossing. Limit by move: to 4\": **1** · to 8\": **2** · to 12\": **3** · to 16\": **4** "
        "· beyond: **5**.",
        "Flyers, burrowers safe. Survivors skirmish round the rim.",
        ENDS,
    ),
    "earth/mass-earth-meld": words(
        'Sink; come up in 24"',
        'In the open: now, in sight of it; or as a later magic phase begins, 24" more a turn. Below, he can\'t cast.',
        "That turn no move, no shots; but they may fight, and he may cast.",
        "All die if a foe they come up against makes a unit save, or if countered above ground. Alone: level 1.",
    ),
    "earth/summon-earth-elemental": words("Comes and fights", AWAY),
    "earth/mass-petrify": words(
        "4d3 wounds to stone",
        "Models whose wounds the roll covers whole die, unless their magic save holds.",
        "A 7 reaches seven models of 1 wound, three of 2, two of 3.",
    ),
    "earth/mass-earthbind": words(
        "Held, but on a 1",
        "As each turn begins roll d6. But on a 1 the unit can't move or ram this turn, has no evasion and is slow.",
        "Flyers only if down as movement begins.",
    ),
    "fire/fire-spray": words(
        "d6 fire hits", "Missile hits, magical, strength 0.", "Skirmishers take all of them."
    ),
    "fire/flaming-weapons": words(
        "Strength 1 higher, fire",
        "One melee attack of each model is magical fire with 1 more strength.",
        "The fire immune ignore all of that.",
    ),
    "fire/fire-wall": words(
        "1 hit per base unit",
        "On each model within or crossing: magical fire, strength 0; base 4 takes four hits.",
        ENDS,
    ),
    "fire/pyrotechnics": words("Half move", "Skills 1 lower, in melee and with missiles."),
    "fire/fire-breath": words(
        "One more attack", "Each model strikes once more in melee: 1 die at 3, strength 1, magical fire."
    ),
    "fire/immolation": words(
        "A fire elemental",
        "Wizard and mount, in all but wounds. He still casts; in a unit only if it is fire immune.",
    ),
    "fire/combustion": words(
        "3d3 wounds", "Nothing else saves them.", "Then each model touching it takes 1 magical fire hit, strength 1."
    ),
    "fire/flaming-arrows": words(
        "Shots of strength 2",
        "One missile attack of each model is magical fire with strength 2; range and skill stay.",
        "Against the fire immune it is as before.",
    ),
    "fire/fire-shield": words(
        "Fire immune, evasion 1", "Enemies that aren't fire immune need 1 lower against the unit."
    ),
    "fire/summon-fire-elemental": words("Comes and fights", AWAY),
    "fire/flamestrike": words("6d3 fire hits", "Missile hits, magical, strength 1.", HALF),
    "water/create-pond": words("A pond", "Difficult ground.", ENDS),
    "water/water-spirit": words(
        "3 attacks a turn",
        'Now and as magic phases begin: 3 dice at 3, strength 0, on a unit within 3" of the water, not picking out '
        'characters. Or it goes to water within 36".',
        "Any number in one water. All go with a side's last water mage.",
    ),
    "water/fog-cloud": words("Nobody sees through", "Nor in or out. Melee in it goes on as usual.", ENDS),
    "water/swimming": words("Swimmer", "Crosses water of any depth at full speed."),
    "water/water-meld": words(
        'Out of water in 36"',
        'From water he touches: now, or as a later magic phase begins, 36" more a turn. Inside he can\'t cast.',
        MELDED,
        "All die if an enemy they come up against makes a unit save, or if countered there. Alone: level 1.",
    ),
    "water/cloudburst": words(
        "Half move, can't fly", "In the air, it comes down at once.", "Missile skill 1 lower."
    ),
    "water/desiccate": words(
        "4d3 eldritch hits", "A magic save against each.", "Skirmishers take all of them."
    ),
    "water/summon-water-elemental": words("Comes and fights", AWAY),
    "water/quicksand": words(
        "6 or more kills",
        "Each model within or crossing: d6 + its armour, unless fixed.",
        "A unit may throw away all its shields for good, to count 1 less.",
        "Survivors skirmish round the rim.",
        ENDS,
    ),
    "water/hail-storm": words(
        "3d3 weak hits a turn",
        "Missile hits, now and as magic phases begin. Skirmishers take all of them.",
        "It moves at half speed.",
        "*To shoot, it needs a unit save; the spell itself has none.",
    ),
    "air/guardian-wind": words("Evasion 1 against shots", "Who shoots at the unit needs 1 lower."),
    "air/wind-spirit": words(
        "Can't fly",
        "In the air, it comes down at once.",
        "With no move on the ground it can't move at all and is slow.",
    ),
    "air/spark": words("3 eldritch hits", "A magic save against each; armour doesn't help."),
    "air/wind-walk": words(
        'Flies 15"', "If he dies or it is dispelled while they fly high, the unit falls and is dead."
    ),
    "air/lightning-strike": words(
        "6 eldritch hits", "A magic save against each; armour doesn't help.", "Skirmishers take all of them."
    ),
    "air/dust-devil": words(
        "Half move, can't fly",
        "Flyers are down at once.",
        "Missile skill 1 lower.",
        "It must skirmish.",
    ),
    "air/tornado": words(
        "4d3 hits where it stops",
        "Missile hits, magical, strength 1, on each unit it touches, which must skirmish.",
        NEXT_TO_IT,
        f"{WILDLY}, and does the same.",
    ),
    "air/summon-air-elemental": words("Comes and fights", AWAY),
    "air/lightning-storm": words(
        "d6 eldritch hits a turn",
        "Now, and as each magic phase begins.",
        "Magic save against each hit; armour doesn't help.",
        "Skirmishers take all of them.",
    ),
    "air/wind-spirit-host": words(
        "Can't fly",
        "In the air, it comes down at once.",
        "With no move on the ground it can't move at all and is slow.",
    ),
    "plague/leprous-touch": words(
        "Hits until a save holds",
        "*A magic save for each eldritch hit: failed, it costs a wound and brings the next.",
    ),
    "plague/pox": words("Half move", "It tests morale 1 lower."),
    "plague/inoculate": words("Magic 1 higher", "4 at most.", "Plague magic can't touch the unit.", UNWILLING),
    "plague/blight": words(
        "A wood dies off", '5" by 5" or 6" by 4" of forest or scrub: no cover, no sight stopped, nobody slowed.'
    ),
    "plague/stench-of-rot": words("Foes' morale 2 lower", "On units engaged with the target.", UNWILLING),
    "plague/the-black-breath": words(
        "One more attack", "Each model strikes once more in melee: 1 die at 2, eldritch.", UNWILLING
    ),
    "plague/summon-plague-rats": words(
        "2d3 eldritch hits",
        "Melee hits on enemy units they touch; none on characters by chance.",
        'As magic phases begin they go 6" toward the nearest enemy unit.',
        "Nothing attacks them; only a dispel ends them.",
        ENDS,
    ),
    "plague/ebolic-fever": words(
        "3d3 eldritch hits a turn", "Now, and as each magic phase begins.", "Melee skill and morale 1 lower."
    ),
    "plague/contagion": words(
        "4d3 eldritch hits",
        "A magic save against each. Half if skirmishing.",
        'Every unit within 2" of it, friends too, takes half as many.',
    ),
    "plague/festering-wounds": words(
        "Wounds count twice",
        "A model that loses a wound loses a second, which never passes to another.",
        "Six wounds kill six models of 1 or 2 wounds, three of 3 or 4, two of 5.",
    ),
}  # fmt: skip
