import { expect, test } from "vitest";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { addressesOf, fileOf, findPage, PAGES } from "../src/pages.ts";

test.each([
  ["/", { page: "start", props: {} }],
  ["/make", { page: "make", props: {} }],
  ["/device/", { page: "device", props: {} }],
  ["/analysis", { page: "analysis", props: {} }],
  ["/rules", { page: "rules", props: {} }],
  ["/puzzle", { page: "puzzle", props: { date: null } }],
  ["/puzzle/2026-11-16", { page: "puzzle", props: { date: "2026-11-16" } }],
  ["/make/x", null],
  ["/table/AbC", { page: "table", props: { code: "abc" } }],
  ["/table/%20abc%20/", { page: "table", props: { code: "abc" } }],
  ["/game/x", { page: "game", props: { code: "x" } }],
  ["/table", null],
  ["/table/%E0%A4%A", { page: "table", props: { code: "%E0%A4%A" } }],
  ["/learn", { page: "learn", props: { name: null } }],
  ["/learn/Stacks", { page: "learn", props: { name: "stacks" } }],
  ["/camel/x", null],
  ["/start", null],
  ["/puzzle/2026-11-16/x", null],
])("%s is found", (path, route) => {
  expect(findPage(path)).toEqual(route);
});

const SRC = resolve(import.meta.dirname, "../src");

test("every row has its page, and every folder of pages its row", () => {
  const folders = readdirSync(`${SRC}/pages`).filter((name) => name !== "errors");
  expect(PAGES.map(({ name }) => name).sort()).toEqual(folders.sort());
  expect(PAGES.filter(({ name }) => !existsSync(`${SRC}/${fileOf(name)}`))).toEqual([]);
});

test.each(PAGES.filter(({ parameter }) => parameter).map(({ name, parameter = "" }) => [name, parameter]))(
  "%s takes its parameter %s",
  (name, parameter) => {
    const [, props = ""] = /const \{(.*)\}.*= \$props\(\)/.exec(readFileSync(`${SRC}/${fileOf(name)}`, "utf8")) ?? [];
    const isOptional = parameter.endsWith("?");
    expect(props).toMatch(new RegExp(`\\b${parameter.replace("?", "")}: string${isOptional ? " \\| null" : " \\}?$"}`));
  },
);

test.each([
  [{ name: "start" }, ["/"]],
  [{ name: "rules" }, ["/rules"]],
  [{ name: "table", parameter: "code" }, ["/table/{code}"]],
  [{ name: "learn", parameter: "name?" }, ["/learn", "/learn/{name}"]],
])("%o is at %s", (row, addresses) => {
  expect(addressesOf(row)).toEqual(addresses);
  for (const address of addresses) expect(findPage(address)?.page).toBe(row.name);
});
