"""A battle kept: two armies, six phases a turn, every step an event; and the table that it may be drawn on."""
