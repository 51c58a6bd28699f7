"""Attacks and whole profiles as sentences, for cards that have no room for lines, tables and bars."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tabletop.arcana.printing.cards.figures import ARMOUR, BY_STRENGTH, EACH, FIXED_HEAD, NOTHING, Attack
from tabletop.arcana.printing.cards.unit_card import Profile
from tabletop.arcana.printing.parts import BAND, DICE, READ, STRONG, WORDS, Run, inches
from tabletop.pdf.typography import GLUE, Style


def attack_in_words(attack: Attack) -> Iterator[Run]:
    if attack.alternative:
        yield "or ", READ
    if attack.who and attack.who != EACH:
        yield f"{attack.who.removesuffix(f', {EACH}')}: ", STRONG
    for words, style in sentence(replace(attack, alternative=False)):
        yield words, STRONG if style is DICE else READ
    if attack.least:
        yield f" from {inches(attack.least)}", READ
    for rolled, end in attack.bands:
        yield " ", READ
        yield f"{GLUE}{rolled}{GLUE}to{GLUE}{inches(end)}{GLUE}", BAND
    for words in attack.qualities:
        yield f", {words}", READ


def profile_in_words(profile: Profile) -> Iterator[Run]:
    """All of a profile as one sentence."""
    fixed = " fixed" * (profile.saves.head == FIXED_HEAD)
    figures = ", ".join(
        f"{figure.label.lower()} {' '.join((figure.value, *figure.beside))}{fixed * (figure.label == ARMOUR)}"
        for figure in profile.figures
        if figure.value != NOTHING
    )
    yield f"{profile.name}: ", STRONG
    yield figures, READ
    saved = ((words, [cell for cell in cells if cell != NOTHING]) for words, cells in profile.saves.rows)
    saves = ", ".join(f"{words.removesuffix(BY_STRENGTH)} {GLUE.join(cells)}" for words, cells in saved if cells)
    yield f"; saves {saves}" if saves else "", READ
    for attack in profile.attacks:
        yield "; ", READ
        yield from attack_in_words(attack)


def sentence(attack: Attack) -> Iterator[Run]:
    """`3 dice at 4, strength 4`, figures large."""
    if attack.alternative:
        yield "or ", Style(WORDS.size, "italic", leading=WORDS.leading)
    yield attack.dice, DICE
    yield f" {attack.unit} ", WORDS
    if attack.bands:
        yield "by range", WORDS
    else:
        yield "at ", WORDS
        yield attack.at, DICE
    if isinstance(attack.strength, str):
        yield f", {attack.strength}", WORDS
    elif attack.strength:
        yield ", strength ", WORDS
        yield str(attack.strength), DICE
    else:
        yield ", no strength", WORDS
