"""The words of a spell's header, explained: how long it lasts, who may resist it and how, and what a template does."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.spells.spell import Save, Spell, SpellKind
from tabletop.citations import Citation

PROFILES, TEMPLATES = BOOK.section("Spell Profiles"), BOOK.section("Template Spells")


class HeaderWord(Struct, frozen=True):
    """A word of a header: `short` is a reminder for cards, `text` the whole rule."""

    slug: str
    name: str
    short: str
    text: str
    citation: Citation


INSTANT = HeaderWord(
    "instant",
    "Instant",
    "Works at once; what it did stays done.",
    "It works at once, and what it did stays done.",
    PROFILES,
)
PERSISTENT = HeaderWord(
    "persistent",
    "Persistent",
    "Until its target is gone, it is dispelled, or its caster ends it as a casting of power 0. Two a unit, never the "
    "same.",
    "It lasts until its target is gone, it is dispelled or its caster ends it; the caster's death doesn't end it. "
    "Ending it is a casting of power 0 that nobody can counter, instead of another spell this turn; who is under the "
    "enemy's control ends only what was cast there. A unit or a single model bears two at most, friendly or not, and "
    "never the same one twice. When a third succeeds, roll d6 for each and add its level: the lowest is gone, tied "
    "ones together, the new one too.",
    PROFILES,
)
SUMMONING = HeaderWord(
    "summoning",
    "Summoning",
    "Stays all game; can't be dispelled. In contact with an enemy, that unit's unit save prevents it.",
    "What it calls stays for the whole game unless it is killed, and can't be dispelled. Where a creature would "
    "appear in contact with an enemy, or in a unit that is in melee with one, the enemy's unit save prevents it. "
    "Creatures form no units unless the spell says so.",
    PROFILES,
)
UNIT_SAVE = HeaderWord(
    "unit-save",
    "Unit save",
    "One roll, with the unit's best magic resistance: a success stops the spell.",
    "The unit rolls once, with the best magic resistance in it. A success stops the whole spell.",
    PROFILES,
)
INDIVIDUAL_SAVE = HeaderWord(
    "individual-save",
    "Own save",
    "The target's own magic resistance: a success stops the spell.",
    "The target rolls its own magic resistance. A success stops the whole spell, as if it had not been cast.",
    PROFILES,
)
MULTIPLE_SAVES = HeaderWord(
    "multiple-saves",
    "A save for each hit",
    "A roll for each hit; each failure counts by itself, without armour.",
    "As many rolls of magic resistance as the spell says, mostly one for each eldritch hit. Each failure counts by "
    "itself, mostly as a wound that armour doesn't save.",
    PROFILES,
)
NO_SAVE = HeaderWord("no-save", "No save", "Magic resistance does nothing.", "Magic resistance does nothing.", PROFILES)
NO_SAVE_BUT_UNIT = HeaderWord(
    "no-save-but-unit",
    "Unit save of enemies only",
    "Only if laid on or against an enemy unit: its unit save stops the spell.",
    "It is cast at a place, which has no save. If it is laid on an enemy unit or against it, that unit's save with its "
    "best magic resistance stops the spell.",
    PROFILES,
)
NO_SAVE_BUT_INDIVIDUAL = HeaderWord(
    "no-save-but-individual",
    "Own save of enemies only",
    "Friends have none; an enemy's own magic resistance stops the spell.",
    "A friendly model has no save. An enemy rolls its own magic resistance, and a success stops the spell.",
    PROFILES,
)
SPECIAL_SAVE = HeaderWord(
    "special-save",
    "A save of its own kind",
    "As the spell says.",
    "Who saves, and with what, is said by the spell itself.",
    PROFILES,
)
TEMPLATE = HeaderWord(
    "template",
    "Template",
    "Its middle is on a point seen and in range; all whom it touches are in it. Any unit save it allows may stop it.",
    "The middle of the template is laid on a point that the caster sees and that is in range; its rim may reach "
    "farther. Cast at a unit in melee, it is laid on a model that fights, if it can be. Every unit that it touches is "
    "in it, and every one may roll the save that the header allows: where a save stops the spell, one success is "
    "enough.",
    TEMPLATES,
)
SCATTER = HeaderWord(
    "scatter",
    "Scatter",
    "d6: 1 is 12 o'clock, 2 is 2 o'clock, and so on round.",
    "Roll d6 for the direction: 1 is 12 o'clock, 2 is 2 o'clock, and so on round the clock. Hits that are halved on "
    "skirmishers are halved on all who fight the target, too.",
    TEMPLATES,
)
HEADER_WORDS = (
    *(INSTANT, PERSISTENT, SUMMONING),
    *(NO_SAVE, UNIT_SAVE, INDIVIDUAL_SAVE, MULTIPLE_SAVES, NO_SAVE_BUT_UNIT, NO_SAVE_BUT_INDIVIDUAL, SPECIAL_SAVE),
    *(TEMPLATE, SCATTER),
)
OF_KIND: dict[SpellKind, HeaderWord] = {
    SpellKind.INSTANT: INSTANT,
    SpellKind.PERSISTENT: PERSISTENT,
    SpellKind.SUMMONING: SUMMONING,
}
OF_SAVE: dict[Save, tuple[HeaderWord, ...]] = {
    Save.NONE: (NO_SAVE,),
    Save.UNIT: (UNIT_SAVE,),
    Save.INDIVIDUAL: (INDIVIDUAL_SAVE,),
    Save.INDIVIDUAL_SAVES: (MULTIPLE_SAVES,),
    Save.MULTIPLE: (MULTIPLE_SAVES,),
    Save.NONE_BUT_UNIT: (NO_SAVE_BUT_UNIT,),
    Save.NONE_BUT_INDIVIDUAL: (NO_SAVE_BUT_INDIVIDUAL,),
    Save.NONE_OR_INDIVIDUAL: (NO_SAVE, INDIVIDUAL_SAVE),
    Save.SPECIAL: (SPECIAL_SAVE,),
}


def header_words(spell: Spell) -> tuple[HeaderWord, ...]:
    """The words of the spell's header, in its order, and of scatter where its template wanders at random."""
    return tuple(_words(spell))


def _words(spell: Spell) -> Iterator[HeaderWord]:
    yield OF_KIND[spell.kind]
    yield from OF_SAVE[spell.save]
    if spell.template:
        yield TEMPLATE
        if spell.template.drift and spell.template.drift.towards == "random":
            yield SCATTER
