"""Building an army: rosters, edits, prices and the rules that judge them."""
