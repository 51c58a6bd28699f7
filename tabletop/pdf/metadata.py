"""What a document says of itself in XMP (ISO 16684-1): its title, and that it is made to PDF/UA-1 (ISO 14289-1, 5)."""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import escape

from reportlab.pdfbase import pdfdoc

PACKET = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" \
xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<pdfuaid:part>1</pdfuaid:part>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""


def describe(document: Any, title: str) -> None:
    """Put the packet into a document that is being written, plain, so that any reader finds it."""
    settings = {"Type": pdfdoc.PDFName("Metadata"), "Subtype": pdfdoc.PDFName("XML")}
    packet = PACKET.format(title=escape(title)).encode()
    document.Catalog.Metadata = pdfdoc.PDFStream(pdfdoc.PDFDictionary(settings), packet)
