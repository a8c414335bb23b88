// What is said about the pieces of a table. Pure.
import { colour, nameOf, racingCamels } from "../../game/camels.ts";
import { EDITIONS, FINISH_REWARDS, LATER_FINISH_REWARD, SECOND_PLACE_REWARD, WRONG_BET } from "../../game/editions.ts";
import { listed, signed } from "../../game/money.ts";
import { percent, pounds, valueOf } from "../../game/odds.ts";
import type { Deck, RacingCamel, View } from "../../game/protocol.ts";
import { amount, chances, type Explanation, type Row } from "./explanation.ts";
import type { Facts } from "./facts.ts";
import { explainPlayer } from "./playerExplanation.ts";
import { explainSpace } from "./spaceExplanation.ts";
import type { Thing } from "./things.ts";

export function explain(thing: Thing, facts: Facts): Explanation | null {
  switch (thing.kind) {
    case "ticket":
      return ticket(thing.camel as RacingCamel, facts);
    case "card":
      return card(thing.camel as RacingCamel, facts);
    case "space":
      return explainSpace(thing.space, facts);
    case "player":
      return facts.seats[thing.seat] ? explainPlayer(thing.seat, facts) : null;
    case "odds":
      return odds(facts);
  }
}

/** "You hold", "Fin holds". */
function does(name: string, verb: string): string {
  return name === "You" ? `You ${verb}` : `${name} ${verb}s`;
}

function holders(camel: string, { view, names }: Facts): string {
  const held = view.tickets.flatMap((tickets, seat) => {
    const values = tickets.filter((each) => each.camel === camel).map(({ value }) => String(value));
    return values.length ? [`${does(names[seat] ?? "", "hold")} ${nameOf(camel)} ${listed(values)}.`] : [];
  });
  return held.join(" ");
}

function ticket(camel: RacingCamel, facts: Facts): Explanation {
  const { view } = facts;
  const [value, ...next] = view.tents[racingCamels(view.edition).indexOf(camel)] ?? [];
  const held = holders(camel, facts);
  const name = colour(camel);
  if (value === undefined) return { piece: null, title: name, kind: "no tickets left", rows: [], note: held };
  const part = chances(facts.odds, camel);
  const worth = valueOf(facts.odds, { type: "take_ticket", camel });
  const rows: Row[] = [
    { text: `${name} is 1st in this leg`, ...amount(value) },
    { text: `${name} is 2nd`, ...amount(SECOND_PLACE_REWARD) },
    { text: "Anything else", ...amount(WRONG_BET) },
  ];
  if (part) for (const [index, row] of rows.entries()) row.aside = percent(part[index]!);
  if (worth !== null) rows.push({ text: "Worth on average", value: pounds(worth) });
  const after = next.length ? `After this one: ${listed(next.map(String))}.` : "It is the last one.";
  return {
    piece: { kind: "tickets", tickets: [{ camel, value }] },
    title: `${name} ${value}`,
    kind: "ticket",
    rows,
    note: held ? `${held} ${after}` : after,
  };
}

/** "+8", or "+8 to +2" where earlier cards may be right too. */
function cardPays(before: number): Pick<Row, "value" | "tone"> {
  const least = FINISH_REWARDS[before] ?? LATER_FINISH_REWARD;
  const most = FINISH_REWARDS[0]!;
  return { value: least === most ? signed(most) : `${signed(most)} to ${signed(least)}`, tone: "good" };
}

function card(camel: RacingCamel, { view, odds: { race }, seat }: Facts): Explanation {
  const decks: Record<Deck, View["winner_deck"]> = { winner: view.winner_deck, loser: view.loser_deck };
  const name = colour(camel);
  const note = `Correct cards pay ${FINISH_REWARDS.join(", ")}, then ${LATER_FINISH_REWARD} in the order played.`;
  const head = { piece: { kind: "card" as const, camel }, title: name, kind: EDITIONS[view.edition].words.card };
  const laid = (["winner", "loser"] as const).find((deck) =>
    decks[deck].some((each) => each.seat === seat && each.camel === camel),
  );
  if (laid) {
    const before = decks[laid].findIndex((each) => each.seat === seat && each.camel === camel);
    const rows: Row[] = [
      { text: laid === "winner" ? `${name} wins the race` : `${name} comes last`, ...cardPays(before) },
      { text: "Otherwise", ...amount(WRONG_BET) },
    ];
    return { ...head, rows, note: `You bet ${nameOf(camel)} to ${laid === "winner" ? "win" : "lose"}. ${note}` };
  }
  const chance = (deck: Deck): Pick<Row, "aside"> => {
    const part = race?.[deck][camel];
    return part === undefined ? {} : { aside: percent(part) };
  };
  return {
    ...head,
    rows: [
      { text: "Right on the winner", ...chance("winner"), ...cardPays(decks.winner.length) },
      { text: "Right on the loser", ...chance("loser"), ...cardPays(decks.loser.length) },
      { text: "Wrong", ...amount(WRONG_BET) },
    ],
    note,
  };
}

const HINTS: Row[] = [
  { text: "Double arrow up", value: "the best action" },
  { text: "Arrow up", value: "better than a roll" },
  { text: "Arrow both ways", value: "as good as a roll" },
  { text: "Arrow down", value: "worse than a roll" },
];

function odds({ setting, view }: Facts): Explanation {
  const head = { piece: null, kind: "the same for everyone" };
  const camel = racingCamels(view.edition)[0] ?? "b";
  switch (setting) {
    case "hints":
      return { ...head, title: "Hints", rows: HINTS, note: "A roll is the yardstick: it is always possible." };
    case "full":
      return {
        ...head,
        title: "Values",
        rows: [{ text: "+1.45", value: "pounds it brings on average" }],
        note: "The action with the highest value is best.",
      };
    default:
      return {
        ...head,
        title: "Odds",
        rows: [
          { text: "1st", value: "leads when the leg ends" },
          { text: "2nd", value: "is second then" },
        ],
        note:
          `“45% 1st” at ${nameOf(camel)}: it leads at the end of this leg 45% of the time. ` +
          "Every way the dice can still fall is counted.",
      };
  }
}
