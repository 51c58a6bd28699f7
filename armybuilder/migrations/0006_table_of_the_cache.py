"""The table of the cache, so that `migrate` alone makes a site that can count attempts to sign in."""

from django.core.management import call_command
from django.db import migrations

TABLE = "muster_cache"


def create(apps, schema_editor):
    call_command("createcachetable", TABLE, database=schema_editor.connection.alias, verbosity=0)


def drop(apps, schema_editor):
    schema_editor.execute(f"DROP TABLE IF EXISTS {TABLE}")


class Migration(migrations.Migration):
    dependencies = [("armybuilder", "0005_accounts_own_things")]

    operations = [migrations.RunPython(create, drop)]
