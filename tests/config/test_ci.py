"""Where CI is set, a test that was left out has failed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).resolve().parents[1] / "conftest.py"
IN_A_TEST = "import pytest\n\ndef test_it():\n    pytest.skip('no chromium here')\n"
IN_A_MODULE = "import pytest\n\npytest.skip('no chromium here', allow_module_level=True)\n"
EXPECTED = (
    "import pytest\n\n@pytest.mark.xfail\ndef test_it():\n    raise AssertionError\n\ndef test_other():\n    pass\n"
)


def outcome(folder: Path, source: str, ci: str) -> subprocess.CompletedProcess[str]:
    shutil.copy(CONFTEST, folder)
    (folder / "test_it.py").write_text(source)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = browser\n")
    command = [sys.executable, "-m", "pytest", "-p", "no:django", "-p", "no:cacheprovider", folder]
    return subprocess.run(command, env=os.environ | {"CI": ci}, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("source", [IN_A_TEST, IN_A_MODULE])
def test_a_skipped_test_fails_in_ci(tmp_path: Path, source: str) -> None:
    result = outcome(tmp_path, source, ci="true")
    assert result.returncode != 0
    assert "nothing is skipped where CI is set" in result.stdout
    assert "no chromium here" in result.stdout


@pytest.mark.parametrize("ci", ["", "false"])
def test_a_skipped_test_says_why_elsewhere(tmp_path: Path, ci: str) -> None:
    result = outcome(tmp_path, IN_A_TEST, ci)
    assert result.returncode == 0
    assert "1 skipped" in result.stdout


def test_an_expected_failure_is_not_a_skip(tmp_path: Path) -> None:
    assert outcome(tmp_path, EXPECTED, ci="true").returncode == 0
