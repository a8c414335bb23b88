// The few rules that the board shows before anything happens. They only hint: the engine decides.
import { isCrazy, SPACES } from "./ring.ts";

type Track = Readonly<Record<string, string>>;

/** The crazy camel that the grey die must move, whichever it shows; null where that is open or no grey die is left. */
export function forcedCamel(track: Track, dice: string): string | null {
  if (!dice.includes("x")) return null;
  const stacks = Object.values(track);
  const carries = (camel: string): boolean =>
    stacks.some((stack) => {
      const at = stack.indexOf(camel);
      return at >= 0 && [...stack.slice(at + 1)].some((above) => !isCrazy(above));
    });
  const [black, white] = [carries("K"), carries("W")];
  if (black !== white) return black ? "K" : "W";
  const pair = stacks.map((stack) => /KW|WK/.exec(stack)?.[0]).find(Boolean);
  return pair?.[1] ?? null;
}

/** A die that would bring a unit onto a space. */
export interface Arrival {
  camel: string;
  number: number;
}

/** Which of the dice still in the pyramid would bring a camel right onto a space. */
export function arrivals(track: Track, dice: string, space: number): Arrival[] {
  const forced = forcedCamel(track, dice);
  return Object.entries(track).flatMap(([at, stack]) =>
    [...stack].flatMap((camel) => {
      const away = isCrazy(camel) ? (Number(at) - space + SPACES) % SPACES : space - Number(at);
      const mayMove = isCrazy(camel)
        ? dice.includes("x") && (forced === null || forced === camel)
        : dice.includes(camel);
      return mayMove && away >= 1 && away <= 3 ? [{ camel, number: away }] : [];
    }),
  );
}
