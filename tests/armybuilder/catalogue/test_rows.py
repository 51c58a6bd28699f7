"""A row's page and its line in the list say everything that the book says of it, beside the printed cells too."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.catalogue import printed_catalogue
from tests.markup import Document

NOTED = [row for row in printed_catalogue().rows.values() if row.notes]


@pytest.mark.django_db
@pytest.mark.parametrize("row", NOTED, ids=[row.slug for row in NOTED])
def test_what_is_noted_of_a_row_stands_on_its_page_and_in_its_list(client: Client, row: Any) -> None:
    page = Document(client.get(f"/armies/{row.slug}/").content.decode())
    (meaning,) = [each for each in page.all("dl") if each.get("class") == "meanings"]
    army = Document(client.get(f"/armies/{row.slug.split('/')[0]}/").content.decode())
    heads = [each.text for each in army.all("th") if each.get("scope") == "row" and row.name in each.text]
    for note in row.notes:
        assert note.casefold() in meaning.text.casefold()
        assert any(note.casefold() in head.casefold() for head in heads)
