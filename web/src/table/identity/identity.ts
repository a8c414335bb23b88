// Who plays in this browser, as it is taken to another device: the tokens of its seats, its tables with their seeds, and
// its name. What arrives was written by a stranger until its owner says otherwise, so all of it is checked.
import { NAME_LENGTH } from "../../game/editions.ts";
import { hiddenTables, keepHidden } from "../connection/hiddenTables.ts";
import { isOwnTable, keepTables, MOST, ownTables, type OwnTable } from "../connection/ownTables.ts";
import { isToken, keepTokens, MOST_TOKENS, otherTokens, ownToken } from "../connection/tokens.ts";
import { keepNickname, nickname } from "../players/nickname.ts";

export interface Identity {
  version: 1;
  /** The nickname; may be empty. */
  name: string;
  /** The token with which new seats are taken. */
  token: string;
  /** Those of devices that were merged into it before. */
  others: string[];
  /** A table without a token belongs to `token`. */
  tables: OwnTable[];
  /** Unfinished games that are not shown. */
  hidden: string[];
}

/** The star: "you", wherever somebody is shown away from a table. */
export const OWN_SEAL = 2;
const CODE = /^[a-z0-9]{1,40}$/;
const SEED = /^[0-9a-f]{16,64}$/;
const HASH = /^[0-9a-f]{64}$/;
/** The most seats of a table. */
const SEATS = 8;

export function ownIdentity(): Identity {
  return {
    version: 1,
    name: nickname(),
    token: ownToken().token,
    others: otherTokens(),
    tables: ownTables(),
    hidden: hiddenTables(),
  };
}

/** Make this browser play as somebody; returns whether that survives a reload. */
export function keepIdentity({ name, token, others, tables, hidden }: Identity): boolean {
  if (name) keepNickname(name);
  keepTables(tables);
  keepHidden(hidden);
  return keepTokens(token, others);
}

/**
 * Unite an identity that arrives with the one that is here. New seats are taken with the arriving token; what was played
 * here keeps its own. Where both sat at one table, the seat that is here stays the one that is played here.
 */
export function merge(arriving: Identity, here: Identity): Identity {
  const isSame = arriving.token === here.token;
  const stay = here.tables.map((table) => {
    if (table.token === arriving.token) return without(table);
    return isSame || table.token ? table : { ...table, token: here.token };
  });
  const tables = new Map(arriving.tables.map((table) => [table.code, table]));
  for (const table of stay) {
    const other = tables.get(table.code);
    tables.set(table.code, other ? unite(table, other) : table);
  }
  return {
    version: 1,
    name: arriving.name || here.name,
    token: arriving.token,
    others: unique([...arriving.others, here.token, ...here.others])
      .filter((token) => token !== arriving.token)
      .slice(0, MOST_TOKENS - 1),
    tables: [...tables.values()].sort((one, other) => other.at - one.at).slice(0, MOST),
    hidden: unique([...arriving.hidden, ...here.hidden]),
  };
}

function unite(here: OwnTable, other: OwnTable): OwnTable {
  return {
    ...other,
    ...here,
    names: unique([...here.names, ...other.names]),
    seeds: { ...other.seeds, ...here.seeds },
    commitment: here.commitment ?? other.commitment,
    result: here.result ?? other.result,
  };
}

function without(table: OwnTable): OwnTable {
  const rest = { ...table };
  delete rest.token;
  return rest;
}

function unique<T>(items: readonly T[]): T[] {
  return [...new Set(items)];
}

/** Read what another device wrote; null if it is no identity. */
export function readIdentity(text: string): Identity | null {
  let found: Partial<Record<keyof Identity, unknown>> | null;
  try {
    found = JSON.parse(text) as typeof found;
  } catch {
    return null;
  }
  if (found?.version !== 1 || !isToken(found.token)) return null;
  return {
    version: 1,
    name: typeof found.name === "string" ? found.name.trim().slice(0, NAME_LENGTH) : "",
    token: found.token,
    others: listOf(found.others)
      .filter(isToken)
      .slice(0, MOST_TOKENS - 1),
    tables: listOf(found.tables).flatMap(readTable).slice(0, MOST),
    hidden: listOf(found.hidden).filter(isCode).slice(0, MOST),
  };
}

/** Only what a table has, so that nothing else is stored. */
function readTable(found: unknown): OwnTable[] {
  if (!isOwnTable(found) || !isCode(found.code)) return [];
  const { code, at, commitment, token, result } = found;
  const names = found.names.filter(isName).slice(0, SEATS);
  const seeds = Object.entries(found.seeds).filter(([name, seed]) => isName(name) && SEED.test(String(seed)));
  return [
    {
      code,
      at,
      names,
      commitment: HASH.test(String(commitment)) ? commitment : null,
      seeds: Object.fromEntries(seeds.slice(0, SEATS)),
      result: isResult(result) ? { names: result.names, money: result.money } : null,
      ...(isToken(token) && { token }),
    },
  ];
}

function isResult(found: unknown): found is NonNullable<OwnTable["result"]> {
  const { names, money } = (found ?? {}) as Partial<NonNullable<OwnTable["result"]>>;
  return (
    Array.isArray(names) &&
    names.every((name) => typeof name === "string" && name.length <= NAME_LENGTH) &&
    Array.isArray(money) &&
    money.every(Number.isFinite) &&
    names.length <= SEATS &&
    money.length <= SEATS
  );
}

function isName(found: unknown): found is string {
  return typeof found === "string" && found.length > 0 && found.length <= NAME_LENGTH;
}

function isCode(found: unknown): found is string {
  return typeof found === "string" && CODE.test(found);
}

function listOf(found: unknown): unknown[] {
  return Array.isArray(found) ? found : [];
}
