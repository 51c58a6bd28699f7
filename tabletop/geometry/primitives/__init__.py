"""Points, segments, polygons and circles in inches, exact where it matters, and the tolerances."""
