"""A shield said in words."""

from __future__ import annotations

from tabletop.heraldry.values import Division, Shield, Tincture

PARTINGS: dict[Division, str] = {
    Division.PLAIN: "",
    Division.PALE: "; per pale with {}",
    Division.FESS: "; per fess with {}",
    Division.BEND: "; per bend with {}",
    Division.BEND_SINISTER: "; per bend sinister with {}",
    Division.CHEVRON: "; per chevron with {}",
    Division.SALTIRE: "; per saltire with {}",
    Division.QUARTERLY: "; quarterly with {}",
    Division.CHIEF: "; a chief {}",
    Division.BORDURE: "; a bordure {}",
}


def tincture_word(tincture: Tincture) -> str:
    """The tincture inside a sentence; Or keeps its capital, so that nobody hears a conjunction."""
    return "Or" if tincture == Tincture.OR else tincture


def blazon(shield: Shield) -> str:
    """The shield in words, for alternative texts: "Azure, a hammer argent; per pale with sable"."""
    article = "an" if shield.charge[0] in "aeiou" else "a"
    parting = PARTINGS[shield.division].format(tincture_word(shield.second))
    return f"{shield.field.capitalize()}, {article} {shield.charge} {tincture_word(shield.charge_tincture)}{parting}"
