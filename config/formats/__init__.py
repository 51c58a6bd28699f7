"""How each language writes dates and numbers, where that differs from what Django has for it."""
