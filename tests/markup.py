"""Reading a page in tests as a browser without JavaScript does: its elements, its forms and what they send."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
Attributes = dict[str, str]


@dataclass
class Element:
    """A tag with its attributes, the tags around it, and the text in it."""

    tag: str
    attributes: Attributes
    parents: tuple[Element, ...]
    words: list[str] = field(default_factory=list)

    def get(self, name: str) -> str:
        return self.attributes.get(name, "")

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).split())

    def inside(self, other: Element) -> bool:
        return any(parent is other for parent in self.parents)


class Document(HTMLParser):
    """A page's elements in their order."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self.open: list[Element] = []
        self.feed(markup)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs}, tuple(self.open))
        self.elements.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open = [element for element in self.open if element is not self.elements[-1]]

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        assert self.open, f"</{tag}> closes nothing"
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.words.append(data)

    def close(self) -> None:
        super().close()
        assert not self.open, f"<{self.open[-1].tag}> is never closed"

    def all(self, *tags: str) -> list[Element]:
        return [element for element in self.elements if element.tag in tags]

    def with_id(self, name: str) -> Element:
        (found,) = [element for element in self.elements if element.get("id") == name]
        return found

    def controls(self, form: Element) -> list[Element]:
        """Every control of a form, those that stand elsewhere and name it too."""
        parts = self.all("input", "select", "button", "textarea")
        return [each for each in parts if (each.get("form") or None) == (form.get("id") or form) or each.inside(form)]

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
        options = [option for option in self.all("option") if option.inside(select)]
        selected = [option for option in options if "selected" in option.attributes]
        return (selected or options)[0].get("value")
