"""Every page of the site in each state that looks different."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random

from django.conf import settings
from django.utils import timezone
from playwright.sync_api import Page, expect

from armybuilder.battles.services.battles import keep_battle
from armybuilder.battles.snapshots import log_in
from armybuilder.core.models import Visitor
from armybuilder.models import Experiment, PrintJob, Tournament
from armybuilder.models import Roster as Row
from armybuilder.rosters.services import edit_roster
from armybuilder.tournaments.models import Role
from armybuilder.tournaments.services import results, rounds
from armybuilder.tournaments.services.people import add_people
from tabletop.arcana.battle.commands.course import Deploy, Finish
from tabletop.arcana.battle.commands.drawn import LayTable
from tabletop.arcana.battle.commands.movement import ChooseMover, RollInitiative
from tabletop.arcana.game import ARCANA
from tabletop.greyhawk.battle.commands import LayCards, MoveStack
from tabletop.greyhawk.battle.fighting import CARD_STAGES
from tabletop.greyhawk.battle.whose import whose_turn
from tabletop.tournament.event import Outcome, Result
from tests.browser import accounts
from tests.browser.desk import Desk
from tests.browser.exchange import REACHED, check_batch
from tests.clicks import ARMY, BESIDES, SMALL_FOLK
from tests.crowns import POWERS, done, in_actions
from tests.events import kept_event, kept_season, place, publish_next, reported_event
from tests.kings import mid_game
from tests.laboratory import LAB_CODE, kept_experiment
from tests.labyrinth import begun as wizards
from tests.labyrinth import played
from tests.played import BATTLE_TOKEN, command_in, kept_battle
from tests.visitors import OWNER, RAIDERS, browser_of, kept

Reach = Callable[[Page], object]
LONG_ORDER = "/print/?kinds=bases&kinds=trays&kinds=gauges&kinds=templates&copies=20"
LONG = {"name": "Ein sehr langer Name, der auf kein Telefon passt, und noch länger: Donaudampfschifffahrtsgesellschaft"}


def at(address: str) -> Reach:
    return lambda page: page.goto(address)


def opened(content: bytes) -> Reach:
    """The editor of this file's roster, kept for the page's visitor; test_journey opens it by hand."""

    def reach(page: Page) -> None:
        session = browser_of(OWNER).cookies[settings.SESSION_COOKIE_NAME]
        page.context.add_cookies([{"name": session.key, "value": session.value, "domain": "localhost", "path": "/"}])
        page.goto(f"/rosters/{kept(content).code}/")
        expect(page.locator("#desk")).to_be_visible()

    return reach


def everything(**fields: object) -> Reach:
    return opened(json.dumps(ARMY | fields).encode())


def then(reach: Reach, *steps: Callable[[Page], object]) -> Reach:
    def all_of_it(page: Page) -> None:
        reach(page)
        for step in steps:
            step(page)

    return all_of_it


def open_all(page: Page) -> None:
    """Everything that folds, the last thing the head's menu: what is opened outside of that closes it."""
    for part in ("#army", ".army-head"):
        closed = page.locator(f"{part} details:not([open]):not(#size) > summary")
        while closed.count():
            closed.first.click()


def open_outfit(page: Page) -> None:
    page.get_by_role("link", name="Outfit").last.click()
    expect(page.locator(".outfit")).to_be_visible()


def make_legal(page: Page) -> None:
    page.get_by_role("link", name="Make it legal").click()
    expect(page.get_by_role("heading", name="Make it legal")).to_be_visible()


def print_it(page: Page, button: str = "Print one PDF") -> None:
    page.get_by_role("button", name=button).click()
    expect(page.locator("#job")).to_contain_text("are printed.")


def now_is(**state: object) -> Callable[[Page], object]:
    """What has become of the one print job meanwhile."""

    def change(page: Page) -> None:
        PrintJob.objects.update(heartbeat_at=timezone.now(), **state)
        page.reload()

    return change


def remove_unit(page: Page) -> None:
    page.get_by_role("button", name="Remove unit").first.click()
    expect(page.locator("#toasts")).to_contain_text("removed")


def be_late(page: Page) -> None:
    page.evaluate("document.querySelectorAll('[name=version]').forEach((each) => { each.value = 0; })")
    page.locator(".step").first.click()
    expect(page.locator("#notice")).to_contain_text("another place")


def begin_force(page: Page) -> None:
    page.get_by_role("button", name="The sorcerer's force").click()
    expect(page.locator("#count-demon")).to_have_value("6")
    page.get_by_role("button", name="Long, 100").click()
    expect(page.locator(".finding").first).to_contain_text("for the 9 of the long scenario")
    page.get_by_role("button", name="One Demon more").click()
    expect(page.locator(".total")).to_contain_text("44 of 100")


def delete(page: Page) -> None:
    page.locator("#more > summary").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_text(re.compile("Deleted “"))).to_be_visible()


def undo(page: Page) -> None:
    remove_unit(page)
    page.locator("#undo-button").click()
    expect(page.locator("#toasts")).to_contain_text("Undone")


def elsewhere(fields: dict[str, object]) -> Callable[[Page], None]:
    """Another tab makes this change meanwhile."""

    def change(page: Page) -> None:
        row = Row.objects.get()
        edit_roster(row=row, version=row.version, edit=ARCANA.read_edit(fields))

    return change


def raise_axemen(page: Page) -> None:
    page.get_by_label("One Axemen more").first.click()
    expect(page.locator("#notice")).to_contain_text("another place")


def reprice(page: Page) -> None:
    """The catalogue was another one when the roster was written."""
    row = Row.objects.get()
    dearer = {name: points + 17 for name, points in row.priced["profiles"].items()}
    priced = {"catalogue": "before", "points": sum(dearer.values()), "profiles": dearer}
    Row.objects.update(priced=priced)
    Row.history.update(priced=priced)
    page.reload()
    expect(page.locator(".repriced").first).to_be_visible()


def history(page: Page) -> None:
    page.locator("#more > summary").click()
    page.get_by_role("link", name="History").click()
    expect(page.get_by_role("heading", name="History")).to_be_visible()


def first_version(page: Page) -> None:
    page.get_by_role("link", name="View version 1", exact=True).click()
    expect(page.get_by_text("This is an old version.")).to_be_visible()


def tag(page: Page) -> None:
    for box in page.get_by_role("checkbox").all():
        box.check()
    page.get_by_label("Tag", exact=True).last.fill("club night")
    page.get_by_role("button", name="Add the tag").click()
    expect(page.get_by_text("Tagged")).to_be_visible()


def take_notes(page: Page) -> None:
    Desk(page).take_notes("Hold the ford until the cannons speak. " * 6)


def show_tip(page: Page) -> None:
    page.locator(".term").first.focus()
    expect(page.locator(".tip").first).to_be_visible()


def play_on_hexes(page: Page) -> None:
    """A game of another game in its movement, turned to who moves, with a hex chosen that something stands in."""
    battle = keep_battle(visitor=OWNER, log=mid_game())
    log = log_in(battle)
    place = next(block.place for block in log.state.of(log.state.mover) if block.place)
    page.goto(f"/b/{battle.seats.get().token}/?side={log.state.mover}&at={place}&seats=open")


def play_in_a_labyrinth(page: Page) -> None:
    """A game of Wiz-War in its first turns, turned to whose turn it is, with a square chosen."""
    battle = keep_battle(visitor=OWNER, log=played(wizards(3, 3), Random(3), 12))
    state = log_in(battle).state
    side = state.shedding or state.next_to_answer() or state.active
    page.goto(f"/b/{battle.seats.get().token}/?side={side}&at={state.wizard(state.active).at}&seats=open")


def play_on_areas(page: Page) -> None:
    """A game of Greyhawk Wars with an army chosen, and what it can't do beside what it can."""
    battle = keep_battle(visitor=OWNER, log=in_actions(POWERS[:3]))
    page.goto(f"/b/{battle.seats.get().token}/?side=norhal&at=ash&seats=open")
    expect(page.locator(".g-not").first).to_be_visible()
    for sign in page.locator(".g-group > summary").all():
        sign.click()


def fight_on_areas(page: Page) -> None:
    """The same as a battle waits for its first volley."""
    log = done(in_actions(POWERS[:3]), MoveStack(ref="A2", area="fell", attack=True), "norhal")
    while log.state.battle.stage in CARD_STAGES:
        log = done(log, LayCards(), whose_turn(log.state)[0])
    battle = keep_battle(visitor=OWNER, log=log)
    page.goto(f"/b/{battle.seats.get().token}/?side={whose_turn(log.state)[0]}&at=fell")
    expect(page.get_by_role("button", name="Roll for hits")).to_be_visible()


def at_season(page: str = "") -> Reach:
    """A season of a member's events, or a page of it."""

    def reach(page_of: Page) -> None:
        member = accounts.member(page_of)
        visitor = Visitor(account=member.pk)
        reported_event(visitor=visitor)
        season = kept_season(visitor=visitor)
        page_of.goto(f"/seasons/edit/{season.code}/" if page == "edit" else f"/seasons/{season.token}/")

    return reach


def rosters_to_sign(page: Page) -> None:
    at_event("p2")(page)
    page.goto(f"/print/events/{place(Tournament.objects.get(), 'p2').token}/")


def fight_on(page: Page) -> None:
    """A battle in which the first side moves, its open unit with all that folds."""
    battle = kept_battle()
    for side, command in (("red", Finish()), ("blue", Deploy()), ("blue", Finish())):
        command_in(battle, side, command)
    command_in(battle, "red", RollInitiative(), faces=(6, 1))
    command_in(battle, "red", ChooseMover(first="red"))
    page.goto(f"/b/{BATTLE_TOKEN}/?seats=open")
    for sign in page.locator(".b-ucard[open] .b-fold > summary, #log-filter > summary").all():
        sign.click()
    expect(page.get_by_role("button", name="It stands there").first).to_be_visible()


def fight_on_a_table(page: Page) -> None:
    """The same set up on a drawn table, a unit chosen, with all that folds."""
    battle = kept_battle()
    for side, command in (("red", LayTable()), ("blue", Deploy())):
        command_in(battle, side, command)
    page.goto(f"/b/{BATTLE_TOKEN}/?unit=r1")
    for sign in page.locator(".b-drawn .b-fold > summary").all():
        sign.click()
    expect(page.locator("#choose-r1")).to_be_visible()


def add_leader(page: Page) -> None:
    Desk(page).lead("Handgunner", "Dwarf Lord (200)")


def at_event(ref: str, page: str = "") -> Reach:
    """A page of an event as somebody's link shows it: p1 has handed a list in, p2 judges, p3 has nothing yet."""

    def reach(page_of: Page) -> None:
        row = Tournament.objects.first() or kept_event()
        if not row.participants.filter(ref="p3").exists():
            organiser = row.participants.get(ref="organiser")
            add_people(row=row, people=[("Marek", "The Long Table")], role=Role.PLAYER, by=organiser)
        page_of.goto(f"/e/{row.participants.get(ref=ref).token}/{page}")

    return reach


def in_round(ref: str, page: str, *, published: bool = True) -> Reach:
    """A page of an event in its first round, or with its preview: the clock runs, p1 has reported."""

    def reach(page_of: Page) -> None:
        at_event("p2")(page_of)
        row = Tournament.objects.get()
        organiser = place(row, "organiser")
        if published:
            publish_next(row)
            rounds.run_clock(row=row, number=1, do="start", minutes=90, by=organiser)
            won = Result(outcome=Outcome.FIRST, destroyed=(900, 300))
            results.report(row=row, number=1, player=place(row, "p1"), result=won, seen="")
        else:
            rounds.pair_next(row=row, seen="", by=organiser)
        page_of.goto(f"/e/{place(row, ref).token}/{page}")

    return reach


def experiment_kept(page: str = f"{LAB_CODE}/", **fields: object) -> Reach:
    """A page of the laboratory for whoever keeps two experiments there, the first one as the fields say."""

    def reach(shown: Page) -> None:
        kept_experiment()
        kept_experiment(code="experiment-2", token="Another")
        Experiment.objects.filter(code=LAB_CODE).update(heartbeat_at=timezone.now(), **fields)
        session = browser_of(OWNER).cookies[settings.SESSION_COOKIE_NAME]
        shown.context.add_cookies([{"name": session.key, "value": session.value, "domain": "localhost", "path": "/"}])
        shown.goto(f"/laboratory/{page}")

    return reach


STATES: dict[str, Reach] = {
    "a preview of a round": in_round("p2", "rounds/?change=p1", published=False),
    "a round at the desk": in_round("p2", "rounds/"),
    "a game that was reported": in_round("p3", "rounds/1/p3/"),
    "a game at the desk": in_round("p2", "rounds/1/p1/"),
    "standings": in_round("p3", "standings/"),
    "the screen on the wall": in_round("everybody", "screen/"),
    "rosters to sign": rosters_to_sign,
    "a season": at_season(),
    "settings of a season": at_season("edit"),
    "all lists judged anew": at_event("p2", "judging/"),
    "events": at("/events/"),
    "the desk of an event": at_event("p2"),
    "a note at the desk": at_event("p2", "?p=p1"),
    "a list at the desk": at_event("p2", "lists/p1/"),
    "people of an event": at_event("p2", "people/"),
    "settings of an event": at_event("p2", "settings/"),
    "who plays": at_event("everybody"),
    "a list handed in": at_event("p1"),
    "no list yet": at_event("p3"),
    "home": at("/"),
    "home with rosters": then(opened(RAIDERS), at("/")),
    "armies": at("/armies/"),
    "a list": at("/armies/dwarves/"),
    "a general list": at("/armies/monsters/"),
    "a list with nothing found": at("/armies/dwarves/?words=nothing"),
    "a row": at("/armies/dwarves/handgunner/"),
    "a row with a misprint": at("/armies/daemons/imps/"),
    "a row with a tip": then(at("/armies/daemons/imps/"), show_tip),
    "a row that casts": at("/armies/undead/vampire-master/"),
    "magic": at("/magic/"),
    "magic, spells found": at("/magic/?words=hit&template=yes"),
    "magic, nothing found": at("/magic/?words=nothing"),
    "a school": at("/magic/earth/"),
    "an optional school": at("/magic/plague/"),
    "a spell of two schools": at("/magic/earth/geyser/"),
    "a spell with a template": at("/magic/nature/create-forest/"),
    "a spell with odds": at("/magic/chaos/steal-enchantment/"),
    "the laboratory": at("/laboratory/"),
    "an army to try": at("/laboratory/new/?a=sample.dwarves"),
    "a unit to swap": at("/laboratory/swap/?a=sample.dwarves"),
    "an experiment that is done": experiment_kept(),
    "an experiment in line": experiment_kept(state="waiting", said={}, batches_done=0),
    "an experiment that was stopped": experiment_kept(state="stopped", why="asked"),
    "two experiments": experiment_kept("compare/?a=experiment-1&b=experiment-2"),
    "two rosters to choose": at("/odds/matrix/"),
    "unit against unit": at("/odds/matrix/?a=sample.dwarves&b=sample.orcs"),
    "without a network": at("/offline/"),
    "terrain": at("/terrain/"),
    "what to roll": at("/terrain/table/"),
    "a table of terrain": at("/terrain/table/?region=swamps-and-marshes&pieces=8&placing=alternating&seed=5"),
    "a table that was changed": at("/terrain/table/?region=jungles&seed=11&agreed=t3~red_t4~12.5~30~45~blue"),
    "rules": at("/rules/"),
    "odds of nobody yet": at("/odds/"),
    "odds of a melee": at(
        "/odds/?a=dwarves/axemen&b=orcs/orc-warrior&an=8&bn=8&bx=orcs/orc-chieftain&w=a8&w=a.life/bless"
    ),
    "odds of a wandering template": at("/odds/?a=dwarves/axemen&b=orcs/orc-warrior&kind=template&drifts=on"),
    "odds that can't be": at("/odds/?a=dwarves/axemen&b=orcs/orc-warrior&af=21&ac=90&kind=melee"),
    "nothing looked up": at("/look/"),
    "answers": at("/look/?q=fearless"),
    "no answers": at("/look/?q=qqqq"),
    "a chapter": at("/rules/charging/"),
    "a chapter with short rules": at("/rules/morale/"),
    "abilities": at("/rules/abilities/"),
    "words of spells": at("/rules/spell-words/"),
    "rulings": at("/rules/rulings/"),
    "what is checked": at("/rules/checked/"),
    "privacy": at("/privacy/"),
    "report a verdict": at("/report/?finding=COMP-01&code=ABCD-EFGH"),
    "a rule": at("/rules/checked/#COMP-01"),
    "no rosters": at("/rosters/"),
    "rosters": then(opened(RAIDERS), everything(**LONG), at("/rosters/")),
    "a deleted roster": then(opened(RAIDERS), delete),
    "deleted rosters": then(opened(RAIDERS), delete, at("/rosters/deleted/")),
    "no deleted rosters": at("/rosters/deleted/"),
    "tagged rosters": then(opened(RAIDERS), everything(**LONG), at("/rosters/"), tag),
    "rosters that are not there": then(opened(RAIDERS), at("/rosters/?words=nothing")),
    "a new roster": at("/rosters/new/"),
    "opening a file": at("/rosters/open/"),
    "a sample": at("/samples/giant-kings/"),
    "an empty roster": then(at("/"), lambda page: Desk(page).start("Dwarves")),
    "a force of another game": then(at("/"), begin_force),
    "a legal roster": opened(RAIDERS),
    "an illegal roster": everything(points_limit=700),
    "a roster with everything open": then(everything(**LONG), open_all),
    "a roster with an outfit": then(everything(), open_outfit),
    "a roster with riders": then(everything(**SMALL_FOLK | {"units": SMALL_FOLK["units"] + BESIDES}), open_outfit),
    "ways to make it legal": then(everything(points_limit=700), make_legal),
    "a roster with a removal": then(everything(), remove_unit),
    "a roster with a new leader": then(opened(RAIDERS), add_leader),
    "a roster that is behind": then(opened(RAIDERS), be_late),
    "a roster with an undone change": then(everything(), undo),
    "a merge": then(opened(RAIDERS), elsewhere({"verb": "set_limit", "points": 900}), raise_axemen),
    "a conflict": then(
        opened(RAIDERS),
        elsewhere({"verb": "set_count", "unit": "u1", "profile": "dwarves/axemen", "count": 9}),
        raise_axemen,
    ),
    "a repriced roster": then(opened(RAIDERS), reprice),
    "a repriced version": then(
        opened(RAIDERS), reprice, elsewhere({"verb": "set_limit", "points": 900}), history, first_version
    ),
    "a roster with notes": then(opened(RAIDERS), take_notes),
    "a history": then(everything(**LONG), undo, history),
    "a history of one version": then(opened(RAIDERS), history),
    "an old version": then(everything(**LONG), undo, remove_unit, history, first_version),
    "a search in the editor": then(opened(RAIDERS), lambda page: page.goto(f"{page.url.partition('#')[0]}?find=axe")),
    "the print shop": then(opened(RAIDERS), at("/print/")),
    "the print shop with pages": at("/print/?kinds=markers&kinds=cards&roster=sample.dwarves&against=usual"),
    "the print shop without a roster": at("/print/?kinds=roster"),
    "the print shop with more pages than one waits for": at(LONG_ORDER),
    "the print shop with more pages than it prints": at(
        f"{LONG_ORDER}&kinds=spells&kinds=terrain-cards&kinds=ranges&kinds=markers&cards=a6"
    ),
    "what another game prints": at("/print/arrakhar/?asked=1"),
    "a long order, printed": then(at(LONG_ORDER), print_it),
    "a long order that is printed": then(at(LONG_ORDER), print_it, now_is(state="running", written=7)),
    "a long order that nobody prints": then(at(LONG_ORDER), print_it, now_is(state="failed", failure="idle")),
    "a battle": fight_on,
    "beginning a battle of another game": at("/battle/new/wizard-kings/?red=begin.small"),
    "a battle on hexes": play_on_hexes,
    "a battle in a labyrinth": play_in_a_labyrinth,
    "a battle on areas": play_on_areas,
    "a volley on areas": fight_on_areas,
    "a board of squares": at("/boards/squares/"),
    "a board of areas": at("/boards/areas/"),
    "a battle on a drawn table": fight_on_a_table,
    "for programs": at("/api/docs/"),
    "signing in": at("/account/login/"),
    "signing in, mistaken": accounts.mistaken,
    "signing up, refused": accounts.refused,
    "waiting for a code": accounts.waiting_for_a_code,
    "a forgotten password": at("/account/password/reset/"),
    "half way in": accounts.half_way_in,
    "rosters of an account": then(opened(RAIDERS), accounts.member),
    "an account": then(accounts.member, at("/account/")),
    "a guarded account": then(accounts.guarded, at("/account/")),
    "two-step sign-in": then(accounts.guarded, at("/account/2fa/")),
    "is it you": then(accounts.guarded, at("/account/delete/")),
    "deleting an account": then(accounts.member, lambda page: accounts.proved(page, "/account/delete/")),
    "a new address": accounts.changing_address,
    "a new password": then(accounts.member, at("/account/password/change/")),
    "setting up an app": then(accounts.member, lambda page: accounts.proved(page, "/account/2fa/totp/activate/")),
    "turning the app off": then(accounts.guarded, lambda page: accounts.proved(page, "/account/2fa/totp/deactivate/")),
    "recovery codes": then(accounts.guarded, lambda page: accounts.proved(page, "/account/2fa/recovery-codes/")),
    "new codes": then(accounts.guarded, lambda page: accounts.proved(page, "/account/2fa/recovery-codes/generate/")),
    "passkeys": then(accounts.guarded, at("/account/2fa/webauthn/")),
    "a new passkey": then(accounts.member, lambda page: accounts.proved(page, "/account/2fa/webauthn/add/")),
    "a new key": accounts.making_a_key,
    "batches of an account": then(accounts.member, check_batch, at("/batch/")),
    "signing out": then(accounts.member, at("/account/logout/")),
    **REACHED,
}
