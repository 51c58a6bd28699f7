"""The continuous table: shapes in inches, with x to the right and y up, and directions in degrees clockwise from up.

`primitives` are points, segments, polygons and their arrays, and the tolerances; `distance` is how far apart shapes are
and in which direction; `motion` is what moving shapes meet and where there is room; `visibility` is which straight
lines between shapes are free. It knows no rule of any game.
"""
