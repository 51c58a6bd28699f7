"""What only some lists can do wrong: the army, the units that spoil it, and the codes that it must get."""

from __future__ import annotations

from typing import Any

from tests.corpus.printed import OPEN_CHARIOT
from tests.corpus.sound import Plain, of_models


def led(models: Plain, **leader: Any) -> Plain:
    return models | {"characters": [{"ref": "y1", **leader}]}


SINGLES: tuple[tuple[str, str, tuple[Plain, ...], set[str]], ...] = (
    ("a child of the gods in the phalanx", "graccans",
     (led(of_models("graccans/phalangite", 5), profile="graccans/child-of-the-gods"),), {"EQP-04"}),
    ("a child of the gods among green pikes", "graccans",
     (led(of_models("graccans/green-phalangite", 5), profile="graccans/child-of-the-gods"),), {"EQP-04"}),
    ("Hog's Bull without a rider", "hogmen", (of_models("hogmen/hogs-bull"),), {"UNIT-03"}),
    ("rollers without a giant", "giant-kings", (of_models("giant-kings/rollers"),), {"UNIT-03"}),
    ("two engines each", "giant-kings",
     (of_models("giant-kings/young-giant", upgrades=[
         {"profile": "giant-kings/rollers"}, {"profile": "giant-kings/lobbers"}]),), {"EQP-02"}),
    ("a wild giant with lobbers", "giant-kings",
     (of_models("monsters/giant", upgrades=[{"profile": "giant-kings/lobbers"}]),), {"EQP-01"}),
    ("a hero on horseback with scouts", "barbarians",
     (led(of_models("barbarians/scout", 5), profile="barbarians/hero", mount={"profile": "monsters/horse"})
      | {"infiltrating": True},), {"INF-03"}),
    ("a king on a wolf with vipers", "goblins",
     (led(of_models("monsters/viper", 5), profile="goblins/goblin-noble", mount={"profile": "monsters/warg"})
      | {"infiltrating": True},), {"INF-03", "MNT-05"}),
    ("an assassin on a bear alone", "ratmen",
     ({"ref": "x1", "infiltrating": True, "characters": [
         {"ref": "y1", "profile": "ratmen/master-assassin", "mount": {"profile": "monsters/bear"}}]},), {"INF-03"}),
    ("a centaur on a bear", "halflings-and-centaurs",
     ({"ref": "x1", "characters": [
         {"ref": "y1", "profile": "halflings-and-centaurs/centaur-champion", "mount": {"profile": "monsters/bear"}}]},),
     {"MNT-03"}),
    ("another list's cannon", "orcs", (of_models("goblins/goblin-cannon"),), {"LIST-01"}),
    ("a bear for two", "dwarves",
     ({"ref": "x1", "characters": [
         {"ref": "y1", "profile": "dwarves/dwarf-champion", "mount": {"profile": "monsters/bear"}},
         {"ref": "y2", "profile": "dwarves/dwarf-champion", "mount": {"profile": "monsters/bear", "shared": True}}]},),
     {"MNT-06"}),
    ("a chariot that nobody bought", "graccans",
     ({"ref": "x1", "characters": [
         {"ref": "y1", "profile": "graccans/champion", "mount": {"profile": OPEN_CHARIOT, "shared": True}}]},),
     {"MNT-06"}),
    ("hoplites in a bought phalanx", "graccans",
     (of_models("graccans/trained-hoplites", 5, phalanx=True),), {"EQP-05"}),
    ("dwarves in a phalanx", "dwarves", (of_models("dwarves/pikemen", 5, phalanx=True),), {"EQP-05"}),
    ("a skeletal giant that learned Death", "undead",
     (of_models("undead/skeletal-giant", school="death"),), {"CHAR-03"}),
    ("a dragon of Fire", "undead", (of_models("undead/skeleton-dragon", school="fire"),), {"CHAR-03", "SIZE-01"}),
    ("priest with a school", "giant-kings",
     ({"ref": "x1", "characters": [{"ref": "y1", "profile": "giant-kings/priest", "school": "earth"}]},), {"CHAR-03"}),
)  # fmt: skip
