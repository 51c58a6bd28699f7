"""A document as a file: reportlab's objects as it formats them, and beside them plain ones that are text already.

Idea: the structure of a document is thousands of small objects. reportlab registers, wraps and formats each in a dozen
calls; here they are numbered among its own and put into the file as they are. All else is what its own `format` does.
"""

from __future__ import annotations

from typing import Any

from reportlab.pdfbase import pdfdoc


class PlainObjects:
    """Objects of a document that are text, by their numbers; a reference to one is as the file says it."""

    def __init__(self, document: Any) -> None:
        self._document = document
        self._said: dict[int, str] = {}

    def add(self) -> str:
        """The reference to a new object, of which more is said later."""
        self._document.objectcounter += 1
        return f"{self._document.objectcounter} 0 R"

    def say(self, reference: str, words: str) -> None:
        """What the object of this reference is, in ASCII."""
        number = int(reference[:-4])
        self._said[number] = f"{number} 0 obj\n{words}\nendobj\n"

    def reference(self, held: pdfdoc.PDFObject) -> str:
        """How the file refers to an object of reportlab's from now on; its number doesn't change any more."""
        number, version = self._document.idToObjectNumberAndVersion[self._document.Reference(held).name]
        return f"{number} {version} R"

    def file(self) -> bytes:
        """The whole document; further objects may be registered while others are formatted."""
        document = self._document
        document.encrypt.prepare(document)
        catalogue, information = document.Reference(document.Catalog), document.Reference(document.info)
        parts = [*pdfdoc.PDFFile(document._pdfVersion).strings]
        offset, offsets, number = len(parts[0]), list[int](), 1
        while number in self._said or number in document.numberToId:
            offsets.append(offset)
            said = self._said.get(number)
            part = said.encode() if said else self._formatted(number)
            parts.append(part)
            offset += len(part)
            number += 1
        table = "%010d 00000 n \n" * len(offsets) % tuple(offsets)  # in one go: there are thousands
        parts.append(f"xref\n0 {number}\n0000000000 65535 f \n{table}".encode())
        trailer = pdfdoc.PDFTrailer(offset, Size=number, Root=catalogue, Info=information, ID=document.ID())
        return b"".join((*parts, trailer.format(document)))

    def _formatted(self, number: int) -> bytes:
        name = self._document.numberToId[number]
        written: bytes = pdfdoc.PDFIndirectObject(name, self._document.idToObject[name]).format(self._document)
        return written
