"""What templates need to draw: shields, bases, figures and edits as buttons."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec
from django import template
from django.urls import reverse
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from armybuilder.catalogue.loaders.lists import count_printed_rows
from armybuilder.core.games import GAMES
from armybuilder.core.languages import say
from armybuilder.rosters.presenters.parts import PickPart
from armybuilder.rosters.presenters.picker import Offer
from tabletop.arcana.army.event_pack import code_of
from tabletop.arcana.catalogue.abilities.special import MM_A_BASE
from tabletop.arcana.catalogue.lists import ArmyList
from tabletop.arcana.catalogue.profiles import Statistics
from tabletop.arcana.creation.points.audit import Audited
from tabletop.arcana.creation.points.sums import format_amount
from tabletop.arcana.game import ARCANA
from tabletop.citations import Citation
from tabletop.findings import Severity
from tabletop.heraldry import Shield, svg
from tabletop.languages import language, marked, number
from tabletop.languages import say as say_of_game
from tabletop.pdf.paper import PAPERS
from tabletop.rosters.comparison import signed as with_sign
from tabletop.rosters.verdict import Listed, Verdict
from tabletop.tournament import season

register = template.Library()

FORMAT_NAMES: dict[str, str] = {
    "json": "Muster's JSON",
    "text": "a text",
    "markdown": "Markdown",
    "csv": "a spreadsheet (CSV)",
    "summary": "a summary",
    "ros": "a .ros file",
    "rosz": "a .rosz file",
    "pdf": "a printed PDF",
}
NUMBER_WORDS = (
    *("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)


SEVERITIES = {Severity.ERROR: marked("Error"), Severity.WARNING: marked("Warning"), Severity.NOTE: marked("Note")}


@register.simple_tag
def shield(army: ArmyList, width: int = 40) -> SafeString:
    """An army's shield; pages name the army beside it, so it is silent for screen readers."""
    return _shield(army.shield, width)


@register.simple_tag
def emblem(value: Shield | None, width: int = 40) -> SafeString:
    """What a roster's army bears, if it bears any; pages name the army beside it."""
    return _shield(value, width) if value else mark_safe("")


@lru_cache(maxsize=200)
def _shield(value: Shield, width: int) -> SafeString:
    drawing = svg(value, title="", width=width)
    return mark_safe(drawing)


@register.filter
def in_words(count: int) -> str:
    """17 as `seventeen`; numbers from thirty on in figures."""
    if count < len(NUMBER_WORDS):
        return NUMBER_WORDS[count]
    return f"twenty-{NUMBER_WORDS[count - 20]}" if count < 30 else str(count)


@register.simple_tag
def printed_rows() -> int:
    """How many rows the book's lists have."""
    return count_printed_rows()


@register.filter
def points(value: int | None) -> str:
    """1234 as `1,234`."""
    return "" if value is None else number(value)


@register.filter
def counts(game: str) -> str:
    """What rosters of a game are counted in, as it follows a number: points, cards."""
    return say_of_game(GAMES[game].counts if game in GAMES else "points")


@register.filter
def season_points(amount: Fraction) -> str:
    """75/2 as `37.5`."""
    return season.written(amount)


@register.filter
def exact(amount: Fraction) -> str:
    """A figure of a receipt: `−4.5`."""
    return format_amount(amount).replace("-", "−")


@register.filter
def difference(row: Audited) -> str:
    """What the formula asks more (+) or less (−) than is printed, exactly."""
    amount = row.exact - row.printed
    return f"{'+' if amount > 0 else ''}{exact(amount)}"


@register.filter
def plain_base(value: float) -> str:
    """0.5 as `½`."""
    return "½" if value == 0.5 else f"{value:g}"


@register.filter
def heading(value: str) -> str:
    """`war-machines` as `War machines`."""
    return value.replace("-", " ").capitalize()


@register.filter
def signed(value: int) -> str:
    """`+90` and `−100`."""
    return with_sign(value)


@register.filter
def format_name(kind: str) -> str:
    """What players call a file format."""
    return FORMAT_NAMES.get(kind, kind)


@register.filter
def severity(value: Severity) -> str:
    """A severity in a word: `Error`."""
    return say(SEVERITIES[value])


@register.filter
def said(sentence: str) -> str:
    """A sentence of the games or their lists in the reader's language."""
    return say_of_game(sentence)


@register.filter
def rules_in_words(listed: Listed) -> str:
    """The rules that a roster is built by: `core rules`, `pack “Spring Cup”`."""
    if listed.has_pack and listed.rules_name.startswith("pack "):
        return say("pack {name}", name=listed.rules_name.removeprefix("pack "))
    return say_of_game(listed.rules_name)


@register.filter
def sign(severity: Severity) -> str:
    """A severity's sign; the word stands beside it."""
    return {Severity.ERROR: "✕", Severity.WARNING: "!", Severity.NOTE: "i"}[severity]


@register.filter
def as_json(edit: Any) -> str:
    """An edit as a button's value."""
    return msgspec.json.encode(edit).decode()


@register.simple_tag
def edit(verb: str, **fields: Any) -> str:
    """An edit written in a template, as a button's value."""
    return json.dumps({"verb": verb, **fields})


@register.simple_tag
def rules_page(verdict: Verdict) -> str:
    """Where the rules stand that a roster was reviewed by: its pack's page, or the book's; empty for other games."""
    if verdict.roster.game != ARCANA.slug:
        return ""
    code = code_of(verdict.listed.rules) if verdict.listed.has_pack else ""
    return reverse("pack", kwargs={"code": code}) if code else reverse("checked-rules")


@register.simple_tag
def rule_link(verdict: Verdict, code: str, citation: Citation | None = None) -> SafeString:
    """A rule's code, which leads to its statement where the site has the game's rules; else with where it stands."""
    page = rules_page(verdict)
    if page:
        return format_html('<a class="cite" href="{}#{}">{}</a>', page, code, code)
    return format_html("{} · {}", code, citation) if citation else format_html("{}", code)


@register.simple_tag
def pick_lines(picks: Sequence[PickPart]) -> SafeString:
    """The rows that can be added, one below the other."""
    return mark_safe("\n".join([_pick_line(each) for each in picks]))


@register.simple_tag
def changed_picks(picks: Sequence[PickPart]) -> SafeString:
    """Those that a browser doesn't have as they are now, each to be put in the place of its row of before."""
    return mark_safe("\n".join([_pick_line(each, ' hx-swap-oob="true"') for each in picks if each.part.is_new]))


# A hundred rows stand in the picker: a template takes 7 ms for them, this takes one.
def _pick_line(each: PickPart, more: str = "") -> str:
    offer, misfit = each.pick.offer, conditional_escape(each.pick.misfit)
    start, price, end = _offer(offer, language())
    out, why = (" out", f'<small class="misfit">{misfit}</small>') if misfit else ("", "")
    fielded = f"<small>{say('{count} in', count=each.pick.fielded)}</small>" if each.pick.fielded else ""
    home = f'<small class="at-home">{each.pick.home_in_words}</small>' if each.pick.home is not None else ""
    return f'<li class="pick{out}"{more} data-part="{each.part}" {start}{home}{why}{price}{fielded}{end}'


@lru_cache(maxsize=2000)  # of an offer's value and the language alone, so none is ever out of date
def _offer(offer: Offer, spoken: str) -> tuple[str, str, str]:
    """What stands of a row before, between and behind what an army makes of it."""
    row, count = offer.row, f"{offer.count} " if offer.count > 1 else ""
    adds = say("Add {units}", units=f"{count}{row.name}")
    button = '<button class="btn" type="submit" form="adds" name="edit" value="{}" aria-label="{}">+{}</button>'
    return (
        format_html('id="pick-{}"><span class="pick-name">{}<small>{}</small>', _id(row.slug), row.name, offer.facts),
        format_html('</span><span class="pick-price"><b>{}</b>', row.points),
        format_html(f"</span>{button}</li>", offer.edit, adds, f" {count}".rstrip()),
    )


def _id(slug: str) -> str:
    return slug.replace("/", "-")


@register.simple_tag
def paper_links(
    view: str,
    *arguments: str,
    label: str = "",
    others: str = "{}",
    css: str = "btn",
    first: str = "",
    query: str = "",
) -> SafeString:
    """A link for each paper to a view's sheet; the first one has another label, and may have CSS classes of its own."""
    links: list[tuple[str, str, str]] = []
    label = label or say("Print ({})")
    for slug, paper in PAPERS.items():
        is_first = not links
        address = reverse(view, args=[*arguments, slug]) + (f"?{query}" if query else "")
        classes = first or css if is_first else css
        attribute = format_html(' class="{}"', classes) if classes else ""
        name = paper.name.removeprefix("US ")
        links.append((attribute, address, (label if is_first else others).format(name)))
    return format_html_join(" ", '<a{} href="{}">{}</a>', links)


@register.simple_tag
def base_picture(statistics: Statistics) -> SafeString:
    """The base of a model drawn to scale from above, its front upward."""
    front, depth = (side * MM_A_BASE for side in statistics.stands_on)
    return format_html(
        '<svg class="base" viewBox="-2 -2 {} {}" width="{}" height="{}" role="img"><title>Base {}: {} × {} mm</title>'
        '<rect class="base-area" width="{}" height="{}" rx="1"/>'
        '<path class="base-front" d="M{} 6 l-4 6 h8 z"/></svg>',
        front + 4,
        depth + 4,
        f"{(front + 4) * 1.2:.0f}",
        f"{(depth + 4) * 1.2:.0f}",
        plain_base(statistics.base),
        f"{front:g}",
        f"{depth:g}",
        front,
        depth,
        front / 2,
    )
