"""A missile weapon is said once: a line in the table of weapons, and every place that speaks of weapons knows it."""

from __future__ import annotations

import subprocess
import sys
from typing import get_args

from tabletop.arcana.army.rules.characters import common_weapons
from tabletop.arcana.catalogue.profiles import Missile
from tabletop.arcana.catalogue.weapons import WEAPONS, Weapon, printed_weapon
from tests.catalogue import PROJECT, printed_catalogue
from tests.laws import of_each

# The book's table: points at a missile skill of 3, 4 and 5.
PRICES = """
shortbow 11 14 21
bow 20 27 41
longbow 33 44 66
hand-crossbow 14 18 27
crossbow 24 32 48
heavy-crossbow 26 35 53
javelin 19 25 38
sling 9 12 18
handgun 21 27 41
"""

# A tenth weapon is written into the table as it is read; then every place is asked for it.
TENTH = """
import importlib.util, sys

name = "tabletop.arcana.catalogue.weapons"
spec = importlib.util.find_spec(name)
source = spec.loader.get_source(name)
first = "        MissileWeapon(\\n            slug=\\"shortbow\\","
assert source.count(first) == 1
pipe = 'MissileWeapon(slug="blow-pipe", range=6, strength=0, prices=(5, 6, 7), printed=("blowpipe",)),\\n'
module = sys.modules[name] = importlib.util.module_from_spec(spec)
exec(compile(source.replace(first, "        " + pipe + first), name, "exec"), module.__dict__)

from msgspec import json
from tabletop.arcana.army.edits import SetWeapon
from tabletop.arcana.army.pricing import weapon_points
from tabletop.arcana.army.rules.characters import common_weapons
from tabletop.arcana.army.roster import Character, Roster, read_roster
from tabletop.arcana.formats.listing.lines import WEAPONS
from tests.catalogue import equipment, printed_catalogue
import msgspec

PACKAGES = equipment()

catalogue = printed_catalogue()
lord = catalogue.rows["dwarves/dwarf-lord"]
thrower = msgspec.structs.replace(
    catalogue.rows["dwarves/axemen"], missile=(msgspec.structs.replace(PACKAGES["sling"].missile, name="Blowpipe"),)
)
leader = {"ref": "c1", "profile": lord.slug, "weapon": "blow-pipe"}
file = {"format": "muster-roster/1", "game": "arcana", "name": "Wall", "army": "dwarves", "points_limit": 1000}
roster = read_roster(json.encode(file | {"units": [{"ref": "u1", "models": [], "characters": [leader]}]}))
assert roster.units[0].characters[0].weapon == "blow-pipe"
assert msgspec.convert({"verb": "set_weapon", "character": "c1", "weapon": "blow-pipe"}, SetWeapon)
assert "blow-pipe" in json.encode(msgspec.json.schema(Roster)).decode()
assert weapon_points(lord, "blow-pipe") == 6
assert list(common_weapons((thrower,))) == ["blow-pipe"]
assert PACKAGES["blow-pipe"].missile.range == 6
assert PACKAGES["blow-pipe"].text == "One shot to 6″ at strength 0."
assert WEAPONS["blow pipe"] == "blow-pipe"
print("known everywhere")
"""


@of_each("line", PRICES.split("\n")[1:-1])
def test_the_printed_prices(line: str) -> None:
    slug, *points = line.split()
    assert [str(WEAPONS[slug].price(skill)) for skill in (3, 4, 5)] == points
    assert WEAPONS[slug].price(2) is WEAPONS[slug].price(6) is None


# Missile Weapons: inches and strength, one shot a turn; a bare trooper's skill of 2 stands in the column of a profile.
COLUMNS = """
shortbow 15 0
bow 21 1
longbow 27 2
hand-crossbow 12 1
crossbow 18 2
heavy-crossbow 15 3
javelin 9 1 natural
sling 12 0
handgun 21 3 artillery reloads
"""


@of_each("line", COLUMNS.split("\n")[1:-1])
def test_a_weapon_as_the_column_of_a_profile(line: str) -> None:
    slug, inches, strength, *traits = line.split()
    assert WEAPONS[slug].missile == Missile(
        name=slug.replace("-", " ").capitalize(),
        range=int(inches),
        attacks=1,
        skill=2,
        strength=int(strength),
        natural="natural" in traits,
        artillery="artillery" in traits,
        reloads="reloads" in traits,
    )


def test_the_table_has_nothing_else() -> None:
    assert [line.split()[0] for line in PRICES.split("\n")[1:-1]] == list(WEAPONS) == list(get_args(Weapon))


def test_a_weapon_is_added_in_one_place() -> None:
    command = [sys.executable, "-c", TENTH]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("known everywhere\n", "")


def test_a_printed_name_means_one_weapon() -> None:
    names = [name for weapon in WEAPONS.values() for name in weapon.printed]
    assert len(set(names)) == len(names)
    assert printed_weapon("Short Bow") is WEAPONS["shortbow"]
    assert printed_weapon("Fire breath") is None


def test_every_printed_name_stands_in_a_list() -> None:
    rows = tuple(printed_catalogue().rows.values())
    troops = {missile.name.lower() for row in rows if row.section == "troops" for missile in row.missile}
    assert [name for weapon in WEAPONS.values() for name in weapon.printed if name not in troops] == []
    assert set(common_weapons(rows)) == set(WEAPONS)
