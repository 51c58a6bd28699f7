"""The one file in a .rosz, taken out with limits on how many, how large and how densely packed."""

from __future__ import annotations

import io
import stat
import struct
import zipfile
import zlib

from tabletop.decoding import LARGEST_FILE, MalformedError
from tabletop.rosters.files import LARGEST_XML

MOST_ENTRIES = 4
DENSEST = 200  # unpacked bytes a packed one; rosters come to about twenty
SIGNATURES = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
DIRECTORY = b"PK\x05\x06"  # the end of its list of files
EARLIEST = (1980, 1, 1, 0, 0, 0)
PLAIN_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
FAULTS = (
    zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, struct.error,
    ArithmeticError, EOFError, LookupError, OSError, RuntimeError, ValueError,
)  # fmt: skip
ENCRYPTED = 1


def is_zip(content: bytes) -> bool:
    return content.startswith(SIGNATURES)


def zip_one_file(name: str, content: bytes) -> bytes:
    """A zip with one file, the same bytes every time."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo(name, EARLIEST), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def unzip_roster(content: bytes) -> bytes:
    """The .ros file in a zip; nothing is written anywhere. MalformedError for what a .rosz doesn't need."""
    if len(content) > LARGEST_FILE:
        raise MalformedError("", f"the zip is larger than {LARGEST_FILE:,} bytes")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return _taken(archive, _only(archive))
    except FAULTS as error:
        if isinstance(error, MalformedError):
            raise
        cut = DIRECTORY not in content
        why = ": it ends before its list of files, so it was cut off on its way; ask for it again" if cut else ""
        raise MalformedError("", f"the zip is broken{why}") from error


def _only(archive: zipfile.ZipFile) -> zipfile.ZipInfo:
    """The entry that is the roster."""
    entries = archive.infolist()
    if len(entries) > MOST_ENTRIES:
        raise MalformedError("", f"the zip has {len(entries):,} files; a .rosz has one")
    for entry in entries:
        _check(entry)
    rosters = [entry for entry in entries if entry.filename.casefold().endswith(".ros")]
    if len(rosters) != 1:
        raise MalformedError("", f"the zip has {len(rosters)} .ros files in it, not one")
    return rosters[0]


def _check(entry: zipfile.ZipInfo) -> None:
    name = entry.orig_filename
    if any(sign in name for sign in "/\\:\x00") or name.startswith(".") or stat.S_ISLNK(entry.external_attr >> 16):
        raise MalformedError("", "the zip has a file whose name is a path; a .rosz has one plain file")
    if entry.flag_bits & ENCRYPTED:
        raise MalformedError("", "the zip has a password")
    if entry.compress_type not in PLAIN_METHODS:
        raise MalformedError("", "the zip is packed in an unusual way")
    if entry.file_size > LARGEST_XML:
        raise MalformedError("", f"the file in the zip is larger than {LARGEST_XML:,} bytes")
    if entry.file_size > DENSEST * max(entry.compress_size, 1):
        raise MalformedError("", f"the zip unpacks to more than {DENSEST} times its size")


def _taken(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """No more than the entry says it has is ever unpacked; what says too little fails its checksum."""
    with archive.open(entry) as packed:
        return packed.read(entry.file_size)
