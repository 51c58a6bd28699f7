"""The form of a meeting: the whole of it stands in an address; what isn't stated there is as usual."""

from __future__ import annotations

from itertools import takewhile, zip_longest
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.forms import BoundField
from django.http import QueryDict
from django.utils.text import capfirst
from msgspec.structs import replace

from armybuilder.odds.presenters.grounds import grounds
from armybuilder.odds.presenters.meeting import MOST_MODELS, MOST_SHOTS, NO_CAST, Area, Cast, Meeting, Party, Toll
from armybuilder.odds.presenters.spells import to_cast, to_dispel, to_lie, touches_models, wanders
from armybuilder.odds.snapshots import Contestant
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.stat_lines import stat_line
from tabletop.decoding import MalformedError

KINDS = (
    ("melee", "Melee"),
    ("shoot", "Shooting"),
    ("area", "Area attack"),
    ("morale", "Morale"),
    ("rally", "Rally"),
    ("cast", "Magic"),
    ("counterspell", "Counterspell"),
    ("dispel", "Dispel"),
    ("template", "Template"),
    ("hazard", "Ground"),
    ("break-test", "Army"),
    ("duel", "Duel"),
)
PLACES = (("front", "front"), ("flank", "flank"), ("rear", "rear"))
COVERS = (("none", "in the open"), ("cover", "in cover"), ("full", "in full cover"))
MADE = (("plain", "plain"), ("magical", "magical"), ("artillery", "of artillery"))
SEVERAL = [(str(count), f"{count if count > 1 else ''}d3") for count in range(1, 10)]
TURNS = (("first", "First turn of the fight"), ("later", "A later turn"))
WIDEST, LONGEST, MOST_POWER, MOST_TOUCHED = 100, 200, 40, 200
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
    "characters": "x",
    "characters[0]": "x",
    "characters[1]": "y",
    "characters[2]": "z",
    "lines": "k",
    "rams": "r",
    "points": "p",
    "lost": "q",
}
FIGURES = ("an", "bn", "af", "bf")
WITHOUT_FIGURES = ("break-test", "duel")  # kinds of whole armies, and of single models
AREA = ("shots", "needed", "hits", "strength", "wounds", "made", "engaged")
OF_KIND = {
    "melee": ("turn", "at", *(letter + short for letter in "ab" for short in "xyzkrclhm")),
    "area": (*AREA, "bx", "by", "bz"),
    "shoot": ("range", "moved", "cover", "weapon", "ah", "bx", "by", "bz"),
    "morale": ("at", "alone", "al", "am", "ax", "ay", "az", "bx", "by", "bz"),
    "rally": ("nearest", "al", "ax", "ay", "az"),
    "cast": ("spell", "power", "counter", "touched", "bx", "by", "bz"),
    "counterspell": ("power", "counter"),
    "dispel": ("lasting", "power", "counter"),
    "template": ("lying", "drifts", "ahead", "touched", "bx", "by", "bz"),
    "hazard": ("ground", "ax", "ay", "az"),
    "break-test": ("ap", "aq", "bp", "bq"),
    "duel": ("turn", *(letter + short for letter in "ab" for short in "krh")),
}
STRUCK = ("cast", "template")  # kinds whose one unit is the second
FOLDED = {  # what is seldom stated of either unit
    "a": ("weapon", *(f"a{short}" for short in "xyzkrclhm")),
    "b": tuple(f"b{short}" for short in "xyzkrclhm"),
}
UNSTATED = {"weapon": "", "alone": False, "ac": None, "bc": None, "ar": False, "br": False, "drifts": False}
LEADING = "xyz"  # the fields of those who lead a unit
NOBODYS = "none"  # who leads a unit that nobody leads
USUAL_SPELL, USUALLY_TOUCHED = "fire/flamestrike", 5
USUALLY_LASTS, USUALLY_NEAR = "life/bless", 12
USUALLY_LIES, USUALLY_AHEAD, USUAL_GROUND = "air/tornado", 6, "quicksand"
USUAL_TOLL = {"p": 2000, "q": 700}  # points as brought, and those lost
MOST_POINTS, FARTHEST = 1_000_000, 60


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
    shots = forms.IntegerField(label="Shots", min_value=1, max_value=MOST_SHOTS)
    needed = forms.IntegerField(label="Each needs", min_value=-10, max_value=20)
    hits = forms.TypedChoiceField(label="Hits of each", choices=SEVERAL, coerce=int)
    strength = forms.IntegerField(label="Strength", min_value=0, max_value=20)
    wounds = forms.TypedChoiceField(label="Wounds of a hit", choices=[("0", "1"), *SEVERAL], coerce=int)
    made = forms.ChoiceField(label="Shots are", choices=MADE)
    engaged = forms.BooleanField(label="It fights somebody", required=False)
    ac = forms.IntegerField(label="Touch the enemy", required=False, min_value=1, max_value=MOST_MODELS)
    bc = forms.IntegerField(label="Touch the enemy", required=False, min_value=1, max_value=MOST_MODELS)
    al = forms.IntegerField(label="Fell before, this turn", min_value=0, max_value=MOST_MODELS)
    bl = forms.IntegerField(label="Fell before, this turn", min_value=0, max_value=MOST_MODELS)
    ah = forms.IntegerField(label="Added to hit", min_value=-10, max_value=10)
    bh = forms.IntegerField(label="Added to hit", min_value=-10, max_value=10)
    am = forms.IntegerField(label="Added to morale", min_value=-10, max_value=10)
    bm = forms.IntegerField(label="Added to morale", min_value=-10, max_value=10)
    alone = forms.BooleanField(label="Nobody in contact", required=False)
    ax = forms.ChoiceField(label="Led by")
    bx = forms.ChoiceField(label="Led by")
    ay = forms.ChoiceField(label="and by")
    by = forms.ChoiceField(label="and by")
    az = forms.ChoiceField(label="and by")
    bz = forms.ChoiceField(label="and by")
    ak = forms.TypedChoiceField(label="Strikes with", coerce=int)
    bk = forms.TypedChoiceField(label="Strikes with", coerce=int)
    ar = forms.BooleanField(label="Rams", required=False)
    br = forms.BooleanField(label="Rams", required=False)
    nearest = forms.FloatField(label="Nearest enemy, inches", min_value=0, max_value=LONGEST)
    spell = forms.ChoiceField(label="Spell")
    lasting = forms.ChoiceField(label="Spell to dispel")
    power = forms.IntegerField(label="Power", required=False, min_value=1, max_value=MOST_POWER)
    counter = forms.IntegerField(label="Countered with", min_value=0, max_value=MOST_POWER)
    touched = forms.IntegerField(label="Models touched", min_value=1, max_value=MOST_TOUCHED)
    lying = forms.ChoiceField(label="Template of")
    drifts = forms.BooleanField(label="It wanders", required=False)
    ahead = forms.FloatField(label="Its middle, inches ahead", min_value=-FARTHEST, max_value=FARTHEST)
    ground = forms.ChoiceField(label="Stands in")
    ap = forms.IntegerField(label="Your points", min_value=1, max_value=MOST_POINTS)
    bp = forms.IntegerField(label="Their points", min_value=1, max_value=MOST_POINTS)
    aq = forms.IntegerField(label="You have lost", min_value=0, max_value=MOST_POINTS)
    bq = forms.IntegerField(label="They have lost", min_value=0, max_value=MOST_POINTS)

    def __init__(self, query: QueryDict, units: tuple[Contestant, Contestant], catalogue: Catalogue) -> None:
        self.units = units
        self.catalogue = catalogue
        self.usual = usual_of(units)
        given = {name: value for name, value in query.items() if name in self.base_fields and value != ""}
        super().__init__(self.usual | given | _weapon_of(units[0], str(given.get("weapon", ""))))
        stated = self.data["kind"]
        self.asked = stated if stated in OF_KIND else "melee"
        figures = () if self.asked in WITHOUT_FIGURES else FIGURES
        asked = ("kind", *figures, *OF_KIND[self.asked])
        self.fields = {name: self.fields[name] for name in self.fields if name in asked}
        if "at" in self.fields:
            unit = units[self.asked == "morale"]
            self.fields["at"].label = f"Where {unit.name} {'stand' if unit.is_many else 'stands'}"
        if isinstance(weapon := self.fields.get("weapon"), forms.ChoiceField):
            weapon.choices = [(name, name) for name in _weapons(units[0])]
        if isinstance(spell := self.fields.get("spell"), forms.ChoiceField):
            offered = to_cast(catalogue)
            spell.choices = [(each.slug, f"{each.name}, level {each.level}") for each in offered]
            if not any(each.slug == self.data["spell"] and touches_models(each) for each in offered):
                self.fields.pop("touched")
        if isinstance(lasting := self.fields.get("lasting"), forms.ChoiceField):
            lasting.choices = [(each.slug, f"{each.name}, level {each.level}") for each in to_dispel(catalogue)]
        self._offer_templates()
        if isinstance(ground := self.fields.get("ground"), forms.ChoiceField):
            ground.choices = [(slug, feature.name) for slug, feature in grounds().items()]
        for letter, unit in zip("ab", units, strict=True):
            self._offer(letter, unit)

    def _offer_templates(self) -> None:
        """The spells whose templates stay; only of one that wanders, at ranks, whether it does, and then from where."""
        lying = self.fields.get("lying")
        if not isinstance(lying, forms.ChoiceField):
            return
        offered = to_lie(self.catalogue)
        lying.choices = [(each.slug, each.name) for each in offered]
        roams = any(each.slug == self.data["lying"] and wanders(each) for each in offered)
        if not roams or str(self.data["bf"]) == "0":  # where loose models stand nobody knows
            self.fields.pop("drifts")
        goes = "drifts" in self.fields and self.data.get("drifts") == "on"
        self.fields.pop("touched" if goes else "ahead")

    def _offer(self, letter: str, unit: Contestant) -> None:
        """Who may lead a unit, what it may strike with and whether it may ram, where there is a choice."""
        leaders = [(NOBODYS, "Nobody"), *((leader.key, leader.name) for leader in unit.offered)]
        strikes = [(number, words) for number, words in _strikes(unit) if words and not unit.mixed]
        if unit.mixed and (models := self.fields.get(f"{letter}n")):
            models.help_text = f"and {unit.beside} of other kinds"
        before = ""  # a further character is asked for beside another
        for short, choices in (("x", leaders), ("y", leaders), ("z", leaders), ("k", strikes)):
            field = self.fields.get(letter + short)
            if isinstance(field, forms.ChoiceField) and len(choices) > 1 and (short in "xk" or before != NOBODYS):
                field.choices = choices
                before = self.data[letter + short]
            else:
                self.fields.pop(letter + short, None)
        if not unit.figures.ramming:
            self.fields.pop(f"{letter}r", None)

    @property
    def leaders(self) -> dict[str, list[BoundField]]:
        """The fields of those who lead either unit."""
        return {letter: [self[letter + short] for short in LEADING if letter + short in self.fields] for letter in "ab"}

    @property
    def folded(self) -> dict[str, list[str]]:
        """What is seldom stated of either unit, as far as it is asked."""
        return {letter: [name for name in names if name in self.fields] for letter, names in FOLDED.items()}

    @property
    def is_unusual(self) -> bool:
        """Whether something that is seldom stated is stated, or wrong."""
        folded = (name for names in self.folded.values() for name in names)
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
            nearest=fields["nearest"],
            cast=self._cast,
            ground=grounds()[fields["ground"]],
            area=self._area,
            tolls=tuple(Toll(fields[f"{letter}p"], fields[f"{letter}q"]) for letter in "ab"),
        )

    @property
    def _cast(self) -> Cast:
        fields = self.cleaned_data
        if "lying" in fields:
            return Cast(
                self.catalogue.spells[fields["lying"]], touched=fields.get("touched", 0), ahead=fields.get("ahead")
            )
        if "counter" not in fields:
            return NO_CAST
        slug = fields.get("spell") or fields.get("lasting")
        spell = self.catalogue.spells[slug] if slug else None
        return Cast(spell, fields["power"], fields["counter"], fields.get("touched", 0))

    @property
    def _area(self) -> Area | None:
        return Area(**{name: self.cleaned_data[name] for name in AREA}) if self.asked == "area" else None

    @property
    def _values(self) -> dict[str, Any]:
        """Those that are stated, and the usual ones of what isn't asked."""
        return UNSTATED | self.usual | self.cleaned_data

    def _party(self, letter: str, unit: Contestant) -> Party:
        fields = self._values
        names = {"count": "n", "files": "f", "contact": "c", "fallen": "l", "to_hit": "h", "morale": "m"}
        ways = {name: fields[letter + short] for name, short in names.items()}
        if self.asked == "duel":
            ways |= {"count": 1, "files": 0}
            unit = replace(unit, mixed=(), mixed_wounds=0)
        among = unit.offered or unit.leaders
        by_key = {leader.key: leader for leader in among}
        keys = (fields[letter + short] for short in LEADING)
        leaders = tuple(by_key[key] for key in takewhile(by_key.__contains__, keys))
        first = self.usual[f"{letter}k"]
        strikes = None if fields[f"{letter}k"] == first else fields[f"{letter}k"]
        return Party(unit=unit, leaders=leaders, strikes=strikes, rams=fields[f"{letter}r"], **ways)

    def refuse(self, error: MalformedError) -> None:
        """Say what can't be at its field, or above all fields where it's the whole."""
        name = field_of(error.field, struck=self.asked in STRUCK)
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
    shots = units[0].missiles
    figures["range"] = round(shots[0].range / 2) if shots else 12
    figures["weapon"] = shots[0].name if shots else ""
    for letter, unit in zip("ab", units, strict=True):
        figures |= {f"{letter}n": unit.count, f"{letter}f": unit.files}
        figures |= {f"{letter}{short}": 0 for short in "lhm"}
        own = [leader.key for leader in unit.leaders]
        figures |= {letter + short: key for short, key in zip_longest(LEADING, own, fillvalue=NOBODYS)}
        figures[f"{letter}k"] = next((number for number, words in _strikes(unit) if words), None)
    figures |= {"spell": USUAL_SPELL, "lasting": USUALLY_LASTS, "nearest": USUALLY_NEAR}
    figures |= {"shots": 1, "needed": 3, "hits": "4", "strength": 1, "wounds": "0", "made": "plain"}
    figures |= {"lying": USUALLY_LIES, "ahead": USUALLY_AHEAD, "ground": USUAL_GROUND}
    figures |= {f"{letter}{short}": usual for letter in "ab" for short, usual in USUAL_TOLL.items()}
    return figures | {"counter": 0, "touched": min(USUALLY_TOUCHED, units[1].count + units[1].beside)}


def _strikes(unit: Contestant) -> list[tuple[int, str]]:
    """The number of each attack in melee, with its words where there is another to choose instead."""
    melee = unit.figures.melee
    several = [
        line.alternative or (number < len(melee) and melee[number].alternative) for number, line in enumerate(melee, 1)
    ]
    return [
        (number, stat_line(replace(unit.figures, melee=(replace(line, alternative=False),))).melee if some else "")
        for number, (line, some) in enumerate(zip(melee, several, strict=True), 1)
    ]


def _weapons(unit: Contestant) -> list[str]:
    """The names of its missile attacks, each once."""
    return list(dict.fromkeys(missile.name for missile in unit.missiles if missile.name))


def _weapon_of(unit: Contestant, begins: str) -> dict[str, str]:
    """The weapon whose name begins so, as older addresses state it; nothing where there is none."""
    names = [name for name in _weapons(unit) if begins and name.lower().startswith(begins.lower())]
    return {"weapon": names[0]} if names and begins not in names else {}


def field_of(path: str, *, struck: bool = False) -> str | None:
    """The form's field that a situation's field comes from; None where it is the whole.

    `struck` is whether the one unit of the situation is the second one.
    """
    if path == "middle":
        return "ahead"
    second = ("sides[1]", "target", "enemies", *(("unit",) if struck else ()))
    letter = "b" if path.startswith(second) else "a"
    if not path.startswith(("sides[", "shooter", "target", "unit", "enemies")):
        return path if path in MeetingForm.base_fields else None
    last = path.rpartition(".")[2]
    return f"{letter}{FIELDS.get(last, 'n')}"
