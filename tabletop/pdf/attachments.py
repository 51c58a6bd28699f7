"""Files that travel inside a PDF: put in when it is written, taken out of what we wrote.

Idea: an attached file is a stream of its own, named in the document's catalogue, so that every reader of PDFs lists it;
pages and their pictures don't change. Taken out are the streams that say they are attached files, as they are or
deflated, which is how programs keep them that save a file anew without packing its objects. Nothing else of a PDF is
looked at, so a stranger's file can neither run nor draw anything; no more is unpacked than was asked for.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from reportlab.pdfbase import pdfdoc

from tabletop.decoding import MalformedError

SIGNATURE = b"%PDF-"
END = b"%%EOF"
MOST_ATTACHED = 20
EMBEDDED = re.compile(rb"<<((?:[^<>]|<<[^<>]{0,400}>>){0,2000}?)>>\s{0,4}stream\r?\n")
KIND = re.compile(rb"/Type\s*/EmbeddedFile\b")
LENGTH = re.compile(rb"/Length\s+([0-9]{1,9})\b(?!\s+[0-9]+\s+R)")
PACKED = re.compile(rb"/Filter\s*\[?\s*/FlateDecode\b")


class Attachment(Struct, frozen=True):
    """A file inside a PDF; `kind` is its content type."""

    name: str
    kind: str
    content: bytes


def attach(document: Any, files: Sequence[Attachment]) -> None:
    """Put the files into a document that is being written, by their names."""
    if not files:
        return
    names: list[Any] = []
    for file in sorted(files, key=lambda file: file.name):
        settings = {
            "Type": pdfdoc.PDFName("EmbeddedFile"),
            "Subtype": f"/{file.kind.replace('/', '#2F')}",
            "Filter": pdfdoc.PDFArray([pdfdoc.PDFName("FlateDecode")]),
        }
        stream = pdfdoc.PDFStream(pdfdoc.PDFDictionary(settings), zlib.compress(file.content))
        held = pdfdoc.PDFDictionary({"F": document.Reference(stream)})
        called = pdfdoc.PDFString(file.name)
        known = pdfdoc.PDFDictionary({"Type": pdfdoc.PDFName("Filespec"), "F": called, "UF": called, "EF": held})
        names += [called, document.Reference(known)]
    tree = pdfdoc.PDFDictionary({"Names": pdfdoc.PDFArray(names)})
    document.Catalog.Names = pdfdoc.PDFDictionary({"EmbeddedFiles": document.Reference(tree)})


def is_pdf(content: bytes) -> bool:
    return content.startswith(SIGNATURE)


def attached_files(content: bytes, *, most: int) -> list[bytes]:
    """What is attached to a PDF of ours, each of at most `most` bytes; MalformedError where the file is cut off."""
    if END not in content[-2048:]:
        raise MalformedError("", "the PDF ends in the middle, so it was cut off on its way: ask for it again")
    return list(_streams(content, most))


def _streams(content: bytes, most: int) -> Iterator[bytes]:
    start = 0
    for _ in range(MOST_ATTACHED):
        at = content.find(b"/EmbeddedFile", start)
        while at >= 0 and content[at : at + 14] == b"/EmbeddedFiles":
            at = content.find(b"/EmbeddedFile", at + 14)
        if at < 0:
            return
        start = at + 1
        begins = content.rfind(b"<<", max(0, at - 400), at)
        head = EMBEDDED.match(content, begins) if begins >= 0 else None
        length = LENGTH.search(head[1]) if head else None
        if head is None or length is None or not KIND.search(head[1]):
            continue
        stream = content[head.end() : head.end() + int(length[1])]
        if content[head.end() + len(stream) :].lstrip(b"\r\n")[:9] != b"endstream":
            raise MalformedError("", "the file attached to the PDF is broken: ask for it again")
        yield _unpacked(stream, most) if PACKED.search(head[1]) else _small(stream, most)


def _unpacked(stream: bytes, most: int) -> bytes:
    try:
        return _small(zlib.decompressobj().decompress(stream, most + 1), most)
    except zlib.error as error:
        raise MalformedError("", "the file attached to the PDF is broken: ask for it again") from error


def _small(content: bytes, most: int) -> bytes:
    if len(content) > most:
        raise MalformedError("", f"the file attached to the PDF is larger than {most:,} bytes")
    return content
