"""XML read with everything off that a roster doesn't need: document types, entities, other encodings, depth, length."""

from __future__ import annotations

from typing import NoReturn
from xml.parsers import expat

from tabletop.decoding import MalformedError
from tabletop.work import go_on

DEEPEST = 40
MOST_ELEMENTS = 100_000
MOST_ATTRIBUTES = 50
ENCODINGS = {"utf-8", "utf8", "utf-16", "us-ascii", "ascii"}
CUT = frozenset(
    expat.errors.codes[fault]
    for fault in (
        expat.errors.XML_ERROR_NO_ELEMENTS,
        expat.errors.XML_ERROR_UNCLOSED_TOKEN,
        expat.errors.XML_ERROR_UNCLOSED_CDATA_SECTION,
        expat.errors.XML_ERROR_PARTIAL_CHAR,
    )
)
CUT_OFF = "; the file ends in the middle, so it was cut off on its way: ask for it again"
BETWEEN = " "  # stands between a namespace and a name; neither has spaces


class Element:
    """An element: `name` with its namespace before it, attributes, text and children."""

    __slots__ = ("attributes", "children", "name", "texts")

    def __init__(self, name: str, attributes: dict[str, str]) -> None:
        self.name = name
        self.attributes = attributes
        self.children: list[Element] = []
        self.texts: list[str] = []

    @property
    def text(self) -> str:
        return "".join(self.texts)

    def child(self, name: str) -> Element | None:
        return next((child for child in self.children if child.name == name), None)


def read_xml(text: str) -> Element:
    """The root of a document; MalformedError for what isn't well formed, or asks for more than a roster needs."""
    growing = _Growing()
    parser = expat.ParserCreate("utf-8", BETWEEN)
    parser.buffer_text = True
    parser.StartElementHandler = growing.start
    parser.EndElementHandler = growing.end
    parser.CharacterDataHandler = growing.say
    parser.XmlDeclHandler = _declared
    parser.StartDoctypeDeclHandler = _refused
    parser.EntityDeclHandler = _refused
    parser.ExternalEntityRefHandler = _refused
    try:
        parser.Parse(text.encode(), True)
    except expat.ExpatError as error:
        cut = CUT_OFF if error.code in CUT else ""
        reason = f"this isn't well-formed XML, line {error.lineno}: {expat.ErrorString(error.code)}{cut}"
        raise MalformedError("", reason) from error
    return growing.root.children[0]


class _Growing:
    """The tree so far: the elements that are still open, outermost first."""

    def __init__(self) -> None:
        self.root = Element("", {})
        self.open = [self.root]
        self.count = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        go_on()
        self.count += 1
        if len(self.open) > DEEPEST:
            raise MalformedError("", f"the XML is nested deeper than {DEEPEST} elements")
        if self.count > MOST_ELEMENTS:
            raise MalformedError("", f"the XML has more than {MOST_ELEMENTS:,} elements")
        if len(attributes) > MOST_ATTRIBUTES:
            raise MalformedError("", f"an element of the XML has more than {MOST_ATTRIBUTES} attributes")
        element = Element(name, attributes)
        self.open[-1].children.append(element)
        self.open.append(element)

    def end(self, _name: str) -> None:
        self.open.pop()

    def say(self, text: str) -> None:
        self.open[-1].texts.append(text)


def _declared(_version: str, encoding: str | None, _standalone: int) -> None:
    if encoding is not None and encoding.casefold() not in ENCODINGS:
        raise MalformedError("", f"the XML says that it's in {encoding[:40]}; save it as UTF-8")


def _refused(*_declaration: object) -> NoReturn:
    raise MalformedError("", "the XML declares a document type or an entity; rosters have none, so it isn't read")
