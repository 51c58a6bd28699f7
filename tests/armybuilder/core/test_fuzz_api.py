"""Whatever is sent to the API is answered as its schema says, never by a server error; `make fuzz` sends far more."""

from __future__ import annotations

import os

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User

from armybuilder.accounts.token_services import create_token
from armybuilder.models import Roster as Row
from tests.fuzzing import fuzzed

EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "0"))  # for each operation; make fuzz says how many
SEED = int(os.environ.get("FUZZ_SEED", "1"))
PHASES = {"examples", "coverage", "fuzzing", "stateful"}


@pytest.mark.long
def test_nothing_that_is_sent_breaks_the_api(
    ada_roster: Row, ada: User, settings: LazySettings, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.ALLOWED_HOSTS = ["localhost"]
    _, secret = create_token(account=ada.pk, name="Fuzz")
    figures = fuzzed(secret, examples=EXAMPLES or 2, seed=SEED, short=not EXAMPLES)
    if EXAMPLES:
        with capsys.disabled():
            print(f"\n{figures.told}")
    assert "\n".join(figures.problems) == ""
    assert figures.server_errors == 0
    assert set(figures.phases) >= PHASES
    assert figures.cases >= (10_000 if EXAMPLES else 1_000)
    assert figures.made >= (500 if EXAMPLES else 50)
