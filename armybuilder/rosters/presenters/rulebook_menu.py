"""What a roster may be built by: the book's rules, the visitor's packs and the pack it is under."""

from __future__ import annotations

from armybuilder.core.languages import say
from armybuilder.core.models import Visitor
from armybuilder.event_packs import queries
from armybuilder.event_packs.snapshots import packs_named
from armybuilder.rosters.presenters.character_options import Choice
from tabletop.arcana.army.event_pack import Pack, code_in, rules_of
from tabletop.arcana.game import ArcanaVerdict
from tabletop.decoding import MalformedError
from tabletop.languages import marked

BOOK = {"core": marked("Core rules"), "tournament": marked("Tournament rules")}


def rulebooks(verdict: ArcanaVerdict, visitor: Visitor) -> tuple[Choice, ...]:
    """The entries of the rules menu; the roster's own rules are chosen, even a pack that isn't here."""
    present, pack = verdict.roster.rules, verdict.army.pack
    labels = rules_labels(visitor)
    if present not in labels:
        labels[present] = say("Pack: {name}", name=pack.name) if pack else say("A pack that isn't here")
    return tuple(Choice(rules, label, rules == present) for rules, label in labels.items())


def rules_labels(visitor: Visitor) -> dict[str, str]:
    """Names for players of the book's rules and the visitor's packs, by what a roster states as its `rules`."""
    packs = queries.packs_of(visitor).values_list("code", "name")
    book = {rules: say(name) for rules, name in BOOK.items()}
    return book | {rules_of(code): say("Pack: {name}", name=name) for code, name in packs}


def pack_with(link: str | None) -> Pack | None:
    """The pack of a link or a code, if it is here."""
    try:
        rules = rules_of(code_in(link or ""))
    except MalformedError:
        return None
    return packs_named([rules]).get(rules)
