"""Abilities on a card: their names, each with a few words where play goes wrong without them.

The whole text of each stands on the reference sheet under the same name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from tabletop.arcana.catalogue.abilities import Ability


class Reminder(Struct, frozen=True):
    """A bold name and the few words after it; the reference sheet has the ability's text, or for others `text`."""

    name: str
    words: str
    text: str = ""
    ability: Ability | None = None


SAID_ELSEWHERE = frozenset(
    {
        "strength", "magical", "element", "eldritch", "weak", "first-strike", "last-strike", "long-weapon", "wounds-d3",
        "sweep", "per-wound", "alternative", "range", "minimum-range", "hits-d3", "artillery", "reloads", "natural",
        "ramming", "fixed", "second-armour", "shield", "missile-armour", "magic-resistance", "missile-skill",
        "spellcaster", "swimming", "base", "other-base", "elite", "infiltrate", "phalanx",
    }
)  # fmt: skip
"""What the figures, the saves, the attacks and the foot of a card say, or what an army is built by."""

WORDS: Mapping[str, str] = {
    "fearless": "melee tests only; may pay wounds.",
    "berserk": "goes for the nearest foe; chases.",
    "berserk-morale": "failed tests cost wounds.",
    "fearsome": "who loses a model to it tests.",
    "flying": "high: only flyers meet it; shots 1 lower.",
    "evasion": "harder to hit by that much.",
    "slow": "1 easier to hit.",
    "regeneration": "each lost wound heals at 3.",
    "missile-immune": "plain shots do nothing.",
    "testudo": "in ranks, 6 against shots.",
    "sensitive": "each such hit is two.",
    "immune": "no spell, no strength of it.",
    "negates-long-weapons": "no first blow for them.",
    "disciplined": "in ranks it may pay wounds.",
    "charmer": "foes in contact lose evasion.",
    "forestwalker": "woods don't slow it.",
    "swimmer": "shallows free, deep water half.",
    "rock-climber": "rocks don't slow it.",
    "ignores-terrain": "no ground slows it.",
    "phalanx": "three ranks strike to the front.",
    "infiltrate": 'begins hidden, 6" from foes.',
    "war-machine": "moved: no shot, no reloading.",
    "shared-crews": "wounds shared as you like.",
    "stands-its-ground": "failed tests cost wounds.",
    "vehicle": "all hits and wounds count.",
    "half-wrecked": "rams 1 lower; wounds cost crew.",
    "towed": "rough ground hits it.",
    "repair": "one broken up mends others.",
    "cargo": 'on and off up to 8", no charge.',
}
"""What an ability does, in about five words, by its slug; those first go wrong most often."""

LINE_WORDS: Mapping[str, str] = {"magical": "magical", "sweep": "sweep", "phalanx": "phalanx", "shield": "(shield)"}
"""How lines of attack and of saves name abilities that the reference sheet explains among the words, by their slugs."""

ONE_CREATURE = "Rider and mount move, strike, save and lose wounds as one, by the figures on the card."
HIT_ON_RIDER = (
    "Each hit is rolled for on a d6: on his numbers it is the rider's, else the mount's, each with its own wounds."
)

NOTED: Mapping[str, Reminder] = {
    "monsters/hydra-body": Reminder(
        "Heads die first", "before the body is hurt.", "All wounds go to the heads while one of them lives."
    ),
    "giant-kings/rollers": Reminder(
        "Rams", "don't stop long weapons' first blow.", "Long weapons still strike first against rollers that ram."
    ),
}
"""What the lists note of those who carry something bought, and of what they carry, by its row."""

CALLED = {"flying": "Flies", "infiltrate": "Infiltrate", "phalanx": "Phalanx"}

ORDER = {slug: place for place, slug in enumerate(WORDS)}


def reminders(abilities: Iterable[Ability], bought: frozenset[str] = frozenset()) -> Iterator[Reminder]:
    """Reminders of the abilities that nothing else on a card says; `bought` are slugs of those that were paid for."""
    named = {ability.slug: ability for ability in abilities if ability.slug not in SAID_ELSEWHERE - bought}
    for slug in sorted(named, key=lambda slug: ORDER.get(slug, len(ORDER))):
        yield Reminder(called(named[slug]), WORDS.get(slug, ""), ability=named[slug])


def called(ability: Ability) -> str:
    """What card and reference call it: `Flies` for `Fly 20"`, whose figure stands above, `Infiltrate` without price."""
    return CALLED.get(ability.slug, ability.name)
