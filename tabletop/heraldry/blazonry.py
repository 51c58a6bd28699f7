"""A shield said in words."""

from __future__ import annotations

from tabletop.heraldry.values import Division, Shield, Tincture

PARTINGS: dict[Division, str] = {
    "plain": "",
    "pale": "; per pale with {}",
    "fess": "; per fess with {}",
    "bend": "; per bend with {}",
    "bend-sinister": "; per bend sinister with {}",
    "chevron": "; per chevron with {}",
    "saltire": "; per saltire with {}",
    "quarterly": "; quarterly with {}",
    "chief": "; a chief {}",
    "bordure": "; a bordure {}",
}


def tincture_word(tincture: Tincture) -> str:
    """The tincture inside a sentence; Or keeps its capital, so that nobody hears a conjunction."""
    return "Or" if tincture == "or" else tincture


def blazon(shield: Shield) -> str:
    """The shield in words, for alternative texts: "Azure, a hammer argent; per pale with sable"."""
    article = "an" if shield.charge[0] in "aeiou" else "a"
    parting = PARTINGS[shield.division].format(tincture_word(shield.second))
    return f"{shield.field.capitalize()}, {article} {shield.charge} {tincture_word(shield.charge_tincture)}{parting}"
