"""Malformed files by name: the content, and a piece of what has to be said about it."""

from __future__ import annotations

import io
import struct
import zipfile

from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.formats.battlescribe.ros import NAMESPACE, write_ros
from tabletop.arcana.formats.battlescribe.rosz import zip_one_file
from tabletop.arcana.formats.registry import FORMATS
from tests.catalogue import SAMPLES, printed_catalogue

Case = tuple[bytes, str]

CATALOGUE = printed_catalogue()
ROSTER = read_roster((SAMPLES / "ratmen.json").read_bytes())
JSON = (SAMPLES / "ratmen.json").read_bytes()
TEXT = FORMATS["text"].file(ROSTER, CATALOGUE).content
MARKDOWN = FORMATS["markdown"].file(ROSTER, CATALOGUE).content
CSV = FORMATS["csv"].file(ROSTER, CATALOGUE).content
ROS = write_ros(ROSTER, CATALOGUE)
ROSZ = zip_one_file("roster.ros", ROS)


def changed(content: bytes, old: str, new: str) -> bytes:
    """The file with one piece of it changed; the piece has to be there."""
    assert old.encode() in content, old
    return content.replace(old.encode(), new.encode(), 1)


def archive(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as written:
        for name, content in files.items():
            written.writestr(name, content)
    return packed.getvalue()


def linked() -> bytes:
    """A zip with a symbolic link for a roster."""
    entry = zipfile.ZipInfo("a.ros")
    entry.external_attr = 0o120777 << 16
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as written:
        written.writestr(entry, "/etc/passwd")
    return packed.getvalue()


def poked(offset: int, kind: str, value: int, signature: bytes = b"PK\x01\x02", packed: bytes | None = None) -> bytes:
    """A .rosz with one figure of its directory, or another record, overwritten."""
    content = bytearray(packed or ROSZ)
    struct.pack_into(kind, content, content.index(signature) + offset, value)
    return bytes(content)


def truncated(content: bytes, parts: int) -> list[bytes]:
    return [content[: len(content) * part // parts] for part in range(1, parts)]


JSON_CASES: dict[str, Case] = {
    "nothing": (b"", "empty"),
    "spaces": (b" \n\t ", "empty"),
    "a byte order mark": (b"\xef\xbb\xbf", "empty"),
    "an array": (b"[]", "must be an object, not"),
    "a null": (b"{null}", "malformed"),
    "an empty object": (b"{}", "format"),
    "two files": (JSON + JSON, "trailing"),
    "deep arrays": (b"[" * 100_000, "must be an object, not"),
    "deep objects": (b'{"units":' * 100_000, "must be a list, not an object"),
    "a deep unknown field": (b'{"format": "muster-roster/1", "x": ' + b"[" * 100_000, "x"),
    "deep lists of units": (changed(JSON, '"units": [', '"units": [' + "[" * 90_000), "must be an object, not"),
    "NaN": (changed(JSON, '"count": 22', '"count": NaN'), "malformed"),
    "infinity": (changed(JSON, '"count": 22', '"count": 1e999'), "is a larger number than can be read"),
    "a huge count": (changed(JSON, '"count": 22', '"count": 1' + "0" * 400), "must be at most 1000"),
    "1001 models": (changed(JSON, '"count": 22', '"count": 1001'), "must be at most 1000"),
    "no models": (changed(JSON, '"count": 22', '"count": 0'), "must be at least 1"),
    "fewer than no models": (changed(JSON, '"count": 22', '"count": -22'), "must be at least 1"),
    "half a rat": (changed(JSON, '"count": 22', '"count": 21.5'), "must be a whole number, not 21.5"),
    "a count in words": (changed(JSON, '"count": 22', '"count": "22"'), "must be a whole number, not “22”"),
    "an unknown field": (changed(JSON, '"count": 22', '"count": 22, "price": 1'), "price"),
    "an unknown profile": (changed(JSON, "ratmen/slaves", "ratmen/slavs"), "ratmen/slavs"),
    "an unknown mount": (changed(JSON, '"weapon": "sling"', '"mount": {"profile": "a/b"}'), "a/b"),
    "an unknown weapon": (changed(JSON, '"weapon": "sling"', '"weapon": "trebuchet"'), "trebuchet"),
    "an unknown army": (changed(JSON, '"army": "ratmen"', '"army": "mice"'), "mice"),
    "a path for a profile": (changed(JSON, "ratmen/slaves", "../../etc/passwd"), "with a slash between them"),
    "a ref used twice": (changed(JSON, '"ref": "u2"', '"ref": "u1"'), "used twice"),
    "an older format": (changed(JSON, "muster-roster/1", "muster-roster/0"), "muster-roster/0"),
    "another game": (changed(JSON, '"arcana"', '"wizwar"'), "wizwar"),
    "a null character": (changed(JSON, "The Gnawing", "The\\u0000Gnawing"), "one line without control characters"),
    "a raw null": (changed(JSON, "The Gnawing", "The\x00Gnawing"), "null characters"),
    "half a character": (changed(JSON, "The Gnawing", "\\ud800"), "malformed"),
    "a name turned round": (changed(JSON, "The Gnawing", "a\\u202eb"), "one line without control characters"),
    "an endless name": (changed(JSON, "The Gnawing", "x" * 121), "120"),
    "more crews than machines": (changed(JSON, '"count": 22', '"count": 22, "reinforced": 23'), "can be reinforced"),
    "a design without a name": (changed(JSON, '"units"', '"designs": [{}], "units"'), "name"),
    "a design without a price": (
        changed(JSON, '"units"', '"designs": [{"name": "A", "movement": {"ground": 119}, "wounds": 0}], "units"'),
        "designs[0]",
    ),
    "two designs of one name": (changed(JSON, '"units"', '"designs": [{"name": "A"}, {"name": "a"}], "units"'), "a"),
    "a design alone": (b'{"format": "muster-design/1", "name": "A"}', "muster-design/1"),
    "a megabyte of spaces": (b"{" + b" " * 1_000_001, "larger than 1,000,000"),
    "nine megabytes": (b"x" * 9_000_000, "larger than 8,000,000"),
    **{f"JSON cut at {len(part)}": (part, "") for part in truncated(JSON, 12)},
}

ENCODED_CASES: dict[str, Case] = {
    f"{name} in {encoding}": (content.decode("utf-8-sig").replace("Gnawing", "Größe").encode(encoding), "UTF-8")
    for name, content in {"JSON": JSON, "text": TEXT, "Markdown": MARKDOWN, "CSV": CSV, "a .ros": ROS}.items()
    for encoding in ("latin-1", "utf-16-le", "utf-32", "cp037")
} | {
    "a picture": (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "a picture (PNG)"),
    "a PDF": (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "cut off"),
    "gzip": (b"\x1f\x8b\x08\x00" + JSON, "gzip"),
    "nulls": (b"\x00" * 1000, "null characters"),
    "every byte": (bytes(range(256)), "UTF-8"),
    "half a character": (TEXT + b"\xc3", "UTF-8"),
    "characters in too many bytes": (TEXT.replace(b"/", b"\xc0\xaf") + b"\xc0\xaf", "UTF-8"),
    "lone surrogates": (TEXT + b"\xed\xa0\x80", "UTF-8"),
    "half of UTF-16": (b"\xff\xfe" + TEXT.decode().encode("utf-16-le")[:-1], "UTF-8"),
    "UTF-16 the wrong way round": (b"\xfe\xff" + TEXT.decode().encode("utf-16-le"), ""),
}

MIXED_CASES: dict[str, Case] = {
    "JSON after text": (TEXT + JSON, "there is no profile"),
    "text after JSON": (JSON + TEXT, "trailing"),
    "CSV after text": (TEXT + CSV, ""),
    "text after CSV": (CSV + TEXT, ""),
    "XML after JSON": (JSON + ROS, "trailing"),
    "JSON after XML": (ROS + JSON, "well-formed"),
    "XML after text": (TEXT + ROS, ""),
    "two texts": (TEXT + TEXT, "stated already"),
    "two sheets": (CSV + CSV, "no rows of"),
    "text and Markdown": (TEXT + MARKDOWN, "stated already"),
    "a zip after text": (TEXT + ROSZ, "UTF-8"),
    "a page": (b"<html><body>Roster: A</body></html>", "isn't a BattleScribe roster"),
    "a web page with a doctype": (b"<!DOCTYPE html><html></html>", "document type"),
    "YAML": (b"name: A\narmy: dwarves\nunits:\n  - ref: u1\n", "ref"),
    "prose": ("Hallo Anna, hier kommt meine Liste für Samstag!\n".encode(), "there is no profile"),
}


def ros(inner: str) -> bytes:
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<roster xmlns="{NAMESPACE}" name="A">{inner}</roster>'.encode()


LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
NOTES = "<customNotes>{}</customNotes>"

XML_CASES: dict[str, Case] = {
    "a billion laughs": (f'<!DOCTYPE r [<!ENTITY l0 "ha">{LAUGHS}]><r>&l9;</r>'.encode(), "document type"),
    "quadratic blow-up": (
        f'<!DOCTYPE r [<!ENTITY a "{"a" * 50_000}">]><r>{"&a;" * 50_000}</r>'.encode(),
        "document type",
    ),
    "an external entity": (b'<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>', "document type"),
    "an entity of the network": (b'<!DOCTYPE r [<!ENTITY x SYSTEM "http://localhost/">]><r>&x;</r>', "document type"),
    "a parameter entity": (b'<!DOCTYPE r [<!ENTITY % x SYSTEM "http://localhost/x.dtd"> %x;]><r/>', "document type"),
    "an external document type": (b'<!DOCTYPE r SYSTEM "http://localhost/x.dtd"><r/>', "document type"),
    "an empty document type": (b"<!DOCTYPE roster><roster/>", "document type"),
    "an undeclared entity": (ros("&boom;"), "undefined entity"),
    "an inclusion": (ros('<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="/etc/passwd"/>'), "customNotes"),
    "deep nesting": (ros("<a>" * 100_000), "nested deeper"),
    "deep selections": (ros("<selections><selection>" * 50), "nested deeper"),
    "many elements": (ros("<a/>" * 300_000), "100,000 elements"),
    "many attributes": (ros("<a " + " ".join(f'a{n}=""' for n in range(100_000)) + "/>"), "attributes"),
    "an endless attribute": (ros(f'<a b="{"x" * 7_000_000}"/>'), "customNotes"),
    "an endless comment": (ros(f"<!--{'x' * 7_000_000}-->"), "customNotes"),
    "an endless text": (ros(NOTES.format("{" + "x" * 2_000_000)), "larger than"),
    "no end": (b"<roster", "well-formed"),
    "two roots": (b"<roster/><roster/>", "junk after"),
    "no root": (b"<?xml version='1.0'?>", "no element"),
    "tags crossed": (ros("<a><b></a></b>"), "mismatched"),
    "an attribute twice": (ros('<a b="" b=""/>'), "duplicate attribute"),
    "a null by its number": (ros("&#0;"), "reference to invalid character"),
    "another encoding by name": (b'<?xml version="1.0" encoding="utf-7"?><roster/>', "utf-7"),
    "an encoding that isn't one": (b'<?xml version="1.0" encoding="base64"?><roster/>', "base64"),
    "Latin-1 by name": (changed(ROS, 'encoding="UTF-8"', 'encoding="ISO-8859-1"'), "ISO-8859-1"),
    "another namespace": (changed(ROS, "rosterSchema", "catalogueSchema"), "isn't a BattleScribe roster"),
    "no namespace": (changed(ROS, f' xmlns="{NAMESPACE}"', ""), "isn't a BattleScribe roster"),
    "a catalogue": (ROS.replace(b"<roster ", b"<catalogue ").replace(b"</roster>", b"</catalogue>"), "isn't a Battle"),
    "another program's roster": (ros("<forces/>"), "another program"),
    "empty notes": (ros(NOTES.format("")), "another program"),
    "notes in prose": (ros(NOTES.format("my favourite list")), "another program"),
    "notes of nonsense": (ros(NOTES.format("{}")), "format"),
    "deep notes": (ros(NOTES.format('{"units":' * 50_000)), "must be a list, not an object"),
    "notes twice over": (ros(NOTES.format(JSON.decode() * 2)), "trailing"),
    "notes alone": (ros(NOTES.format(JSON.decode())), "another program"),
    "more models": (changed(ROS, 'number="22"', 'number="23"'), "“23 Warrior Spearmen”"),
    "another profile": (changed(ROS, 'entryId="ratmen/slaves"', 'entryId="orcs/goblin"'), "Slaves"),
    "another unit's name": (changed(ROS, 'customName="Long Teeth"', 'customName="Short Teeth"'), "Short Teeth"),
    "another roster's name": (changed(ROS, 'name="The Gnawing"', 'name="The Biting"'), "The Biting"),
    "another limit": (changed(ROS, 'value="2000.0"', 'value="1500.0"'), "1500.0"),
    "a unit taken out": (ROS[: ROS.index(b"<selection ")] + ROS[ROS.index(b"</selections>") :], ""),
    "a unit put in": (changed(ROS, "<selections>", "<selections><selection name='Spy'/>"), "Spy"),
    "a unit put in at the end": (
        ROS[: (end := ROS.rindex(b"</selections>"))] + b"<selection name='Spy'/>" + ROS[end:],
        "added “Spy”",
    ),
    "no forces": (ROS[: ROS.index(b"<forces>")] + ROS[ROS.index(b"</forces>") + 9 :], "Ratmen"),
    "an unknown profile in the notes": (ROS.replace(b"ratmen/slaves", b"ratmen/slavs"), "ratmen/slavs"),
    **{f"a .ros cut at {len(part)}": (part, "well-formed") for part in truncated(ROS, 8)},
}

ZIP_CASES: dict[str, Case] = {
    "a zip bomb": (archive({"a.ros": b" " * 7_900_000}), "200 times"),
    "a larger zip bomb": (archive({"a.ros": b" " * 50_000_000}), "larger than 8,000,000"),
    "a zip bomb that says it's small": (poked(24, "<I", 2000, packed=archive({"a.ros": b" " * 50_000_000})), "broken"),
    "a zip in a zip": (archive({"a.ros": archive({"a.ros": ROS})}), "UTF-8"),
    "bombs beside the roster": (archive({"a.ros": ROS, "b": b" " * 7_000_000}), "200 times"),
    "many files": (archive({f"{n}.ros": b"" for n in range(2000)}), "2,000 files"),
    "an empty zip": (archive({}), "0 .ros files"),
    "two rosters": (archive({"a.ros": ROS, "b.ros": ROS}), "2 .ros files"),
    "no roster": (archive({"a.txt": TEXT}), "0 .ros files"),
    "a path upward": (archive({"../a.ros": ROS}), "path"),
    "a path from the root": (archive({"/etc/a.ros": ROS}), "path"),
    "a path of Windows": (archive({"C:\\a.ros": ROS}), "path"),
    "a folder": (archive({"rosters/": b"", "rosters/a.ros": ROS}), "path"),
    "a hidden file": (archive({".ros": ROS}), "path"),
    "a symbolic link": (linked(), "path"),
    "a name with a null": (ROSZ.replace(b"roster.ros", b"roster\x00ros"), "path"),
    "two names": (changed(ROSZ, "roster.ros", "poster.ros"), "broken"),
    "bzip2": (archive({"a.ros": ROS}, zipfile.ZIP_BZIP2), "unusual"),
    "LZMA": (archive({"a.ros": ROS}, zipfile.ZIP_LZMA), "unusual"),
    "an unknown method": (poked(10, "<H", 99), "unusual"),
    "a password": (poked(8, "<H", 1), "password"),
    "a false checksum": (poked(16, "<I", 1), "broken"),
    "a false size": (poked(24, "<I", 100), "broken"),
    "a size beyond all": (poked(24, "<I", 0xFFFFFFF0), "larger than"),
    "an offset beyond the file": (poked(42, "<I", 0x7FFFFFFF), "broken"),
    "a directory beyond the file": (poked(16, "<I", 0x7FFFFFFF, b"PK\x05\x06"), "broken"),
    "no directory": (ROSZ[: ROSZ.index(b"PK\x01\x02")], "broken"),
    "a signature alone": (b"PK\x03\x04", "broken"),
    "noise after a signature": (b"PK\x03\x04" + bytes(range(256)) * 10, "broken"),
    "a large zip": (b"PK\x03\x04" + b"x" * 1_000_001, "larger than 1,000,000"),
    "a bomb of entities in a zip": (zip_one_file("a.ros", XML_CASES["a billion laughs"][0]), "document type"),
    "deep XML in a zip": (zip_one_file("a.ros", ros("<a>" * 900)), "nested deeper"),
    "a document": (archive({"[Content_Types].xml": b"<a/>", "word": b"<a/>"}), "0 .ros files"),
    **{f"a .rosz cut at {len(part)}": (part, "broken") for part in truncated(ROSZ, 6)},
}
