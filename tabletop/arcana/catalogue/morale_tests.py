"""When losses make a unit test its morale (“Identify Units that Need to Test for Morale”)."""

from tabletop.arcana.catalogue.book import BOOK

WHO_TESTS = BOOK.section("Identify Units that Need to Test for Morale")


def losses_that_test(models: int) -> int:
    """How many models of so many at first, leaders too, must fall in one turn: a quarter, rounded up."""
    return -(-models // 4)


def wounds_that_test(wounds: int) -> int:
    """With so many of its first wounds left, or fewer, it tests once it is hurt or in melee: half of them."""
    return wounds // 2
