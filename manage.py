#!/usr/bin/env python
"""Django's entry point; what a new clone lacks is said in one sentence."""

import os
import sys
from importlib import import_module

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db.utils import OperationalError, ProgrammingError

NO_SETTINGS = "{}: `make .env` writes a file of settings for this machine; .env.example lists what may be set."
NO_TABLES = "The database can't be used ({}): `manage.py migrate` makes its tables; DATABASE_URL says where it is."


# They need neither a database nor the site's applications, which take longer to load than most of these take to answer.
WITHOUT_SITE = {
    "ask_board", "check_pack", "check_pairings", "odds", "odds_matrix", "play", "price", "resolve", "roll_terrain",
    "simulate", "write_rulebook",
}  # fmt: skip


def main(arguments: list[str]) -> None:
    """Run a command; SystemExit with a sentence where settings or tables are missing, the error for `--traceback`."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        if WITHOUT_SITE.isdisjoint(arguments[1:2]):
            execute_from_command_line(arguments)
        else:
            import_module(f"armybuilder.management.commands.{arguments[1]}").Command().run_from_argv(arguments)
    except ImproperlyConfigured as error:
        _end(NO_SETTINGS, error, arguments)
    except (OperationalError, ProgrammingError) as error:
        _end(NO_TABLES, error, arguments)


def _end(sentence: str, error: Exception, arguments: list[str]) -> None:
    if "--traceback" in arguments:
        raise error
    sys.exit(sentence.format(str(error).partition("\n")[0]))


if __name__ == "__main__":
    main(sys.argv)
