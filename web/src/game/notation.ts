// Parses and writes positions as text (docs/notation.md). It accepts more than the server does: camels may be missing,
// the edition and the money may be left out, and a text may start with the track. Errors say where the text is wrong.
import { namesCamelOf } from "./features.ts";
import { EDITIONS, MAX_PLAYERS } from "./editions.ts";
import type { Edition, Side, Track } from "./protocol.ts";
import { type Card, DECKS, emptyTable, handOf, type Position, SEATS, seatsOf } from "./position.ts";

const LABELS = [
  "edition",
  "track",
  "dice",
  "tiles",
  "money",
  "tickets",
  "pyramid",
  "winner",
  "loser",
  "hands",
  "partners",
  "turn",
  "leg",
  "seat",
] as const;
type Label = (typeof LABELS)[number];
const LONGEST = 10_000;
const NUMBER = /^(0|[1-9]\d{0,14})$/;

export class NotationError extends Error {}

/** A piece of a text and where it begins. */
interface Piece {
  text: string;
  at: number;
}

function refuse({ text, at }: Piece, expected: string): NotationError {
  const found = text ? `found '${text.slice(0, 40)}'` : "found nothing";
  return new NotationError(`At character ${at + 1}: expected ${expected}, ${found}.`);
}

function words({ text, at }: Piece): Piece[] {
  return [...text.matchAll(/[^ \t\r\n]+/g)].map((found) => ({ text: found[0], at: at + found.index }));
}

/** Words, where "-" alone stands for none. */
function items(piece: Piece): Piece[] {
  const found = words(piece);
  return found.length === 1 && found[0]!.text === "-" ? [] : found;
}

function letters({ text, at }: Piece): Piece[] {
  return [...text].map((letter, index) => ({ text: letter, at: at + index }));
}

function only(piece: Piece, expected: string): Piece {
  const [word, more] = words(piece);
  if (!word) throw refuse({ text: "", at: piece.at + piece.text.length }, expected);
  if (more) throw refuse(more, `only ${expected} here`);
  return word;
}

function entries(piece: Piece, seats: number): Piece[] {
  const found = words(piece);
  if (found.length === seats) return found;
  throw refuse(found[0] ?? piece, `${seats} entries, one for each seat, not ${found.length}`);
}

function match(piece: Piece, pattern: RegExp, expected: string): RegExpExecArray {
  const found = pattern.exec(piece.text);
  if (!found) throw refuse(piece, expected);
  return found;
}

const readNumber = (piece: Piece, expected = "a number"): number => Number(match(piece, NUMBER, expected)[0]);

function readSeat(piece: Piece, seats: number): number {
  const seat = SEATS.slice(0, seats).indexOf(piece.text);
  if (piece.text.length !== 1 || seat < 0) throw refuse(piece, `a seat from A to ${SEATS[seats - 1]}`);
  return seat;
}

function readCamel(piece: Piece, camels: string): string {
  if (piece.text.length !== 1 || !camels.includes(piece.text)) {
    throw refuse(piece, `one of the camels ${[...camels].join(" ")}`);
  }
  return piece.text;
}

/** Parse a position; missing sections are as at the start of a game. */
export function readPosition(text: string, usual: Edition = 2): Position {
  if (text.length > LONGEST) throw new NotationError("This text is too long to be a position.");
  const sections = readSections(text);
  const track = sections.get("track");
  if (!track) throw new NotationError("A position needs a section 'track', such as 'track 1:gy 2:rb 3:p 14:K 16:W'.");
  const edition = readEdition(sections.get("edition"), track, usual);
  const isView = sections.has("seat");
  const money = sections.get("money");
  const amounts = money
    ? words(money).map((word) => (isView && word.text === "?" ? null : readNumber(word, "an amount of money")))
    : emptyTable(edition).money;
  const seats = amounts.length;
  if (seats < 2 || seats > MAX_PLAYERS) {
    throw new NotationError(`Camel Up is played by 2 to ${MAX_PLAYERS}, not by ${seats}.`);
  }
  const position: Position = {
    ...emptyTable(edition, seats),
    track: readTrack(track, EDITIONS[edition].camels),
    money: amounts,
    ...read("dice", (piece) => readDice(piece, edition)),
    ...read("tiles", (piece) => readTiles(piece, seats)),
    ...read("tickets", (piece) => entries(piece, seats).map((word) => readTickets(word, EDITIONS[edition].racing))),
    ...read("pyramid", (piece) => entries(piece, seats).map((word) => readNumber(word))),
    ...read("winner", (piece) => readDeck(piece, seats, EDITIONS[edition].racing, isView)),
    ...read("loser", (piece) => readDeck(piece, seats, EDITIONS[edition].racing, isView)),
    ...read("partners", (piece) => readPartners(piece, seats)),
    ...read("turn", (piece) => readSeat(only(piece, "the seat in turn"), seats)),
    ...read("leg", (piece) => readNumber(only(piece, "the number of the leg"))),
    ...read("seat", (piece) => {
      const word = only(piece, "a seat, or - for a spectator");
      return word.text === "-" ? "-" : readSeat(word, seats);
    }),
  };
  const hands = sections.get("hands");
  if (hands) {
    for (const [seat, word] of entries(hands, seats).entries()) checkHand(word, handOf(position, seat));
  }
  return sections.has("pyramid") ? position : { ...position, pyramid: dealPyramid(position) };

  function read<T>(label: Label, reader: (piece: Piece) => T): { [label: string]: T } {
    const piece = sections.get(label);
    return piece ? { [label]: reader(piece) } : {};
  }
}

function readSections(text: string): Map<Label, Piece> {
  const sections = new Map<Label, Piece>();
  let at = 0;
  for (const part of text.split("|")) {
    const [name = { text: "", at }] = words({ text: part, at });
    const isTrack = /^\d/.test(name.text) && at === 0;
    const label = isTrack ? "track" : (name.text as Label);
    if (!LABELS.includes(label)) throw refuse(name, `a section: ${LABELS.join(", ")}`);
    if (sections.has(label)) throw refuse(name, `'${label}' once only`);
    const begin = isTrack ? name.at : name.at + name.text.length;
    sections.set(label, { text: text.slice(begin, at + part.length), at: begin });
    at += part.length + 1;
  }
  return sections;
}

function readEdition(piece: Piece | undefined, track: Piece, usual: Edition): Edition {
  if (piece) {
    const word = only(piece, "an edition, 1 or 2");
    if (word.text !== "1" && word.text !== "2") throw refuse(word, "an edition, 1 or 2");
    return word.text === "1" ? 1 : 2;
  }
  // Some camels are in one edition only.
  if (namesCamelOf(2, track.text)) return 2;
  return namesCamelOf(1, track.text) ? 1 : usual;
}

function readTrack(piece: Piece, camels: string): Position["track"] {
  const track: Track = {};
  let before = -1;
  let seen = "";
  for (const word of items(piece)) {
    const [, space = "", stack = ""] = match(word, /^(0|[1-9]\d?):(\w+)$/, "a space and its camels, such as 3:gy");
    if (Number(space) > 17) throw refuse(word, "a space from 1 to 16");
    if (Number(space) <= before) throw refuse(word, "the spaces in ascending order, each once");
    before = Number(space);
    for (const letter of letters({ text: stack, at: word.at + space.length + 1 })) {
      const camel = readCamel(letter, camels);
      if (seen.includes(camel)) throw refuse(letter, "each camel once");
      seen += camel;
    }
    track[before] = stack;
  }
  return track;
}

function readDice(piece: Piece, edition: Edition): string {
  const word = only(piece, "letters of dice, or -");
  const all = EDITIONS[edition].dice;
  let dice = "";
  for (const letter of word.text === "-" ? [] : letters(word)) {
    if (!all.includes(letter.text)) throw refuse(letter, `one of the dice ${all}`);
    if (dice.includes(letter.text)) throw refuse(letter, "each die once");
    dice += letter.text;
  }
  return [...all].filter((die) => dice.includes(die)).join("");
}

function readTiles(piece: Piece, seats: number): Position["tiles"] {
  const tiles: ({ space: number; side: Side } | null)[] = Array.from({ length: seats }, () => null);
  const free: [Piece, { space: number; side: Side }][] = [];
  for (const word of items(piece)) {
    const [, space, side, owner] = match(
      word,
      /^(0|[1-9]\d?)([+-])([A-H]?)$/,
      "a tile such as 5+ or, with its seat, 5+A",
    );
    const tile = { space: Number(space), side: side as Side };
    if (!owner) {
      free.push([word, tile]);
      continue;
    }
    const seat = readSeat({ text: owner, at: word.at + word.text.length - 1 }, seats);
    if (tiles[seat]) throw refuse(word, "one tile for each seat");
    tiles[seat] = tile;
  }
  // The owner is not given, so it is a seat without a tile.
  for (const [word, tile] of free) {
    const seat = tiles.indexOf(null);
    if (seat < 0) throw refuse(word, "no more tiles than seats");
    tiles[seat] = tile;
  }
  return tiles;
}

function readTickets(word: Piece, camels: string): string[] {
  if (word.text === "-") return [];
  match(word, /^(\w[1-9])+$/, "tickets such as g5r3");
  const tickets: string[] = [];
  const pieces = letters(word);
  for (let index = 0; index < pieces.length; index += 2) {
    tickets.push(readCamel(pieces[index]!, camels) + pieces[index + 1]!.text);
  }
  return sortTickets(tickets);
}

export function sortTickets(tickets: readonly string[]): string[] {
  return [...tickets].sort((a, b) => (a[0] === b[0] ? Number(b[1]) - Number(a[1]) : a < b ? -1 : 1));
}

function readDeck(piece: Piece, seats: number, camels: string, isView: boolean): Card[] {
  return items(piece).map((word) => {
    const [seat = word, camel = { text: "", at: word.at + 1 }, more] = letters(word);
    if (more) throw refuse(more, "a seat and a camel, such as Ag");
    return {
      seat: readSeat(seat, seats),
      camel: isView && camel.text === "?" ? "?" : readCamel(camel, camels),
    };
  });
}

function readPartners(piece: Piece, seats: number): Position["partners"] {
  const partners: (number | null)[] = Array.from({ length: seats }, () => null);
  for (const word of items(piece)) {
    const [first, second, more] = letters(word);
    if (!first || !second || more) throw refuse(word, "two partners, such as AC");
    const [a, b] = [readSeat(first, seats), readSeat(second, seats)];
    if (a === b || partners[a] !== null || partners[b] !== null) throw refuse(word, "one partner for each seat");
    partners[a] = b;
    partners[b] = a;
  }
  return partners;
}

/** Hands follow from the decks: each card is in one or the other. */
function checkHand(word: Piece, expected: string): void {
  const found = word.text === "-" ? "" : [...word.text].sort().join("");
  if (found !== expected) throw refuse(word, `the cards that are on no deck, ${expected || "-"}`);
}

/** A pyramid ticket for each die out, to one seat after the other. */
export function dealPyramid({ edition, dice, pyramid }: Position): number[] {
  const dealt = [...pyramid];
  const wanted = EDITIONS[edition].dice.length - dice.length;
  const sum = (): number => dealt.reduce((a, b) => a + b, 0);
  while (sum() < wanted) dealt[dealt.indexOf(Math.min(...dealt))]! += 1;
  while (sum() > wanted) dealt[dealt.lastIndexOf(Math.max(...dealt))]! -= 1;
  return dealt;
}

/** Write a position; sections that are as at the start of a game are left out. */
export function writePosition(position: Position): string {
  const { edition, dice, seat } = position;
  const seats = Array.from({ length: seatsOf(position) }, (_, index) => index);
  const sections: [Label, string][] = [
    ["edition", String(edition)],
    ["track", writeTrack(position)],
  ];
  const tiles = position.tiles.flatMap((tile, owner) => (tile ? [`${tile.space}${tile.side}${SEATS[owner]}`] : []));
  if (dice !== EDITIONS[edition].dice) sections.push(["dice", dice || "-"]);
  if (tiles.length) sections.push(["tiles", tiles.join(" ")]);
  sections.push(["money", position.money.map((amount) => amount ?? "?").join(" ")]);
  if (position.tickets.some((held) => held.length)) {
    sections.push(["tickets", position.tickets.map((held) => held.join("") || "-").join(" ")]);
  }
  if (position.pyramid.some(Boolean)) sections.push(["pyramid", position.pyramid.join(" ")]);
  for (const deck of DECKS) {
    const cards = position[deck].map(({ seat: owner, camel }) => SEATS[owner] + camel);
    if (cards.length) sections.push([deck, cards.join(" ")]);
  }
  if (seat !== null) sections.push(["hands", seats.map((owner) => handOf(position, owner) || "-").join(" ")]);
  const partners = position.partners.flatMap((partner, owner) =>
    partner !== null && owner < partner ? [SEATS[owner]! + SEATS[partner]!] : [],
  );
  if (partners.length) sections.push(["partners", partners.join(" ")]);
  if (position.turn) sections.push(["turn", SEATS[position.turn]!]);
  if (position.leg !== 1) sections.push(["leg", String(position.leg)]);
  if (seat !== null) sections.push(["seat", seat === "-" ? "-" : SEATS[seat]!]);
  return sections.map(([label, text]) => `${label} ${text}`).join(" | ");
}

export function writeTrack({ track }: Position): string {
  const stacks = Object.entries(track).sort(([a], [b]) => Number(a) - Number(b));
  return stacks.map(([space, stack]) => `${space}:${stack}`).join(" ") || "-";
}

/** The page's address for a position: its notation, with no more escapes than it needs. */
export function addressOf(position: Position): string {
  const text = writePosition(position).replaceAll(" | ", "|");
  return `/analysis?position=${encodeURIComponent(text).replaceAll("%20", "+").replaceAll("%3A", ":")}`;
}
