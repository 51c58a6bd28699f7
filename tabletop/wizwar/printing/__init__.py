"""Wiz-War on paper: spellbooks, cards, sectors, markers, a reference card, a checklist of one's own decks."""
