"""Pages of a PDF as pictures for the screen."""

from __future__ import annotations

from io import BytesIO
from threading import Lock

_drawing = Lock()  # PDFium keeps one state for the whole process


def page_png(pdf: bytes, *, width: int, page: int = 0) -> bytes:
    """A page as PNG, `width` pixels wide; pages count from 0."""
    import pypdfium2  # noqa: PLC0415 (it takes 3 MB of a worker, and few look at a sheet before they print it)

    output = BytesIO()
    with _drawing, pypdfium2.PdfDocument(pdf) as document:
        drawn = document[page]
        image = drawn.render(scale=width / drawn.get_width()).to_pil()
        image.save(output, "PNG")
    return output.getvalue()
