"""Rosters as files that people exchange: text, Markdown, CSV, JSON and BattleScribe's, each read back."""
