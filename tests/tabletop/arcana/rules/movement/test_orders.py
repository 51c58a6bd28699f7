"""Orders in words: every order has its words, and what can't be read is named."""

from __future__ import annotations

import re

import pytest

from tabletop.arcana.rules.movement.orders import (
    EXAMPLES,
    Back,
    Close,
    Diagonal,
    Files,
    Fly,
    Form,
    Forward,
    Heading,
    Loosen,
    Order,
    Places,
    Rotate,
    Turn,
    Wheel,
    orders_text,
    read_orders,
)
from tabletop.decoding import MalformedError
from tests.laws import of_each


@of_each(
    ("text", "order"),
    [
        ("forward 3", Forward(3)),
        ('Forward 3.25"', Forward(3.25)),
        ("forward 3 inches", Forward(3)),
        ("back 2", Back(2)),
        ("diagonal right 45 4", Diagonal("right", 45, 4)),
        ("diagonal left 30° 2.5", Diagonal("left", 30, 2.5)),
        ("wheel left 2.5", Wheel("left", 2.5)),
        ("wheel right 30°", Wheel("right", 30, in_degrees=True)),
        ("wheel right 30 deg", Wheel("right", 30, in_degrees=True)),
        ("wheel back right 1", Wheel("right", 1, backward=True)),
        ("wheel back left 10 degrees", Wheel("left", 10, in_degrees=True, backward=True)),
        ("rotate left 90", Rotate("left", 90)),
        ("turn left", Turn(-1)),
        ("turn right", Turn(1)),
        ("turn about", Turn(2)),
        ("add both", Files(1, 1)),
        ("add left 2", Files(2, 0)),
        ("drop right", Files(0, -1)),
        ("drop both 2", Files(-2, -2)),
        ("skirmish", Loosen()),
        ("form 5 facing -90", Form(5, -90)),
        ("form 5 facing 90° around 3", Form(5, 90, 2)),
        ("heading 135 6", Heading(135, 6)),
        ("places 3,4 -5.5,4", Places(((3, 4), (-5.5, 4)))),
        ("close 3,4", Close(((3, 4),))),
        ("low", Fly("low")),
        ("high", Fly("high")),
        ("land", Fly("ground")),
    ],
)
def test_words_are_read_as_orders(text: str, order: Order) -> None:
    assert read_orders(text) == (order,)
    assert read_orders(orders_text([order])) == (order,)


def test_orders_come_one_after_the_other() -> None:
    assert read_orders(" wheel left 2.5;\nforward 3 ;") == (Wheel("left", 2.5), Forward(3))


@of_each(
    ("text", "field"),
    [
        ("", "orders"),
        (" ; ;", "orders"),
        ("forward 1;" * 51, "orders"),
        ("forward 1 " * 6000, "orders"),
        ("fly away", "orders[0]"),
        ("forward", "orders[0]"),
        ("forward 0", "orders[0]"),
        ("forward -3", "orders[0]"),
        ("forward 241", "orders[0]"),
        ("forward nan", "orders[0]"),
        ("forward 1e3", "orders[0]"),
        ("wheel 3", "orders[0]"),
        ("wheel left 0°", "orders[0]"),
        ("wheel left 361°", "orders[0]"),
        ("rotate right -5", "orders[0]"),
        ("diagonal right 45", "orders[0]"),
        ("add left 0", "orders[0]"),
        ("form 0 facing 90", "orders[0]"),
        ("form 5 facing 400", "orders[0]"),
        ("places 3,4 5", "orders[0]"),
        ("places 3,241", "orders[0]"),
        ("forward 3; hop", "orders[1]"),
    ],
)
def test_what_cant_be_read_is_named(text: str, field: str) -> None:
    with pytest.raises(MalformedError) as caught:
        read_orders(text)
    assert caught.value.field == field
    assert caught.value.reason


@of_each("example", [example for example in EXAMPLES if "," not in example or re.search(r"\d,\d", example)])
def test_every_example_can_be_read(example: str) -> None:
    assert read_orders(example)
