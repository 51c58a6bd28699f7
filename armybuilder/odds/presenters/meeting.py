"""Two units and how they meet, as an address states it, and the same as a situation."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import msgspec
from django import forms
from django.http import QueryDict
from django.utils.text import capfirst
from msgspec import Struct

from armybuilder.odds.snapshots import Contestant
from tabletop.arcana.odds.units import NOBODY
from tabletop.decoding import MalformedError

KINDS = (("melee", "Melee"), ("shoot", "Shooting"), ("morale", "Morale"))
PLACES = (("front", "front"), ("flank", "flank"), ("rear", "rear"))
COVERS = (("none", "in the open"), ("cover", "in cover"), ("full", "in full cover"))
TURNS = (("first", "First turn of the fight"), ("later", "A later turn"))
MOST_MODELS, WIDEST, LONGEST = 1000, 100, 200
BESIDE = 2  # models that touch from beside a front, one on each side
# What a field of a situation's unit is called in the address, after the letter of the unit.
FIELDS = {
    "formation": "f",
    "files": "f",
    "in_contact": "c",
    "count": "n",
    "models[0]": "n",
    "fallen": "l",
    "to_hit": "h",
    "morale_modifier": "m",
}
ALWAYS = ("kind", "an", "bn", "af", "bf")
OF_KIND = {
    "melee": ("turn", "at", "ac", "bc", "al", "bl", "ah", "bh", "am", "bm"),
    "shoot": ("range", "moved", "cover", "weapon", "ah"),
    "morale": ("at", "alone", "al", "am"),
}
FOLDED = ("weapon", *(f"{letter}{short}" for letter in "ab" for short in "clhm"))  # what is seldom stated
UNSTATED = {"weapon": "", "alone": False, "ac": None, "bc": None}


class Party(Struct, frozen=True, kw_only=True):
    """One of the two: how many, how many files wide (0 in loose order), who touch, what changes its numbers."""

    unit: Contestant
    count: int
    files: int
    contact: int | None = None
    fallen: int = 0
    to_hit: int = 0
    morale: int = 0

    @property
    def stands(self) -> str:
        return f"{self.files} wide" if self.files else "in loose order"

    def length(self, place: str) -> float:
        """How long the side of it is at which an enemy stands, in base units."""
        width, depth = self.unit.figures.stands_on
        if not self.files:
            return width * self.count
        return -(-self.count // self.files) * depth if place == "flank" else self.files * width


class Meeting(Struct, frozen=True, kw_only=True):
    """Both and how they meet: in a melee the first one stands at the `place` of the second, in a test the other way."""

    parties: tuple[Party, Party]
    kind: str = "melee"
    turn: str = "first"
    place: str = "front"
    range: float = 12
    moved: float = 0
    cover: str = "none"
    weapon: str = ""
    alone: bool = False

    @property
    def names(self) -> tuple[str, str]:
        """How results name both: never alike, and not as results name nobody."""
        first, second = (party.unit.name if party.unit.name != NOBODY else "a unit" for party in self.parties)
        return first, second if second != first else f"the other {second}"[:40]

    def says(self, which: int, many: str, one: str) -> str:
        """A unit's name with what it does: `Axemen break`, `Stonewall breaks`."""
        return f"{self.names[which]} {many if self.parties[which].unit.is_many else one}"

    @property
    def needs_contact(self) -> bool:
        """Whether ranks alone don't say how many touch."""
        return self.place != "front" or not all(party.files or party.count == 1 for party in self.parties)

    def contact(self, which: int) -> int | None:
        """How many touch: as stated, else those before the enemy's side and beside it; None where ranks say it."""
        own, enemy = self.parties[which], self.parties[1 - which]
        if own.contact is not None or not self.needs_contact:
            return own.contact
        width = own.length("flank" if which and self.place == "flank" else "front")
        mine = self.place if which else "front"
        theirs = "front" if which else self.place
        each = own.unit.figures.stands_on[1 if mine == "flank" and own.files else 0]
        most = max(int(width / each), 1) if own.files else own.count
        return max(1, min(most, own.count, int(enemy.length(theirs) / each) + BESIDE))

    def situation(self, *, to_the_end: bool = False) -> bytes:
        """The same as a muster-situation/1 file."""
        head = {"format": "muster-situation/1", "game": "arcana"}
        first, second = (self._unit(which) for which in (0, 1))
        if self.kind == "shoot":
            how = {"range": self.range, "moved": self.moved, "cover": self.cover, "weapon": self.weapon}
            own = {"kind": "shoot", "shooter": first, "target": second, "to_hit": self.parties[0].to_hit}
            return msgspec.json.encode(head | own | how)
        if self.kind == "morale":
            enemies = [] if self.alone else [second | {"stands_at": self.place}]
            return msgspec.json.encode(head | {"kind": "morale", "unit": first, "enemies": enemies, "forced": True})
        sides = [first | self._blows(0), second | self._blows(1) | {"fought_at": self.place}]
        kind = "fight-on" if to_the_end else "melee"
        return msgspec.json.encode(head | {"kind": kind, "turn": self.turn, "sides": sides})

    def _unit(self, which: int) -> dict[str, Any]:
        party = self.parties[which]
        unit = party.unit
        models = {"profile": unit.profile} if unit.profile else {"figures": msgspec.to_builtins(unit.figures)}
        ranks = {"kind": "rank-and-file", "files": party.files}
        return {
            "name": self.names[which],
            "models": [models | {"count": party.count}],
            "formation": ranks if party.files else {"kind": "skirmish"},
            "fallen": party.fallen,
            "morale_modifier": party.morale,
        }

    def _blows(self, which: int) -> dict[str, Any]:
        contact = self.contact(which)
        return {"to_hit": self.parties[which].to_hit} | ({} if contact is None else {"in_contact": contact})


class MeetingForm(forms.Form):
    """The form of a meeting, read from an address; what is missing is as the units usually stand.

    It has the fields of the kind that is asked; what an address states for other kinds waits in it unread.
    """

    kind = forms.ChoiceField(choices=KINDS, label="How they meet")
    an = forms.IntegerField(label="Models", min_value=1, max_value=MOST_MODELS)
    bn = forms.IntegerField(label="Models", min_value=1, max_value=MOST_MODELS)
    af = forms.IntegerField(label="Files", min_value=0, max_value=WIDEST)
    bf = forms.IntegerField(label="Files", min_value=0, max_value=WIDEST)
    turn = forms.ChoiceField(choices=TURNS, label="When")
    at = forms.ChoiceField(choices=PLACES)
    range = forms.FloatField(label="Range, inches", min_value=0, max_value=LONGEST)
    moved = forms.FloatField(label="Moved, inches", min_value=0, max_value=LONGEST)
    cover = forms.ChoiceField(choices=COVERS, label="The target stands")
    weapon = forms.ChoiceField(label="Weapon", required=False)
    ac = forms.IntegerField(label="Touch the enemy", required=False, min_value=1, max_value=MOST_MODELS)
    bc = forms.IntegerField(label="Touch the enemy", required=False, min_value=1, max_value=MOST_MODELS)
    al = forms.IntegerField(label="Fell before, this turn", min_value=0, max_value=MOST_MODELS)
    bl = forms.IntegerField(label="Fell before, this turn", min_value=0, max_value=MOST_MODELS)
    ah = forms.IntegerField(label="Added to hit", min_value=-10, max_value=10)
    bh = forms.IntegerField(label="Added to hit", min_value=-10, max_value=10)
    am = forms.IntegerField(label="Added to morale", min_value=-10, max_value=10)
    bm = forms.IntegerField(label="Added to morale", min_value=-10, max_value=10)
    alone = forms.BooleanField(label="Nobody in contact", required=False)

    def __init__(self, query: QueryDict, units: tuple[Contestant, Contestant]) -> None:
        self.units = units
        self.usual = usual_of(units)
        given = {name: value for name, value in query.items() if name in self.base_fields and value != ""}
        super().__init__(self.usual | given | _weapon_of(units[0], str(given.get("weapon", ""))))
        stated = self.data["kind"]
        self.asked = stated if stated in OF_KIND else "melee"
        self.fields = {name: self.fields[name] for name in self.fields if name in ALWAYS + OF_KIND[self.asked]}
        if "at" in self.fields:
            unit = units[self.asked == "morale"]
            self.fields["at"].label = f"Where {unit.name} {'stand' if unit.is_many else 'stands'}"
        if isinstance(weapon := self.fields.get("weapon"), forms.ChoiceField):
            weapon.choices = [(name, name) for name in _weapons(units[0])]

    @property
    def is_unusual(self) -> bool:
        """Whether something that is seldom stated is stated, or wrong."""
        folded = [name for name in FOLDED if name in self.fields]
        return any(
            self[name].errors or str(self.data.get(name, "")) != str(self.usual.get(name, "")) for name in folded
        )

    @property
    def meeting(self) -> Meeting:
        """What a valid form states."""
        fields = self._values
        first, second = (self._party(letter, unit) for letter, unit in zip("ab", self.units, strict=True))
        return Meeting(
            parties=(first, second),
            kind=fields["kind"],
            turn=fields["turn"],
            place=fields["at"],
            range=fields["range"],
            moved=fields["moved"],
            cover=fields["cover"],
            weapon=fields["weapon"],
            alone=fields["alone"],
        )

    @property
    def _values(self) -> dict[str, Any]:
        """Those that are stated, and the usual ones of what isn't asked."""
        return UNSTATED | self.usual | self.cleaned_data

    def _party(self, letter: str, unit: Contestant) -> Party:
        fields = self._values
        names = {"count": "n", "files": "f", "contact": "c", "fallen": "l", "to_hit": "h", "morale": "m"}
        return Party(unit=unit, **{name: fields[letter + short] for name, short in names.items()})

    def refuse(self, error: MalformedError) -> None:
        """Say what can't be at its field, or above all fields where it's the whole."""
        name = field_of(error.field)
        self.add_error(name if name in self.fields else None, f"{capfirst(error.reason)}.")

    def state(self, **changes: str) -> dict[str, str]:
        """Every field that isn't as usual, as addresses carry it."""
        stated = {name: str(self.data[name]) for name in self.base_fields if name in self.data}
        usual = {name: str(value) for name, value in self.usual.items()}
        kept = {name: value for name, value in stated.items() if value != usual.get(name)}
        units = {"a": self.units[0].key, "b": self.units[1].key}
        return {name: value for name, value in (units | kept | changes).items() if value}

    def address(self, chosen: tuple[str, ...] | None = None, **changes: str) -> str:
        """The address of the same meeting with some fields changed, and the what-ifs that are chosen."""
        pairs = list(self.state(**changes).items())
        return urlencode(pairs if chosen is None else [*pairs, *(("w", key) for key in chosen or ("none",))], safe="/")


def usual_of(units: tuple[Contestant, Contestant]) -> dict[str, Any]:
    """What a form states that nobody has filled in."""
    figures: dict[str, Any] = {"kind": "melee", "turn": "first", "at": "front", "moved": 0, "cover": "none"}
    shots = units[0].figures.missile
    figures["range"] = round(shots[0].range / 2) if shots else 12
    figures["weapon"] = shots[0].name if shots else ""
    for letter, unit in zip("ab", units, strict=True):
        figures |= {f"{letter}n": unit.count, f"{letter}f": unit.files}
        figures |= {f"{letter}{short}": 0 for short in "lhm"}
    return figures


def _weapons(unit: Contestant) -> list[str]:
    """The names of its missile attacks, each once."""
    return list(dict.fromkeys(missile.name for missile in unit.figures.missile if missile.name))


def _weapon_of(unit: Contestant, begins: str) -> dict[str, str]:
    """The weapon whose name begins so, as older addresses state it; nothing where there is none."""
    names = [name for name in _weapons(unit) if begins and name.lower().startswith(begins.lower())]
    return {"weapon": names[0]} if names and begins not in names else {}


def field_of(path: str) -> str | None:
    """The form's field that a situation's field comes from; None where it is the whole."""
    letter = "b" if path.startswith(("sides[1]", "target", "enemies")) else "a"
    if not path.startswith(("sides[", "shooter", "target", "unit", "enemies")):
        return path if path in MeetingForm.base_fields else None
    last = path.rpartition(".")[2]
    return f"{letter}{FIELDS.get(last, 'n')}"
