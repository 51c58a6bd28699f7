"""The printed tables read a second time, from the document itself, and held against the catalogue.

    python -m benchmarks.second_reading DOCUMENT

DOCUMENT is the text of the rules, one row of a table a line, its cells between tabs. Nothing of the catalogue's own
readers is used here: cells are taken apart by the few patterns below, and what they say is compared, field by field,
with what the catalogue holds (printed errors too, before they are mended). Prints the counts, and every difference.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from pathlib import Path
from typing import Any

from msgspec import json

from tabletop.arcana.catalogue.profiles import Row, School, Section
from tabletop.arcana.catalogue.spells import Spell, in_school
from tests.catalogue import printed_catalogue
from tests.charts import base_kinds, printed_charts

Facts = dict[str, Any]

KEY = ("name", "vp", "move")
CELLS = ("name", "vp", "move", "wounds", "armour", "magic", "morale", "melee", "missile", "special")
TABLES = re.compile(r"# ARCANA - (?!RACES).*(?:PROFILES|ARMY LIST|EMPIRE OF MARR)")
ELEMENTS = ("fire", "water", "earth", "air", "chaos", "lightning")
SCHOOLS = ("general", "life", "death", "nature", "chaos", "earth", "fire", "water", "air")
CROSSINGS = {"forest": "forestwalker", "rock climb": "rock-climber", "ignore": "ignores-terrain", "swim": "swimmer"}
HEAD = re.compile(r"(?P<head>Wounds|(?:\d+ +)?[Ss]weeps? *\(\d+\)|\d+) */ *(?P<skill>\d)")
QUALITIES: tuple[tuple[str, str], ...] = (
    (r"\bStr?\b *\((\d)\)", "strength"),
    (r"\bWeak\b", "weak"),
    (r"\bEldritch(?: hit\b)?", "eldritch"),
    (r"\bmagic(?:al)?\b", "magical"),
    (r"\bLong weapons?\b", "long_weapon"),
    (r"\bFirst strike\b", "first_strike"),
    (r"\bLast strike\b", "last_strike"),
    (r"(\d*)d3 hits\b", "hits_d3"),
    (r"(\d*)d3 (?:wnds|wounds)\b", "wounds_d3"),
    (r"\bNatural\b", "natural"),
    (r"\bArtillery\b", "artillery"),
    (r"\bRange:? *(?:(\d+)\" *- *)?(\d+)\"", "range"),
    (r"\(()(\d+)\"\)", "range"),
    *((rf"\b{element}\b", element) for element in ELEMENTS),
)
FAR = {"line of sight": "line-of-sight", "contact": "contact", "touch": "contact", "self": "self", "irrelevant": "none"}
SAVES = {
    "no save": "none",
    "unit save": "unit",
    "individual save": "individual",
    "individual saves": "individual-saves",
    "multiple saves": "multiple",
    "special save": "special",
    "special saves": "special",
    "no save but unit save": "none-but-unit",
    "no save except unit save": "none-but-unit",
    "no save but individual save": "none-but-individual",
    "no save or individual save": "none-or-individual",
}
GOINGS = {
    "can not be crossed by normal": "impassable",
    "very difficult": "very-difficult",
    "difficult": "difficult",
    "open terrain": "open",
}
# What is no attack's quality, and what the catalogue knows from other places than the row's own cells.
ASIDE = re.compile(r"\(or special weapon if chosen\)|When using ramming.*")
SETTLED = {
    ("giant-kings/rollers", "melee"): "the cell is a sentence, told in our words",
    ("giant-kings/ballista", "missile"): "an erratum has it shoot every turn; the value is that of machines",
    ("undead/skeletal-horses", "base"): "ruling M14",
    ("orcs/riding-beast", "base"): "ruling M14",
}
FROM_ELSEWHERE = (
    "slug", "name", "section", "printed", "points", "notes", "room", "drawn_by", "carried_by", "mounted", "horse_like",
    "vehicle_type", "footprint",
)  # fmt: skip


def qualities(text: str) -> tuple[Facts, str]:
    """What the words behind an attack say, and those that say none of it: the name of the next one."""
    facts: Facts = {}
    for pattern, word in QUALITIES:
        match = re.search(pattern, text, re.IGNORECASE)
        if match is None:
            continue
        text = f"{text[: match.start()]} {text[match.end() :]}"
        if word == "strength":
            facts |= {"strength": int(match[1])} if match[1] != "0" else {}
        elif word in ("weak", "eldritch"):
            facts["strength"] = word
        elif word in ("hits_d3", "wounds_d3"):
            facts[word] = int(match[1] or 1)
        elif word == "range":
            facts |= {"range": int(match[2])} | ({"min_range": int(match[1])} if match[1] else {})
        elif word in ELEMENTS:
            facts["element"] = word
        else:
            facts[word] = True
    return facts, " ".join(re.findall(r"[A-Za-z-]{2,}", text))


def attacks(cell: str) -> list[Facts]:
    """The attacks of a cell in order; what stands behind an `or` replaces the one before."""
    lines: list[Facts] = []
    for part in re.split(r",? *\bor\b *", ASIDE.sub("", cell), flags=re.IGNORECASE):
        heads = list(HEAD.finditer(part))
        before, name = heading(part[: heads[0].start()] if heads else "")
        for head, following in zip_longest(heads, heads[1:]):
            tail, next_name = qualities(part[head.end() : following.start() if following else None])
            line: Facts = {"skill": int(head["skill"])} | numbers(head["head"]) | before | tail
            line |= {"name": name.strip("- ")} if name else {}
            line |= {"alternative": True} if lines and head is heads[0] else {}
            lines.append(line)
            before, name = {}, next_name
    return lines


def heading(text: str) -> tuple[Facts, str]:
    """What stands before a part's first attack: its range and its name, be that an element's too."""
    name = re.sub(r"\(\d+\"\)|[^A-Za-z -]", " ", text)
    reach = qualities(text)[0].get("range")
    return {"range": reach} if reach else {}, " ".join(name.split()).strip("- ")


def numbers(head: str) -> Facts:
    if head == "Wounds":
        return {"attacks": 1, "per_wound": True}
    *sweeps, number = re.findall(r"\d+", head)
    sweep = {"sweep": True} if "weep" in head else {}
    return {"attacks": int(number)} | sweep | ({"sweeps": int(sweeps[0])} if sweeps else {})


def movement(cell: str) -> Facts:
    facts: Facts = {}
    cell = re.sub(r"\(6\" VP\)", "", cell)
    for inches, way in re.findall(r"(\d+)\"? *(Fly|(?<=\d\d\" )Swim)?", cell):
        facts["swim" if way == "Swim" and facts else "fly" if way == "Fly" else "ground"] = int(inches)
    cell = "" if "swim" in facts else cell
    crossings = [ability for word, ability in CROSSINGS.items() if word in cell.casefold()]
    return facts | ({"abilities": crossings} if crossings else {})


def armour(cell: str) -> Facts:
    """The armour cell: the save, a second one, and what else keeps its wearer alive."""
    plus = re.search(r"Miss?i?le?.*?\+(\d)", cell)
    evasion = re.search(r"evasion \((\d)\)", cell, re.IGNORECASE)
    saves = re.findall(r"(?<![(+])\b(\d)\b( Fixed)?", cell, re.IGNORECASE)
    values = [{"value": int(value)} if value != "0" else {} for value, _ in saves]
    suits: list[Facts] = [
        value | ({"fixed": True} if fixed else {}) for value, (_, fixed) in zip(values, saves, strict=True)
    ]
    defence: Facts = {"evasion": int(evasion[1])} if evasion else {}
    defence |= {"missile_armour": int(plus[1])} if plus else {}
    defence |= {"missile_immune": True} if re.search(r"Miss?i?le imm", cell, re.IGNORECASE) else {}
    for word, field in (("shield", "shield"), ("regen", "regeneration"), ("slow", "slow")):
        defence |= {field: True} if word in cell.casefold() else {}
    sensitive = [element for element in ELEMENTS if f"{element} sensitive" in cell.casefold()]
    defence |= {"sensitive": sensitive} if sensitive else {}
    facts: Facts = {"armour": suits[0]} if suits else {}
    return facts | ({"second_armour": suits[1]} if len(suits) > 1 else {}) | {"defence": defence}


def magic(cell: str) -> Facts:
    number = re.match(r"\d", cell)
    immune = [element for element in ELEMENTS if f"{element} immune" in cell.casefold()]
    return ({"magic_resistance": int(number[0])} if number else {}) | ({"immune": immune} if immune else {})


def special(cell: str) -> Facts:
    """The last cell, but for what it says of attacks and of other cells' fields."""
    base = re.search(r"Base:? ?(1/2|\d+)", cell)
    other = re.search(r"Base 1 \(?or (\d)", cell)
    infiltrates = re.search(r"Infiltrate \((\d+)\)", cell)
    phalanx = re.search(r"form Phalanx \((\d+)\)", cell)
    cargo = re.search(r"(\d) Cargo", cell)
    ram = re.search(r"Ram(?:ming)?:? *(.*)", cell)
    facts: Facts = {"base": {"1/2": 0.5}.get(base[1]) or int(base[1])} if base and base[1] != "1" else {}
    facts |= {"other_base": int(other[1])} if other else {}
    facts |= {"infiltrate_cost": int(infiltrates[1])} if infiltrates else {}
    facts |= {"phalanx_cost": int(phalanx[1])} if phalanx else {}
    facts |= {"cargo": int(cargo[1])} if cargo else {}
    facts |= {"ramming": attacks(re.sub(r"Base \d|\d Cargo", "", ram[1]))[0]} if ram else {}
    for word, field in (
        (r"Fea?rsome", "fearsome"),
        (r"Elite", "elite"),
        (r"Cannot be mounted", "cannot_mount"),
        (r"May not lead Phalanx", "cannot_lead_phalanx"),
    ):
        facts |= {field: True} if re.search(word, cell) else {}
    return facts


def taught(cells: Mapping[str, str]) -> Facts:
    """The schools of a wizard, and what they cost beside the row."""
    stated = re.search(r"(?:Spell ?caster|Magic:)(.*)", f"{cells['special']} {cells['name']}", re.IGNORECASE)
    if stated is None:
        return {}
    schools = [school for school in re.findall(r"[a-z]+", stated[1].casefold()) if school in SCHOOLS]
    dearer, whole = re.search(r"\+(\d+)", cells["name"]), re.search(r"caster \((\d+)\)", cells["special"])
    cost = int(dearer[1]) if dearer else int(whole[1]) - int(cells["vp"]) if whole else 0
    return {"schools": schools} | ({"cost": cost} if cost else {})


def facts_of(cells: Mapping[str, str], *, is_war_machine: bool) -> Facts:
    """What a printed row says."""
    stated = armour(cells["armour"])
    defence = stated.pop("defence") | magic(cells["magic"])
    defence |= {"testudo": True} if "Testudo" in cells["special"] else {}
    defence |= {"charmer": True} if "Charm" in cells["special"] else {}
    facts = stated | {"movement": movement(cells["move"])} | special(cells["special"]) | {"defence": defence}
    wounds = re.match(r"\d+", cells["wounds"])
    facts |= {"wounds": int(wounds[0])} if wounds and wounds[0] != "1" else {}
    if morale := re.match(r"\d+", cells["morale"]):
        kind = "berserk" if "Berserk" in cells["special"] else "fearless" if "Fearless" in cells["morale"] else ""
        disciplined = {"disciplined": True} if "Disciplined" in cells["special"] else {}
        facts["morale"] = {"value": int(morale[0])} | ({"kind": kind} if kind else {}) | disciplined
    facts["melee"] = attacks(cells["melee"])
    shots = attacks(cells["missile"])
    if shots and "range" not in shots[0]:
        facts["missile_skill"] = {name: shots[0][name] for name in ("attacks", "skill")}
    else:
        every_other = re.search(r"Fires? every other turn", cells["special"])
        reloads = bool(every_other) or (is_war_machine and "Fires every turn" not in cells["special"])
        more = ({"reloads": True} if reloads else {}) | ({"artillery": True} if is_war_machine else {})
        facts["missile"] = [shot | more for shot in shots]
    if re.search(r"(?<!form )(?<!lead )Phalanx", cells["special"]):
        facts["melee"] = [line | {"phalanx": True} for line in facts["melee"]]
    facts["spellcaster"] = taught(cells)
    return {field: value for field, value in facts.items() if value or field == "armour"}


def printed_rows(document: str) -> Iterator[tuple[int, dict[str, str]]]:
    """The cells of each row, with its line."""
    page = ""
    for number, line in enumerate(document.splitlines(), 1):
        page = line if line.startswith("# ") else page
        cells = [tidy(cell) for cell in line.split("\t")]
        if TABLES.match(page) and len(cells) == len(CELLS) and cells[0] != "Name" and any(cells[1:]):
            yield number, dict(zip(CELLS, cells, strict=True))


def differences(stated: Facts, held: Facts) -> Iterator[tuple[str, str]]:
    """The fields in which two rows differ, each with how; names of attacks count where both have one."""
    for field in sorted(stated.keys() | held.keys()):
        ours, theirs = held.get(field), stated.get(field)
        if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
            pairs = list(zip(theirs, ours, strict=True))
            if ours and isinstance(ours[0], dict):
                pairs = [(alike(one, other), alike(other, one)) for one, other in pairs]
                theirs, ours = [one for one, _ in pairs], [other for _, other in pairs]
            else:
                theirs, ours = sorted(theirs), sorted(ours)
        if ours != theirs:
            yield field, f"{field}: the page says {theirs}, the catalogue {ours}"


def alike(line: Facts, other: Facts) -> Facts:
    name = re.sub(r"[^a-z]", "", line.get("name", "").casefold()).rstrip("s")
    return line | {"name": name} if name and "name" in other else {key: line[key] for key in line if key != "name"}


def row_differences(document: str) -> tuple[int, list[str]]:
    """How many rows there are, and in what any of them differ, in their cells or in what these say."""
    waiting = list(printed_catalogue().rows.values())
    wrong, count = list[str](), 0
    for line, cells in printed_rows(document):
        count += 1
        row = next(
            (row for row in waiting if all(tidy(getattr(row.printed, cell)) == cells[cell] for cell in KEY)), None
        )
        if row is None:
            wrong.append(f"line {line}: there is no row “{cells['name']}”")
            continue
        waiting.remove(row)
        for cell in CELLS:
            if cells[cell] != tidy(getattr(row.printed, cell)) and (row.slug, cell) not in SETTLED:
                wrong.append(f"line {line}, {row.slug}: the cell {cell} is “{cells[cell]}”")
        wrong += [f"line {line}, {row.slug}: {fault}" for fault in unsettled(row, cells)]
    wrong += [f"{row.slug} isn't on any page" for row in waiting]
    return count, wrong


def unsettled(row: Row, cells: Mapping[str, str]) -> Iterator[str]:
    """In what a row of the catalogue differs from its cells, but for what stands elsewhere in the book."""
    points = re.search(r"\d+", cells["vp"])
    if points is None or int(points[0]) != row.points:
        yield f"{cells['vp']} points, not {row.points}"
    held = {key: value for key, value in json.decode(json.encode(row)).items() if key not in FROM_ELSEWHERE}
    stated = facts_of(cells, is_war_machine=row.section == Section.WAR_MACHINES)
    stated |= from_notes(row, stated)
    for field, difference in differences(stated, held):
        if (row.slug, field) not in SETTLED:
            yield difference


def from_notes(row: Row, stated: Facts) -> Facts:
    """What the heads of lists and the table of vehicles add to a row's cells."""
    if row.section == Section.VEHICLES:
        return {"base": 4 if "Light Chariot" in row.name else 9}  # L2698 to L2702, ruling T13
    if row.section == Section.EQUIPMENT and "armour" not in stated:
        return {"wounds": 0}  # what is carried has none of its own
    if row.slug.startswith("giant-kings/"):
        return {"defence": stated["defence"] | {"negates_long_weapons": True}}  # L3727
    if row.slug == "undead/skeleton-dragon":
        return {"spellcaster": stated["spellcaster"] | {"schools": ["death"]}}  # L3948
    return {}


def tidy(cell: str) -> str:
    return "" if set(cell) <= {"-", " "} else " ".join(cell.split())


def header_differences(document: str) -> tuple[int, list[str]]:
    """How many headers of spells there are, and in what any of them differ from the school's list."""
    spells = printed_catalogue().spells.values()
    schools = dict.fromkeys(listing.school for spell in spells for listing in spell.schools)
    taught = {school: list(in_school(spells, school)) for school in schools}
    school, wrong, count = "", list[str](), 0
    for number, line in enumerate(document.splitlines(), 1):
        if heading := re.match(r"## (\w+) SPELLS", line, re.IGNORECASE):
            school = heading[1].casefold()
        header = re.fullmatch(r"\*\*(.+)\*\* - (Level \d,.*?)\.?\s*", line)
        if header is None or not school:
            continue
        count += 1
        spell = taught[School(school)].pop(0)
        stated, held = header_facts(header[1], header[2]), held_header(spell)
        wrong += [f"line {number}, {spell.slug}: {difference}" for _, difference in differences(stated, held)]
    wrong += [f"{spell.slug} has no header" for rest in taught.values() for spell in rest]
    return count, wrong


def held_header(spell: Spell) -> Facts:
    """What the catalogue says of a spell's header."""
    return {
        "name": spell.name.casefold(),
        "level": spell.level,
        "range": spell.range,
        "kind": spell.kind,
        "save": spell.save,
        "template": bool(spell.printed.template),
    }


def header_facts(name: str, header: str) -> Facts:
    """What stands behind a spell's name, in any order."""
    words = header.casefold()
    inches = re.search(r"range:? *(\d+)", words)
    far = next((far for word, far in FAR.items() if word in words), "")
    saves = re.search(r"(no save.*?|\w+ saves?)(?:, template)?$", words)
    return {
        "name": name.casefold(),
        "level": int(words[len("level ")]),
        "range": int(inches[1]) if inches else far,
        "kind": next(kind for kind in ("persistent", "summoning", "instant") if kind in words),
        "save": SAVES[saves[1]] if saves else "",
        "template": words.endswith("template"),
    }


def chart_differences(document: str) -> tuple[int, list[str]]:
    """How many totals the charts of terrain have, and in which the result differs: its title, going or cover."""
    wrong, count = [], 0
    pages = re.split(r"^2D6\tResult\t2D6\tResult$", document, flags=re.MULTILINE)[1:]
    for chart, page in zip(printed_charts().values(), pages, strict=True):
        lines = [line.split("\t") for line in page.strip().split("\n\n")[0].splitlines()]
        cells = [(line[place], line[place + 1]) for line in lines for place in (0, 2) if line[place]]
        for totals, cell in cells:
            rolls = tuple(map(int, re.findall(r"\d+", totals)))
            count += len(rolls)
            result = next((result for result in chart.results if result.rolls == rolls), None)
            if result is None or not cell.startswith(result.printed):
                wrong.append(f"{chart.slug} {totals}: “{cell[:30]}” isn't its title")
                continue
            if len(result.choices) > 1:  # described under their own totals
                continue
            feature = chart.feature(result.choices[0])
            going = feature.going or base_kinds()[feature.kind].going
            stated = next((way for word, way in GOINGS.items() if word in cell.casefold()), going)
            if stated != going:
                wrong.append(f"{chart.slug} {totals}: the page says {stated}, the catalogue {going}")
            cover = next((cover for cover in ("soft", "hard") if f"{cover} cover" in cell), None)
            if cover not in (None, feature.effects.cover):
                wrong.append(f"{chart.slug} {totals}: the page says {cover} cover, not {feature.effects.cover}")
    return count, wrong


def main() -> int:
    document = Path(sys.argv[1]).read_text(encoding="utf-8")
    wrong = []
    for what, compare in COMPARISONS.items():
        count, found = compare(document)
        print(f"{what}: {count} read, {len(found)} differences")
        wrong += found
    print(*wrong, sep="\n")
    return bool(wrong)


COMPARISONS = {
    "rows": row_differences,
    "headers of spells": header_differences,
    "totals of terrain charts": chart_differences,
}

if __name__ == "__main__":
    sys.exit(main())
