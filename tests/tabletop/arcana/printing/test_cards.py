"""Cards of units: one for a unit, one for a leader, measured, never clipped, figures said as they are used."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from tabletop.arcana.army.pricing import price
from tabletop.arcana.army.resolve import Army, resolve
from tabletop.arcana.army.roster import Character, Models, Mount, Roster, Unit, Upgrade, read_roster
from tabletop.arcana.catalogue.abilities import ABILITIES
from tabletop.arcana.catalogue.lists import is_design
from tabletop.arcana.catalogue.profiles import Section
from tabletop.arcana.creation.design_files import LABEL, read_design
from tabletop.arcana.printing.cards import UnitCard, card_sheet, design_cards, profile_cards, unit_cards
from tabletop.arcana.printing.cards.figures import attacks_of, figures_of, saves_of
from tabletop.arcana.printing.cards.reminders import SAID_ELSEWHERE, WORDS
from tabletop.arcana.printing.cards.rows import profile_card
from tabletop.arcana.printing.cards.sentences import profile_in_words
from tabletop.arcana.printing.cards.setting import SAFE, Face, faces_of
from tabletop.arcana.printing.orders import CARD_SIZES
from tabletop.arcana.printing.parts import BAND, Footprint, Paragraph, RangeBar, inches
from tabletop.pdf.document import render
from tabletop.pdf.paper import A4, PAPERS, Paper
from tests.catalogue import SAMPLES, printed_catalogue
from tests.designs import YOUNG_DRAGON
from tests.tabletop.pdf.measuring import MM, TOLERANCE, letters_of, outside, overlaps, pages_of, text_of

CATALOGUE = printed_catalogue()
SHEET_PAPERS = pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
SIZES = pytest.mark.parametrize("size", CARD_SIZES.values(), ids=CARD_SIZES)
POKER, TAROT, A6 = CARD_SIZES.values()
RANDOM_ROSTERS = 500
READ_IN_PLAY, LABELS = 8, 7
NAMES = (
    "Οι Ατρόμητοι της Σπάρτης",
    "Железные воины",
    "جيش الصحراء",
    "龍之軍團",
    "Gh’zzaakkhbarglefloppordinkschnurbeltraxxorumpelstilzchen" * 2,
)


def army(*units: Unit, **fields: Any) -> Army:
    roster = Roster(format="muster-roster/1", game="arcana", name="A", army="dwarves", units=units, **fields)
    return resolve(roster, CATALOGUE)


def cards_of(fielded: Army) -> list[UnitCard]:
    return list(unit_cards(fielded, price(fielded), 25))


def sample(name: str) -> Army:
    return resolve(read_roster((SAMPLES / f"{name}.json").read_bytes()), CATALOGUE)


@cache
def host() -> Army:
    """Units of many names, with the widest rows of the catalogue, a wizard on a mount of his own wounds and a crowd."""
    widest = sorted(CATALOGUE.rows.values(), key=lambda row: sum(map(len, vars_of(row))))[-8:]
    models = [
        Unit(ref=f"u{number}", name=NAMES[number % len(NAMES)], models=(Models(profile=row.slug, count=3),))
        for number, row in enumerate(widest)
    ]
    rider = Character(
        ref="c1", profile="dwarves/dwarf-wizard", school="earth", mount=Mount(profile="monsters/giant-eagle")
    )
    captain = Character(ref="c2", profile="undead/skeletal-captain", mount=Mount(profile="undead/skeleton-dragon"))
    crowd = Unit(ref="x", models=(Models(profile="dwarves/axemen", count=60),), characters=(captain,))
    return army(*models, Unit(ref="w", characters=(rider,)), crowd)


def vars_of(row: Any) -> list[str]:
    return [getattr(row.printed, name) for name in row.printed.__struct_fields__]


def every_card() -> list[UnitCard]:
    return [*cards_of(host()), *profile_cards([host()], 25)]


@cache
def pages(paper: Paper, size: tuple[float, float], backs: bool = False) -> list[Any]:
    return pages_of(render(card_sheet(every_card(), size, paper=paper, backs=backs)))


def cards_on(page: Any, size: tuple[float, float]) -> list[Any]:
    wanted = [rect for rect in page.rects if abs(rect["width"] / MM - size[0]) < 1]
    return [rect for rect in wanted if abs(rect["height"] / MM - size[1]) < 1]


@SHEET_PAPERS
@SIZES
def test_every_card_has_its_size_on_any_paper(paper: Paper, size: tuple[float, float]) -> None:
    found = [card for page in pages(paper, size) for card in cards_on(page, size)]
    assert len(found) == sum(len(faces_of(card, size)) for card in every_card())
    for card in found:
        assert card["width"] / MM == pytest.approx(size[0], abs=TOLERANCE)
        assert card["height"] / MM == pytest.approx(size[1], abs=TOLERANCE)


@SHEET_PAPERS
@SIZES
def test_nothing_lies_outside_or_on_top_of_something_else(paper: Paper, size: tuple[float, float]) -> None:
    for page in pages(paper, size):
        assert outside(page) == []
        assert overlaps(page) == []


@SHEET_PAPERS
@SIZES
def test_every_letter_keeps_to_the_inside_of_its_card(paper: Paper, size: tuple[float, float]) -> None:
    for page in pages(paper, size):
        cards = cards_on(page, size)
        foot = max(card["bottom"] for card in cards)
        for char in (char for char in letters_of(page) if char["top"] < foot):
            assert any(_inside(char, card) for card in cards), char["text"]


def _inside(char: Any, card: Any) -> bool:
    edge = 2.9 * MM
    low = card["bottom"] - 2.4 * MM  # below the safe area reach descenders' boxes alone
    level = card["top"] + 2 * MM <= char["top"] and char["bottom"] <= low
    return bool(level and card["x0"] + edge <= char["x0"] and char["x1"] <= card["x1"] - edge)


@SHEET_PAPERS
def test_backs_lie_behind_their_fronts(paper: Paper) -> None:
    size = CARD_SIZES["poker"]
    both = pages(paper, size, True)
    assert len(both) == 2 * len(pages(paper, size))
    for front, back in zip(both[::2], both[1::2], strict=True):
        seen = sorted((front.width - card["x1"], card["top"]) for card in cards_on(front, size))
        behind = sorted((card["x0"], card["top"]) for card in cards_on(back, size))
        for one, other in zip(seen, behind, strict=True):
            assert one == pytest.approx(other, abs=TOLERANCE * MM)


def test_a_sheet_with_backs_says_how_it_is_turned() -> None:
    assert "turn over the long edge" in card_sheet(every_card(), CARD_SIZES["poker"], paper=A4, backs=True).title
    letter = card_sheet(every_card(), CARD_SIZES["poker"], paper=PAPERS["letter"], backs=True)
    assert "turn over the short edge" in letter.title


def any_army(chance: Random) -> Army:
    """Units of any rows in any numbers, mixed and led by anybody on anything: what a roster can say, legal or not."""
    rows = {section: [row for row in CATALOGUE.rows.values() if row.section == section] for section in Section}
    fielded = [*rows[Section.TROOPS], *rows[Section.MONSTERS], *rows[Section.WAR_MACHINES], *rows[Section.VEHICLES]]
    mounts = [*rows[Section.MOUNTS], *rows[Section.MONSTERS], *rows[Section.VEHICLES]]
    units = []
    for number in range(chance.choice((1, 1, 2))):
        models = tuple(
            Models(profile=row.slug, count=chance.choice((1, 3, 10, 30, 60)))
            for row in chance.sample(fielded, chance.choice((0, 1, 1, 1, 1, 2, 3)))
        )
        leaders = tuple(
            Character(
                ref=f"c{number}-{place}",
                profile=row.slug,
                school=chance.choice(row.spellcaster.schools) if row.spellcaster else None,
                mount=Mount(profile=chance.choice(mounts).slug) if chance.random() < 0.5 else None,
            )
            for place, row in enumerate(chance.sample(rows[Section.CHARACTERS], chance.choice((0, 1, 1, 2))))
        )
        name = chance.choice(("", *NAMES))
        units.append(Unit(ref=f"u{number}", name=name, models=models, characters=leaders))
    return army(*units)


def test_a_unit_is_one_card_and_a_leader_a_second_one_for_whatever_there_is() -> None:
    """On taller cards a single leader stands on the unit's own; what a card holds ends above its foot.

    Each base is drawn to scale, each shot has its bands in bars or frames with the numbers needed.
    """
    chance = Random(18)
    armies = [sample(path.stem) for path in sorted(SAMPLES.glob("*.json"))]
    samples = len(armies)
    armies += [any_army(chance) for _ in range(RANDOM_ROSTERS)]
    cards = [profile_card(CATALOGUE, row, 25) for row in CATALOGUE.rows.values()]
    for size in CARD_SIZES.values():
        for card in cards:
            faces = faces_of(card, size)
            assert len(faces) == 1
            has_bases_and_bands(card, faces)
    for number, fielded in enumerate(armies):
        wanted = sum(bool(unit.models) + len(unit.characters) for unit in fielded.units)
        counts, cards = {}, cards_of(fielded)
        for size in CARD_SIZES.values() if number < samples or number % 10 == 0 else (POKER,):
            of_cards = [faces_of(card, size) for card in cards]
            for card, faces in zip(cards, of_cards, strict=True):
                has_bases_and_bands(card, faces)
            counts[size] = sum(map(len, of_cards))
            for face in (face for faces in of_cards for face in faces):
                assert face.free >= 0
                stacked = sum(block.height for block in face.top) + face.bottom.height
                assert stacked - face.overlap <= size[1] - 2 * SAFE + 1e-6
        assert counts[POKER] == wanted
        assert counts.get(TAROT, wanted) <= wanted


def has_bases_and_bands(card: UnitCard, faces: tuple[Face, ...]) -> None:
    """A base on each face, and the bands of each shot; but for profiles that a card leaves to the roster sheet."""
    bands: Counter[Any] = Counter()
    framed: Counter[str] = Counter()
    profiles = [*card.profiles, *(card.leader.profiles if card.leader else ())]
    for face in faces:
        blocks = list(blocks_of((*face.top, face.bottom)))
        assert sum(isinstance(block, Footprint) for block in blocks) == 1, card.title
        bands.update(block.bands for block in blocks if isinstance(block, RangeBar))
        runs = [run for block in blocks if isinstance(block, Paragraph) for line in block.lines for run in line]
        framed.update(" ".join(words.split()) for words, style in runs if style == BAND)
        words = " ".join(words for words, _ in runs)
        if "On the roster sheet" in words and "more profile" in words:
            return
    for shot in (attack for profile in profiles for attack in profile.attacks if attack.bands):
        said = {f"{rolled} to {inches(end)}" for rolled, end in shot.bands}
        assert bands[shot.bands] or said <= framed.keys(), (card.title, shot)


def blocks_of(blocks: Iterable[Any]) -> Iterator[Any]:
    for block in blocks:
        yield block
        yield from blocks_of(below for _, _, below in getattr(block, "placed", ()))


def test_a_leader_is_linked_by_number_and_shield_and_its_points_stand_on_its_own_card() -> None:
    lord = Character(ref="c1", profile="dwarves/dwarf-lord", weapon="crossbow")
    fielded = army(Unit(ref="u1", models=(Models(profile="dwarves/axemen", count=18),), characters=(lord,)))
    (unit,) = cards_of(fielded)
    leader = unit.leader
    assert leader
    assert (unit.number, unit.tag, leader.number, leader.tag) == ("1", "+ leader", "1", "leader")
    assert (unit.foot, leader.foot) == ("360\u00a0points", "232\u00a0points")
    assert (unit.link, leader.link) == ("next card: 1, leader", "leads 1, 18 Axemen")
    assert unit.emblem == leader.emblem
    front, second = faces_of(unit, POKER)
    assert "leads 1, 18 Axemen" in words_on([leader])
    assert len(faces_of(unit, TAROT)) == 1
    assert front != second


def words_on(cards: list[UnitCard], size: tuple[float, float] = POKER) -> str:
    found = "\n".join(text_of(page) for page in pages_of(render(card_sheet(cards, size, paper=A4))))
    return found.replace("\u00a0", " ")


def test_type_has_one_size_for_each_role_and_none_is_too_small() -> None:
    sizes: dict[tuple[float, float], Counter[tuple[str, float]]] = {}
    for size in CARD_SIZES.values():
        fielded = sample("orcs")
        letters = [
            char
            for page in pages_of(render(card_sheet(cards_of(fielded), size, paper=A4)))
            for card in cards_on(page, size)
            for char in letters_of(page)
            if _inside(char, card)
        ]
        assert min(char["size"] for char in letters) >= LABELS - 0.01
        assert {char["non_stroking_color"] for char in letters} == {(0.0, 0.0, 0.0)}
        sizes[size] = Counter((char["fontname"][7:], round(char["size"], 2)) for char in letters)
    assert {size for counted in sizes.values() for _, size in counted} <= {7, 8, 8.5, 9.5, 11.5, 14, 14.5, 20, 22}


@pytest.mark.parametrize(
    ("slug", "figures", "saves"),
    [
        ("dwarves/axemen", ('5"', "4", "4", "9", "1"), {"in melee": "4321–", "from shots (shield)": "54321"}),
        ("orcs/orc-chieftain", ('6"', "3", "3", "10", "5"), {"magical, by strength": "321––", "artillery": "32211"}),
        (
            "undead/skeleton-warriors",
            ('6"', "2", "2", "7", "1"),
            {"in melee": "21–––", "from shots": "immune", "magic shots, artillery": "54321"},
        ),
        ("marr/legionnaire", ('5"', "3", "1", "8", "1"), {"in melee": "321––", "from shots (shield)": "4321–",
                                                         "shots, in ranks": "65432"}),
    ],
)  # fmt: skip
def test_figures_are_as_played_and_saves_are_told_for_each_strength(
    slug: str, figures: tuple[str, ...], saves: dict[str, str]
) -> None:
    row = CATALOGUE.in_play(slug)
    assert tuple(figure.value for figure in figures_of(row)) == figures
    assert {words: "".join(cells) for words, cells in saves_of(row).rows} == saves


def test_a_shot_has_what_is_rolled_in_each_band_and_a_blow_what_makes_it_special() -> None:
    bow, blow = attacks_of(CATALOGUE.in_play("undead/skeletons-with-bows"))
    assert [(rolled, float(end)) for rolled, end in bow.bands] == [("3", 7), ("2", 21), ("1", 28)]
    assert (blow.dice, blow.unit, blow.at, blow.who) == ("1", "die", "2", "")
    assert attacks_of(CATALOGUE.in_play("hogmen/hunter"))[0].who == "crossbow"
    lance = attacks_of(CATALOGUE.in_play("orcs/orc-beast-rider-lance"))
    assert [attack.who for attack in lance] == ["", "beast", "ram"]
    assert lance[0].qualities == ("long weapon: first blow, two ranks",)
    least = next(row for row in CATALOGUE.rows.values() for shot in row.missile if shot.min_range)
    (band,) = attacks_of(least)[0].bands
    assert band[1] == least.missile[0].range


IN_FRAMES = {"vehicles/heavy-chariot-with-4-javelins-and-4-horses"}
"""Rows with a shot in a sentence on a poker card: a long name, and four lines of attack below each other."""


def test_every_shot_of_a_profile_has_a_range_bar_but_one_on_poker_cards() -> None:
    for size, known in ((POKER, IN_FRAMES), (TAROT, set()), (A6, set())):
        rows = {
            row.slug: (profile_card(CATALOGUE, row, 25), [shot.bands for shot in attacks_of(row) if shot.bands])
            for row in map(CATALOGUE.in_play, CATALOGUE.rows)
        }
        assert known == {
            slug
            for slug, (card, shots) in rows.items()
            if shots != [block.bands for block in faces_of(card, size)[0].top if isinstance(block, RangeBar)]
        }


def test_every_ability_is_named_and_has_a_reminder_or_is_said_by_figures() -> None:
    slugs = {ability.slug for ability in ABILITIES}
    assert slugs == set(WORDS) | (SAID_ELSEWHERE & slugs)
    assert all(len(words.split()) <= 8 for words in WORDS.values())
    for row in CATALOGUE.rows.values():
        card = profile_card(CATALOGUE, row, 25)
        assert all(reminder.words for reminder in card.reminders)
    wall = next(card for card in cards_of(sample("undead")) if card.title == "Bone Wall")
    assert "Fearless melee tests only; may pay wounds." in words_on([wall])


def test_the_morale_test_counts_the_leader_and_the_wedge_is_where_half_is_gone() -> None:
    cards = {card.title: card for card in cards_of(sample("orcs"))}
    assert "Test: 8 models a turn, or 15 left" in words_on([cards["Da Lads"]])
    assert cards["Da Lads"].half == 15
    assert "Test: 3 models a turn, or 15 wounds left" in words_on([cards["Beast Boys"]])
    assert cards["Beast Boys"].half is None


ROLLERS = (Upgrade(profile="giant-kings/rollers"),)
HEADS = (Upgrade(profile="monsters/hydra-head", count=6),)


def test_what_was_bought_strikes_bleeds_and_is_named_on_the_card_of_whoever_carries_it() -> None:
    """A hydra's heads beside or below a rider, rollers of giants and of their marshal."""
    marshal = Character(ref="c1", profile="giant-kings/marshall", upgrades=ROLLERS)
    rider = Character(
        ref="c2", profile="dwarves/dwarf-lord", mount=Mount(profile="monsters/hydra-body"), upgrades=HEADS
    )
    giants, ridden = cards_of(
        army(
            Unit(ref="u1", models=(Models(profile="giant-kings/young-giant", count=3, upgrades=ROLLERS),),
                 characters=(marshal,)),
            Unit(ref="u2", characters=(rider,)),
        )
    )  # fmt: skip
    assert giants.leader
    for card, who in ((giants, "ram, rollers, each"), (giants.leader, "ram, rollers")):
        (ram,) = (attack for attack in card.profiles[0].attacks if attack.who == who)
        assert (ram.dice, ram.at, ram.qualities[0]) == ("12", "3", 'move 6"')
        assert "Rams" in {reminder.name for reminder in card.reminders}
    (hydra,) = (card for card in cards_of(sample("snakemen")) if card.title == "Six Sisters")
    assert hydra.below == "1 Hydra body, 6 Hydra heads"
    for card, left in ((hydra, 6), (ridden, 8)):
        profile = card.profiles[-1]
        assert {"each head", "fire jet, each head"} <= {attack.who for attack in profile.attacks}
        assert (card.tallies[-1].models, card.tallies[-1].name) == (6, "Hydra heads")
        assert card.test
        assert card.test.left == left
        reminding = {reminder.name: reminder.words for reminder in card.reminders}
        assert reminding["Regeneration"] == "heads only: each lost wound heals at 3."
        assert "Heads die first" in reminding


def test_characters_alone_have_one_morale_test_between_them() -> None:
    lords = tuple(Character(ref=f"c{number}", profile="dwarves/dwarf-lord") for number in (1, 2))
    first, second = cards_of(army(Unit(ref="u1", characters=lords)))
    assert first.test
    assert (first.test.left, second.test) == (4, None)


def test_artillery_has_a_save_wherever_it_differs_from_shots() -> None:
    named = {"artillery", "magic shots, artillery", "magical, artillery"}
    rows = {"monsters/elemental-earth": "54321", "monsters/elephant": "1––––"}
    for slug in CATALOGUE.rows:
        saves = {words: "".join(cells) for words, cells in saves_of(CATALOGUE.in_play(slug)).rows}
        assert len(named & set(saves)) <= 1
        if slug in rows:
            assert saves["magical, artillery"] == rows[slug]


def test_a_profile_in_words_keeps_what_its_armour_and_labels_say() -> None:
    said = {}
    for slug in ("monsters/elemental-earth", "orcs/orc-chieftain"):
        (profile,) = profile_card(CATALOGUE, CATALOGUE.rows[slug], 25).profiles
        said[slug] = "".join(words for words, _ in profile_in_words(profile))
    assert "5 fixed" in said["monsters/elemental-earth"]
    assert "magical, artillery 5" in said["monsters/elemental-earth"]
    assert "saves magical 3" in said["orcs/orc-chieftain"]


def test_a_card_with_too_much_says_what_it_leaves_to_the_roster_sheet() -> None:
    slugs = ("orcs/orc-chieftain", "monsters/hydra-body", "dwarves/axemen", "undead/skeleton-warriors")
    models = tuple(Models(profile=slug, count=30) for slug in slugs * 4)
    (card,) = cards_of(army(Unit(ref="u1", models=models)))
    text = words_on([card]).replace("\n", " ")
    assert re.search(r"On the roster sheet: \d+ more profiles, .*wounds\.", text)


def test_elite_troops_and_wizards_are_called_so() -> None:
    for row in CATALOGUE.rows.values():
        card = profile_card(CATALOGUE, row, 25)
        assert card.foot.endswith("elite") is row.elite
        assert card.tag.startswith("wizard") is bool(row.spellcaster)


def test_a_card_has_a_box_for_each_wound() -> None:
    fielded = army(Unit(ref="u1", models=(Models(profile="war-machines/cannon", count=2, reinforced=1),)))
    (card,) = cards_of(fielded)
    assert [(tally.models, tally.wounds) for tally in card.tallies] == [(1, 4), (1, 8)]
    (page,) = pages_of(render(card_sheet([card], POKER, paper=A4)))
    squares = [rect for rect in page.rects if abs(rect["width"] - rect["height"]) < 0.01 and rect["width"] < 6 * MM]
    assert len(squares) == 12
    assert all(3.6 * MM - 0.01 <= square["width"] <= 5 * MM + 0.01 for square in squares)


def test_the_base_stands_at_a_fifth_of_its_size_or_says_that_it_is_a_tenth() -> None:
    """A cannon's has room for a tenth beside both its range bars on a poker card."""
    sizes = (
        ("monsters/giant", POKER, 5), ("dwarves/axemen", POKER, 5), ("war-machines/cannon", TAROT, 5),
        ("war-machines/cannon", POKER, 10),
    )  # fmt: skip
    for slug, size, scale in sizes:
        (card,) = profile_cards([army(Unit(ref="u1", models=(Models(profile=slug, count=1),)))], 25)
        (page,) = pages_of(render(card_sheet([card], size, paper=A4)))
        wide, deep = (length / scale * MM for length in card.base)
        close = [rect for rect in page.rects if abs(rect["width"] - wide) + abs(rect["height"] - deep) < TOLERANCE * MM]
        assert close, slug
        tenth = ", 1:10" * (scale == 10)
        assert f"base {card.base[0]:g} × {card.base[1]:g} mm{tenth}" in words_on([card], size), slug


def test_a_weapon_that_a_character_bought_reaches_as_far_as_the_troops_of_its_list_shoot() -> None:
    captain = Character(ref="c1", profile="undead/skeletal-captain", weapon="heavy-crossbow")
    (card,) = cards_of(army(Unit(ref="u1", characters=(captain,))))
    assert [float(end) for _, end in card.profiles[0].attacks[0].bands] == [5, 15, 20]


def test_a_rider_and_a_large_mount_have_boxes_each_and_who_takes_a_hit() -> None:
    leader = next(card for card in cards_of(host()) if card.leader).leader
    assert leader
    assert len(leader.profiles) == len(leader.tallies) == 2
    assert "Hit on rider: 1 or 2" in {reminder.name for reminder in leader.reminders}


def test_profiles_stand_once_however_many_units_have_them() -> None:
    axemen = Models(profile="dwarves/axemen", count=10)
    fielded = army(Unit(ref="u1", models=(axemen,)), Unit(ref="u2", models=(axemen,)))
    assert [card.title for card in profile_cards([fielded, fielded], 25)] == ["Axemen"]


def test_every_card_of_a_design_is_labelled() -> None:
    carrying = army(
        Unit(ref="u1", models=(Models(profile="designs/young-dragon", count=2),)),
        designs=(read_design(json.dumps(YOUNG_DRAGON)),),
    )
    assert design_cards([sample("dwarf-raiding-party")], 25) == ()
    cards = [*design_cards([carrying], 25), *profile_cards([carrying], 25), *cards_of(carrying)]
    assert len(cards) == 3
    for card in cards:
        assert LABEL in words_on([card]).replace("\n", " ")
    assert not any(is_design(row) for row in CATALOGUE.rows.values())


def test_no_card_at_all_is_a_page_that_says_so() -> None:
    (page,) = pages_of(render(card_sheet([], POKER, paper=A4)))
    assert "There are no cards to print." in text_of(page)


def test_the_same_cards_make_the_same_bytes() -> None:
    assert len({render(card_sheet(every_card()[:20], TAROT, paper=A4)) for _ in range(2)}) == 1
