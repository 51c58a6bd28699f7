"""What people keep belongs to an account or to a browser: `visitor` is called `browser`, beside it stands `owner`."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

KEPT = ("design", "formulavariant", "pack", "roster")
ONE_OWNER = (~Q(browser="") & Q(owner=None)) | (Q(browser="") & ~Q(owner=None))


def operations_on(model):
    yield migrations.RemoveConstraint(model, f"{model}_has_an_owner")
    yield migrations.RenameField(model, "visitor", "browser")
    yield migrations.AlterField(model, "browser", models.CharField(blank=True, db_index=True, max_length=32))
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        blank=True,
        null=True,
        on_delete=django.db.models.deletion.CASCADE,
        related_name="+",
    )
    yield migrations.AddField(model, "owner", owner)
    yield migrations.AddConstraint(model, models.CheckConstraint(condition=ONE_OWNER, name=f"{model}_has_one_owner"))


class Migration(migrations.Migration):
    dependencies = [
        ("armybuilder", "0004_magic"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [operation for model in KEPT for operation in operations_on(model)]
