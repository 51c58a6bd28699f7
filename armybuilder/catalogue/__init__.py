"""The printed lists, profiles and spells: loaded, shown and searched."""
