"""A game of Wiz-War in play: its facts, its commands and what these bring, what each seat is offered and shown."""
