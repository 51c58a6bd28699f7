"""How near is near: every tolerance of the table in inches, each with the rule that it serves."""

# “Engaged Units”: bases in contact fight. Bases no farther apart than this touch; a file with three decimals does.
CONTACT = 1e-3

# “RaF Movement”, “Terrain and Movement”: what overlaps or crosses no deeper than this only brushes past; it is neither
# in the way nor inside. Neighbours that share an edge may slide along each other.
GRAZE = 1e-3

# “Declaring Charges”, “RaF Missile Fire”: a point this near the line of an arc stands on it. On a charge's 45° line
# that is the front (ruling T15), on the edge of a field of fire it is inside.
ARC = 1e-3

# “Moving Units”: measuring is free, so a move or range too short by no more than this still reaches.
RANGE = 1e-3

# “Engaged Units”: hands place models less exactly than programs; units that are said to be engaged may stand so far
# apart before the table contradicts itself.
STATED = 0.1

# What floating point loses on the way. No rule hangs on it.
ROUNDING = 1e-9
