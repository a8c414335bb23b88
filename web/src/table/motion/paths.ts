// Paths through the air and along the ring, as key frames. Each moving element has one transform, so that browsers can
// move its layer without redrawing it.
import { hooves, type Ring } from "../board/ring.ts";
import { spacesOf } from "../../game/track.ts";
import type { Walk } from "./motions.ts";
import { LIFT, SETTLE } from "./timing.ts";

export interface Point {
  x: number;
  y: number;
}

/** The number of key frames of a curve. */
const CUTS = 10;

/** Slow at both ends. */
export const smooth = (part: number): number => (1 - Math.cos(Math.PI * part)) / 2;
const mixed = (from: number, to: number, part: number): number => from + (to - from) * part;

export function moved({ x, y }: Point, more = ""): string {
  return `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px)${more}`;
}

/** Key frames of a throw: an arc above the straight line. */
export function arc(
  from: Point,
  to: Point,
  high: number,
  more: (part: number) => Keyframe & { turn?: string },
): Keyframe[] {
  return Array.from({ length: CUTS * 2 + 1 }, (_, cut) => {
    const part = cut / (CUTS * 2);
    const eased = smooth(part);
    const at = { x: mixed(from.x, to.x, eased), y: mixed(from.y, to.y, eased) - 4 * high * part * (1 - part) };
    const { turn = "", ...rest } = more(part);
    return { ...rest, offset: part, transform: moved(at, turn) };
  });
}

export interface Walked {
  /** The unit, its shadow, and the stack that it slides under. */
  unit: Keyframe[];
  shadow: Keyframe[];
  there: Keyframe[];
  /** The point half way to the nth space, as a fraction of the whole, where a camel may turn round. */
  turns: number[];
}

/** A unit's path along the ring: in hops, onto a stack, or under one that makes room. */
export function walked(ring: Ring, walk: Walk): Walked {
  const spaces = spacesOf(walk);
  const last = spaces.length - 1;
  const isUnder = walk.isUnder && walk.there !== "";
  const hop = walk.manner === "slide" ? 0 : Math.min(14, ring.camel * 0.2) * (walk.manner === "thrown" ? 2 : 1);
  const levelAt = (index: number): number =>
    index === 0 ? walk.left.length : index === last && !isUnder ? walk.there.length : 0;
  const points = spaces.map((space, index) => hooves(ring, space, levelAt(index)));
  const walking = walk.hops.reduce((sum, part) => sum + part, 0);
  const lifting = isUnder ? ((walk.ms - walking) * LIFT) / (LIFT + SETTLE) : 0;

  const result: Walked = { unit: [], shadow: [], there: [], turns: [0] };
  const frame = (ms: number, point: Point, up: number, isHigh: boolean): void => {
    const offset = Math.min(1, ms / walk.ms);
    const ground = { x: point.x, y: point.y - 1 };
    result.unit.push({ offset, transform: moved({ x: point.x, y: point.y - up }) });
    const size = 1 - up / 50;
    result.shadow.push({ offset, transform: moved(ground, ` scale(${size.toFixed(3)})`), opacity: isHigh ? 0 : 1 });
  };
  let ms = 0;
  for (const [index, long] of walk.hops.entries()) {
    const [from, to] = [points[index]!, points[index + 1]!];
    if (index === walk.hops.length - 1 && lifting > 0) {
      frame(ms, from, 0, levelAt(index) > 0);
      ms += lifting;
    }
    // Up onto a stack the arc must clear its top.
    const high = hop + Math.max(0, from.y - to.y) * (index === last - 1 && walk.there ? 0.12 : 0);
    for (let cut = 0; cut < CUTS; cut += 1) {
      const part = cut / CUTS;
      const eased = smooth(part);
      const at = { x: mixed(from.x, to.x, eased), y: mixed(from.y, to.y, eased) };
      const isHigh = (part < 0.5 ? levelAt(index) : levelAt(index + 1)) > 0;
      frame(ms + part * long, at, 4 * high * part * (1 - part), isHigh);
    }
    result.turns.push((ms + long / 2) / walk.ms);
    ms += long;
  }
  frame(ms, points[last]!, 0, levelAt(last) > 0);
  if (ms < walk.ms) frame(walk.ms, points[last]!, 0, levelAt(last) > 0);

  if (isUnder) {
    const room = hooves(ring, walk.end).y - hooves(ring, walk.end, walk.unit.length).y;
    const [up, down] = [(walk.ms - lifting - walk.hops.at(-1)! - (walk.ms - ms)) / walk.ms, ms / walk.ms];
    const lifted = moved({ x: 0, y: -room - Math.min(10, ring.camel * 0.12) });
    result.there = [
      { offset: 0, transform: moved({ x: 0, y: 0 }) },
      { offset: Math.max(0, up), transform: moved({ x: 0, y: 0 }), easing: "ease-out" },
      { offset: up + lifting / walk.ms, transform: lifted },
      { offset: down, transform: lifted, easing: "ease-in" },
      { offset: 1, transform: moved({ x: 0, y: -room }) },
    ];
  }
  return result;
}

/** A die that falls, and bounces twice. */
export function bounced(from: Point, ground: Point): Keyframe[] {
  const parts = [
    { until: 0.38, high: 0, x: 0.5 },
    { until: 0.72, high: 0.26, x: 0.82 },
    { until: 1, high: 0.08, x: 1 },
  ];
  const fall = ground.y - from.y;
  const frames: Keyframe[] = [];
  let [began, x] = [0, 0];
  for (const bounce of parts) {
    for (let cut = 0; cut < CUTS; cut += 1) {
      const part = cut / CUTS;
      const offset = mixed(began, bounce.until, part);
      const along = mixed(x, bounce.x, part);
      const y = began === 0 ? from.y + fall * part * part : ground.y - fall * bounce.high * 4 * part * (1 - part);
      const turn = ` rotate(${((1 - along) * -260).toFixed(1)}deg)`;
      frames.push({ offset, transform: moved({ x: mixed(from.x, ground.x, along), y }, turn) });
    }
    began = bounce.until;
    x = bounce.x;
  }
  return [...frames, { offset: 1, transform: moved(ground, " rotate(0deg)") }];
}
