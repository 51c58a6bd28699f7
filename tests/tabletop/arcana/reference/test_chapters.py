"""The reference: each figure is the library's, each caption what the table answers, each link leads somewhere."""

from __future__ import annotations

import re
from fractions import Fraction

from tabletop.arcana.army.mounted_profiles import MANY_WOUNDS
from tabletop.arcana.battlefield.schema import Cover, Going, TerrainKind
from tabletop.arcana.catalogue.abilities import ABILITIES
from tabletop.arcana.catalogue.dispelling import COUNTERSPELL, DISPEL, POWER_A_TURN, turns_to_focus
from tabletop.arcana.catalogue.spells import HEADER_WORDS
from tabletop.arcana.queries.json import to_json
from tabletop.arcana.reference.chapters import CHAPTERS, Chapter, Diagram, Figure, Section, links_in, without_links
from tabletop.arcana.reference.figures import LOST, PHASES, answer_of, drawn
from tabletop.arcana.reference.rulings import read_rulings
from tabletop.arcana.reference.short import MORALE_TABLE, PARTS
from tabletop.arcana.rules.charge.overrun.strength import ATTACKERS, TIMES_AS_STRONG, USUAL_ATTACKERS, WEIGHTS
from tabletop.arcana.rules.charge.reactions.responses import NEAR_THE_TARGET
from tabletop.arcana.rules.deployment import INFILTRATORS_APART
from tabletop.arcana.rules.formation.changing import FREE, HALF, QUARTER
from tabletop.arcana.rules.formation.legality import ALWAYS_WIDE_ENOUGH, COHESION, models_needed
from tabletop.arcana.rules.harm.hitting import chance_of
from tabletop.arcana.rules.harm.saving import IMMUNES_ARMOUR, TESTUDOS_ARMOUR
from tabletop.arcana.rules.melee.retiring import EXCHANGE_APART, FARTHEST_BACK
from tabletop.arcana.rules.movement.execute import CLOSING
from tabletop.arcana.rules.movement.motions import HALF_SPEED, STEEPEST_DIAGONAL
from tabletop.arcana.rules.movement.vehicles import CAREFUL
from tabletop.arcana.rules.rout.directions import LINGERING_MOVE
from tabletop.arcana.rules.shooting.cover import BEHIND
from tabletop.arcana.rules.shooting.lone_characters import MOUNTS_WOUNDS
from tabletop.arcana.rules.shooting.shooting import FIRING_RANKS, HALF_ARC
from tabletop.arcana.rules.shooting.tohit import BAND_MODIFIERS, MANY_BASES, THIRD, Band
from tabletop.arcana.rules.visibility.bodies import CROWD
from tabletop.arcana.terrain import TERRAIN_KINDS, read_chart
from tabletop.arcana.terrain.effects import COVER_PENALTY
from tabletop.arcana.terrain.going import LOOSE, RANKED
from tabletop.arcana.terrain.wording import in_words
from tabletop.dice import Dice
from tests.catalogue import PROJECT, printed_catalogue, read_yaml
from tests.laws import of_each

TABLES = {path.stem: path.read_bytes() for path in (PROJECT / "docs" / "table").glob("*.json")}
CODES = {ruling.code for ruling in read_rulings((PROJECT / "docs" / "rulings.md").read_text(encoding="utf-8"))}
LINES = re.compile(r"L\d{2,4}(–\d{2,4})?(, \d{2,4}(–\d{2,4})?)*")
SECTIONS = [(chapter, section) for chapter in CHAPTERS.values() for section in chapter.sections]
FIGURES = {
    section.figure.table if section.figure.question == section.figure.table
    else f"{section.figure.question} in {section.figure.table}": section.figure
    for _, section in SECTIONS
    if isinstance(section.figure, Figure)
}  # fmt: skip
WORDS = {1: "one", 2: "two", 3: "three"}
LIGHT, DENSE = (TERRAIN_KINDS[kind].sight for kind in (TerrainKind.LIGHT_FOREST, TerrainKind.DENSE_FOREST))
assert LIGHT
assert DENSE

# What a chapter says, with the library's own figures put in.
SAID = (
    ("fleeing", f"moves more than {LINGERING_MOVE}″"),
    ("movement", f"up to {STEEPEST_DIAGONAL}° aside"),
    ("movement", f"close up by {CLOSING:g}″"),
    ("movement", f"at least {INFILTRATORS_APART:g}″ from every enemy"),
    ("formations", f"or {ALWAYS_WIDE_ENOUGH} files"),
    ("formations", ", ".join(f"{models_needed(base)} of base {'½' if base < 1 else base}" for base in (0.5, 1, 2))),
    ("formations", f"{models_needed(4)} of base 4 or 9"),
    ("formations", f"within {COHESION}″ of every other"),
    ("formations", f"The front {WORDS[FIRING_RANKS]} ranks shoot, and only into the {2 * HALF_ARC:g}° ahead"),
    ("formations", f"A block of {MANY_BASES} base units"),
    ("flying", f"within {NEAR_THE_TARGET:g}″ of the target"),
    ("manoeuvres", f"within {EXCHANGE_APART:g}″"),
    ("charging", f"move {CLOSING:g}″ more"),
    ("charging", f"up to {STEEPEST_DIAGONAL}° from ahead"),
    ("overruns", f"at least {TIMES_AS_STRONG} times"),
    ("overruns", f"base 4 × {WEIGHTS[4]}, base 9 × {WEIGHTS[9]}"),
    ("overruns", f"{USUAL_ATTACKERS} of the mover's may, {ATTACKERS[4]} against base 4, {ATTACKERS[9]} against base 9"),
    ("missiles", f"a third of the range: +{BAND_MODIFIERS[Band.SHORT]}"),
    ("missiles", f"a third beyond: −{-BAND_MODIFIERS[Band.LONG]}"),
    ("missiles", f"the front {WORDS[FIRING_RANKS]}, {2 * HALF_ARC:g}° ahead"),
    ("missiles", f"with {IMMUNES_ARMOUR}, less the strength"),
    ("missiles", f"in ranks has {TESTUDOS_ARMOUR}, less the strength"),
    ("missiles", f"rides something of {MOUNTS_WOUNDS} wounds"),
    ("sight", f"skirmishers of {CROWD} base units"),
    ("sight", f"through {LIGHT.inside:g}″ of trees, in a dense one {DENSE.inside:g}″"),
    ("sight", f"A hill is {TERRAIN_KINDS[TerrainKind.HILL].height:g}″ high"),
    ("sight", f"a building {TERRAIN_KINDS[TerrainKind.BUILDING].height:g}″"),
    ("magic", f"gains {POWER_A_TURN} power"),
    ("terrain", f"−{-COVER_PENALTY[Cover.SOFT]}, full cover −{-COVER_PENALTY[Cover.FULL]}"),
    ("terrain", f"within {BEHIND:g}″ of it"),
    ("vehicles", f"{CAREFUL}″ a turn, no ram"),
)  # fmt: skip


def text_of(chapter: Chapter) -> str:
    return without_links(" ".join(chapter.texts()))


def section_of(chapter: str, slug: str) -> Section:
    return next(section for section in CHAPTERS[chapter].sections if section.slug == slug)


def rows_of(chapter: str, slug: str) -> dict[str, tuple[str, ...]]:
    table = section_of(chapter, slug).table
    assert table
    return {without_links(row[0]): row[1:] for row in table.rows}


def answered(name: str) -> dict[str, object]:
    figure = FIGURES[name]
    answer = answer_of(figure, TABLES, printed_catalogue())
    plain: dict[str, object] = to_json(answer, answer.scene)
    return plain


@of_each(("chapter", "words"), SAID)
def test_a_figure_is_that_of_the_rules(chapter: str, words: str) -> None:
    assert words in text_of(CHAPTERS[chapter])


def test_the_table_of_moves_is_that_of_the_rules() -> None:
    costs = {"nothing": FREE, "a quarter of the move": QUARTER, "half of the move": HALF}
    rows = rows_of("movement", "costs")
    assert costs[rows["One file more or less a side"][0]] == FREE
    assert costs[rows["A second file a side"][0]] == QUARTER
    assert costs[rows["Turn every model by 90° or 180°"][0]] == QUARTER
    assert costs[rows["Turn about its middle"][0]] == HALF
    assert costs[rows["Skirmishers into a block"][0]] == HALF
    assert (rows["Back"][0], HALF_SPEED) == ("double", 2)
    assert FARTHEST_BACK == HALF


def test_the_chances_of_low_numbers_are_those_of_the_rules() -> None:
    rows = rows_of("missiles", "needed")
    for number, words in ((0, "0"), (-1, "−1"), (-2, "−2")):
        assert rows[words][1] == f"1 in {1 / chance_of(number)}"
    assert chance_of(-3) == 0
    assert [chance_of(number) for number in (1, 6)] == [Fraction(1, 6), 1]
    assert THIRD * 3 == 1


def test_the_chances_of_morale_tests_are_exact() -> None:
    totals = Dice(2).odds()
    for words, (said,) in rows_of("morale", "chances").items():
        number = int(words.split()[0])
        always = range(2, max(number, 2) + 1)
        passing = totals.chance_that(lambda total, always=always: total in always and total != 12)
        assert Fraction(int(said), 36) == passing, words


def test_steps_of_numbers_are_those_of_the_printed_sheet() -> None:
    rows = rows_of("morale", "numbers")
    for base, loose, ranked in MORALE_TABLE:
        first, second = rows["½" if base == 0.5 else f"{base:g}"]
        assert first.removeprefix("every ").removesuffix(" models") == str(loose)
        assert second == (f"every {ranked}" if ranked > 1 else "every model")


def test_inches_in_rough_ground_are_those_of_the_rules() -> None:
    signs = {Fraction(1): "1″", Fraction(2): "2″", Fraction(4): "4″", Fraction(4, 3): "1⅓″"}
    rows = rows_of("terrain", "moving")
    for going, name in ((Going.OPEN, "Open"), (Going.DIFFICULT, "Difficult"), (Going.VERY_DIFFICULT, "Very difficult")):
        assert rows[name][:2] == (signs[RANKED[going]], signs[LOOSE[going]])
    assert Going.IMPASSABLE not in RANKED


def test_dangerous_ground_is_that_of_the_charts() -> None:
    said = rows_of("terrain", "danger")
    charts = [read_chart(read_yaml(path)) for path in (PROJECT / "fixtures" / "arcana" / "terrain").glob("*.yaml")]
    hazards = {feature.name: feature.effects.hazard for chart in charts for feature in chart.features}
    words = {name: in_words(hazard).lower() for name, hazard in hazards.items() if hazard}
    assert set(said) == set(words)
    assert "on 6 takes d6 wounds" in words["Bog"]
    assert "2d6 hits of strength 3" in words["Lagoon"]
    assert "2d6 wounds." in words["Bottomless swamp"]
    assert "2d6 wounds, without any saves" in words["Quicksand"]


def test_magic_costs_and_ties_are_those_of_the_rules() -> None:
    for level, cells in rows_of("magic", "casting").items():
        assert cells == (level, str(turns_to_focus(int(level))))
    assert COUNTERSPELL.odds(1, 1) < Fraction(1, 2) < DISPEL.odds(1, 1)


def test_riders_are_hit_as_the_rules_have_it() -> None:
    assert list(rows_of("characters", "riders")) == ["3 or fewer", "4 or 5", f"{MANY_WOUNDS} or more"]


def test_captions_say_what_the_tables_answer() -> None:
    charge = FIGURES["charge"].caption
    answer = answered("charge")
    assert f"{answer['needed']:.1f}″" in charge
    assert f"{answer['allowance']:g}″ of move" in charge
    assert f"more than {answer['declared']['until']:g}″" in charge  # type: ignore[index]
    lining = answer["lining_up"]
    assert f"turn by {lining['degrees']:g}°" in charge  # type: ignore[index]
    assert f"{lining['own_models']} of them can strike, {lining['their_models']} can strike back" in charge  # type: ignore[index]
    side = without_links(section_of("charging", "side").text[0])
    models, left = answer["models"], answer["misses"][0]  # type: ignore[index]
    assert f"{models['front']} of the 10 knights stand before the front and {models['left']} before" in side  # type: ignore[index]
    assert f"diagonal move of {left['inches']:.1f}″" in side
    assert f"{left['charge']['needed']:.1f}″ in all" in side


@of_each(
    ("name", "words"),
    [
        ("move", lambda answer: (f"{answer['spent']:.1f}″ of 16″", f"{answer['steps'][1]['cost']:.1f}″", "28.6°")),
        ("shoot", lambda answer: (f"The {answer['firing']} in", "1 in 12", "skill 2, −1, −1, so 0")),
        ("melee", lambda answer: (f"{answer['strikers']} of 18", f"{answer['against']['b1']} must", "1 the butchers")),
        ("flight", lambda answer: ("9″ to 14″", f"{answer['away']:g}″ away", "2 times in 3")),
        ("overrun", lambda answer: (f"weigh {answer['wounds']}", f"slingers {answer['against']}:", "all 6 trolls")),
        ("template", lambda answer: ("10.5″", f"{len(answer['touched'][0]['models'])} of 5 scouts")),
        ("manoeuvre", lambda answer: ("3 files of 4 ranks", f"{answer['formation']['files']} files of 3 ranks")),
        ("formation", lambda answer: ("Four files and six ranks",)),
        ("sight", lambda answer: ("stop every line",)),
        ("pursuit", lambda answer: ("Whatever the legion rolls",)),
        ("charge in flyover", lambda answer: (f"{answer['needed']:g}″ of a flight of {answer['allowance']:g}″",)),
        ("measure in champions", lambda answer: (f"{answer['inches']:g}″ lie", f"{answer['inches']:g}″ or more")),
        ("move in towed", lambda answer: (f"all {answer['spent']:g}″", f"{answer['hits']['rough']} hits")),
    ],
)  # fmt: skip
def test_the_other_captions_do(name: str, words: object) -> None:
    for part in words(answered(name)):  # type: ignore[operator]
        assert part in FIGURES[name].caption


def test_the_answers_are_of_the_kind_that_captions_say() -> None:
    assert answered("sight")["visible"] is False
    assert answered("formation")["legal"] is False
    assert {roll["covered_by"] for roll in answered("pursuit")["loose"]} == {"r2"}  # type: ignore[index,attr-defined]
    assert answered("flight")["leaves"] == "2/3"
    assert {model["chance"] for model in answered("shoot")["models"] if model["fires"]} == {"1/12"}  # type: ignore[index,attr-defined]
    wood = answered("sight in shoot")
    assert wood["visible"] is True
    assert (wood["steps"][1]["text"], round(wood["steps"][1]["inches"], 1)) == ('in Copse (t1) you see 3" far', 0.5)  # type: ignore[index]
    marrians = answer_of(FIGURES["melee in manoeuvre"], TABLES, printed_catalogue())
    [engagement] = marrians.scene.engagements("b1")
    assert (engagement.units, engagement.sides) == (("r1", "b1"), ("left", "front"))
    units = [marrians.scene.unit(ref) for ref in ("b1", "r1")]
    assert [(unit.models, unit.wounds) for unit in units] == [(15, 1), (12, 1)]
    assert answered("melee in manoeuvre")["strikers"] == 4
    assert answered("charge in flyover")["flown_over"] == ["b2"]
    assert (answered("melee")["choice"], answered("overrun")["attackers"]) == (2, 6)


@of_each("figure", FIGURES.values(), ids=list(FIGURES))
def test_a_figure_is_drawn_with_its_title_and_names(figure: Figure) -> None:
    picture = drawn(figure, TABLES, printed_catalogue())
    assert f"<title>{figure.title}</title>" in picture
    assert 'class="unit' in picture
    assert "style=" not in picture
    assert "fill=" not in picture


def test_the_diagrams_say_what_the_chapters_and_the_printed_sheet_do() -> None:
    (phases,), (losses,) = (
        [section.figure for section in CHAPTERS[slug].sections if isinstance(section.figure, Diagram)]
        for slug in ("turn", "victory")
    )
    assert [name for name, _ in PHASES] == list(rows_of("turn", "phases"))
    ring, bars = (drawn(diagram, TABLES, printed_catalogue()) for diagram in (phases, losses))
    assert [ring.index(f">{name}<") for name, _ in PHASES] == sorted(ring.index(f">{name}<") for name, _ in PHASES)
    assert ring.count('class="head"') == len(PHASES)
    assert LOST[0] == 30
    totals = Dice(2).odds()
    for lost in LOST:
        most = 10 - lost // 10
        chance = totals.chance_that(lambda total, most=most: total <= most)
        assert f">{lost} % lost<" in bars
        assert f">{most} or less: {chance * 36} in 36<" in bars
    for picture in (ring, bars):
        assert ("style=" in picture, "fill=" in picture) == (False, False)


def test_every_chapter_has_a_picture() -> None:
    assert [slug for slug, chapter in CHAPTERS.items() if not any(section.figure for section in chapter.sections)] == []


@of_each("chapter", CHAPTERS.values(), ids=list(CHAPTERS))
def test_links_and_rulings_lead_somewhere(chapter: Chapter) -> None:
    places = {f"ability:{ability.slug}" for ability in ABILITIES} | {f"word:{word.slug}" for word in HEADER_WORDS}
    places |= {*CHAPTERS, "spells", "page:terrain", *(f"spell:{slug}" for slug in printed_catalogue().spells)}
    places |= {f"{other.slug}#{section.slug}" for other, section in SECTIONS}
    texts = [*chapter.texts(), *(row[0] for section in chapter.sections if section.table for row in section.table.rows)]
    assert {link for text in texts for link in links_in(text)} | set(chapter.see) <= places
    assert set(chapter.rulings) <= CODES
    assert not chapter.under or chapter.under in CHAPTERS


@of_each(("chapter", "section"), SECTIONS, ids=lambda each: each.slug)
def test_each_section_says_where_the_book_has_it(chapter: Chapter, section: Section) -> None:
    assert LINES.fullmatch(section.lines)
    assert section.text or section.points or section.table


def test_the_six_phases_are_there_in_order_and_the_short_rules_all_have_a_chapter() -> None:
    phases = [
        chapter.title for chapter in sorted(CHAPTERS.values(), key=lambda each: each.number or 0) if chapter.number
    ]
    assert phases == ["Fleeing", "Movement", "Magic", "Missiles", "Melee", "Morale"]
    assert list(rows_of("turn", "phases")) == [f"{place} {name}" for place, name in enumerate(phases, 1)]
    short = [title for chapter in CHAPTERS.values() for title in chapter.short]
    assert sorted(short) == sorted(part.title for part in PARTS if part.title != "Words of spells")
