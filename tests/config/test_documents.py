"""The documents follow the code: what they name is there, and the map has a line for every room and area."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted({ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")})
MAP = ROOT / "docs/architecture.md"
QUOTED = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)#\s]+)")
PATH = re.compile(r"(?:[\w.-]+/)+[\w.-]*|[\w-]+\.(?:py|yaml|toml|md)")
SYMBOL = re.compile(r"(?:[A-Za-z]\w*\.)*[A-Za-z]\w*(?:\(\))?")
# Folders of exports and links, names of formats, and rows of lists: paths, but not of this repository.
FOREIGN = re.compile(
    r"muster-[a-z]+/\d+|application/json|(?:dwarves|designs|list|pack|deleted|packs|data-packs|tables|batches|events|own-lists|formula-variants)/.*|.*\.\.\..*|\d+/\d+"
)
FOLDERS = {"armybuilder", "benchmarks", "config", "docs", "fixtures", "locale", "tabletop", "templates", "tests"}
SAMPLES = {"a4.pdf", "table.json", "roster.json"}


@cache
def files() -> frozenset[str]:
    """Every file in the project's folders, and every folder with a slash at its end."""
    tops = [top for top in ROOT.iterdir() if top.name in FOLDERS]
    paths = [path.relative_to(ROOT) for top in tops for path in (top, *top.rglob("*"))]
    return frozenset(f"{path}/" if (ROOT / path).is_dir() else str(path) for path in paths)


@cache
def words() -> frozenset[str]:
    """Every name in the sources, templates, scripts and fixtures, and every file's stem."""
    suffixes = (".py", ".html", ".js", ".yaml", ".json")
    read = [ROOT / name for name in files() if name.endswith(suffixes)]
    text = "\n".join(path.read_text(encoding="utf-8") for path in read if path != Path(__file__))
    return frozenset(re.findall(r"\w+", text)) | {Path(name).stem for name in files()}


def is_there(path: str, document: Path) -> bool:
    """Whether a path is one of the project's, from its root, from the document, or the end of a longer one."""
    if (document.parent / path).exists() or (ROOT / path).exists():
        return True
    return any(name == path or name.endswith((f"/{path}", f"/{path.rstrip('/')}/")) for name in files())


def missing(document: Path) -> list[str]:
    """What a document names and the project doesn't have."""
    text = document.read_text(encoding="utf-8")
    paths = [name for name in QUOTED.findall(text) if PATH.fullmatch(name) and not FOREIGN.fullmatch(name)]
    paths += [link for link in LINK.findall(text) if "://" not in link]
    symbols = [name for name in QUOTED.findall(text) if SYMBOL.fullmatch(name) and ("_" in name or name.endswith("()"))]
    return [path for path in paths if path not in SAMPLES and not is_there(path, document)] + [
        symbol for symbol in symbols if symbol.rstrip("()").rpartition(".")[2] not in words()
    ]


def test_what_documents_name_is_there() -> None:
    assert {str(document.relative_to(ROOT)): gone for document in DOCUMENTS if (gone := missing(document))} == {}


def test_a_stale_pointer_is_found(tmp_path: Path) -> None:
    document = tmp_path / "stale.md"
    document.write_text("See `tabletop/gone.py`, `armybuilder/gone/`, `gone_for_good()` and [this](gone.md).")
    assert missing(document) == ["tabletop/gone.py", "armybuilder/gone/", "gone.md", "gone_for_good()"]


def test_every_room_and_area_stands_on_the_map_with_a_line() -> None:
    rows = re.findall(r"^\| `([\w./]+)` \| \S.*\|$", MAP.read_text(encoding="utf-8"), re.MULTILINE)
    rooms = set()
    games = ("tabletop/arcana", "tabletop/arcana/rules", "tabletop/arrakhar", "tabletop/greyhawk")
    games += ("tabletop/wizardkings", "tabletop/wizwar")
    for place in ("tabletop", *games, "armybuilder"):
        for entry in (ROOT / place).iterdir():
            if entry.is_dir() and any(entry.glob("**/*.py")):
                rooms.add(f"{entry.name}/")
            elif place != "armybuilder" and entry.suffix == ".py" and entry.stem != "__init__":
                rooms.add(entry.name)
    assert rooms - set(rows) == set()
    assert {row for row in rows if not row.startswith(("tabletop", "armybuilder"))} - rooms == set()


def test_every_contract_stands_on_the_map() -> None:
    contracts = re.findall(r'^name = "(.+)"$', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    text = MAP.read_text(encoding="utf-8")
    assert [contract for contract in contracts if contract != "muster" and f"| {contract} |" not in text] == []


def test_every_decision_stands_on_the_map() -> None:
    text = MAP.read_text(encoding="utf-8")
    assert [path.name for path in (ROOT / "docs/adr").glob("*.md") if f"adr/{path.name}" not in text] == []
