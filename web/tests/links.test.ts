import { expect, test } from "vitest";
import { codeIn } from "../src/table/setup/links.ts";

test("a code is found in what people type or paste", () => {
  expect(codeIn(" abcd2345 ")).toBe("abcd2345");
  expect(codeIn("ABCD2345")).toBe("abcd2345");
  expect(codeIn("http://localhost:8000/table/abcd2345")).toBe("abcd2345");
  expect(codeIn("/game/abcd2345?x=1")).toBe("abcd2345");
});

test("what is no code is not taken for one", () => {
  for (const text of ["", "   ", "two words", "http://localhost:8000/", "../etc"]) expect(codeIn(text)).toBeNull();
});
