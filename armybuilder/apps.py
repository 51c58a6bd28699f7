"""The Django application."""

from django.apps import AppConfig


class ArmybuilderConfig(AppConfig):
    name = "armybuilder"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = "Muster"
