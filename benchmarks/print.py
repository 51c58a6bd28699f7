"""A roster of 100 units as cards, a thousand cards and every spell: how long they take, beside WeasyPrint and fpdf2.

The peers belong to no environment of the project: put them into one of your own (`pip install weasyprint fpdf2`) and
name its packages in PYTHONPATH. fpdf2 is asked twice: for the words alone, set in one face without kerning, and
boxes, and for more of what our cards are: kerned by the same shaper, labels in bold, with the shield.
Neither fits anything to its card, measures columns, draws signs and range bars, or tags headings and cells of tables.
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable, Sequence
from html import escape
from importlib import import_module
from importlib.util import find_spec
from tempfile import NamedTemporaryFile
from time import process_time
from typing import Any

from tabletop.arcana.army.pricing import price
from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import Models, Roster, Unit
from tabletop.arcana.catalogue.profiles import Section
from tabletop.arcana.printing.cards import UnitCard, card_sheet, faces_sheet, spell_cards, unit_cards
from tabletop.arcana.printing.cards.spells import SpellCard
from tabletop.heraldry import svg
from tabletop.pdf.document import render
from tabletop.pdf.fonts import FOLDER
from tabletop.pdf.paper import A4
from tests.catalogue import printed_catalogue

UNITS = 100
THOUSAND = 1000
MOST_SECONDS = 5.0
LEAST_RATIOS = {"weasyprint": 30.0, "fpdf2": 4.0}
MOST_KILOBYTES_A_PAGE = 400
POKER = (63.5, 88.9)
FACE, BOLD_FACE = FOLDER / "SourceSans3-Regular.ttf", FOLDER / "SourceSans3-Bold.ttf"
STYLE = f"""
@font-face {{ font-family: sheet; src: url(file://{FACE}) }}
@page {{ size: A4; margin: 11mm 9.75mm; @bottom-right {{ content: "page " counter(page); font: 7pt sheet }} }}
body {{ margin: 0; font: 7.2pt sheet }}
div {{ float: left; box-sizing: border-box; width: 63.5mm; min-height: 88.9mm; border: .15mm solid; padding: 3.6mm }}
h1 {{ font-size: 10pt; margin: 0 }} p {{ margin: 0 }} img {{ float: left; width: 7mm; margin-right: 1.6mm }}
span {{ float: right; font-weight: bold }} hr {{ clear: both; border: .1mm solid; margin: .5mm 0 }}
table {{ width: 100%; border-collapse: collapse }} td {{ text-align: center; border-bottom: .1mm solid }}
tr:first-child {{ background: #e9e9e9; font-size: 6.5pt }}
i {{ display: inline-block; width: 2.8mm; height: 2.8mm; border: .2mm solid; margin-right: .4mm }}
"""


def unit_deck(units: int) -> list[UnitCard]:
    """Cards of units, each of another row of the catalogue."""
    catalogue = printed_catalogue()
    rows = [row for row in catalogue.rows.values() if row.section == Section.TROOPS]
    chosen = tuple(
        Unit(ref=f"u{number}", models=(Models(profile=rows[number % len(rows)].slug, count=10),))
        for number in range(units)
    )
    roster = Roster(format="muster-roster/1", game="arcana", name="Host", army="dwarves", units=chosen)
    army = resolve(roster, catalogue)
    return list(unit_cards(army, price(army), 25))


def ours(cards: Sequence[UnitCard]) -> int:
    return len(render(card_sheet(cards, POKER, paper=A4)))


def of_spells(cards: Sequence[SpellCard]) -> int:
    return len(render(faces_sheet(cards, POKER, paper=A4)))


def by_weasyprint(cards: Sequence[UnitCard]) -> int:
    """The length of a PDF of the cards made by WeasyPrint: all words printed, the emblem read once."""
    weasyprint: Any = import_module("weasyprint")
    shield = printed_catalogue().lists["dwarves"].shield
    with NamedTemporaryFile("w", suffix=".svg") as emblem:
        emblem.write(svg(shield, hatched=True))
        emblem.flush()
        body = "".join(_html(card, emblem.name) for card in cards)
        return len(weasyprint.HTML(string=f"<style>{STYLE}</style>{body}").write_pdf())


def _html(card: UnitCard, emblem: str) -> str:
    head = f'<img src="file://{emblem}"><span>{card.number}</span><h1>{escape(card.title)}</h1><p>{card.below}</p><hr>'
    figures, *tables = (f"<table>{''.join(_row(row) for row in table)}</table>" for table in _tables(card))
    words = "".join(f"<p>{escape(line)}</p>" for line in _lines(card))
    return f"<div>{head}{figures}{''.join(tables)}{words}{'<i></i>' * _boxes(card)}</div>"


def _row(cells: Sequence[str]) -> str:
    return f"<tr>{''.join(f'<td>{escape(words)}</td>' for words in cells)}</tr>"


def _tables(card: UnitCard) -> list[list[Sequence[str]]]:
    """The figures under their labels and the saves, profile by profile."""
    tables: list[list[Sequence[str]]] = []
    for profile in card.profiles:
        tables.append([[figure.label for figure in profile.figures], [figure.value for figure in profile.figures]])
        tables.append([(words, *cells) for words, cells in profile.saves.rows])
    return tables


def _lines(card: UnitCard) -> list[str]:
    """Attacks with their bands, reminders and the foot."""
    attacks = [
        f"{attack.dice} {attack.unit} at {attack.at}, strength {attack.strength} {attack.who} "
        + ", ".join((*attack.qualities, *(f"{rolled} to {float(end):g}" for rolled, end in attack.bands)))
        for profile in card.profiles
        for attack in profile.attacks
    ]
    return [*attacks, *(f"{reminder.name} {reminder.words}" for reminder in card.reminders), card.foot]


def _boxes(card: UnitCard) -> int:
    return sum(tally.models * tally.wounds for tally in card.tallies)


def by_fpdf2(cards: Sequence[UnitCard]) -> int:
    """The length of a PDF of the cards made by fpdf2: words in one face and boxes."""
    return _by_fpdf2(cards, is_shaped=False)


def by_fpdf2_shaped(cards: Sequence[UnitCard]) -> int:
    """The same with kerning, labels in bold, and the shield, read once."""
    return _by_fpdf2(cards, is_shaped=True)


def _by_fpdf2(cards: Sequence[UnitCard], *, is_shaped: bool) -> int:
    fpdf: Any = import_module("fpdf")
    document = fpdf.FPDF(format="A4")
    document.add_font("sheet", fname=str(FACE))
    document.set_auto_page_break(False)
    emblem: Any = None
    if is_shaped:
        document.add_font("sheet", style="B", fname=str(BOLD_FACE))
        document.set_text_shaping(True)
        emblem = import_module("fpdf.svg").SVGObject(svg(printed_catalogue().lists["dwarves"].shield, hatched=True))
    for number, card in enumerate(cards):
        if number % 9 == 0:
            document.add_page()
        row, column = divmod(number % 9, 3)
        _fpdf_card(document, card, (9.75 + column * POKER[0], 11 + row * POKER[1]), emblem)
    return len(document.output())


def _fpdf_card(document: Any, card: UnitCard, at: tuple[float, float], emblem: Any) -> None:
    x, y = at
    document.rect(x, y, *POKER)
    if emblem:
        *_, drawn = emblem.transform_to_rect_viewport(scale=document.k, width=7, height=8.4)
        drawn.transform = drawn.transform.translate(x + 45, y + 3)
        document.draw_path(drawn)
    document.set_xy(x + 3.6, y + 3.6)
    document.set_font("sheet", style="B" if emblem else "", size=10)
    document.cell(text=card.title)
    document.set_font("sheet", size=7.2)
    document.set_y(y + 9)
    tables, lines = [["   ".join(row) for row in table] for table in _tables(card)], _lines(card)
    words = [(words, not row) for table in tables for row, words in enumerate(table)] + [
        (line, False) for line in lines
    ]
    for line, is_label in words:
        if emblem:
            document.set_font("sheet", style="B" if is_label else "", size=7.2)
        document.set_x(x + 3.6)
        document.multi_cell(POKER[0] - 7.2, 2.9, line)
    for number in range(_boxes(card)):
        document.rect(x + 3.6 + number % 15 * 3.6, document.get_y(), 2.8, 2.8)


PEERS: dict[str, Callable[[Sequence[UnitCard]], int]] = {
    "weasyprint": by_weasyprint,
    "fpdf2": by_fpdf2,
    "fpdf2, shaped, with shields": by_fpdf2_shaped,
}
PACKAGES = {"weasyprint": "weasyprint"}  # of the peers, where it isn't `fpdf`


def timed(name: str, make: Callable[[Any], int], cards: Sequence[object], *, runs: int = 2) -> float:
    """The quickest of so many runs, so that nobody pays for loading."""
    times = []
    for _ in range(runs):
        start = process_time()
        size = make(cards)
        times.append(process_time() - start)
    taken = min(times)
    print(f"{name:<28} {len(cards):>5,} cards {taken:8.2f} s {size / 1024:10,.0f} kB")
    return taken


def peak() -> int:
    """The most memory that this process has had so far, in kilobytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def memory_for(deck: list[UnitCard]) -> float:
    """Kilobytes for each further page, once everything is warm."""
    before = peak()
    ours(deck * 3)
    pages = 2 * len(card_sheet(deck, POKER, paper=A4).pages)
    return (peak() - before) / pages


def main() -> int:
    missed = []
    deck = unit_deck(UNITS)
    spells = spell_cards(printed_catalogue().spells.values(), printed_catalogue(), 25)
    mine = timed("a roster of 100 units", ours, deck, runs=9)
    for peer, make in PEERS.items():
        if find_spec(PACKAGES.get(peer, "fpdf")) is None:
            print(f"{peer:<28} isn't installed; skipped")
            continue
        ratio = timed(peer, make, deck, runs=3) / mine
        print(f"{'':<28} {ratio:.1f} times as long")
        if ratio < LEAST_RATIOS.get(peer, 0.0):
            missed.append(f"only {ratio:.1f} times as quick as {peer}")
    timed("every spell", of_spells, spells)
    many = (deck * (THOUSAND // len(deck) + 1))[:THOUSAND]
    if (taken := timed("a thousand", ours, many)) > MOST_SECONDS:
        missed.append(f"{THOUSAND:,} cards take {taken:.1f} s")
    kilobytes = memory_for(many)
    print(f"{'memory for a further page':<28} {kilobytes:12.0f} kB")
    if kilobytes > MOST_KILOBYTES_A_PAGE:
        missed.append(f"a further page takes {kilobytes:.0f} kB")
    print("\n".join(missed) or "Every bar is met.")
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
