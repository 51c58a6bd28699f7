"""What boards ask of networkx: it takes 10 MB, and is loaded when somebody first looks for a way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from networkx import (
        DiGraph,
        NetworkXNoPath,
        dijkstra_path,
        shortest_path,
        single_source_dijkstra_path,
        single_source_dijkstra_path_length,
        single_source_shortest_path_length,
    )

__all__ = [
    "DiGraph",
    "NetworkXNoPath",
    "dijkstra_path",
    "shortest_path",
    "single_source_dijkstra_path",
    "single_source_dijkstra_path_length",
    "single_source_shortest_path_length",
]


def __getattr__(name: str) -> Any:
    import networkx  # noqa: PLC0415 (most who have a board never look for a way on it)

    return getattr(networkx, name)
