"""Somebody who plays a race in a browser, by taps or by keys, as far as a page lets him."""

import random
import re
from typing import Any

from playwright.sync_api import Locator, Page

from tests.server.live import LiveServer

_STAGE = re.compile("Next leg|Reveal the cards|See the result")


def make_table(server: LiveServer, *levels: str, edition: int = 2, odds: str = "leg", people: int = 1) -> str:
    """Make a table with room for people beside computer players."""
    return server.make_table(*levels, seats=people + len(levels), edition=edition, odds=odds, first=0, is_open=False)


def sit_down(page: Page, name: str) -> None:
    """Take a seat in the waiting room."""
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name=re.compile("^Join$")).click()
    page.get_by_role("button", name=re.compile("^Join$")).wait_for(state="hidden")


def start_race(page: Page) -> None:
    """Begin, as the host."""
    page.get_by_role("button", name=re.compile("Start the race")).click()
    page.locator("main.race [data-camel]").first.wait_for()  # the waiting room has camels too


def result_facts(page: Page) -> dict[str, Any]:
    """Read what a result says, at a table or at the address of its game."""
    page.locator(".result [role=cell]:not(:empty)").first.wait_for()
    facts: dict[str, Any] = page.evaluate(
        """() => {
          const texts = (what) => [...document.querySelectorAll(`.result ${what}`)].map(
            (one) => one.innerText.replace(/\\s+/g, ' ').trim());
          return {
            title: texts('#result'), rows: texts('[role=row]'), cards: texts('.decks li'), you: texts('.paid .you b'),
            faces: document.querySelectorAll('.result .paid .face').length,
          };
        }"""
    )
    return facts


class Racer:
    """Plays his turns, one legal thing or another, and goes on from the stages; `seed` makes it his own way."""

    def __init__(self, page: Page, seed: int = 0, *, by_keys: bool = False) -> None:
        self.page = page
        self.done: set[str] = set()
        """What he has done at least once."""
        self.headers: dict[str, str] = {}
        """What the header said at each stage, by the button that leads on."""
        self._random = random.Random(seed)
        self._by_keys = by_keys
        self._roll_button = page.locator("button.roll:not([disabled])")
        self._stage = page.get_by_role("button", name=_STAGE)
        self._over = page.locator("#result")

    @property
    def is_over(self) -> bool:
        """Whether the result is shown."""
        return self._over.count() > 0

    def play_on(self, turns: int = 1000) -> bool:
        """Play so many turns, or to the end; tell whether the race is over."""
        for _ in range(turns):
            if not self.await_turn():
                return True
            self.take_turn()
        return self.is_over

    def await_turn(self) -> bool:
        """Go on from every stage until it is his turn; tell whether there is one."""
        while True:
            self._roll_button.or_(self._stage).or_(self._over).first.wait_for()
            if self.is_over:
                return False
            if self._roll_button.count():
                return True
            button = self._stage.first
            self.headers[button.inner_text()] = self.page.locator("header").inner_text()
            self._press(button)

    def roll_to_stage(self) -> None:
        """Only roll until a leg pays."""
        while True:
            self._roll_button.or_(self._stage).first.wait_for()
            if self._stage.count():
                return
            ply = self.page.locator("main").get_attribute("data-ply")
            self._roll()
            self.await_step(ply)

    def take_turn(self) -> None:
        """Do something, whatever is possible."""
        ply = self.page.locator("main").get_attribute("data-ply")
        ways = {"ticket": self._bet, "card": self._lay_card, "tile": self._place_tile, "partner": self._join_partner}
        new = [way for name, way in ways.items() if name not in self.done]
        # What is new first; afterwards half of the time a die, so that races end.
        if new and self._random.random() < 0.7:
            is_done = new[0]() or new[-1]()
        else:
            is_done = self._random.random() < 0.5 and self._random.choice(list(ways.values()))()
        if not is_done:
            self._roll()
        self.await_step(ply)

    def await_step(self, ply: str | None) -> None:
        """Wait until the table has gone on from a ply, or stands still for a stage."""
        gone_on = self.page.locator(f'main:not([data-ply="{ply}"])')
        gone_on.or_(self._stage).or_(self._over).first.wait_for()

    def _press(self, what: Locator) -> None:
        if self._by_keys:
            what.focus()
            self.page.keyboard.press("Enter")
        else:
            what.click()

    def _type(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def _roll(self) -> bool:
        self.done.add("roll")
        if self._by_keys:
            self._type("r")
        else:
            self._roll_button.first.click()
        return True

    def _bet(self) -> bool:
        tickets = self.page.locator("[data-ticket-stack]:not([disabled])")
        if not tickets.count():
            return False
        self.done.add("ticket")
        ticket = tickets.nth(self._random.randrange(tickets.count()))
        if self._by_keys:
            # Once more, and it is done at once.
            key = ticket.get_attribute("aria-keyshortcuts") or ""
            self._type(key, key)
        else:
            ticket.click()
            ticket.click()
        return True

    def _lay_card(self) -> bool:
        deck = self._random.choice(["winner", "loser"])
        on_bar = self.page.get_by_role("button", name=re.compile(f"^{deck}", re.IGNORECASE))
        cards = self.page.get_by_role("group", name="Cards").get_by_role("button")
        if self._by_keys:
            self._type(deck[0])
        elif on_bar.count():
            if on_bar.first.is_disabled():
                return False
            on_bar.first.click()
        enabled = [card for card in cards.all() if card.is_enabled()]
        if not enabled:
            self._type("Escape")
            return False
        self.done.add("card")
        card = self._random.choice(enabled)
        if self._by_keys:
            key = card.get_attribute("aria-keyshortcuts") or ""
            self._type(key, key)
        elif on_bar.count():
            card.click()
            card.click()
        else:
            card.click()
            self.page.get_by_role("button", name=f"Play it on the {deck} deck").click()
            card.click()
        return True

    def _place_tile(self) -> bool:
        spaces = self.page.locator("[data-tile-space]")
        if not spaces.count():
            return False
        self.done.add("tile")
        side = self._random.choice(["+", "-"])
        if self._by_keys:
            self._type("t", *["ArrowRight"] * self._random.randrange(4), "Enter", side, side)
            return True
        spaces.nth(self._random.randrange(spaces.count())).click()
        sides = self.page.get_by_role("group", name="Your tile").get_by_role("button")
        sides.nth("+-".index(side)).click()
        sides.nth("+-".index(side)).click()
        return True

    def _join_partner(self) -> bool:
        bar = self.page.get_by_role("button", name=re.compile("^Partner"))
        if self._by_keys or (bar.count() and bar.first.is_enabled()):
            self._type("p")
        partners = self.page.get_by_role("group", name="Partner for this leg").get_by_role("button")
        free = self.page.get_by_role("button", name=re.compile("to be your partner"))
        found = partners if partners.count() else free
        if not found.count():
            return False
        self.done.add("partner")
        chosen = found.first
        self._press(chosen)
        self._press(chosen)
        return True
