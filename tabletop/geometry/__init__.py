"""The continuous table in inches: points, polygons, distances, arcs, motions. Angles run clockwise from up."""
