"""Which tables a backup holds, and which it leaves out for a reason."""

from __future__ import annotations

from pathlib import Path

from django.db import connection

from armybuilder.models import PrintJob
from armybuilder.operations.backups import kept_models, restore_backup, write_backup
from tests.prints import kept_job

LEFT_OUT = {
    "django_migrations": "says what the tables are like; a backup names them and fits or doesn't",
    "muster_cache": "counts of guesses, for minutes",
    "armybuilder_requestcount": "counts of requests, for minutes",
    "armybuilder_pagesofaday": "counts of printed pages, for a day",
    "armybuilder_secondsofaday": "counts of seconds in the laboratory, for a day",
    "armybuilder_printjob": "for a day, and printed again by whoever misses it",
    "django_tasks_database_dbtaskresult": "what became of prints",
}


def test_every_table_of_the_database_is_in_a_backup_or_left_out_for_a_reason(db: None) -> None:
    assert set(connection.introspection.table_names()) - set(kept_models()) <= LEFT_OUT.keys()


def test_prints_are_left_out_and_end_with_what_they_printed(transactional_db: None, tmp_path: Path) -> None:
    path = tmp_path / "all.backup"
    rows = write_backup(path)
    kept_job()
    assert write_backup(tmp_path / "later.backup") == rows
    assert restore_backup(path) == rows
    assert not PrintJob.objects.exists()
