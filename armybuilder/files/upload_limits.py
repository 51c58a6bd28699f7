"""What visitors send: files and pasted text, within limits that hold before anything is read."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler
from django.http import HttpRequest

from tabletop.rosters.files import LARGEST_XML

MOST_BYTES = 32_000_000
PASTED = "pasted text"

Sent = tuple[str, bytes]


class Quota(FileUploadHandler):
    """Refuses a form that is larger than any we need, by what it says of itself; nobody reads more than that."""

    def handle_raw_input(
        self,
        input_data: Any,
        META: dict[str, Any],  # noqa: N803 (Django's name)
        content_length: int,
        boundary: str,
        encoding: str | None = None,
    ) -> None:
        if content_length > MOST_BYTES:
            raise RequestDataTooBig(f"a form has at most {MOST_BYTES:,} bytes")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        return raw_data

    def file_complete(self, file_size: int) -> None:
        return None


def sent_files(request: HttpRequest, file: str = "file", text: str = "text") -> list[Sent]:
    """The files of one field and the text of another, each with its name; a reader refuses what is too large."""
    uploads = request.FILES.getlist(file)
    files = [_read(upload) for upload in uploads if upload.name]
    pasted = pasted_text(request, text)
    return [*files, (PASTED, pasted.encode())] if pasted else files


def pasted_text(request: HttpRequest, text: str = "text") -> str:
    """What was pasted, without the space around it: a sheet or a file begins with its first sign."""
    return str(request.POST.get(text, "")).strip()


def _read(upload: UploadedFile[bytes]) -> Sent:
    """The name and content of an upload, the content cut one byte past the largest that a reader takes."""
    return str(upload.name), upload.read(LARGEST_XML + 1)
