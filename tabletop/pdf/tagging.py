"""The structure of a document for those who have it read to them: paragraphs in order, ornament left out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

from reportlab.pdfbase import pdfdoc

from tabletop.pdf.typography import Style

Role = Literal["H1", "H2", "P"]

GREAT = 16  # points from which a title is the page's


def role_of(style: Style) -> Role:
    if style.family != "title":
        return "P"
    return "H1" if style.size >= GREAT else "H2"


class Element:
    """A paragraph or heading: the marked pieces of a page's text that it consists of."""

    def __init__(self, role: Role) -> None:
        self.role = role
        self.pieces: list[int] = []


class Tags:
    """Marks in the pages of one document, and the tree that they make (ISO 32000-1, 14.6 to 14.8)."""

    def __init__(self) -> None:
        self.pages: list[list[Element]] = []
        self._code: list[str] = []
        self._open = ""
        self._element: Element | None = None
        self._together = self._apart = False

    def turn(self, code: list[str]) -> None:
        """What follows is on the next page, whose operators are these."""
        self.pages.append([])
        self._code = code

    def repeat(self, page: int) -> None:
        """The next page is one that has been marked already, counted from 0."""
        self.pages.append(self.pages[page])

    def close(self) -> None:
        """No mark is open any more."""
        if self._open:
            self._code.append("EMC")
        self._open, self._element = "", None

    def text(self, style: Style) -> None:
        """Text follows: a paragraph of its own, or more of the one that is being written."""
        if self._apart:
            self.drawing()
        elif self._open != "text" or not self._together:
            self._mark(style)

    def _mark(self, style: Style) -> None:
        element = self._element if self._together else None
        self.close()
        page = self.pages[-1]
        self._element = element or Element(role_of(style))
        self._element.pieces.append(len(page))
        self._code.append(f"/{self._element.role} <</MCID {len(page)}>> BDC")
        self._open = "text"
        page.append(self._element)

    def drawing(self) -> None:
        """Lines and pictures follow: ornament, which isn't read out."""
        if self._open == "drawing":
            return
        element = self._element
        self.close()
        self._open, self._element = "drawing", element if self._together else None
        self._code.append("/Artifact BMC")

    @contextmanager
    def together(self) -> Iterator[None]:
        """All text within is one paragraph."""
        before, self._together = self._together, True
        if not before:
            self.close()
        yield
        self._together = before

    @contextmanager
    def apart(self) -> Iterator[None]:
        """All text within belongs to the paper, not to what it says."""
        self._apart = True
        yield
        self._apart = False


class Written(pdfdoc.PDFObject):
    """An object of the document whose references are known when it is written; `{}` stands for each of them."""

    def __init__(self, words: str, references: list[Any]) -> None:
        self.words = words
        self.references = references

    def format(self, document: Any) -> bytes:
        return self.words.format(*(reference.format(document).decode() for reference in self.references)).encode()


def add_tree(document: Any, tags: Tags) -> None:
    """The structure of all pages, once they are written."""
    pages = document.Pages.pages
    root, whole = Written("", []), Written("", [])
    root_reference, whole_reference = document.Reference(root), document.Reference(whole)
    parents = []
    for number, (page, marked) in enumerate(zip(pages, tags.pages, strict=True)):
        page.StructParents, page.Tabs = number, pdfdoc.PDFName("S")
        page.__NoDefault__ = [*page.__NoDefault__, "StructParents", "Tabs"]
        parents.append(_page_elements(document, page, marked, whole_reference))
    order = [reference for page in parents for reference in dict.fromkeys(page)]
    whole.words = "<</Type/StructElem/S/Document/P {}/K[" + "{} " * len(order) + "]>>"
    whole.references = [root_reference, *order]
    leaves = "".join(f"{number}[{'{} ' * len(page)}]" for number, page in enumerate(parents))
    tree = f"/ParentTreeNextKey {len(parents)}/ParentTree<</Nums[{leaves}]>>"
    root.words = "<</Type/StructTreeRoot/K {}" + tree + ">>"
    root.references = [whole_reference, *(reference for page in parents for reference in page)]
    document.Catalog.StructTreeRoot = root
    document.Catalog.MarkInfo = pdfdoc.PDFDictionary({"Marked": pdfdoc.PDFtrue})


def _page_elements(document: Any, page: Any, marked: list[Element], whole: Any) -> list[Any]:
    """The reference of the element that each marked piece of a page belongs to."""
    here = document.Reference(page)
    references: dict[Element, Any] = {}
    for element in marked:
        if element not in references:
            pieces = " ".join(map(str, element.pieces))
            words = "<</Type/StructElem/S/" + element.role + "/P {}/Pg {}/K[" + pieces + "]>>"
            references[element] = document.Reference(Written(words, [whole, here]))
    return [references[element] for element in marked]
