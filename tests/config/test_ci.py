"""Where CI is set, a test that was left out has failed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).resolve().parents[1] / "conftest.py"
SOURCES = {
    "skipped": "import pytest\n\ndef test_skipped():\n    pytest.skip('no chromium here')\n",
    "module": "import pytest\n\npytest.skip('no browser at all', allow_module_level=True)\n",
    "expected": "import pytest\n\n@pytest.mark.xfail\ndef test_expected():\n    raise AssertionError\n",
    "other": "def test_other():\n    pass\n",
}


def outcome(folder: Path, *names: str, ci: str) -> subprocess.CompletedProcess[str]:
    shutil.copy(CONFTEST, folder)
    for name in names:
        (folder / f"test_{name}.py").write_text(SOURCES[name])
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = browser\n")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:django",
        "-p",
        "no:cacheprovider",
        "--continue-on-collection-errors",
    ]
    return subprocess.run([*command, folder], env=os.environ | {"CI": ci}, capture_output=True, text=True, check=False)


def test_whatever_is_skipped_fails_in_ci_and_nothing_else(tmp_path: Path) -> None:
    result = outcome(tmp_path, *SOURCES, ci="true")
    assert result.returncode != 0
    assert "nothing is skipped where CI is set: " in result.stdout
    assert "no chromium here" in result.stdout
    assert "no browser at all" in result.stdout
    assert {"1 failed", "1 passed", "1 xfailed", "1 error"} <= set(
        re.findall(r"\d+ [a-z]+", result.stdout.splitlines()[-1])
    )


@pytest.mark.parametrize("ci", ["", "false"])
def test_a_skipped_test_says_why_elsewhere(tmp_path: Path, ci: str) -> None:
    result = outcome(tmp_path, "skipped", ci=ci)
    assert result.returncode == 0
    assert "1 skipped" in result.stdout
