"""Templates are drawn as Django draws them."""

from __future__ import annotations

from decimal import Decimal
from enum import StrEnum
from types import SimpleNamespace
from typing import Any

import pytest
from django.template import Context, Engine, Template
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy
from msgspec import Struct

from config.templates import QuickTemplate


class Colour(StrEnum):
    RED = "red & blue"


class Unit(Struct):
    name: Any
    parts: tuple[Any, ...] = ()
    more: Any = None

    def size(self) -> int:
        return len(self.parts)

    def part(self, number: int) -> Any:
        return self.parts[number]

    def wipe(self) -> str:
        raise AssertionError

    wipe.alters_data = True  # type: ignore[attr-defined]

    @property
    def broken(self) -> str:
        raise AttributeError("inside")


VALUES = {
    "text": "a <b> & \"c\" 'd'",
    "safe": mark_safe("<b>"),
    "lazy": gettext_lazy("<i>"),
    "whole": 1234567,
    "yes": True,
    "none": None,
    "half": 0.5,
    "exact": Decimal("1234.50"),
    "colour": Colour.RED,
    "unit": Unit("x<y", ("p", Unit("deep")), {"name": "in a dict", "items": "shadow"}),
    "plain": SimpleNamespace(name="n", get=lambda: "called"),
    "kept": {"a": {"b": [1, "<2>", {"c": 3}]}, "none": None},
    "call": lambda: "called<",
    "kind": Unit,
}
EXPRESSIONS = (
    *("text", "safe", "lazy", "whole", "yes", "none", "half", "exact", "colour", "missing", "call", "kind"),
    *(
        "colour.name",
        "colour.upper",
        "unit.name",
        "unit.size",
        "unit.part",
        "unit.wipe",
        "unit.parts.0",
        "unit.parts.9",
    ),
    *(
        "unit.parts.9",
        "unit.parts.1.name",
        "unit.parts.count",
        "unit.more.name",
        "unit.more.items",
        "unit.more.keys",
        "unit.nothing",
    ),
    *(
        "plain.name",
        "plain.get",
        "kept.a.b.1",
        "kept.a.b.2.c",
        "kept.none.more",
        "none.more",
        "missing.more",
        "text.nothing",
    ),
    *(
        "text.nothing",
        "unit.name|upper",
        "text|safe",
        "missing|default:text",
        "whole|add:whole",
        "text|length",
        "kept.a.b|join:text",
    ),
    *('"a & b"', "17", "autoescape", "render_context", "dicts"),
)
LINE = "[{{ IT }}{% if IT %}+{% endif %}{% if not IT %}-{% endif %}{% with it=IT %}{{ it }}{% endwith %}]"
PAGE = "\n".join(LINE.replace("IT", each) for each in EXPRESSIONS)


@pytest.mark.parametrize("autoescape", [True, False])
def test_every_kind_of_value_is_shown_as_django_shows_it(autoescape: bool) -> None:
    lines = [
        made(PAGE, engine=Engine.get_default()).render(Context(VALUES, autoescape=autoescape)).splitlines()
        for made in (Template, QuickTemplate)
    ]
    assert lines[1] == lines[0]


def test_an_error_inside_of_a_property_is_raised() -> None:
    for made in (Template, QuickTemplate):
        with pytest.raises(AttributeError, match="inside"):
            made("{{ unit.broken }}", engine=Engine.get_default()).render(Context(VALUES))


def test_the_sites_pages_are_read_by_it() -> None:
    assert isinstance(Engine.get_default().get_template("base.html"), QuickTemplate)


def test_a_menu_is_written_as_a_loop_writes_it() -> None:
    loop = (
        '{% for value, words in choices %}<option value="{{ value }}"{% if value == chosen %} selected{% endif %}>'
        "{{ words }}</option>{% endfor %}"
    )
    choices = [("a<", "A & B"), (2, mark_safe("<b>")), (Colour.RED, gettext_lazy("Red")), ("", "–")]
    engine = Engine.get_default()
    for chosen in ("a<", 2, "red & blue", "", "other"):
        context = Context({"choices": choices, "chosen": chosen})
        assert QuickTemplate("{% menu choices chosen %}", engine=engine).render(context) == Template(
            loop, engine=engine
        ).render(context)
