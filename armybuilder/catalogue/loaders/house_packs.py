"""The data packs that come with the project, made up by the house where a game's document has no figures."""

from __future__ import annotations

from functools import cache

from django.conf import settings

from tabletop.arrakhar import pack as arrakhar
from tabletop.greyhawk import pack as greyhawk
from tabletop.wizardkings import pack as wizardkings
from tabletop.wizwar import pack as wizwar


@cache
def arrakhar_pack() -> arrakhar.Pack:
    """The house's pack of Arrakhar's Wand."""
    return arrakhar.read_pack((settings.ROOT / "fixtures" / "arrakhar" / "house-pack.json").read_bytes())


@cache
def wizard_kings_pack() -> wizardkings.Pack:
    """The house's pack of Wizard Kings, with invented units of every class."""
    return wizardkings.read_pack((settings.ROOT / "fixtures" / "wizard-kings" / "house-pack.json").read_bytes())


@cache
def greyhawk_pack() -> greyhawk.Pack:
    """The house's pack of Greyhawk Wars: a map of twelve areas, four countries, cards, a scenario."""
    return greyhawk.read_pack((settings.ROOT / "fixtures" / "greyhawk" / "house-pack.json").read_bytes())


@cache
def wiz_war_pack() -> wizwar.Pack:
    """The house's pack of Wiz-War, with invented cards of every type and four sectors."""
    return wizwar.read_pack((settings.ROOT / "fixtures" / "wiz-war" / "house-pack.json").read_bytes())
