import { LEVELS } from "../src/game/editions.ts";
import { expect, test } from "vitest";
import { readFaces } from "../build/faces.ts";
import { faceOf, strengthOf } from "../src/game/levels.ts";

test("every level has its face, and the name that stands in it", () => {
  const faces = new Map(readFaces().map((face) => [face.level, face]));
  expect(faces.size).toBe(LEVELS.length + 1);
  for (const { level, name } of LEVELS) expect(faces.get(level)?.title).toBe(name);
  for (const { inside } of faces.values()) expect(inside).toMatch(/^<defs>.*<rect[^>]*>$/);
});

test("a player that is not known has the guest's face", () => {
  expect([faceOf("shark"), faceOf("exec:./bot"), faceOf(null)]).toEqual(["face-shark", "face-own", "face-own"]);
  expect([strengthOf("random"), strengthOf("champion"), strengthOf("other")]).toEqual([1, LEVELS.length, 0]);
});
