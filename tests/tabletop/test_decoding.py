"""A value that is none of a closed set is told the set, and the one that was probably meant."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct

from tabletop.decoding import MalformedError, converted, decoded
from tests.laws import of_each


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Dye(Struct, tag="dye", tag_field="do"):
    colour: Colour


class Wash(Struct, tag="wash", tag_field="do"):
    colour: Literal["out", "in"] | None = None


class Cloth(Struct, rename={"colour": "kleur"}):
    colour: Colour = Colour.RED
    size: Literal[15, 25] = 25
    strength: Annotated[int, Meta(ge=0)] | Colour = 0
    steps: Annotated[tuple[Dye | Wash, ...], Meta(max_length=9)] = ()
    pair: tuple[int, Colour] = (1, Colour.RED)
    spots: dict[Colour, int] = {}
    seams: dict[str, list[Colour]] = {}


COLOURS = "must be one of red, blue, not “{}”"
WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"kleur": "purple"}, "kleur", COLOURS.format("purple")),
    ({"kleur": "bleu"}, "kleur", f"{COLOURS.format('bleu')} (did you mean “blue”?)"),
    ({"size": 30}, "size", "must be one of 15, 25, not “30”"),
    ({"strength": "x"}, "strength", COLOURS.format("x")),
    ({"steps": [{"do": "dye", "colour": "x"}]}, "steps[0].colour", COLOURS.format("x")),
    ({"steps": [{"do": "wash"}, {"do": "wash", "colour": "x"}]}, "steps[1].colour", "must be one of in, out, not “x”"),
    ({"steps": [{"do": "wsh"}]}, "steps[0].do", "must be one of dye, wash, not “wsh” (did you mean “wash”?)"),
    ({"pair": [2, "x"]}, "pair[1]", COLOURS.format("x")),
    ({"spots": {"x": 1}}, "spots", COLOURS.format("x")),
    ({"seams": {"left": ["red", "x"]}}, "seams[...][1]", COLOURS.format("x")),
]


@of_each(("plain", "field", "reason"), WRONG)
def test_a_wrong_choice_is_told_what_there_is(plain: dict[str, Any], field: str, reason: str) -> None:
    with pytest.raises(MalformedError) as wrong:
        converted(plain, Cloth)
    assert (wrong.value.field, wrong.value.reason) == (field, reason)


def test_a_file_that_ends_too_soon_is_still_told_what_there_is() -> None:
    with pytest.raises(MalformedError) as wrong:
        decoded('{"kleur": "bleu", "size": ', Cloth)
    assert wrong.value.reason == f"{COLOURS.format('bleu')} (did you mean “blue”?)"


def test_forms_send_texts_and_files_do_not() -> None:
    assert converted({"size": "15"}, Cloth, strict=False) == Cloth(size=15)
    with pytest.raises(MalformedError, match="size"):
        converted({"size": "15"}, Cloth)
