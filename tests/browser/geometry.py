"""What lies where on a page: what scrolls, sticks out, overlaps or is cut off."""

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


def find_faults(page: Page) -> list[str]:
    """Everything that scrolls, sticks out or overlaps where one screen should hold all."""
    found: list[str] = page.evaluate(_LOOK)
    return found


def find_barriers(page: Page) -> list[str]:
    """What is hard to use without eyes or hands."""
    page.evaluate(read_axe())
    violations: list[dict[str, Any]] = page.evaluate(
        "axe.run(document, {resultTypes: ['violations']}).then(({violations}) => violations)"
    )
    return [
        f"{one['id']}: {node['html'][:160]} {node['failureSummary']}" for one in violations for node in one["nodes"]
    ]
