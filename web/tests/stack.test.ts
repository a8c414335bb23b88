import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test } from "vitest";
import shapes from "../../src/camelup/drawing/shapes.json";
import { SEALS } from "../src/table/art.ts";
import { nameOf, ranking } from "../src/game/camels.ts";
import { fitRing } from "../src/table/board/ring.ts";
import Stack from "../src/table/board/Stack.svelte";

const shown: ReturnType<typeof mount>[] = [];
const ranks = new Map([...ranking({ 6: "Wgby" })].map((camel, index) => [camel, index + 1]));

function show(space: number, more: object = {}): SVGElement {
  const target = document.body.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "svg"));
  const ring = fitRing(1112, 647, { [space]: "Wgby" });
  shown.push(mount(Stack, { target, props: { ring, space, camels: "Wgby", ranks, ...more } }));
  flushSync();
  return target;
}

afterEach(async () => {
  for (const component of shown.splice(0)) await unmount(component);
  document.body.replaceChildren();
});

const camels = (root: Element): Element[] => [...root.querySelectorAll("[data-camel]")];

test("lower camels are drawn later, in front of those above them", () => {
  expect(camels(show(6)).map((camel) => camel.getAttribute("data-camel"))).toEqual(["y", "b", "g", "W"]);
});

test("every camel has its letter, and racing ones their rank", () => {
  const root = show(6);
  expect(camels(root).map((camel) => camel.textContent?.trim())).toEqual(["y", "b", "g", "W"]);
  expect([...root.querySelectorAll(".place")].map((place) => place.textContent)).toEqual(["1", "2", "3"]);
});

test.each([
  [6, ["y", "b", "g"]],
  [12, ["W"]],
])("on %i those that look right are %j", (space, expected) => {
  const right = camels(show(space)).filter((camel) => !camel.querySelector("use")?.getAttribute("transform"));
  expect(right.map((camel) => camel.getAttribute("data-camel"))).toEqual(expected);
});

test("whoever is pointed at is outlined with all that it carries", () => {
  const marked = [...show(6, { marked: "g" }).querySelectorAll(".marked")];
  expect(marked.map((camel) => camel.getAttribute("data-camel"))).toEqual(["y", "b", "g"]);
});

test("only the crazy camel that must move has the grey die", () => {
  expect(show(6, { forced: "W" }).querySelectorAll('[href="#die-x"]')).toHaveLength(1);
  expect(show(6, { forced: "K" }).querySelectorAll('[href="#die-x"]')).toHaveLength(0);
});

test("seats have the seals of the drawings, in their order", () => {
  expect(SEALS).toEqual(Object.keys(shapes.seals));
  expect(["b", "K", "x"].map(nameOf)).toEqual(["blue", "crazy black", "grey"]);
});

test("the farthest is first, and of a stack the uppermost", () => {
  expect(ranking({ 17: "r", 3: "bWg", 10: "yK", 0: "p" })).toEqual(["r", "y", "g", "b", "p"]);
});
