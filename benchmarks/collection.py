"""How long it takes to find legal armies of a collection, and whether trying every army finds a nearer one.

python -m benchmarks.collection                 # 200 and 1,000 models, the figure of docs/performance.md
python -m benchmarks.collection --shelves 500   # so many small shelves by lot, each army of them tried
"""

from __future__ import annotations

from argparse import ArgumentParser
from itertools import cycle
from time import perf_counter, process_time

from tabletop.arcana.army.fielding import Wish, fielded, fielded_by_any
from tabletop.arcana.catalogue.profiles import Section
from tabletop.rosters.collection import Collection, Owned, new_collection
from tests.catalogue import printed_catalogue

POINTS = 2000
ARMY = "dwarves"
ROUNDS = 5
BAR = 2.0  # seconds
FIELDED = (Section.TROOPS, Section.CHARACTERS)


def large_shelf(models: int) -> Collection:
    """So many models of every kind of an army, its characters, and some monsters and war machines, by turns."""
    catalogue = printed_catalogue()
    rows = [row for row in catalogue.rows_of(ARMY) if row.section in FIELDED]
    others = ("monsters/bear", "monsters/giant-eagle", "war-machines/cannon", "war-machines/ballista")
    shares = [(row.slug, 1 if row.section == Section.CHARACTERS else 4) for row in rows] + [
        (slug, 1) for slug in others
    ]
    counts = dict.fromkeys((slug for slug, _ in shares), 0)
    left = models
    for slug, share in cycle(shares):
        counts[slug] += min(share, left)
        left -= min(share, left)
        if not left:
            break
    return new_collection(
        "arcana", "Large", [Owned(profile=slug, count=count) for slug, count in counts.items() if count]
    )


def timed(models: int, wish: Wish) -> tuple[float, str]:
    """The best of some rounds on the clock, in seconds; and that of the processor, with what was found, in words."""
    catalogue, collection = printed_catalogue(), large_shelf(models)
    best = used = 60.0
    for _ in range(ROUNDS):
        start, processor = perf_counter(), process_time()
        [answer, *_] = fielded_by_any(collection, wish, catalogue)
        best, used = min(best, perf_counter() - start), min(used, process_time() - processor)
    found = answer.proposals[0].points if answer.proposals else "none"
    how = "exact" if answer.is_exact else "bounded"
    kinds = len(collection.models)
    return best, (
        f"{models:,} models of {kinds} kinds, {wish.points:,} points, {wish.rules}: {best * 1000:.1f} ms "
        f"({used * 1000:.1f} of the processor), {len(answer.proposals)} armies, nearest {found}, {how}, "
        f"{answer.looked:,} combinations"
    )


def first_time(models: int) -> tuple[float, str]:
    """How long the first question of a process takes, with nothing remembered."""
    catalogue, collection = printed_catalogue(), large_shelf(models)
    start = perf_counter()
    fielded(collection, Wish(points=POINTS, army=ARMY), catalogue)
    taken = perf_counter() - start
    return taken, f"{models:,} models, the first question of a process: {taken * 1000:.1f} ms"


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--shelves", type=int, default=0)
    shelves = parser.parse_args().shelves
    if shelves:
        from tests.shelves_by_lot import check_shelf  # noqa: PLC0415 (who measures needs no shelves by lot)

        for seed in range(shelves):
            check_shelf(seed, printed_catalogue())
        print(f"{shelves:,} shelves: no army that was tried is nearer than the one found")
        return
    told = [first_time(200)]
    for models, wish in (
        (200, Wish(points=POINTS, army=ARMY)),
        (200, Wish(points=POINTS)),
        (1000, Wish(points=4000, army=ARMY, rules="tournament")),
        (1000, Wish(points=20_000, army=ARMY)),
    ):
        told.append(timed(models, wish))
    print("\n".join(words for _, words in told))
    if any(taken > BAR for taken, _ in told):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
