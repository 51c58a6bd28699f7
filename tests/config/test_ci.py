"""Where CI is set, a test that was left out has failed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CONFTEST = ROOT / "tests" / "conftest.py"
SOURCES = {
    "skipped": "import pytest\n\ndef test_skipped():\n    pytest.skip('no chromium here')\n",
    "module": "import pytest\n\npytest.skip('no browser at all', allow_module_level=True)\n",
    "expected": "import pytest\n\n@pytest.mark.xfail\ndef test_expected():\n    raise AssertionError\n",
    "other": "def test_other():\n    pass\n",
}

# A run that is no part of this one: as one of its workers it would count branches, in ten seconds each.
OF_ITS_OWN = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "SLIPCOVER_"))}


# One process reads what the runner needs; each run is a child of it that reads the shared fixtures for itself.
EACH = """
import os, sys
import django, hypothesis, playwright.sync_api, pytest, pytest_django
django.setup()
for ci, folder in zip(sys.argv[1::2], sys.argv[2::2]):
    child = os.fork()
    if not child:
        os.environ["CI"] = ci
        sys.stdout = open(folder + "/said", "w")
        code = pytest.main(["-p", "no:django", "-p", "no:cacheprovider", "--continue-on-collection-errors", folder])
        sys.stdout.flush()
        os._exit(code)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def outcomes(folder: Path, runs: dict[str, tuple[str, ...]]) -> dict[str, tuple[int, str]]:
    """How a run of these tests ends, and what it says, by what CI says."""
    arguments = []
    for number, (ci, names) in enumerate(runs.items()):
        own = folder / str(number)
        own.mkdir()
        shutil.copy(CONFTEST, own)
        for name in names:
            (own / f"test_{name}.py").write_text(SOURCES[name])
        (own / "pytest.ini").write_text("[pytest]\nmarkers = browser\n")
        arguments += [ci, str(own)]
    command = [sys.executable, "-c", EACH, *arguments]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=OF_ITS_OWN | {"CI": "", "DJANGO_SETTINGS_MODULE": "tests.settings"},
        capture_output=True,
        text=True,
        check=True,
    )
    said = [Path(own, "said").read_text() for own in arguments[1::2]]
    return {ci: (int(code), words) for ci, code, words in zip(runs, done.stdout.split(), said, strict=True)}


@pytest.mark.long
def test_whatever_is_skipped_fails_where_ci_is_set_and_nothing_else(tmp_path: Path) -> None:
    runs = outcomes(tmp_path, {"true": tuple(SOURCES), "": ("skipped",), "false": ("skipped",)})
    code, said = runs.pop("true")
    assert code != 0
    assert "nothing is skipped where CI is set: " in said
    assert "no chromium here" in said
    assert "no browser at all" in said
    assert {"1 failed", "1 passed", "1 xfailed", "1 error"} <= set(re.findall(r"\d+ [a-z]+", said.splitlines()[-1]))
    for ci, (code, said) in runs.items():
        assert code == 0, ci
        assert "1 skipped" in said, ci
