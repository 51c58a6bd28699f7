"""pdfplumber, which reads our sheets to the same things in less than half of its time.

Its parser goes through a page's content in small steps of Python, and it looks into every figure of every letter for
references to other objects. What our sheets are made of (numbers, names, plain strings, arrays, dictionaries and
operators) is cut by one pattern here, and a letter or stroke is a dictionary of its figures at once. Content with
anything else in it, such as an image between its operators, goes the usual way. What pdfminer made of a page is dropped
when pdfplumber has made its own of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from pdfminer import pdfinterp
from pdfminer.layout import LTChar, LTCurve, LTLine, LTRect
from pdfminer.pdfinterp import PDFContentParser
from pdfminer.pdftypes import stream_value
from pdfminer.psparser import KWD, LIT, PSEOF, literal_name
from pdfplumber.page import ALL_ATTRS, Page
from pdfplumber.utils.pdfinternals import resolve_and_decode

WORD = re.compile(
    rb"\s*(?:(?P<whole>[-+]?[0-9]+(?=[\s\[\]<>/(]))|(?P<broken>[-+]?[0-9]*\.[0-9]*(?=[\s\[\]<>/(]))"
    rb"|/(?P<name>[^#/%\[\]()<>{}\s\x7f-\xff]+(?=[\s/\[\]()<>]))|(?P<keyword>'|[A-Za-z][^#/%\[\]()<>{}\s]*(?=[/\[\]()<>\s]))"
    rb"|\((?P<string>(?:[^()\\]|\\[0-3][0-7]{2}|\\[nrtbf()\\])*)\)|(?P<open>\[|<<)|(?P<close>\]|>>)"
    rb"|<(?P<hex>(?:[0-9a-fA-F]{2})*)>)"
)
ESCAPE = re.compile(rb"\\(?:([0-7]{3})|(.))", re.DOTALL)
ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
TRUTHS = {b"true": True, b"false": False}


def unescaped(string: bytes) -> bytes:
    if b"\\" not in string:
        return string
    return ESCAPE.sub(lambda m: bytes((int(m[1], 8),)) if m[1] else ESCAPED.get(m[2], m[2]), string)


def cut(content: bytes) -> list[Any] | None:
    """Operands and operators in their order, as pdfminer has them; None where this can't tell."""
    content += b"\n"
    objects: list[Any] = []
    around: list[tuple[bytes, list[Any]]] = []
    place = 0
    while found := WORD.match(content, place):
        kind, place = found.lastgroup, found.end()
        word = found[kind or 0]
        if kind == "whole":
            objects.append(int(word))
        elif kind == "broken":
            objects.append(float(word))
        elif word == b"BI":
            return None
        elif kind == "keyword":
            objects.append(TRUTHS[word] if word in TRUTHS else KWD(word))
        elif kind == "name":
            objects.append(LIT(word.decode("ascii")))
        elif kind == "string":
            objects.append(unescaped(word))
        elif kind == "hex":
            objects.append(bytes.fromhex(word.decode("ascii")))
        elif kind == "open":
            around.append((word, objects))
            objects = []
        elif not around or (around[-1][0] == b"[") != (word == b"]"):
            return None
        else:
            inside: Any = objects
            if word == b">>":
                inside = {literal_name(key): value for key, value in zip(inside[::2], inside[1::2], strict=True)}
            objects = around.pop()[1]
            objects.append(inside)
    return None if around or content[place:].strip() else objects


class Words:
    """What was cut, in the form in which pdfminer's interpreter asks for it."""

    def __init__(self, objects: list[Any]) -> None:
        self.left: Iterator[Any] = iter(objects)

    def nextobject(self) -> tuple[int, Any]:
        for each in self.left:
            return 0, each
        raise PSEOF


def parser_of(streams: Sequence[object]) -> Words | PDFContentParser:
    if len(streams) == 1:
        content = stream_value(streams[0]).get_data()
        if (objects := cut(content)) is not None:
            return Words(objects)
    return PDFContentParser(streams)


usual = Page.process_object
KINDS = {LTChar: "char", LTLine: "line", LTRect: "rect", LTCurve: "curve"}
name_of_space = cache(resolve_and_decode)


def thing_of(page: Page, item: Any) -> dict[str, Any]:
    """As pdfplumber has it: of a letter, a line, a rectangle or a curve, and the usual way of all else."""
    if type(item) not in KINDS:
        return usual(page, item)
    own = vars(item)
    thing = {key: own[key] for key in own if key in ALL_ATTRS}
    (left, above), height = page.mediabox[:2], page.height
    thing["object_type"] = KINDS[type(item)]
    thing["page_number"] = page.page_number
    if type(item) is LTChar:
        state = item.graphicstate
        thing["ncs"] = name_of_space(item.ncs.name)
        thing["text"] = item.get_text()
        thing["stroking_color"] = state.scolor if isinstance(state.scolor, tuple) else (state.scolor,)
        thing["non_stroking_color"] = state.ncolor if isinstance(state.ncolor, tuple) else (state.ncolor,)
    else:
        thing["pts"] = [page.point2coord(point) for point in item.pts]
        thing["path"] = [(step, *map(page.point2coord, points)) for step, *points in item.original_path]
        thing["dash"] = item.dashing_style
    thing["top"] = height - item.y1 + above
    thing["bottom"] = height - item.y0 + above
    thing["doctop"] = page.initial_doctop + thing["top"]
    if left:
        thing |= {"x0": item.x0 + left, "x1": item.x1 + left}
    return thing


usual_things = Page.parse_objects


def things_of(page: Page) -> dict[str, list[dict[str, Any]]]:
    things = usual_things(page)
    del page._layout
    return things


def read_quickly() -> None:
    pdfinterp.PDFContentParser = parser_of
    Page.process_object, Page.parse_objects = thing_of, things_of


def read_as_usual() -> None:
    pdfinterp.PDFContentParser = PDFContentParser
    Page.process_object, Page.parse_objects = usual, usual_things
