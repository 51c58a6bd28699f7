"""QR codes: what is drawn is what a camera reads, on paper and on a page, in any size."""

from __future__ import annotations

import re

import pypdfium2
import pytest
import zxingcpp

from tabletop.pdf.document import Sheet, render
from tabletop.pdf.paper import PAPERS, Paper
from tabletop.pdf.qr import QUIET, QrCode, dark_runs, qr_svg
from tabletop.pdf.surface import Surface
from tests.tabletop.pdf.measuring import MM, TOLERANCE, outside, pages_of

ADDRESS = "https://muster.example.org/check/Ab3dEf6hIjKl/?d=MZXW6-YTBOI-QWK3D-TMNZZ"


def printed(text: str, width: float, paper: Paper) -> bytes:
    def draw(surface: Surface) -> None:
        QrCode(text, width).draw(surface, 20, 40)

    return render(Sheet(title="A code", paper=paper, pages=(draw,)))


def read(pdf: bytes, *, dots: int = 200) -> list[str]:
    """What a reader finds in the page at so many dots an inch."""
    document = pypdfium2.PdfDocument(pdf)
    picture = document[0].render(scale=dots / 72).to_pil()
    document.close()
    return [read_barcode.text for read_barcode in zxingcpp.read_barcodes(picture)]


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
@pytest.mark.parametrize("text", [ADDRESS, "A", "Größe 龍 🐉", "x" * 400])
def test_a_printed_code_reads_as_its_text(text: str, paper: Paper) -> None:
    assert read(printed(text, 40, paper)) == [text]


def test_the_code_of_an_address_is_read_from_a_poor_copy_of_a_small_print() -> None:
    assert read(printed(ADDRESS, 25, PAPERS["a4"]), dots=110) == [ADDRESS]


def test_modules_are_squares_of_their_true_size_with_a_white_edge() -> None:
    runs = dark_runs(ADDRESS)
    (page,) = pages_of(printed(ADDRESS, 30, PAPERS["a4"]))
    assert outside(page) == []
    (ground,) = [rect for rect in page.rects if abs(rect["width"] / MM - 30) < TOLERANCE]
    assert [ground[side] / MM for side in ("x0", "top")] == pytest.approx([20, 40], abs=TOLERANCE)
    dark = [each for each in (*page.rects, *page.curves) if each is not ground]
    edge = 30 * QUIET / runs.whole
    assert min(each["x0"] for each in dark) / MM == pytest.approx(20 + edge, abs=TOLERANCE)
    assert max(each["bottom"] for each in dark) / MM == pytest.approx(70 - edge, abs=TOLERANCE)


def test_the_svg_has_the_same_modules_and_says_what_it_is() -> None:
    runs = dark_runs(ADDRESS)
    svg = qr_svg(ADDRESS, title="Link <1>", width=120)
    drawn = re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", svg)
    assert [(int(row) - QUIET, int(left) - QUIET, int(length)) for left, row, length in drawn] == list(runs.dark)
    assert "<title>Link &lt;1&gt;</title>" in svg
    assert f'viewBox="0 0 {runs.whole} {runs.whole}"' in svg
    assert "style" not in svg


def test_more_than_a_code_holds_is_refused() -> None:
    with pytest.raises(ValueError, match="too large"):
        dark_runs("x" * 5000)
