"""The forge: designs, families, vehicles, war machines, and the formula that prices them."""
