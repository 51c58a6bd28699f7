"""Every spell's mechanical kinds, and its dice in the words that players read."""

from __future__ import annotations

import re

import msgspec

from tabletop.arcana.catalogue.spells import effects as fx
from tabletop.arcana.rules.magic.kinds import OF_EFFECT, OF_RULE, Mechanism, mechanisms
from tests.catalogue import printed_catalogue

# By the kinds, the spells that have them and no others, from the book's descriptions.
KINDS = """
contest: general/dispel chaos/steal-enchantment
attacks: general/enchant-weapons general/enchant-missiles life/bless death/energize-dead chaos/warp-weapon
attacks: fire/flaming-weapons fire/fire-breath fire/flaming-arrows plague/the-black-breath
heals: general/bind-wounds life/resurrect
heals wounds: life/heal
moves: general/scrying nature/wood-meld water/water-meld
moves locks: earth/mass-earth-meld
abilities: life/holy-armor life/guardian-spirit death/cloak-of-fear nature/pathfinding earth/stone-armour
abilities: fire/immolation fire/fire-shield water/swimming air/guardian-wind air/wind-walk
figures: life/magic-shield death/motivate-dead death/curse nature/strength chaos/corrupt-armour fire/pyrotechnics
morale: life/courage death/death-howl plague/stench-of-rot
morale locks: life/rally-cry
morale abilities: death/invoke-terror
eldritch-hits heals: death/life-siphon
summons: death/raise-dead death/unholy-channelling nature/call-of-the-wild nature/summon-treeman
summons: earth/summon-earth-elemental fire/summon-fire-elemental water/summon-water-elemental
summons: air/summon-air-elemental
template eldritch-hits summons: death/vortex-of-souls
figures abilities locks: nature/tanglefoot
hits: nature/strangling-thorns fire/fire-spray fire/flamestrike water/water-spirit
template terrain: nature/create-forest water/create-pond
template hits: nature/summon-swarm fire/fire-wall
terrain hits: nature/gaias-march
control: chaos/enrage chaos/confusion chaos/mass-confusion
table: chaos/mark-of-chaos chaos/aura-of-chaos
template table: chaos/chaos-vortex
abilities attacks formation morale: chaos/berserk
kills: earth/petrify earth/mass-petrify
locks abilities: earth/earthbind earth/mass-earthbind air/wind-spirit air/wind-spirit-host
hits formation: earth/geyser
figures locks: earth/tremors
template kills formation: earth/sinkhole water/quicksand
wounds hits: fire/combustion
template sight: water/fog-cloud
figures abilities: water/cloudburst plague/inoculate
eldritch-hits: water/desiccate air/spark air/lightning-strike air/lightning-storm plague/leprous-touch plague/contagion
hits figures locks: water/hail-storm
figures formation abilities: air/dust-devil
template hits formation: air/tornado
figures morale: plague/pox
terrain: plague/blight
template eldritch-hits: plague/summon-plague-rats
eldritch-hits figures morale: plague/ebolic-fever
wounds: plague/festering-wounds
"""
DICE = re.compile(r"^[1-9]?d[36]$")


def test_every_spell_has_its_kinds() -> None:
    told = {
        slug: frozenset(kinds.split())
        for kinds, slugs in (line.split(":") for line in KINDS.strip().splitlines())
        for slug in slugs.split()
    }
    found = {slug: frozenset(mechanisms(spell)) for slug, spell in printed_catalogue().spells.items()}
    assert found == told
    assert set().union(*found.values()) == set(Mechanism)


def test_no_kind_is_of_effects_that_no_spell_has() -> None:
    effects = [effect for spell in printed_catalogue().spells.values() for effect in fx.flattened(spell.effects)]
    assert OF_EFFECT.keys() <= {type(effect) for effect in effects}
    assert OF_RULE.keys() == {effect.rule for effect in effects if isinstance(effect, fx.Does)}


def test_dice_and_strengths_are_those_that_players_read() -> None:
    for spell in printed_catalogue().spells.values():
        for effect in fx.flattened(spell.effects):
            plain = msgspec.to_builtins(effect)
            for value in plain.values():
                assert not (isinstance(value, str) and DICE.match(value)) or value in spell.text, spell.slug
            if isinstance(effect, fx.Hits) and isinstance(effect.strength, int) and effect.skill is None:
                assert f"strength {effect.strength}" in spell.text, spell.slug
