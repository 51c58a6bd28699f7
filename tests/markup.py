"""Reading a page in tests as a browser without JavaScript does: its elements, its forms and what they send.

Most of what tests ask of a page is one element of thousands, so tags are cut out by one expression instead of the
standard library's parser, and attributes are read when they are asked for. Markup that can't be cut so, and tags that
aren't closed in their order, are refused rather than mended.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from html import unescape

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
RAW = {"script", "style"}  # what is in them is text to the end tag
TAG = re.compile(
    r"""<!--.*?-->|<!doctype[^>]*>|<(?P<end>/?)(?P<tag>[a-z][^\s/>]*)(?P<written>(?:[^"'>]++|"[^"]*"|'[^']*')*+)>""",
    re.DOTALL | re.IGNORECASE,
)
ATTRIBUTE = re.compile(r"""([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?""")
Attributes = dict[str, str]


@dataclass(eq=False)
class Element:
    """A tag with its attributes as written, the tags around it, and which pieces of its page's text are in it.

    `number` counts the elements of its page; those in it follow, to the one that is `last`.
    """

    tag: str
    written: str
    parents: tuple[Element, ...]
    pieces: list[str]
    start: int
    end: int
    number: int
    last: int

    @cached_property
    def attributes(self) -> Attributes:
        found = ATTRIBUTE.findall(self.written)
        return {name.lower(): unescape(double or single or bare) for name, double, single, bare in found}

    def get(self, name: str) -> str:
        return self.attributes.get(name, "")

    @property
    def words(self) -> list[str]:
        return self.pieces[self.start : self.end]

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).split())

    def inside(self, other: Element) -> bool:
        return other.number < self.number <= other.last and other.pieces is self.pieces


class Document:
    """A page's elements in their order."""

    def __init__(self, markup: str) -> None:
        self.elements: list[Element] = []
        self.pieces: list[str] = []
        self.open: tuple[Element, ...] = ()
        position = 0
        while (start := markup.find("<", position)) >= 0:
            if start > position:
                self.pieces.append(unescape(markup[position:start]))
            match = TAG.match(markup, start)
            assert match, f"no tag: {markup[start : start + 80]}"
            position = match.end()
            end, name, written = match.groups()
            tag = (name or "").lower()
            if end and tag not in VOID:
                self._close(tag)
            elif tag and not end:
                self._open(tag, written)
                if tag in RAW:
                    start, position = position, markup.index(f"</{tag}", position)
                    self.pieces.append(markup[start:position])
        if position < len(markup):
            self.pieces.append(unescape(markup[position:]))
        assert not self.open, f"<{self.open[-1].tag}> is never closed"

    def _open(self, tag: str, written: str) -> None:
        here = len(self.pieces)
        number = len(self.elements)
        element = Element(tag, written, self.open, self.pieces, here, here, number, number)
        self.elements.append(element)
        if tag not in VOID and not written.endswith("/"):
            self.open = (*self.open, element)

    def _close(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open[-1].end, self.open[-1].last = len(self.pieces), len(self.elements) - 1
        self.open = self.open[:-1]

    def all(self, *tags: str) -> list[Element]:
        return [element for element in self.elements if element.tag in tags]

    def with_id(self, name: str) -> Element:
        (found,) = [element for element in self.elements if name in element.written and element.get("id") == name]
        return found

    def within(self, element: Element, *tags: str) -> list[Element]:
        """Those of these tags that are inside an element."""
        return [each for each in self.elements[element.number + 1 : element.last + 1] if each.tag in tags]

    def controls(self, form: Element) -> list[Element]:
        """Every control of a form, those that stand elsewhere and name it too."""
        parts, name = self.all("input", "select", "button", "textarea"), form.get("id")
        return [
            each
            for each in parts
            if each.inside(form) or (name and "form" in each.written and each.get("form") == name)
        ]

    def sent(self, form: Element, button: Element | None = None) -> dict[str, str]:
        """The fields that this form sends, by this button."""
        fields: dict[str, str] = {}
        for control in self.controls(form):
            name = control.get("name")
            of_another = control.inside(form) and control.get("form") not in ("", form.get("id"))
            pressed = control is button or "checked" in control.attributes
            unpressed = control.tag == "button" or control.get("type") in ("checkbox", "radio", "submit")
            if name and not of_another and (pressed or not unpressed):
                fields[name] = self.chosen(control) if control.tag == "select" else control.get("value")
        return fields

    def chosen(self, select: Element) -> str:
        options = self.within(select, "option")
        selected = [option for option in options if "selected" in option.attributes]
        return (selected or options)[0].get("value")
