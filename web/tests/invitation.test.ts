import { expect, test } from "vitest";
import { isOnlyHere, linkTo, originForOthers } from "../src/table/connection/invitation.ts";

test("a link leads to the table at the address that others know", () => {
  expect(linkTo("abcd2345", "http://192.0.2.7:8000")).toBe("http://192.0.2.7:8000/table/abcd2345");
});

test.each(["localhost", "127.0.0.1", "127.1.2.3", "[::1]", "camelup.localhost"])("%s is known here only", (host) => {
  expect(isOnlyHere(host)).toBe(true);
});

test.each(["192.0.2.7", "camelup.example", "localhost.example"])("%s is known to others", (host) => {
  expect(isOnlyHere(host)).toBe(false);
});

test("the server is asked where others come in, and may not know", async () => {
  const server = { version: "", protocol: 1, network: "http://192.0.2.7:8000" };
  expect(isOnlyHere()).toBe(true);
  expect(await originForOthers(() => Promise.resolve(server))).toBe(server.network);
  expect(await originForOthers(() => Promise.resolve({ ...server, network: null }))).toBeNull();
  expect(await originForOthers(() => Promise.reject(new Error("lost")))).toBeNull();
});
