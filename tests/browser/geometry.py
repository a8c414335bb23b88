"""What lies where on a page: what scrolls, sticks out, overlaps or is cut off."""

import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from tests.browser.chromium import read_axe

_LOOK = r"""() => {
  const faults = [];
  const name = (one) => `${one.tagName.toLowerCase()}.${one.className?.baseVal ?? one.className} "${
    (one.getAttribute('aria-label') ?? one.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40)}"`;
  const isSeen = (one) => one.checkVisibility({opacityProperty: true, visibilityProperty: true}) &&
    !one.closest('.visually-hidden, [popover]');
  const {clientWidth, scrollWidth, clientHeight, scrollHeight} = document.documentElement;
  if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth} wide`);
  if (scrollHeight > clientHeight) faults.push(`the page is ${scrollHeight} high`);
  // Only the log and the chat may scroll.
  for (const one of document.querySelectorAll('body *')) {
    const {overflowX, overflowY} = getComputedStyle(one);
    if (!isSeen(one) || one.closest('[role=log], [role=region]') || one instanceof SVGElement) continue;
    const scrolls = (overflowY === 'auto' || overflowY === 'scroll') && one.scrollHeight > one.clientHeight + 1;
    if (scrolls) faults.push(`${name(one)} scrolls by ${one.scrollHeight - one.clientHeight}`);
    const isText = one.childElementCount === 0 && one.textContent.trim();
    const isCut = isText && overflowX === 'hidden' && one.scrollWidth > one.clientWidth + 1;
    if (isCut && getComputedStyle(one).textOverflow !== 'ellipsis') faults.push(`${name(one)} is cut`);
  }
  const controls = [...document.querySelectorAll('button, a, input, [role=button]')].filter(isSeen);
  const boxes = controls.map((one) => [one, one.getBoundingClientRect()]).filter(([, box]) => box.width && box.height);
  for (const [one, box] of boxes) {
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
      faults.push(`${name(one)} is off the page`);
  }
  const laid = [...boxes, ...[...document.querySelectorAll('[data-seat], .ribbon, [role=log]')].filter(isSeen)
    .map((one) => [one, one.getBoundingClientRect()])];
  laid.forEach(([one, a], index) => {
    for (const [other, b] of laid.slice(index + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 2 && high > 2)
        faults.push(`${name(one)} overlaps ${name(other)} by ${wide.toFixed()}x${high.toFixed()}`);
    }
  });
  return faults;
}"""


_SMALL = r"""() => [...document.querySelectorAll('button, a, input, select, [role=button]')]
  .filter((one) => one.checkVisibility({opacityProperty: true, visibilityProperty: true}) &&
    !one.closest('.visually-hidden, [popover]'))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, {width, height}]) => width && height && (width < 43.5 || height < 43.5))
  .map(([one, {width, height}]) => `${one.outerHTML.slice(0, 90)} is ${width.toFixed(1)}x${height.toFixed(1)}`)"""

_CUT = r"""() => {
  const faults = [];
  const pieces = 'button, .held, .money, .rolls, [data-ticket]';
  for (const one of document.querySelectorAll(pieces)) {
    if (!one.checkVisibility() || one.closest('.visually-hidden, [popover], [role=log], [role=region]')) continue;
    const box = one.getBoundingClientRect();
    for (let up = one.parentElement; up; up = up.parentElement) {
      if (up instanceof SVGElement || !/hidden|clip/.test(getComputedStyle(up).overflow)) continue;
      const room = up.getBoundingClientRect();
      const [wide, high] = [room.left - box.left, room.top - box.top];
      const beyond = Math.max(wide, high, box.right - room.right, box.bottom - room.bottom);
      if (beyond > 1.5) faults.push(`${one.outerHTML.slice(0, 90)} is cut by ${beyond.toFixed(1)} in .${up.className}`);
    }
  }
  for (const name of document.querySelectorAll('.players [data-seat] b')) {
    if (!name.checkVisibility() || name.matches('.visually-hidden') || name.textContent.length > 6) continue;
    if (name.scrollWidth > name.clientWidth) faults.push(`the name ${name.textContent} is cut`);
  }
  // What a chip holds stays in it.
  for (const seat of document.querySelectorAll('.players [data-seat]')) {
    if (!seat.checkVisibility()) continue;
    const room = seat.getBoundingClientRect();
    for (const one of seat.querySelectorAll('.held, .money, .rolls')) {
      const box = one.getBoundingClientRect();
      const beyond = Math.max(box.right - room.right, box.bottom - room.bottom, room.left - box.left);
      if (beyond > 0.5) faults.push(`${one.outerHTML.slice(0, 60)} leaves its chip by ${beyond.toFixed(1)}`);
    }
  }
  return faults;
}"""

_TICKETS = r"""() => [...document.querySelectorAll('.players [data-seat]')].map((seat) =>
  [...seat.querySelectorAll('.held')].flatMap((one) => {
    const [name, ...values] = one.getAttribute('aria-label').replaceAll(' and', '').split(' ');
    return values.map((value) => `${name} ${value}`);
  }).sort())"""


_UNVEILED = """async () => {{
  const {{ veil }} = globalThis;
  if (veil) veil.disabled = true;
  try {{ return await ({script})() }} finally {{ if (veil) veil.disabled = false }}
}}"""
_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
_SECONDS = 10
"""How long a page may take to fit its window, on a machine that is busy with other things."""


def evaluate_unveiled(page: Page, script: str) -> Any:  # noqa: ANN401 - JSON
    """What a function tells of a page that is to be seen: see Visitor."""
    return page.evaluate(_UNVEILED.format(script=script))


def settle(page: Page) -> None:
    """Wait until a page has its fonts and has fitted itself to its window: what it measures comes with frames."""
    page.evaluate("document.fonts.ready.then(() => null)")
    page.evaluate(_FRAMES)


def find_lasting(page: Page, find: Callable[[Page], list[str]]) -> list[str]:
    """Faults that are still there once the page has had time to fit the window."""
    settle(page)
    end = time.monotonic() + _SECONDS
    while found := find(page):
        if time.monotonic() > end:
            break
        page.wait_for_timeout(50)
    return found


def find_lasting_faults(page: Page) -> list[str]:
    """Everything that scrolls, sticks out or overlaps, and stays so."""
    return find_lasting(page, find_faults)


def find_small(page: Page) -> list[str]:
    """Controls that are too small for a finger."""
    found: list[str] = evaluate_unveiled(page, _SMALL)
    return found


def find_cut(page: Page) -> list[str]:
    """Pieces and short names of which something is hidden."""
    found: list[str] = evaluate_unveiled(page, _CUT)
    return found


def read_tickets(page: Page) -> list[list[str]]:
    """The tickets that each player is shown with."""
    found: list[list[str]] = page.evaluate(_TICKETS)
    return found


def find_faults(page: Page) -> list[str]:
    """Everything that scrolls, sticks out or overlaps where one screen should hold all."""
    found: list[str] = evaluate_unveiled(page, _LOOK)
    return found


def find_barriers(page: Page) -> list[str]:
    """What is hard to use without eyes or hands."""
    page.evaluate(read_axe())
    violations: list[dict[str, Any]] = evaluate_unveiled(
        page, "() => axe.run(document, {resultTypes: ['violations']}).then(({violations}) => violations)"
    )
    return [
        f"{one['id']}: {node['html'][:160]} {node['failureSummary']}" for one in violations for node in one["nodes"]
    ]
