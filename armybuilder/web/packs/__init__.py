"""Organisers' packs: written in a form or a file, read by their link, chosen for a roster."""
