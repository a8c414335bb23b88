// What the start page says about an unfinished game.
import type { ListedPlayer, SeatForm } from "../../game/protocol.ts";
import { caravanOf, listed } from "../../table/setup/words.ts";
import type { Resumed } from "../../table/connection/resume.ts";

/** The table's name, or who plays there. */
export function titleOf({ own, state }: Resumed): string {
  if (!state) return `Table ${own.code}`;
  const { title, seats, status } = state.table;
  if (title) return title;
  const others = seats.flatMap(({ name }) => (name && !own.names.includes(name) ? [name] : []));
  if (others.length) return `With ${listed(others)}`;
  const host = seats.find(({ is_host: isHost }) => isHost)?.name;
  return status === "waiting" && host ? caravanOf(host) : `Table ${own.code}`;
}

/** "Leg 3, your turn". */
export function about(resumed: Resumed): string {
  const { own, state } = resumed;
  if (!state) return "The server isn’t responding";
  const { table, view } = state;
  if (table.status === "waiting" || !view) return `${taken(table.seats)} of ${table.seats.length} seats taken`;
  if (isOwnTurn(resumed))
    return `Leg ${view.leg}, ${own.names.length > 1 ? `${nameInTurn(resumed)} to act` : "your turn"}`;
  return `Leg ${view.leg}, ${nameInTurn(resumed)}’s turn`;
}

export function isOwnTurn({ own, state }: Resumed): boolean {
  const name = state?.view && state.table.status === "playing" ? state.table.seats[state.view.turn]?.name : null;
  return name ? own.names.includes(name) : false;
}

function nameInTurn({ state }: Resumed): string {
  return (state?.view && state.table.seats[state.view.turn]?.name) || "the next player";
}

/** Everybody but who sits at this device, as lists show them. */
export function playersOf({ own, state }: Resumed): { names: string[]; players: ListedPlayer[] } {
  const others = (state?.table.seats ?? []).flatMap(({ kind, name, level }, seat) =>
    kind === "free" || !name || own.names.includes(name) ? [] : [{ name, player: { seat, kind, level } }],
  );
  return { names: others.map(({ name }) => name), players: others.map(({ player }) => player) };
}

function taken(seats: readonly SeatForm[]): number {
  return seats.filter(({ kind }) => kind !== "free").length;
}
