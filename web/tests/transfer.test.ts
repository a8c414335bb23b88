import { beforeEach, expect, test } from "vitest";
import { type Identity, keepIdentity, merge, ownIdentity, readIdentity } from "../src/table/identity/identity.ts";
import { seal, unseal } from "../src/table/identity/sealing.ts";
import { ticketOf, written } from "../src/table/identity/transfer.ts";
import { noteSeat, noteToken, ownTable, type OwnTable } from "../src/table/connection/ownTables.ts";
import { allTokens, otherTokens, ownToken, tokenAt } from "../src/table/connection/tokens.ts";
import { forget, keep, recall } from "../src/ui/storage.ts";

const A = "a".repeat(43);
const B = "b".repeat(43);
const C = "c".repeat(43);

beforeEach(() => ["token", "tokens", "tables", "hidden", "name"].forEach(forget));

function table(code: string, at: number, more: Partial<OwnTable> = {}): OwnTable {
  return { code, at, names: ["Ann"], commitment: null, seeds: {}, result: null, ...more };
}

function identity(token: string, more: Partial<Identity> = {}): Identity {
  return { version: 1, name: "", token, others: [], tables: [], hidden: [], ...more };
}

test("what is sealed opens with its key, and with no other", async () => {
  const text = JSON.stringify({ name: "Žofia 🐫", long: "x".repeat(40_000) });
  const sealed = await seal(text);
  const another = await seal(text);
  expect(sealed.bundle).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(await unseal(sealed)).toBe(text);
  expect(await unseal({ ...sealed, key: another.key })).toBeNull();
  const changed = sealed.bundle.replace(/.$/, (last) => (last === "A" ? "Q" : "A"));
  expect(await unseal({ ...sealed, bundle: changed.slice(0, -9) + "AAAAAAAAA" })).toBeNull();
  expect(await unseal({ bundle: "!", key: "?" })).toBeNull();
  expect(sealed.bundle).not.toBe(another.bundle);
});

test("a link has a code and a key in its fragment", () => {
  const [code, key] = ["c".repeat(16), "k".repeat(22)];
  expect(ticketOf(`#${code}.${key}`)).toEqual({ code, key });
  for (const broken of ["", "#", `#${code}`, `#${code}.`, `#${code}.short`, `#${code}.${key}.more`, `#x.${key}`]) {
    expect(ticketOf(broken)).toBeNull();
  }
});

test("two devices become one: tokens, tables and seeds are united, and each table keeps the token of its seats", () => {
  const arriving = identity(A, {
    name: "Nora",
    others: [C],
    tables: [
      table("both", 5, { names: ["Nora"], seeds: { Nora: "01" } }),
      table("theirs", 3),
      table("old", 1, { token: C }),
    ],
    hidden: ["x"],
  });
  const here = identity(B, {
    name: "Phone",
    tables: [table("mine", 4), table("both", 2, { names: ["Phone"], seeds: { Phone: "02" }, commitment: "c" })],
    hidden: ["y", "x"],
  });
  const merged = merge(arriving, here);
  expect(merged).toMatchObject({ name: "Nora", token: A, others: [C, B], hidden: ["x", "y"] });
  expect(merged.tables.map(({ code, token }) => [code, token])).toEqual([
    ["mine", B],
    ["theirs", undefined],
    // The seat that is played here stays the one that is played here.
    ["both", B],
    ["old", C],
  ]);
  const both = merged.tables.find(({ code }) => code === "both");
  expect(both).toMatchObject({ names: ["Phone", "Nora"], seeds: { Nora: "01", Phone: "02" }, commitment: "c" });
  // Once more changes nothing but the order of equals.
  expect(merge(arriving, merged)).toMatchObject({ token: A, others: [C, B] });
  expect(merge(merged, arriving).tables.find(({ code }) => code === "theirs")).not.toHaveProperty("token");
});

test("what was kept is what a table is joined with", () => {
  noteSeat("mine", "Phone");
  keep("name", "Phone");
  const before = ownToken().token;
  expect(keepIdentity(merge(identity(A, { name: "Nora", tables: [table("theirs", 3)] }), ownIdentity()))).toBe(true);
  expect(recall("name")).toBe("Nora");
  expect([ownToken().token, tokenAt("theirs").token, tokenAt("new").token]).toEqual([A, A, A]);
  expect(tokenAt("mine").token).toBe(before);
  expect(allTokens()).toEqual([A, before]);
  // A rematch of that game goes on with its token.
  noteToken("again", before);
  noteSeat("again", "Phone");
  expect([tokenAt("again").token, ownTable("again")?.names]).toEqual([before, ["Phone"]]);
});

test("a browser that never sat down has no token, and draws none", () => {
  expect(allTokens()).toEqual([]);
  expect(recall("token")).toBeNull();
  keep("tokens", '["short", 7]');
  expect(otherTokens()).toEqual([]);
});

test.each(["{", "null", "7", '{"version": 2}', '{"version": 1, "token": "short"}', JSON.stringify([A])])(
  "%s is nobody",
  (text) => expect(readIdentity(text)).toBeNull(),
);

test("of a stranger's identity only what belongs there is taken", () => {
  const read = readIdentity(
    JSON.stringify({
      version: 1,
      token: A,
      name: `  ${"n".repeat(200)}`,
      others: [B, "no", 4, ...Array.from({ length: 20 }, (_, index) => `${index}`.repeat(40))],
      tables: [
        { ...table("good", 2), names: ["Ann", 7, ""], seeds: { Ann: "0123456789abcdef", Bo: "<b>" }, extra: "x" },
        { ...table("../evil", 1) },
        { ...table("odd", 1), result: { names: ["Ann"], money: ["much"] }, commitment: 5, token: "x" },
        null,
      ],
      hidden: ["good", "a b", 3],
      more: "y",
    }),
  );
  expect(read?.name.length).toBeLessThanOrEqual(40);
  expect(read?.others).toHaveLength(7);
  expect(read?.tables).toEqual([{ ...table("good", 2), seeds: { Ann: "0123456789abcdef" } }, table("odd", 1)]);
  expect(read?.hidden).toEqual(["good"]);
  expect(read).not.toHaveProperty("more");
});

test("the longest list of tables fits, without the oldest if need be", () => {
  const long = Array.from({ length: 60 }, (_, index) =>
    table(`t${index}`, 60 - index, {
      names: Array.from({ length: 8 }, (_, seat) => `${seat}${"𒐫".repeat(11)}`),
      seeds: Object.fromEntries(Array.from({ length: 8 }, (_, seat) => [`${seat}${"𒐫".repeat(11)}`, "0".repeat(64)])),
    }),
  );
  const text = written(identity(A, { tables: long }));
  expect((new TextEncoder().encode(text).length * 4) / 3).toBeLessThan(65_500);
  const kept = readIdentity(text)!.tables;
  expect([kept.length > 20, kept[0]?.code]).toEqual([true, "t0"]);
});
