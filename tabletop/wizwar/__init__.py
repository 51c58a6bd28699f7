"""Wiz-War, eighth edition: wizards in a labyrinth, with cards; its cards and sectors come from a data pack."""
