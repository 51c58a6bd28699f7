"""Owners' data packs: figures that a game's document lacks, typed in table by table or opened as a file."""
