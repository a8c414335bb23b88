import { expect, test } from "vitest";
import { find } from "../src/ui/router.svelte.ts";

test.each([
  ["/", { page: "start" }],
  ["/make", { page: "make" }],
  ["/device/", { page: "device" }],
  ["/analysis", { page: "analysis" }],
  ["/rules", { page: "rules" }],
  ["/puzzle", { page: "puzzle", date: null }],
  ["/puzzle/2026-11-16", { page: "puzzle", date: "2026-11-16" }],
  ["/make/x", { page: "lost", path: "/make/x" }],
  ["/table/AbC", { page: "table", code: "abc" }],
  ["/table/%20abc%20/", { page: "table", code: "abc" }],
  ["/game/x", { page: "game", code: "x" }],
  ["/table", { page: "lost", path: "/table" }],
  ["/table/%E0%A4%A", { page: "table", code: "%E0%A4%A" }],
  ["/learn", { page: "learn", name: null }],
  ["/learn/Stacks", { page: "learn", name: "stacks" }],
  ["/camel/x", { page: "lost", path: "/camel/x" }],
])("%s is found", (path, route) => {
  expect(find(path)).toEqual(route);
});
