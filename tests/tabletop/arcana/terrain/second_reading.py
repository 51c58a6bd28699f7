"""The four charts read from the print a second time, apart from the fixtures: title, going, and everything else said.

An empty going is one that the print doesn't say. Sizes are the printed millimetres.
"""

from __future__ import annotations

Line = tuple[str, str, set[str]]

FORESTS: dict[int, Line] = {
    2: ("Small lake", "very difficult", set()),
    3: ("Clearing or glade", "open", {"soft cover", "300 across"}),
    4: ("Stream", "difficult", {"edge to edge"}),
    5: ("Woods", "difficult", {"soft cover"}),
    6: ("Woods", "difficult", {"soft cover"}),
    7: ("Woods", "difficult", {"soft cover"}),
    8: ("Woods", "difficult", {"soft cover"}),
    9: ("Hill", "open", set()),
    10: ("Wooded hill", "difficult", {"soft cover", "d3 trees"}),
    11: ("Wooded hill", "difficult", {"soft cover", "d3 trees"}),
    12: ("Monolith", "", set()),
}
JUNGLES: dict[int, Line] = {
    2: ("A crag", "difficult", {"impassable cliffs", "dense growth"}),
    3: ("A shallow river", "difficult", {"edge to edge"}),
    4: ("Scatter of boulders", "difficult", {"soft cover"}),
    5: ("Tangled scrub", "difficult", set()),
    6: ("Swamp", "very difficult", {"no war machines"}),
    7: ("Dense jungle", "very difficult", {"soft cover"}),
    8: ("Tall rain forest", "difficult", {"soft cover", "blocks sight from every level"}),
    9: ("A hill", "difficult", {"soft cover"}),
    10: ("Overgrown temple or shrine", "difficult", {"high ground"}),
    11: ("Grass huts", "", {"2 to 4 huts", "fence"}),
    12: ("Lagoon", "very difficult", {"2d6 hits at strength 3"}),
}
SWAMPS: dict[int, Line] = {
    2: ("A low hill", "open", set()),
    3: ("Bog", "very difficult", {"on 6 d6 wounds"}),
    4: ("Streams", "difficult", {"two streams"}),
    5: ("Lake or large pond", "impassable", {"difficult for swimmers"}),
    6: ("Deep Inland River", "", {"edge to edge", "d6 for its course", "two pieces", "d3+1 bridges"}),
    7: ("Deep Inland River", "", {"edge to edge", "d6 for its course", "two pieces", "d3+1 bridges"}),
    8: ("Fen", "difficult", set()),
    9: ("Flooded trees", "difficult", {"soft cover"}),
    10: ("Stone wall", "", {"hard cover", "up to 300 long", "wall"}),
    11: ("Dry path way", "open", {"up to 600 long", "up to 150 wide"}),
    12: ("Bottomless swamp", "", {"up to 300 long", "2d6 wounds", "only if forced"}),
}
DESERTS: dict[int, Line] = {
    2: ("A wadi", "difficult", {"edge to edge"}),
    3: ("Boulders", "difficult", {"hard cover"}),
    4: ("A jebel", "difficult", {"impassable cliffs"}),
    5: ("A sand dune", "difficult", set()),
    6: ("A jebel or sand dune", "difficult", {"impassable cliffs"}),
    7: ("A palm grove or sand dune", "difficult", {"soft cover"}),
    8: ("A palm grove or scrub", "difficult", {"soft cover"}),
    9: ("A sand dune", "difficult", set()),
    10: ("A ruin", "", {"wall around, gate"}),
    11: ("Oasis", "", {"soft cover", "impassable pool"}),
    12: ("Quicksand", "", {"2d6 wounds, no saves"}),
}
SECOND_READING = {
    "forests": FORESTS,
    "jungles": JUNGLES,
    "swamps-and-marshes": SWAMPS,
    "deserts-and-beaches": DESERTS,
}
