"""One contingent of an army, composed unit by unit as the printed text allows."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from tests.corpus.copies import CHARIOT, CREATURES, DESIGNS, Plain
from tests.corpus.priced import BEAST, LARGEST, SMALLEST, Priced, hidden_price, models
from tests.corpus.printed import (
    COMMON,
    CREWS,
    HEAD,
    HYDRA,
    LEARNERS,
    LEARNING,
    OPEN_CHARIOT,
    USUAL_CREW,
    WEAPONS,
    WIZARDS,
    Entry,
    entries,
    of,
)

HEADS = 4


@dataclass
class Composer:
    """Builds the units of one contingent within its points."""

    army: str
    size: int
    chance: Random
    tournament: bool = False
    cheap_monsters: bool = False
    with_designs: bool = False
    plague: bool = False
    letter: str = "u"
    units: list[Priced] = field(default_factory=list)
    leave: set[str] = field(default_factory=set)
    numbered: int = 0

    @property
    def special_left(self) -> int:
        return self.size * 40 // 100 - sum(each.special for each in self.units)

    @property
    def left(self) -> int:
        return self.size - sum(each.points for each in self.units)

    @property
    def normal_missing(self) -> int:
        return -(-self.size * 60 // 100) - sum(each.normal for each in self.units)

    def ref(self, letter: str) -> str:
        self.numbered += 1
        return f"{letter}{self.letter}{self.numbered}"

    # The special part first, as far as its 40 % go; then normal troops until they are 60 %.

    def compose(self) -> list[Priced]:
        makers = [self.lone_character, self.monsters, self.machines, self.vehicles, self.hydra, self.elite_troops]
        self.chance.shuffle(makers)
        for make in makers[: self.chance.randint(1, 4)]:
            self.keep(make())
        self.keep(self.learned_beast())
        if self.with_designs:
            self.keep(self.chariot_of_two())
            self.keep(self.own_creatures())
        if self.plague:
            self.keep(self.sick_wizard())
        while self.normal_missing > 0:
            self.units.append(self.troops())
        return self.units

    def keep(self, made: Priced | None) -> None:
        if made and made.special <= self.special_left and made.points <= self.spare and self.size_fits(made):
            self.units.append(made)

    @property
    def spare(self) -> int:
        """Points that aren't needed for the 60 %, with room for the last unit to go a model over."""
        return self.left - max(self.normal_missing, 0) - min(60, self.size // 10)

    def size_fits(self, made: Priced) -> bool:
        counted = any(entries().get(each["profile"], BEAST).section in ("troops", "monsters") for each in models(made))
        return not self.tournament or (made.points <= LARGEST and (not counted or made.points >= SMALLEST))

    def troops(self) -> Priced:
        """Normal troops, perhaps hidden, perhaps led; never more than the contingent's points."""
        row = self.chance.choice([each for each in of(self.army, "troops") if each.is_normal])
        hides = row.infiltrates is not None and self.chance.random() < 0.5
        closes_up = row.closes_up is not None and self.chance.random() < 0.5
        each = (row.infiltrates if hides else row.closes_up if closes_up else None) or row.points
        wanted = min(self.normal_missing, self.chance.randint(self.size // 6, self.size // 3))
        count = -(-max(wanted, SMALLEST) // each)
        if self.tournament:
            count = min(count, 600 // each)
        while count * each > self.left and count > 1:
            count -= 1
        made = Priced({"ref": self.ref("u"), "models": [{"profile": row.slug, "count": count}]}, normal=count * each)
        if hides:
            made.unit["infiltrating"] = True
        if closes_up:
            made.unit["models"][0]["phalanx"] = True
        self.outfit(made, row, count)
        self.lead(made, row, hides=hides)
        return made

    def outfit(self, made: Priced, row: Entry, count: int) -> None:
        """One piece of equipment for every giant of a unit, if the special points allow."""
        pieces = of(self.army, "equipment") if self.army == "giant-kings" else []
        piece = self.chance.choice(pieces) if pieces and self.chance.random() < 0.5 else None
        cost = piece.points * count if piece else 0
        if piece and cost <= min(self.special_left, self.spare - made.normal):
            made.unit["models"][0]["upgrades"] = [{"profile": piece.slug}]
            made.special += cost

    def lead(self, made: Priced, row: Entry, *, hides: bool) -> None:
        if self.chance.random() < 0.5 or "upgrades" in made.unit["models"][0]:
            return
        leader, points = self.character(hidden=hides, phalanx=row.phalanx, mounts=not hides)
        room = min(self.special_left, self.spare - max(made.normal - max(self.normal_missing, 0), 0))
        if points <= room and not (self.tournament and made.points + points > LARGEST):
            made.unit["characters"] = [leader]
            made.special += points

    def character(self, *, hidden: bool = False, phalanx: bool = False, mounts: bool = True) -> tuple[Plain, int]:
        rows = [each for each in of(self.army, "characters") if not phalanx or "child-of" not in each.slug]
        row = self.chance.choice(rows)
        chosen: Plain = {"ref": self.ref("c"), "profile": row.slug}
        extras = sum(buy(chosen, row) for buy in (self.weapon, self.counterspell, self.school))
        if mounts:
            extras += self.mount(chosen, row)
        return chosen, hidden_price(row, extras) if hidden else row.points + extras

    def weapon(self, chosen: Plain, row: Entry) -> int:
        if row.skill not in (3, 4, 5) or self.army not in COMMON or self.chance.random() < 0.6:
            return 0
        chosen["weapon"] = self.chance.choice(COMMON[self.army])
        return WEAPONS[chosen["weapon"]][row.skill - 3]

    def counterspell(self, chosen: Plain, row: Entry) -> int:
        if self.chance.random() < 0.85:
            return 0
        chosen["counterspell"] = True
        return 75

    def school(self, chosen: Plain, row: Entry) -> int:
        if row.slug in LEARNERS and self.chance.random() < 0.4:
            chosen["school"] = self.chance.choice(LEARNERS[row.slug])
            return LEARNING
        if row.slug in WIZARDS:
            chosen["school"] = self.chance.choice(WIZARDS[row.slug])
            if self.plague and chosen["school"] != "general":
                chosen["school"] = "plague"
                self.leave.add("OPT-02")
        return 0

    def mount(self, chosen: Plain, row: Entry) -> int:
        if row.walks_only or self.chance.random() < 0.6:
            return 0
        steeds = [each for each in (*of(self.army, "mounts"), *of("monsters", "monsters")) if each.base > row.base]
        steeds = [each for each in steeds if each.slug != HYDRA]
        if row.base <= 1:
            steeds.append(entries()[OPEN_CHARIOT])
        steed = self.chance.choice([each for each in steeds if each.points <= 350])
        chosen["mount"] = {"profile": steed.slug}
        return steed.points

    def learned_beast(self) -> Priced | None:
        row = next((each for each in of(self.army, "monsters") if each.slug in LEARNERS), None)
        if row is None:
            return None
        models = [{"profile": row.slug, "count": 1, "school": self.chance.choice(LEARNERS[row.slug])}]
        return Priced({"ref": self.ref("u"), "models": models}, special=row.points + LEARNING)

    def chariot_of_two(self) -> Priced:
        """Two who walk well, on the two places that the copied chariot leaves beside its crew."""
        walkers = [each for each in of(self.army, "characters") if each.base <= 1 and each.slug not in WIZARDS]
        pair = [row for row in self.chance.choices(walkers, k=2) if not row.walks_only] if walkers else []
        mounts: list[Plain] = [{"profile": CHARIOT}, {"profile": CHARIOT, "shared": True}]
        riders = [
            {"ref": self.ref("c"), "profile": row.slug, "mount": mount}
            for row, mount in zip(pair, mounts, strict=False)
        ]
        points = DESIGNS[CHARIOT][0] + sum(row.points for row in pair)
        return Priced({"ref": self.ref("u"), "characters": riders}, special=points) if riders else self.own_creatures()

    def lone_character(self) -> Priced:
        row = next((each for each in of(self.army, "characters") if each.infiltrates), None)
        if row and row.slug not in WIZARDS and self.chance.random() < 0.5:
            alone = {"ref": self.ref("c"), "profile": row.slug}
            return Priced(
                {"ref": self.ref("u"), "infiltrating": True, "characters": [alone]}, special=row.infiltrates or 0
            )
        chosen, points = self.character()
        return Priced({"ref": self.ref("u"), "characters": [chosen]}, special=points)

    def sick_wizard(self) -> Priced:
        row = next(each for each in of(self.army, "characters") if each.slug in WIZARDS)
        self.leave.add("OPT-02")
        wizard = {"ref": self.ref("c"), "profile": row.slug, "school": "plague"}
        return Priced({"ref": self.ref("u"), "characters": [wizard]}, special=row.points)

    def monsters(self) -> Priced:
        """Monsters of one kind, perhaps led on foot or from one of them."""
        cheap = [each for each in of("monsters", "monsters") if each.slug != HYDRA]
        row = self.chance.choice([*cheap, *of(self.army, "monsters")])
        count = max(1, self.chance.randint(SMALLEST, 2 * SMALLEST) // row.points)
        made = Priced({"ref": self.ref("u"), "models": [{"profile": row.slug, "count": count}]})
        if self.cheap_monsters and row.is_cheap_monster:
            made.normal = count * row.points
            self.leave.add("OPT-01")
        else:
            made.special = count * row.points
        if self.chance.random() < 0.3:
            self.lead_monsters(made, row)
        return made

    def lead_monsters(self, made: Priced, row: Entry) -> None:
        leader, points = self.character(mounts=False)
        rider = entries()[leader["profile"]]
        if row.base > rider.base and not rider.walks_only:
            leader["mount"] = {"profile": row.slug}
            points += row.points
        made.unit["characters"] = [leader]
        made.special += points

    def hydra(self) -> Priced:
        points = entries()[HYDRA].points + HEADS * entries()[HEAD].points
        heads = [{"profile": HEAD, "count": HEADS}]
        return Priced(
            {"ref": self.ref("u"), "models": [{"profile": HYDRA, "count": 1, "upgrades": heads}]}, special=points
        )

    def machines(self) -> Priced:
        """War machines of any kinds, the army's own too, some with a second crew."""
        rows = [*of("war-machines", "war-machines"), *of(self.army, "war-machines")]
        surcharge, second = CREWS.get(self.army, USUAL_CREW)
        lines, points = [], 0
        for row in self.chance.sample([each for each in rows if each.points < 400], self.chance.randint(1, 2)):
            reinforced = self.chance.randint(0, 1)
            lines.append({"profile": row.slug, "count": 1, "reinforced": reinforced})
            points += row.points + reinforced * second + (surcharge if row.army == "war-machines" else 0)
        return Priced({"ref": self.ref("u"), "models": lines}, special=points)

    def vehicles(self) -> Priced:
        row = self.chance.choice(of("vehicles", "vehicles"))
        count = self.chance.randint(1, 2)
        models = [{"profile": row.slug, "count": count}]
        return Priced({"ref": self.ref("u"), "models": models}, special=count * row.points)

    def elite_troops(self) -> Priced | None:
        rows = [each for each in of(self.army, "troops") if not each.is_normal]
        if not rows:
            return None
        row = self.chance.choice(rows)
        count = -(-SMALLEST // row.points)
        return Priced(
            {"ref": self.ref("u"), "models": [{"profile": row.slug, "count": count}]}, special=count * row.points
        )

    def own_creatures(self) -> Priced:
        slug = self.chance.choice(CREATURES)
        points = DESIGNS[slug][0]
        count = -(-SMALLEST // points)
        models = [{"profile": slug, "count": count}]
        kind = "special" if self.tournament else "normal"
        return Priced({"ref": self.ref("u"), "models": models}, **{kind: count * points})
