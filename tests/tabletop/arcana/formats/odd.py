"""Rosters with names that tempt a reader: signs of its own grammar, any script, marks that show nothing."""

from __future__ import annotations

from hypothesis import strategies as st
from msgspec.structs import replace

from tabletop.arcana.army.roster import Character, Models, Mount, Roster, Upgrade
from tabletop.arcana.creation.design_files import design_slug
from tests.strategies import rosters

NAMES = [
    "-", "- x", "+1", "=1+1", "@x", "'=x", "''", "1. x", "17 Axemen", "# x", "## Unit", "Unit", "Unit 3", "Unit: a",
    "Roster: x", "Ally: Orcs; 5 points", "Character: x", "x [5 points]", "x (5 pts)", "x - 5 pts", "[5]", "(5)", "5",
    "[5 points] (infiltrating)", "x {u7}", "{}", "{", "(infiltrating)", "“x”", '"x"', "«x»", "'x'", '"', "“", " x",
    "x ", "\xa0x", "a  b", "x\u200b", "\ufeff", "> x", "**x**", "*x*", "__x__", "`x`", "```", "~~~", "---", "—", "[",
    "]", "\\", "\\n", "\\u0041", "x\\", "x:y", ":", "：", "a;b", ";", "a,b", "none", "Designs", "Army: Dwarves",
    "👨\u200d👩\u200d👧", "نام\u200cها", "矮人军团", "דְּוַרְבִים", "คนแคระ", "e\u0301", "é", "\ufffe", "\uffff",
    "<b>&amp;</b>", "]]>", "&lt;", "a|b", "axemen", "on Warg", "crossbow", "with 2", "1 reinforced", "2x Axemen", "x 5",
]  # fmt: skip
SIGNS = "[]():;,-#*_`\"“”\\{}<>&='0123456789 abUnitpoints"

odd_names = st.sampled_from(NAMES) | st.text(st.sampled_from(SIGNS), min_size=1, max_size=16)
odd_notes = st.just("") | odd_names


@st.composite
def odd_rosters(draw: st.DrawFn) -> Roster:
    """Any roster a file can state, with odd names for itself, its units and a design that a unit is made of."""
    roster = replace(draw(rosters()), name=draw(odd_names), notes=draw(odd_notes))
    if roster.own_list:
        roster = replace(roster, own_list=replace(roster.own_list, name=draw(odd_names), note=draw(odd_notes)))
    units = tuple(replace(unit, name=draw(odd_names), notes=draw(odd_notes)) for unit in roster.units)
    roster = replace(
        roster, units=units, designs=tuple(replace(design, name=draw(odd_names)) for design in roster.designs)
    )
    slugs = [design_slug(design) for design in roster.designs]
    if len(set(slugs)) < len(slugs):
        roster = replace(roster, designs=roster.designs[:1])
    return _made_of(roster, slugs[0]) if slugs and units else roster


def _made_of(roster: Roster, slug: str) -> Roster:
    """The first unit has the design in every place."""
    first = roster.units[0]
    leader = Character(ref="own", profile=slug, mount=Mount(profile=slug))
    models = Models(profile=slug, count=3, upgrades=(Upgrade(profile=slug, count=2),))
    if "own" in {each.ref for unit in roster.contingent_units for each in (unit, *unit.characters)}:
        return roster
    changed = replace(first, models=(*first.models, models), characters=(*first.characters, leader))
    return replace(roster, units=(changed, *roster.units[1:]))
