import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CardScored, GameEnded, SeatForm } from "../src/game/protocol.ts";
import Earnings from "../src/table/result/Earnings.svelte";
import LegPayouts from "../src/table/scoring/LegPayouts.svelte";
import { madeUpEnd, madeUpLeg, madeUpSeats, madeUpView } from "../src/pages/stories/sampleScorings.ts";
import { namesOf, pay, signed, victory } from "../src/game/money.ts";
import { fits, fold, paysOf, widthOf } from "../src/table/scoring/payouts.ts";
import { takesBoard } from "../src/table/scoring/scoringLayout.ts";
import TableResult from "../src/table/result/TableResult.svelte";
import { placed, resultWords } from "../src/table/scoring/result.ts";
import Reveal from "../src/table/scoring/Reveal.svelte";
import { spokenTextOf, fitCards, moneyAfter, moneyBefore, pauseOf, saidOf } from "../src/table/scoring/deckReveal.ts";
import { forget, keep } from "../src/ui/storage.ts";

const shown: ReturnType<typeof mount>[] = [];

function show<Props extends Record<string, unknown>>(component: Component<Props>, props: Props): HTMLElement {
  const target = document.body.appendChild(document.createElement("div"));
  shown.push(mount(component, { target, props }));
  flushSync();
  return target;
}

beforeEach(() => {
  vi.useFakeTimers();
  keep("pace", "none"); // or buttons would be dead at first: see guardTaps.test.ts
});
afterEach(async () => {
  forget("pace");
  for (const component of shown.splice(0)) await unmount(component);
  document.body.replaceChildren();
  vi.useRealTimers();
});

const texts = (root: Element, selector: string): string[] =>
  [...root.querySelectorAll(selector)].map((found) => found.textContent?.replace(/\s+/g, " ").trim() ?? "");

// --- Sums and names ------------------------------------------------------------------------------------------------

test("gains and losses have their sign", () => {
  expect([5, 0, -1].map(signed)).toEqual(["+5", "0", "−1"]);
  expect([pay(2, -5), pay(2, 3)]).toEqual([0, 5]);
});

test("whoever holds one seat is You, and nobody is where several share a device", () => {
  const seats = [{ name: "Ann" }, { name: null }] as SeatForm[];
  expect(namesOf(seats, [0])).toEqual(["You", "Seat 2"]);
  expect(namesOf(seats, [0, 1])).toEqual(["Ann", "Seat 2"]);
  expect(namesOf(seats, [])).toEqual(["Ann", "Seat 2"]);
});

test.each([
  [["Ann"], "Ann wins"],
  [["You"], "You win"],
  [["Ann", "You"], "You and Ann share the win"],
  [["Ann", "Bo", "Cy"], "Ann, Bo and Cy share the win"],
])("%j: %s", (names, said) => expect(victory(names)).toBe(said));

const ENDED: GameEnded = { type: "game_ended", winner: "y", loser: "g", money: [27, 31, 9], victors: [1] };

test.each<[Partial<GameEnded>, string[], string, string]>([
  [{}, ["Ann", "You", "Bo"], "You win", "31 pounds to Ann’s 27."],
  [{}, ["You", "Ann", "Bo"], "Ann wins", "31 pounds to your 27."],
  [{ money: [9, 31, 9] }, ["Ann", "Cy", "Bo"], "Cy wins", "31 pounds to 9 each for Ann and Bo."],
  [{ money: [9, 31, 9] }, ["Ann", "Cy", "You"], "Cy wins", "31 pounds to 9 each for you and Ann."],
  [{ money: [4, 4, 4], victors: [0, 1, 2] }, ["Ann", "Bo", "Cy"], "Ann, Bo and Cy share the win", "4 pounds each."],
])("a result in words: %j", (more, names, title, begin) => {
  const words = resultWords({ ...ENDED, ...more }, names);
  expect(words.title).toBe(title);
  expect(words.more).toBe(`${begin} Yellow won the race, and green came last.`);
});

test("equal money is an equal place", () => {
  const rows = [7, 9, 9, 2].map((money, seat) => ({ seat, money }));
  expect(placed(rows).map(({ seat, place }) => [seat, place])).toEqual([
    [1, 1],
    [2, 1],
    [0, 3],
    [3, 4],
  ]);
});

// --- A leg ---------------------------------------------------------------------------------------------------------

test.each([2, 4, 8])("with %i players the items of everybody come to the sum", (players) => {
  const view = madeUpView(players);
  const pays = paysOf(madeUpLeg(view), madeUpSeats(players), [0], view);
  expect(pays).toHaveLength(players);
  for (const { items, total, before, money } of pays) {
    expect(items.reduce((sum, { reward }) => sum + reward, 0)).toBe(total);
    expect(pay(before!, total)).toBe(money);
  }
});

test("what was copied names the partner", () => {
  const view = madeUpView(8);
  const pays = paysOf(madeUpLeg(view), madeUpSeats(8), [7], view);
  expect(pays[0]!.items.at(-1)).toEqual({ kind: "copied", from: 7, words: "copied from you", reward: 3 });
  expect(pays[3]!.spokenText).toContain("copied from Noor plus 3");
});

test("hidden money stays hidden", () => {
  const view = { ...madeUpView(3), money: [5, null, null] };
  const root = show(LegPayouts, {
    scored: madeUpLeg(view, true),
    seats: madeUpSeats(3),
    own: [0],
    view,
    onnext: () => {},
  });
  expect(texts(root, ".now").filter(Boolean)).toHaveLength(1);
  expect(texts(root, "li > .visually-hidden")[1]).not.toContain("now");
});

test("money that stopped at 0 tells what was there only if that is known", () => {
  const reward = { seat: 0, tickets: [], pyramid_tickets: 0, copied: 0, total: -3, money: 0 };
  const scored = { ...madeUpLeg(madeUpView(2)), rewards: [reward] };
  const before = (money: number | null): number | null =>
    paysOf(scored, madeUpSeats(2), [], { partners: [null, null], money: [money, 5] })[0]!.before;
  expect([before(2), before(0), before(9), before(null)]).toEqual([2, 0, null, null]);
});

test("tickets are put together where there is no room for all", () => {
  const view = madeUpView(2);
  const { items } = paysOf(madeUpLeg(view, false, true), madeUpSeats(2), [0], view)[0]!;
  expect(items).toHaveLength(13);
  for (const [width, lines] of [
    [1000, 3],
    [330, 2],
    [190, 2],
    [150, 1],
  ] as const) {
    const folded = fold(items, width, lines, true);
    expect(folded.items.reduce((sum, { reward }) => sum + reward, 0)).toBe(8);
    const widths = folded.items.map((item) => widthOf(item, folded.hasWords));
    expect(fits(widths, width, lines), `${width}`).toBe(true);
  }
  expect(fold(items.slice(0, 2), 300, 2, true).hasWords).toBe(true);
  expect(fold(items, 330, 2, true).items.map(({ kind }) => kind)).toEqual([
    ...Array<string>(5).fill("tickets"),
    "rolls",
  ]);
});

test("a leg can be left from the first frame, by a click or Enter", () => {
  const onnext = vi.fn();
  const view = madeUpView(4);
  const root = show(LegPayouts, { scored: madeUpLeg(view), seats: madeUpSeats(4), own: [0], view, onnext });
  const buttons = [...root.querySelectorAll("button")];
  expect(buttons.map((button) => button.textContent?.trim())).toEqual(["Next leg", "Next leg"]);
  buttons[0]!.click();
  expect(onnext).toHaveBeenCalledOnce();
});

test.each([
  [4, 390, 844, false],
  [8, 390, 844, true],
  [8, 768, 1024, false],
  [2, 844, 390, true],
  [8, 1440, 900, false],
])("%i players at %ix%i need the place of the board: %s", (players, width, height, expected) => {
  expect(takesBoard(players, width, height)).toBe(expected);
});

// --- The decks -----------------------------------------------------------------------------------------------------

const card = (
  deck: "winner" | "loser",
  seat: number,
  camel: CardScored["camel"],
  reward: number,
  money: number,
): CardScored => ({
  type: "card_scored",
  deck,
  seat,
  camel,
  reward,
  money,
});
const CARDS = [
  card("winner", 0, "r", -1, 0),
  card("winner", 1, "y", 8, 12),
  card("winner", 0, "y", 5, 5),
  card("loser", 1, "g", 8, 20),
];
const END: GameEnded = { type: "game_ended", winner: "y", loser: "g", money: [5, 20, 3], victors: [1] };

test("money before the decks is what leads to the end", () => {
  expect(moneyBefore(CARDS, END, { money: [0, 4, 3] })).toEqual([0, 4, 3]);
  expect(moneyBefore(CARDS, END, { money: [null, null, null] })).toEqual([1, 4, 3]);
  expect(moneyAfter([0, 4, 3], CARDS, 2)).toEqual([0, 12, 3]);
  expect(moneyAfter([0, 4, 3], CARDS, 4)).toEqual(END.money);
});

test("every card is told", () => {
  expect(CARDS.map((_, index) => saidOf(CARDS, index))).toEqual([
    "wrong, costs 1",
    "first correct card, pays 8",
    "second correct card, pays 5",
    "first correct card, pays 8",
  ]);
  expect(spokenTextOf(CARDS, 2, ["Amira", "Bo"])).toBe("Amira: yellow, second correct card, plus 5.");
  expect(spokenTextOf(CARDS, 0, ["You", "Bo"])).toBe("You: red, wrong, minus 1.");
});

test("the decks are turned card by card, and the money sorts itself", () => {
  const ondone = vi.fn();
  const view = madeUpView(3, 2, { money: [0, 4, 3] });
  const root = show(Reveal, { cards: CARDS, ended: END, seats: madeUpSeats(3), own: [], view, ondone });
  const up = (): number => root.querySelectorAll("[data-up=true]").length;
  const money = (): string[] => texts(root, "aside li .sum");
  expect([up(), money()]).toEqual([0, ["4 pounds", "3 pounds", "0 pounds"]]);
  root.querySelector<HTMLButtonElement>(".primary")!.click();
  expect(ondone).toHaveBeenCalledOnce();
  const said: string[] = [];
  for (let times = 0; times < 40; times += 1) {
    vi.advanceTimersByTime(500);
    flushSync();
    const now = texts(root, "[aria-live]")[0]!;
    if (now && now !== said.at(-1)) said.push(now);
  }
  expect(said).toEqual([
    "Amira: red, wrong, minus 1.",
    "Jonas: yellow, first correct card, plus 8.",
    "Amira: yellow, second correct card, plus 5.",
    "Jonas: green, first correct card, plus 8.",
    "Jonas wins.",
  ]);
  expect([up(), money()]).toEqual([4, ["20 pounds", "5 pounds", "3 pounds"]]);
  expect(texts(root, "aside li b")).toEqual(["Jonas", "Amira", "Cleopatra-Konstanze"]);
  expect(ondone).toHaveBeenCalledOnce();
});

test("decks without cards have their end, too", () => {
  const view = madeUpView(3, 2, { money: END.money });
  const root = show(Reveal, { cards: [], ended: END, seats: madeUpSeats(3), own: [1], view, ondone: () => {} });
  vi.advanceTimersByTime(5000);
  flushSync();
  expect(texts(root, ".title")).toEqual(["You win"]);
});

test.each([1, 5, 10, 20, 40])("%i cards find room on a phone and on a desk", (cards) => {
  for (const [width, height] of [
    [366, cards > 20 ? 290 : 150],
    [700, 330],
  ] as const) {
    const fit = fitCards(cards, width, height);
    expect(fit.width).toBeGreaterThan(17);
    expect(fit.columns * fit.width).toBeLessThanOrEqual(width);
    expect(Math.ceil(cards / fit.columns) * (fit.height + fit.sum)).toBeLessThanOrEqual(height);
  }
  expect(pauseOf(cards, true)).toBe(pauseOf(cards, false) / 2);
  expect(pauseOf(cards, false) * cards).toBeLessThanOrEqual(17_000);
});

// --- The end -------------------------------------------------------------------------------------------------------

test("the result offers a rematch to those who played, and the way to it to all", () => {
  // The server answers nothing: what the table knows is shown at once.
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const { ended, cards } = madeUpEnd(madeUpView(4), 5);
  const onrematch = vi.fn();
  const props = {
    ended,
    cards,
    table: { seats: madeUpSeats(4), title: null },
    view: madeUpView(4),
    code: "abc",
    onrematch,
  };
  const playing = show(TableResult, { ...props, own: [0] });
  expect(texts(playing, "[role=row].you b")).toEqual(["You"]);
  expect(texts(playing, "[role=row] .sum")).toEqual([...ended.money].sort((a, b) => b - a).map(String));
  expect(playing.querySelectorAll(".decks [data-up=true]")).toHaveLength(10);
  expect(playing.querySelectorAll(".decks .owner .face").length).toBeGreaterThan(0);
  playing.querySelector<HTMLButtonElement>(".ways button.primary")!.click();
  expect(onrematch).toHaveBeenCalledOnce();
  expect(texts(playing, ".here")).toEqual(["Cleopatra-Konstanze and Mei are still here"]);
  const watching = show(TableResult, { ...props, own: [] });
  expect(watching.querySelector(".you, .ways button.primary")).toBeNull();
  const shared = show(TableResult, { ...props, own: [0, 2] });
  expect([texts(shared, ".you"), texts(shared, "[role=row] b").includes("Amira")]).toEqual([[], true]);
  const links = (own: number[]): string[] =>
    texts(show(TableResult, { ...props, own, rematch: "def" }), "a[href='/table/def']");
  expect([links([]), links([0])]).toEqual([["Watch the rematch"], ["Go to the rematch"]]);
  vi.unstubAllGlobals();
});

test("kinds of bets that nobody had are left out", () => {
  const none = {
    start: 3,
    tickets: 5,
    pyramid_tickets: 2,
    copied: 0,
    tiles: 0,
    winner_cards: 8,
    loser_cards: -1,
    spared: 0,
  };
  const props = { names: ["Ann", "You"], seats: madeUpSeats(2), money: [17, 17], you: 1 };
  const heads = (root: Element): string[] => texts(root, "[role=columnheader]").slice(1, -1);
  expect(heads(show(Earnings, { ...props, earnings: [none, none] }))).toEqual([
    "tickets",
    "rolls",
    "tiles",
    "winner",
    "loser",
  ]);
  const root = show(Earnings, { ...props, earnings: [none, { ...none, copied: 1, spared: 1 }] });
  expect(heads(root)).toEqual(["tickets", "rolls", "copied", "tiles", "winner", "loser", "spared"]);
  expect(texts(root, ".you b")).toEqual(["You"]);
  // Until the server has answered, only the money is known.
  const early = show(Earnings, { ...props, earnings: [] });
  expect([texts(early, ".sum"), texts(early, "[role=cell].none").join("")]).toEqual([["17", "17"], ""]);
});
