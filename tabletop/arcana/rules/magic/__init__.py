"""Magic: power, contests of dice, saves against spells, and what each spell does."""
