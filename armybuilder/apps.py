"""The Django application."""

from django.apps import AppConfig

from armybuilder.core.games import REFERENCES


class ArmybuilderConfig(AppConfig):
    name = "armybuilder"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = "Muster"

    def ready(self) -> None:
        """Tell the games where what their rosters are looked up in is kept."""
        from armybuilder.data_packs.snapshots import (  # noqa: PLC0415 (needs the models)
            arrakhar_packs,
            greyhawk_packs,
            wiz_war_packs,
            wizard_kings_packs,
        )
        from armybuilder.event_packs.snapshots import arcana_reference  # noqa: PLC0415 (needs the models)

        REFERENCES["arcana"] = arcana_reference
        REFERENCES["arrakhar"] = arrakhar_packs
        REFERENCES["wizard-kings"] = wizard_kings_packs
        REFERENCES["greyhawk"] = greyhawk_packs
        REFERENCES["wiz-war"] = wiz_war_packs
