"""The link of an own army list that is shared."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('armybuilder', '0030_experiments'),
    ]

    operations = [
        migrations.AddField(
            model_name='ownlist',
            name='share',
            field=models.CharField(blank=True, editable=False, max_length=16, null=True, unique=True),
        ),
    ]
