"""Cards: measured, never clipped, backs behind their fronts, own designs labelled."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from tabletop.arcana.army.pricing import price
from tabletop.arcana.army.resolve import Army, resolve
from tabletop.arcana.army.roster import Character, Models, Mount, Roster, Unit, read_roster
from tabletop.arcana.catalogue.lists import is_design
from tabletop.arcana.catalogue.profiles import Missile
from tabletop.arcana.creation.design_files import LABEL
from tabletop.arcana.printing.cards import (
    Card,
    card_sheet,
    design_cards,
    faces_of,
    profile_cards,
    terrain_cards,
    unit_cards,
)
from tabletop.arcana.printing.cards.card import Face, Piece, type_size
from tabletop.arcana.printing.cards.tables import bands, needed, set_table, to_hit
from tabletop.arcana.printing.orders import CARD_SIZES
from tabletop.arcana.printing.reference.uses import abilities_used
from tabletop.pdf.document import render
from tabletop.pdf.paper import A4, PAPERS, Paper
from tests.catalogue import SAMPLES, printed_catalogue
from tests.charts import printed_charts
from tests.designs import YOUNG_DRAGON
from tests.tabletop.pdf.measuring import MM, TOLERANCE, letters_of, outside, overlaps, pages_of, text_of

CATALOGUE = printed_catalogue()
SHEET_PAPERS = pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
SIZES = pytest.mark.parametrize("size", CARD_SIZES.values(), ids=CARD_SIZES)
CUT_WIDTH = 0.15 * MM
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


@cache
def host() -> Army:
    """Units of many names, with the widest rows of the catalogue and a mounted wizard."""
    widest = sorted(CATALOGUE.rows.values(), key=lambda row: sum(map(len, vars_of(row))))[-8:]
    models = [
        Unit(ref=f"u{number}", name=NAMES[number % len(NAMES)], models=(Models(profile=row.slug, count=3),))
        for number, row in enumerate(widest)
    ]
    rider = Character(
        ref="c1", profile="dwarves/dwarf-wizard", school="earth", mount=Mount(profile="monsters/giant-eagle")
    )
    return army(*models, Unit(ref="w", characters=(rider,)))


def faces(card: Card, size: str) -> tuple[Face, ...]:
    """The faces of a card that is alone on its sheet."""
    return faces_of(card, CARD_SIZES[size], type_size([card], CARD_SIZES[size]))


def vars_of(row: Any) -> list[str]:
    return [getattr(row.printed, name) for name in row.printed.__struct_fields__]


def every_card() -> list[Card]:
    fielded = host()
    return [
        *unit_cards(fielded, price(fielded), 25),
        *profile_cards([fielded], 25),
        *terrain_cards(printed_charts().values())[::4],
    ]


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
    points = type_size(every_card(), size)
    assert len(found) == sum(len(faces_of(card, size, points)) for card in every_card())
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
    edge = 2.5 * MM
    level = card["top"] + 1.5 * MM <= char["top"] and char["bottom"] <= card["bottom"] - 0.8 * MM
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


def test_what_doesn_t_fit_goes_on_to_another_card() -> None:
    text = " ".join(f"word{number}" for number in range(600))
    card = Card(title="Long", content=(Piece("", text),))
    found = faces(card, "poker")
    assert [face.number for face in found] == list(range(1, len(found) + 1))
    assert {face.total for face in found} == {len(found)}
    (page,) = pages_of(render(card_sheet([card], CARD_SIZES["poker"], paper=A4)))
    letters = text_of(page)
    assert all(f"word{number}" in letters for number in (0, 299, 599))
    assert f"card {len(found)} of {len(found)}" in letters
    assert len(faces(card, "a6")) < len(found)


def test_letters_on_poker_cards_are_no_smaller_than_six_points_and_a_fifth() -> None:
    small = {round(char["size"], 2) for page in pages(A4, CARD_SIZES["poker"]) for char in letters_of(page)}
    assert min(small) >= 6.2


@pytest.mark.parametrize("sample", sorted(path.stem for path in SAMPLES.glob("*.json")))
def test_a_character_s_card_is_one_card_and_all_letters_are_of_one_size(sample: str) -> None:
    fielded = resolve(read_roster((SAMPLES / f"{sample}.json").read_bytes()), CATALOGUE)
    size = CARD_SIZES["poker"]
    cards = tuple(unit_cards(fielded, price(fielded), 25))
    points = type_size(cards, size)
    characters = [character for unit in fielded.units for character in unit.characters]
    assert len(cards) == len(characters) + sum(bool(unit.models) for unit in fielded.units)
    names = {character.row.name for character in characters} | {unit.name for unit in fielded.units if not unit.models}
    for card in cards:
        if card.title in names:
            assert len(faces_of(card, size, points)) == 1, card.title


def test_cards_of_one_sheet_share_one_size_of_letters() -> None:
    short = Card(title="Short", content=(Piece("", "few words"),))
    long = Card(title="Long", content=(Piece("", "many words " * 60),))
    (page,) = pages_of(render(card_sheet([short, long], CARD_SIZES["poker"], paper=A4)))
    cards = sorted(cards_on(page, CARD_SIZES["poker"]), key=lambda card: card["x0"])
    sizes = [
        {
            round(char["size"], 2)
            for char in letters_of(page)
            if _inside(char, card) and char["top"] > card["top"] + 9 * MM
        }
        for card in cards
    ]
    assert sizes[0] == sizes[1]
    assert len(sizes[0]) == 1


def test_a_unit_and_its_leader_cost_together_what_their_cards_say() -> None:
    lord = Character(ref="c1", profile="dwarves/dwarf-lord", weapon="crossbow")
    fielded = army(Unit(ref="u1", models=(Models(profile="dwarves/axemen", count=18),), characters=(lord,)))
    unit, leader = unit_cards(fielded, price(fielded), 25)
    assert (unit.aside, leader.aside) == ("360 VP", "232 VP")
    assert "led by Dwarf Lord" in unit.subtitle
    assert leader.subtitle.endswith("leads 18 Axemen")


def test_ranges_stand_in_the_table_alone() -> None:
    fielded = army(Unit(ref="u1", models=(Models(profile="undead/skeletons-with-bows", count=10),)))
    for (card,) in (tuple(unit_cards(fielded, price(fielded), 25)), profile_cards([fielded], 25)):
        assert any(piece.lead == "Hits on" for piece in card.content)
        assert not any("Hits at +1 within" in piece.text for piece in (*card.content, *card.reminders))


def test_what_words_mean_stands_on_the_reference_and_on_the_cards_of_own_designs() -> None:
    dragon = Unit(ref="u1", models=(Models(profile="designs/young-dragon", count=2),))
    carrying = army(dragon, designs=(read_design_of(YOUNG_DRAGON),))
    (unit,), (profile,) = tuple(unit_cards(carrying, price(carrying), 25)), profile_cards([carrying], 25)
    (design,) = design_cards([carrying], 25)
    assert any(piece.text.startswith("Fearless: ") for piece in design.reminders)
    for card in (unit, profile):
        assert not any("Fearless: " in piece.text for piece in (*card.content, *card.reminders))
    assert "Fearless" in {ability.name for ability in abilities_used([carrying])}


def test_ranges_are_worked_out_with_the_skill_at_each() -> None:
    bow = Missile(name="Bow", range=21, attacks=1, skill=3)
    assert bands(bow) == (('short 7"', 4), ('normal 21"', 3), ('long 28"', 2))
    assert bands(Missile(range=32, min_range=9, attacks=1, skill=1)) == (('9" to 32"', 1),)
    assert bands(Missile(range=32, attacks=1, skill=1)) == (('short 10⅔"', 2), ('normal 32"', 1), ('long 42⅔"', 0))


@pytest.mark.parametrize(("skill", "roll"), [(7, "6"), (3, "3"), (1, "1"), (0, "1, 3"), (-1, "1, 2"), (-2, "1, 1")])
def test_less_than_a_one_is_two_rolls(skill: int, roll: str) -> None:
    assert needed(skill) == roll
    assert needed(-3) == "–"


def test_a_row_s_rolls_stand_by_step_and_range() -> None:
    assert to_hit(CATALOGUE.rows["undead/skeletons-with-bows"]) == (
        ("Hits on", "+1", "±0", "-1", "-2"),
        ("melee", "3", "2", "1", "1, 3"),
        ('short 7"', "4", "3", "2", "1"),
        ('normal 21"', "3", "2", "1", "1, 3"),
        ('long 28"', "2", "1", "1, 3", "1, 2"),
    )


def test_a_weapon_that_a_character_bought_reaches_as_far_as_the_troops_of_its_list_shoot() -> None:
    captain = Character(ref="c1", profile="undead/skeletal-captain", weapon="heavy-crossbow")
    fielded = army(Unit(ref="u1", characters=(captain,)))
    (card,) = unit_cards(fielded, price(fielded), 25)
    (table,) = [piece.table for piece in card.content if piece.lead == "Hits on"]
    assert [row[0] for row in table[1:]] == ["melee", 'short 5"', 'normal 15"', 'long 20"']


def test_a_stat_line_too_wide_for_its_card_is_set_line_by_line() -> None:
    table = (("Move", "Magic"), ("6 " * 4, "W" * 12))
    assert set_table(table, 56, lead=False) is not None
    assert set_table(table, 20, lead=False) is None
    (face,) = faces(Card(title="Narrow", content=(Piece(table=(table[0], ("6", "W" * 60))),)), "poker")
    assert len(face.placed) > 1


def test_a_unit_s_card_has_a_box_for_each_wound() -> None:
    fielded = army(Unit(ref="u1", models=(Models(profile="war-machines/cannon", count=2),)))
    (card,) = unit_cards(fielded, price(fielded), 25)
    wounds = CATALOGUE.rows["war-machines/cannon"].wounds
    assert [(piece.boxes, piece.group) for piece in card.content if piece.boxes] == [(2 * wounds, wounds)]


def test_profiles_stand_once_however_many_units_have_them() -> None:
    axemen = Models(profile="dwarves/axemen", count=10)
    fielded = army(Unit(ref="u1", models=(axemen,)), Unit(ref="u2", models=(axemen,)))
    assert [card.title for card in profile_cards([fielded, fielded], 25)] == ["Axemen"]


def test_a_misprint_is_told_on_the_card_as_it_is_played() -> None:
    imps = Unit(ref="u1", models=(Models(profile="daemons/imps", count=10),))
    (card,) = profile_cards([army(imps)], 25)
    assert any(piece.lead == "Played" for piece in card.content)


def test_the_base_is_drawn_in_its_shape() -> None:
    cannon = Unit(ref="u1", models=(Models(profile="war-machines/cannon", count=1),))
    (card,) = profile_cards([army(cannon)], 15)
    (base,) = [piece.base for piece in card.content if piece.base]
    assert base[0] / 15 == int(base[0] / 15)


def test_every_face_of_a_design_s_cards_is_labelled() -> None:
    plain = read_roster((SAMPLES / "dwarf-raiding-party.json").read_bytes())
    carrying = army(
        Unit(ref="u1", models=(Models(profile="designs/young-dragon", count=2),)),
        designs=(read_design_of(YOUNG_DRAGON),),
    )
    assert design_cards([resolve(plain, CATALOGUE)], 25) == ()
    cards = [*design_cards([carrying], 25), *profile_cards([carrying], 25), *unit_cards(carrying, price(carrying), 25)]
    assert len(cards) == 3
    for card in cards:
        (page,) = pages_of(render(card_sheet([card], CARD_SIZES["poker"], paper=A4)))
        assert text_of(page).count(LABEL) >= len(faces(card, "poker"))
    assert not any(is_design(row) for row in CATALOGUE.rows.values())


def read_design_of(plain: dict[str, Any]) -> Any:
    import json

    from tabletop.arcana.creation.design_files import read_design

    return read_design(json.dumps(plain))


def test_no_card_at_all_is_a_page_that_says_so() -> None:
    (page,) = pages_of(render(card_sheet([], CARD_SIZES["poker"], paper=A4)))
    assert "There are no cards to print." in text_of(page)


def test_the_same_cards_make_the_same_bytes() -> None:
    assert len({render(card_sheet(every_card()[:20], CARD_SIZES["tarot"], paper=A4)) for _ in range(2)}) == 1
