"""The book's rules on the table: who may move, charge, see, shoot, fight and flee, and how."""
