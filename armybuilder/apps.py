"""The Django application."""

from collections.abc import Callable
from typing import Any

from django.apps import AppConfig
from django.utils.module_loading import import_string

from armybuilder.core.games import REFERENCES


class ArmybuilderConfig(AppConfig):
    name = "armybuilder"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = "Muster"

    def ready(self) -> None:
        """Tell the games where what their rosters are looked up in is kept."""
        REFERENCES["arcana"] = _lazily("armybuilder.event_packs.snapshots.arcana_reference")
        REFERENCES["arrakhar"] = _lazily("armybuilder.data_packs.snapshots.arrakhar_packs")
        REFERENCES["wizard-kings"] = _lazily("armybuilder.data_packs.snapshots.wizard_kings_packs")
        REFERENCES["greyhawk"] = _lazily("armybuilder.data_packs.snapshots.greyhawk_packs")
        REFERENCES["wiz-war"] = _lazily("armybuilder.data_packs.snapshots.wiz_war_packs")


def _lazily(name: str) -> Callable[[], Any]:
    """The function of this dotted name, imported when it is first called: it needs the models, and loads its game."""

    def fetched() -> Any:
        return import_string(name)()

    return fetched
