"""The page of odds: its figures are the library's, its state is its address, and what can't be is said at its field."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from html import unescape
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from django.test import Client
from msgspec.structs import replace

from armybuilder.core.budgets import BusyError
from armybuilder.odds.presenters.cases import readable
from tabletop.arcana.army.roster import Character as RosterCharacter
from tabletop.arcana.army.roster import Models, Mount, Unit, new_roster
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.odds.answers import odds
from tabletop.arcana.odds.situations import read_situation
from tabletop.dice.words import per_cent
from tests.visitors import HTMX, kept, kept_share

MEETING = "/odds/?a=dwarves/axemen&b=orcs/orc-warrior&an=10&bn=10"
SHOTS = "/odds/?a=dwarves/crossbowmen&b=orcs/orc-warrior&kind=shoot"


def page_of(client: Client, address: str, **headers: Any) -> str:
    answer = client.get(address, headers=headers.get("headers", {}))
    assert answer.status_code == 200
    return answer.content.decode()


def filed(client: Client, address: str) -> dict[str, Any]:
    answer: dict[str, Any] = client.get(f"{address}&format=json").json()
    return answer


def test_figures_are_those_of_the_library(client: Client, catalogue: Catalogue) -> None:
    for address, names in ((MEETING, ("Orc Warriors.fallen", "Axemen.fallen")), (SHOTS, ("fallen", "hits"))):
        page, file = page_of(client, address), filed(client, address)
        situation = file.pop("situation")
        answer = odds(catalogue, read_situation(json.dumps(situation)))
        assert file == json.loads(json.dumps(answer))
        for name in names:
            result = answer["results"][name]
            assert f"{result['decimal']:.1f} on average" in page
            assert f"<li>On average {result['mean']}</li>" in page
            assert per_cent(Fraction(result["at_least"]["1"])) in page
            low, high = result["middle"]
            assert f"Eight times in ten {low} to {high};" in page
    breaks = odds(catalogue, read_situation(json.dumps(filed(client, MEETING)["situation"])))["results"]
    assert breaks["Orc Warriors.breaks"]["exact"] in page_of(client, MEETING)


def test_fractions_are_shown_that_can_be_read() -> None:
    assert readable(Fraction(6**30 + 1, 6**30)) == f"{6**30 + 1}/{6**30}"
    for number in (Fraction(1, 6**40), Fraction(6**40, 7), Fraction(1, 6**9000)):
        assert readable(number) == "a fraction too long to read"


def test_each_what_if_says_how_much_it_changes(client: Client, catalogue: Catalogue) -> None:
    plain, later = filed(client, MEETING), filed(client, f"{MEETING}&turn=later")
    page = page_of(client, f"{MEETING}&w=later")
    name = "Orc Warriors.fallen"
    difference = later["results"][name]["decimal"] - plain["results"][name]["decimal"]
    assert f"{later['results'][name]['decimal']:.1f} on average" in page
    shown = f"{difference:+.1f}".replace("-", "−")
    assert (f'">{shown}<span class="unseen"> ' in page) == (abs(difference) >= 0.05)
    assert page.count('aria-labelledby="case-') == 2
    assert page_of(client, f"{MEETING}&w=none").count('aria-labelledby="case-') == 1
    wider = page_of(client, f"{MEETING}&w=a10&w=b10&w=flank&w=rear")
    assert wider.count('aria-labelledby="case-') == 4, "three at most beside what stands"


def test_the_address_holds_all_of_it(client: Client, catalogue: Catalogue) -> None:
    page = page_of(client, f"{MEETING}&turn=later&w=hit&unknown=x")
    chip = page.partition('id="if-hit" href="')[2].partition("#")[0].replace("&amp;", "&")
    state = parse_qs(urlsplit(chip).query)
    assert state == {"a": ["dwarves/axemen"], "b": ["orcs/orc-warrior"], "an": ["10"], "bn": ["10"],
                     "turn": ["later"], "w": ["none"]}  # fmt: skip
    part = page_of(client, MEETING, headers=HTMX)
    assert part.lstrip().startswith('<div id="meeting">')
    assert '<div id="notice" hx-swap-oob="innerHTML"></div>' in part, "a fault of before is over"
    said = re.search(r'<p id="answer-said" hx-swap-oob="innerHTML">([^<]+)</p>', part)
    assert said
    assert said[1].startswith("Advantage: Axemen. On average ")


def test_fields_are_found_again_after_an_answer(client: Client, catalogue: Catalogue) -> None:
    fields = {
        MEETING: ["an", "af", "bn", "bf", "turn", "at", "ac", "ah", "al", "am", "ax", "bc", "bh", "bl", "bm", "bx"],
        SHOTS: ["an", "af", "bn", "bf", "range", "moved", "cover", "ah", "weapon", "bx"],
        f"{MEETING}&kind=morale": ["an", "af", "bn", "bf", "at", "alone", "al", "am", "ax", "bx"],
    }
    for address, names in fields.items():
        page = page_of(client, address)
        form = page[page.index("<form method") : page.index('<section class="part odds-two"')]
        controls = re.findall(r"<(?:input|select) (?!type=.hidden)[^>]*>", form)
        assert {*re.findall(r' id="(\w+)"', " ".join(controls))} == {*names}
        assert all(f'id="{name}"' in control for control in controls for name in re.findall(' name="([^"]+)"', control))
    page = page_of(client, SHOTS)
    assert 'id="an" name="an" inputmode="numeric" min="1" max="1000"' in page
    assert 'id="range" name="range" inputmode="decimal" min="0" max="200" step="any"' in page
    assert 'id="ah" name="ah" min="-10" max="10"' in page, "a keyboard of figures alone has no minus"


def test_what_is_seldom_stated_is_open_where_it_is_stated(client: Client, catalogue: Catalogue) -> None:
    for stated in ("", "&ah=0", "&range=-1", "&weapon=none&cover=x"):
        page = page_of(client, MEETING + stated)
        assert '<details class="odds-more" id="more">' in page, stated
        assert "how many, how often" in page, "what is of another kind isn't read"
    for stated in ("&am=1", "&bm=-11", "&ac=90", "&bl=2"):
        assert '<details class="odds-more" id="more" open>' in page_of(client, MEETING + stated), stated


def test_a_weapon_is_one_of_the_units_own(client: Client, catalogue: Catalogue) -> None:
    row = next(row for row in catalogue.rows.values() if row.wounds and len({each.name for each in row.missile}) > 1)
    first, second = (missile.name for missile in row.missile[:2])
    address = f"/odds/?a={row.slug}&b=orcs/orc-warrior&kind=shoot&range=6"
    for stated, name in (
        ("", first),
        (f"&weapon={quote(second)}", second),
        (f"&weapon={quote(second.lower())}", second),
    ):
        page = unescape(page_of(client, address + stated))
        assert f'<option value="{name}" selected>' in page, stated
    assert "Select a valid choice" in page_of(client, f"{address}&weapon=none")


def test_another_unit_keeps_all_else(client: Client, catalogue: Catalogue) -> None:
    stated = "&an=12&af=6&bn=9&turn=later&at=flank&alone=on&weapon=x&w=hit&w=b5"
    for letter, other in (("a", "b"), ("b", "a")):
        page = page_of(client, f"{MEETING.partition('&an')[0]}{stated}&pick={letter}&from=list.orcs")
        link = unescape(re.search(rf'class="chip" href="\?([^"]*{letter}=orcs/orc-warrior)"', page)[1])  # type: ignore[index]
        kept = parse_qs(link)
        assert (kept["w"], kept["turn"], kept["at"], kept["alone"]) == (["hit", "b5"], ["later"], ["flank"], ["on"])
        assert not kept.keys() & {f"{letter}n", f"{letter}f", "pick", "from"}
        assert kept[f"{other}n"]
        assert ("weapon" in kept) == (letter == "b")
        back = unescape(re.search(r'href="\?([^"]*)">Cancel', page)[1])  # type: ignore[index]
        assert parse_qs(back) == parse_qs(f"{MEETING.partition('?')[2].partition('&an')[0]}{stated}")
    strange = page_of(client, "/odds/?a=dwarves/axemen&pick=b&%22%3E%26x%3D=1")
    assert "%22%3E%26x%3D=1&amp;pick=b" in strange
    assert "Cancel" not in strange, "there is nothing to go back to"


def test_why_a_fight_has_no_end_is_said(client: Client, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    page = unescape(page_of(client, f"{MEETING}&an=120&bn=120"))
    assert "Can't be fought to the end: both have 120 and 120 wounds, too many to fight on" in page
    assert "Fight it to the end" not in page
    assert "Fight it to the end" in page_of(client, f"{MEETING}&an=40&bn=40")
    monkeypatch.setattr("armybuilder.odds.views.meeting.SHARE_TO_FIGHT", 0)
    assert "takes longer than a page may count" in page_of(client, f"{MEETING}&an=40&bn=40&end=1")


def test_what_is_not_fought_in_time_follows_when_it_is_ready(
    client: Client, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    ordinary = f"{MEETING}&an=9&bn=9&w=later&w=flank"
    monkeypatch.setattr("armybuilder.odds.presenters.cases.TIME_TO_FIGHT", 0)
    page = page_of(client, ordinary)
    assert "Fought to the end, " not in page
    link = re.search(r'id="to-the-end" href="\?([^"]+)" hx-get="[^"]+" hx-trigger="load, click"', page)
    assert link
    assert parse_qs(unescape(link[1]))["end"] == ["1"]
    page = page_of(client, f"/odds/?{unescape(link[1])}")
    assert "Fought to the end, " in page
    assert page.count("<h4>Who wins, fought to the end") == 3
    assert "to-the-end" not in page
    assert "–</td>" not in page
    monkeypatch.setattr("armybuilder.odds.views.meeting.SHARE_TO_FIGHT", 0)
    slower = page_of(client, f"{MEETING}&an=11&bn=9&w=none&end=1")
    assert "takes longer than a page may count" in slower
    assert "to-the-end" not in slower, "what was too long for all of a request's time is so again"


def test_the_file_names_the_field_that_is_wrong(client: Client, catalogue: Catalogue) -> None:
    sent = client.get(f"{MEETING}&format=json")
    assert sent["Content-Disposition"] == 'attachment; filename="odds.json"'
    refusals = (
        (f"{MEETING}&an=0", "an", "greater than"),
        (f"{MEETING}&af=11", "af", "can't stand 11 wide"),
        (f"{SHOTS}&range=150", "range", "too far"),
        ("/odds/?a=dwarves/axemen", "b", "Is missing."),
        ("/odds/?a=dwarves/nobody&b=orcs/orc-warrior", "a", "There is no such profile."),
    )
    for address, field, said in refusals:
        answer = client.get(f"{address}&format=json")
        assert (answer.status_code, answer.json()["field"]) == (400, field), address
        assert said in answer.json()["detail"], address


def test_what_cannot_be_is_said_at_its_field(client: Client, catalogue: Catalogue) -> None:
    refusals = (
        (f"{MEETING}&af=11", "can't stand 11 wide"),
        (f"{MEETING}&an=0", "greater than or equal to 1"),
        (f"{MEETING}&an=many", "whole number"),
        (f"{MEETING}&ac=9", "Must be at most"),
        (f"{SHOTS}&range=150", "too far"),
        ("/odds/?a=dwarves/axemen&b=orcs/orc-warrior&kind=shoot", "has no missile attack"),
        ("/odds/?a=vehicles/war-wagon&b=orcs/orc-warrior", ""),
        ("/odds/?a=dwarves/axemen&b=orcs/orc", "There is no such profile."),
        ("/odds/?a=raiders-1.u1&b=orcs/orc-warrior", "isn't yours"),
        ("/odds/?a=%00&b=orcs/orc-warrior", "isn't yours"),
    )
    for address, said in refusals:
        page = page_of(client, address).replace("&#x27;", "'")
        assert said in page, address
        assert "how many, how often" not in page, address


def test_an_address_with_a_sign_that_no_database_keeps_leads_to_the_picker(
    client: Client, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused() -> None:
        raise AssertionError("PostgreSQL refuses NUL")

    monkeypatch.setattr("armybuilder.odds.queries.live_shares", refused)
    for address in ("/odds/?from=shared.%00", "/odds/?a=shared.%00.u1", "/odds/?pick=a&from=%00"):
        assert "From a sample" in page_of(client, address)
    assert "There is no such roster" in page_of(client, "/odds/matrix/?a=shared.%00&b=sample.orcs")


def test_links_of_others_are_listed_nowhere(client: Client, catalogue: Catalogue) -> None:
    for address in (MEETING, "/odds/", f"{MEETING}&format=json"):
        assert client.get(address)["X-Robots-Tag"] == "noindex, nofollow"


def test_a_busy_site_answers_without_the_end(
    client: Client, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object) -> None:
        raise BusyError

    assert "Who wins, fought to the end" in page_of(client, MEETING)
    monkeypatch.setattr("armybuilder.odds.presenters.cases._ending", busy)
    page = page_of(client, MEETING)
    assert "how many, how often" in page
    assert "Who wins, fought to the end" not in page


def test_units_of_ones_own_are_there_for_their_owner_alone(
    client: Client, owner: Client, other: Client, catalogue: Catalogue
) -> None:
    row = kept()
    address = f"/odds/?a={row.code}.u1&b=sample.orcs.u1"
    assert "how many, how often" in page_of(owner, address)
    for visitor in (client, other):
        assert "isn&#x27;t yours" in page_of(visitor, address)
    assert f"from={row.code}" in page_of(owner, "/odds/")
    assert f"from={row.code}" not in page_of(other, "/odds/")
    assert f"a={row.code}.u1" in page_of(owner, f"/odds/?pick=a&from={row.code}&b=orcs/orc-warrior")


def test_no_way_of_the_picker_leads_to_nothing(client: Client, catalogue: Catalogue) -> None:
    sources = re.findall(r'from=([^"]+)"', page_of(client, "/odds/"))
    assert "list.vehicles" in sources
    for source in sources:
        page = page_of(client, f"/odds/?pick=a&from={source}")
        assert 'class="chip" href="?a=' in page, source
    wagon = page_of(client, "/odds/?a=vehicles/war-wagon-with-12-archers-and-2-beasts&b=orcs/orc-warrior")
    assert "how many, how often" in wagon


def test_units_of_a_sample_meet_every_way_without_an_error(client: Client, catalogue: Catalogue) -> None:
    for ref in range(1, 7):
        for kind in ("melee", "shoot", "morale"):
            page_of(client, f"/odds/?a=sample.undead.u{ref}&b=dwarves/axemen&bn=200&kind={kind}&w=rear&w=aloose")


def test_lists_rosters_and_tables_lead_here(owner: Client, catalogue: Catalogue) -> None:
    row = kept()
    shared = kept_share(row)
    links = (
        ("/armies/dwarves/axemen/", "/odds/?a=dwarves/axemen"),
        (f"/rosters/{row.code}/?unit=u1", f"/odds/?a={row.code}.u1"),
        ("/samples/dwarves/", "/odds/?a=sample.dwarves.u1"),
        (f"/s/{shared.token}/", f"/odds/?a=shared.{shared.token}.u1"),
        ("/table/", "/odds/"),
    )
    for page, link in links:
        assert f'href="{link}"' in page_of(owner, page), page
        assert owner.get(link).status_code == 200
    assert "how many, how often" in page_of(owner, f"{links[3][1]}&b=orcs/orc-warrior")


def test_a_charge_and_shots_on_a_table_lead_to_their_odds(owner: Client, catalogue: Catalogue) -> None:
    address = owner.post("/table/demo/").headers["Location"]
    head = re.search(r'name="on" value="(\d+)"', page_of(owner, address))
    assert head is not None
    owner.post(f"{address}do/", {"unit": "b3", "command": "put 37,25", "on": head[1]})
    for asked, stated in (("unit=b3&look=shoot&to=r3", "kind=shoot"), ("unit=b3&look=charge&to=r3", "at=")):
        page = page_of(owner, f"{address}?{asked}")
        link = page.partition('href="/odds/?')[2].partition('"')[0].replace("&amp;", "&")
        assert stated in link
        assert (
            f'hx-get="/odds/?{link.replace("&", "&amp;")}&amp;format=line" hx-trigger="load" hx-target="this"' in page
        )
        assert "how many, how often" in page_of(owner, f"/odds/?{link}")
        line = page_of(owner, f"/odds/?{link}&format=line")
        assert "On average " in line
        assert "<html" not in line
    assert page_of(owner, f"{MEETING}&af=11&format=line").startswith(' <a href="/odds/?a=dwarves/axemen')


def test_who_leads_a_unit_fights_with_it_and_may_go(client: Client, catalogue: Catalogue) -> None:
    led = "/odds/?a=sample.dwarves.u1&b=orcs/orc-warrior&an=6&bn=6&w=none"
    side = filed(client, led)["situation"]["sides"][0]
    assert [character["figures"]["wounds"] for character in side["characters"]] == [4], "with his crossbow"
    assert "<dt>Dwarf Lord falls</dt>" in page_of(client, led)
    assert "The Old Guard without Dwarf Lord" in page_of(client, led)
    for stated, profiles in (("none", []), ("dwarves/dwarf-champion", ["dwarves/dwarf-champion"])):
        file = filed(client, f"{led}&ax={stated}")
        assert [each["profile"] for each in file["situation"]["sides"][0]["characters"]] == profiles
    assert filed(client, f"{MEETING}&bx=orcs/orc-chieftain")["situation"]["sides"][1]["characters"]
    both = f"{led}&ay=dwarves/dwarf-champion"
    assert len(filed(client, both)["situation"]["sides"][0]["characters"]) == 2
    assert "<dt>Dwarf Champion falls</dt>" in page_of(client, both)
    assert 'name="az"' in page_of(client, both)
    assert 'name="ay"' not in page_of(client, f"{both}&ax=none")
    assert filed(client, f"{both}&ax=none")["situation"]["sides"][0]["characters"] == []
    refused = client.get(f"{MEETING}&ax=orcs/orc-chieftain&format=json")
    assert (refused.status_code, refused.json()["field"]) == (400, "ax")
    assert filed(client, f"{led}&kind=shoot&a=sample.dwarves.u3")["situation"]["shooter"]["characters"] == []


def test_mounted_leaders_and_characters_alone_meet_others(owner: Client, catalogue: Catalogue) -> None:
    """Whoever may fall is named by the page, what carries one too; characters alone strike each by himself."""
    dragon = Mount(profile="monsters/dragon-young")
    characters = [RosterCharacter(ref=f"c{number}", profile="dwarves/dwarf-champion") for number in (1, 2, 3)]
    axemen = (Models(profile="dwarves/axemen", count=6),)
    units = (
        Unit(ref="u1", models=axemen, characters=(replace(characters[0], mount=dragon),)),
        Unit(ref="u2", name="The Two", characters=tuple(characters[1:])),
    )
    row = kept(replace(new_roster(name="Riders", army="dwarves"), units=units))
    for unit, names in (("u1", ("Dwarf Champion on Dragon, Young", "Dwarf Champion on Dragon, Young, its mount")),
                        ("u2", ("The Two", "Dwarf Champion"))):  # fmt: skip
        page = page_of(owner, f"/odds/?a={row.code}.{unit}&b=orcs/orc-warrior&bn=6&bc=2&w=none")
        for name in names:
            assert f"<dt>{name} falls</dt>" in page, name
        shot_at = page_of(owner, f"/odds/?b={row.code}.{unit}&a=dwarves/handgunner&kind=shoot&w=none")
        assert "how many, how often" in shot_at


def test_further_kinds_of_models_fight_and_shoot_with_the_first(owner: Client, catalogue: Catalogue) -> None:
    """Two cannons of which one has a second crew, and a ballista: three kinds, their wounds together, every weapon."""
    battery = Unit(
        ref="u1",
        models=(
            Models(profile="war-machines/cannon", count=2, reinforced=1),
            Models(profile="war-machines/ballista", count=1),
        ),
    )
    row = kept(replace(new_roster(name="Guns", army="dwarves"), units=(battery,)))
    address = f"/odds/?a={row.code}.u1&b=orcs/orc-warrior&w=none"
    side = filed(owner, address)["situation"]["sides"][0]
    assert [kind.get("count", 1) for kind in side["models"]] == [1, 1, 1]
    assert side["in_contact"] == 3
    page = page_of(owner, address)
    assert "and 2 of other kinds" in page
    assert "Not counted:" not in page
    assert "3, in loose order, against" in page
    asked = page_of(owner, f"{address}&kind=shoot").partition('name="weapon"')[2].partition("</select>")[0]
    [*_, last] = weapons = re.findall(r'<option value="([^"]+)"', asked)
    assert len(weapons) > 1
    assert last.endswith("Ballista")
    assert filed(owner, f"{address}&kind=shoot&weapon={last}")["situation"]["weapon"] == last
    assert len(filed(owner, f"{address}&kind=duel&bn=1")["situation"]["sides"][0]["models"]) == 1


def test_attacks_to_choose_from_and_rams_are_asked_where_there_are_any(client: Client, catalogue: Catalogue) -> None:
    wyvern = "/odds/?a=monsters/wyvern-adult&b=orcs/orc-warrior&bn=9&bf=5"
    assert 'name="ak"' in page_of(client, wyvern)
    assert 'name="ak"' not in page_of(client, MEETING)
    melee = catalogue.in_play("monsters/wyvern-adult").melee
    other = next(number for number, line in enumerate(melee, 1) if line.alternative)
    assert "lines" not in filed(client, wyvern)["situation"]["sides"][0]
    lines = filed(client, f"{wyvern}&ak={other}")["situation"]["sides"][0]["lines"]
    assert other in lines
    assert other - 1 not in lines
    ram = next(row for row in catalogue.rows.values() if row.ramming and row.wounds and not row.melee[1:])
    assert filed(client, f"/odds/?a={ram.slug}&b=orcs/orc-warrior&bn=9&bf=5&ar=on")["situation"]["sides"][0]["rams"]


def test_spells_are_cast_and_borne(client: Client, catalogue: Catalogue) -> None:
    cast = f"{MEETING}&kind=cast&spell=fire/flamestrike"
    file = filed(client, cast)
    situation = file.pop("situation")
    assert file == json.loads(json.dumps(odds(catalogue, read_situation(json.dumps(situation)))))
    assert f"Hits: <b>{file['results']['hits']['decimal']:.1f}" not in page_of(client, cast)
    assert f"{file['results']['hits']['decimal']:.1f} on average" in page_of(client, cast)
    countered = filed(client, f"{cast}&counter=3")["results"]["countered"]["exact"]
    assert countered in page_of(client, f"{cast}&counter=3")
    assert "with field" not in page_of(client, cast)
    choice = page_of(client, cast).partition('id="spell"')[2].partition("</select>")[0]
    names = re.findall(r'<option value="([^"]+)"', choice)
    for spell in names:
        page_of(client, f"{MEETING}&kind=cast&spell={spell}&w=none")
    assert len(names) > 25
    blessed = page_of(client, f"{MEETING}&w=a.life/bless")
    assert "Axemen under Bless" in blessed
    assert '<details class="odds-more" id="spells" open>' in blessed
    assert "Pathfinding" not in blessed, "it changes no blow"


def test_a_rally_a_counterspell_and_a_dispel_are_kinds_of_their_own(client: Client, catalogue: Catalogue) -> None:
    """Page and file say what the library answers; what can't be tried never comes, and no unit is asked for magic."""
    for stated, name, said in (
        ("rally", "rallies", "Axemen rally"),
        ("rally&nearest=4&ax=dwarves/dwarf-champion", "rallies", "Axemen rally never"),
        ("counterspell&power=3&counter=2", "stands", "The spell takes effect"),
        ("counterspell", "countered", "It is countered"),
        ("dispel&lasting=chaos/aura-of-chaos&power=2", "dispelled", "The spell is dispelled"),
        ("dispel&counter=2&w=power&w=counter", "countered", "The dispel is countered"),
    ):
        address = f"{MEETING}&kind={stated}"
        file = filed(client, address)
        assert file["situation"]["kind"] == stated.partition("&")[0]
        situation = read_situation(json.dumps(file.pop("situation")))
        assert file == json.loads(json.dumps(odds(catalogue, situation)))
        page = page_of(client, address)
        assert said in page
        assert f"{said.removesuffix(' never')}: {file['results'][name]['exact']}" in page
        assert ("which units meet makes no difference" in page) == ("rally" not in stated)
    bought = page_of(client, f"{MEETING}&kind=counterspell&w=counter")
    assert "1 power, countered with a bought ability" in bought
    assert "instead of a bought ability" in bought
    assert "The dispel is countered" not in page_of(client, f"{MEETING}&kind=dispel&w=none")
    assert page_of(client, f"{MEETING}&kind=rally&nearest=12").count('aria-labelledby="case-') == 3


def test_templates_ground_armies_and_duels_are_kinds_of_their_own(client: Client, catalogue: Catalogue) -> None:
    """Page and file say what the library answers, and every what-if is one that can be."""
    for stated, name, said in (
        ("template&lying=earth/sinkhole", "touches", "Sinkhole touches Orc Warriors"),
        ("area&hits=4&w=engaged&w=hit&w=shot", "destroyed", "Orc Warriors are destroyed"),
        ("area&hits=1&wounds=1&made=artillery&engaged=on&bf=0&w=engaged", "destroyed", "Orc Warriors are destroyed"),
        ("template&touched=1&w=more", "destroyed", "Orc Warriors are destroyed"),
        ("template&drifts=on&ahead=3&bf=5&w=ahead0", "touches", "Tornado touches Orc Warriors"),
        ("hazard&ground=bog&w=quicksand", "strikes", "The ground strikes"),
        ("break-test&ap=1000&aq=500", "your army.breaks", "Your army breaks"),
        ("break-test&bq=1990&w=atenth&w=btenth", "their army.breaks", "Their army breaks"),
        ("duel&w=later", "Axemen.wins", "Axemen win"),
    ):
        address = f"{MEETING}&kind={stated}"
        file = filed(client, address)
        assert file["situation"]["kind"] == stated.partition("&")[0]
        situation = read_situation(json.dumps(file.pop("situation")))
        assert file == json.loads(json.dumps(odds(catalogue, situation)))
        page = page_of(client, address)
        assert f"{said}: {file['results'][name]['exact']}" in page, stated
        assert "That can&#x27;t be counted" not in page
    army = page_of(client, f"{MEETING}&kind=break-test&ap=1000&aq=500&w=none")
    assert army.count('<dd class="bar">') == 2, "chances without a distribution have bars of their own"
    assert "shots hit, and " in page_of(client, f"{SHOTS}&w=none")
    assert "On average 7.0 Axemen fall." in page_of(client, f"{MEETING}&kind=hazard&an=20&w=none")
    wander = page_of(client, f"{MEETING}&kind=template&drifts=on")
    assert 'name="ahead"' in wander
    assert 'name="touched"' not in wander
    for stated in ("lying=fire/fire-wall", "drifts=on&bf=0"):
        page = page_of(client, f"{MEETING}&kind=template&{stated}")
        assert 'name="drifts"' not in page, "it doesn't wander, or nobody knows where loose models stand"
        assert 'name="touched"' in page
    choice = page_of(client, f"{MEETING}&kind=template").partition('id="lying"')[2].partition("</select>")[0]
    spells = re.findall(r'<option value="([^"]+)"', choice)
    assert len(spells) == 8
    for spell in spells:
        assert "how many, how often" in page_of(client, f"{MEETING}&kind=template&lying={spell}&w=none")
    for kind in ("break-test", "duel"):
        assert 'name="an"' not in page_of(client, f"{MEETING}&kind={kind}"), "of single models, or of points"
    stone = page_of(client, f"{MEETING}&kind=area&bn=20&needed=3&hits=4&w=none")
    assert "On average 4.7 hits are scored, and " in stone, "O09: 1144/243"
    for stated, field, said in (
        ("area&shots=201", "shots", "less than or equal to 200"),
        ("area&hits=x", "hits", "not one of the available choices"),
        ("template&touched=11", "touched", "must be at most 10"),
        ("template&drifts=on&ahead=50", "ahead", "too far"),
        ("template&bf=11", "bf", "can&#x27;t stand"),
        ("break-test&aq=3000", "aq", "must be at most 2000"),
    ):
        answer = client.get(f"{MEETING}&kind={stated}&format=json")
        assert (answer.status_code, answer.json()["field"]) == (400, field), stated
        assert said.replace("&#x27;", "'") in answer.json()["detail"].lower()
