"""Arrakhar's Wand: forces, odds and set-up of the game of two players on hexes."""
