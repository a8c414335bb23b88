// The secrets by which this browser holds its seats. It takes seats with one token, the same at all tables; those of
// devices whose games were brought here are kept beside it.
import { keep, recall } from "../../ui/storage.ts";
import { ownTable } from "./ownTables.ts";
import { drawToken } from "./secrets.ts";

const OTHERS = "tokens";
/** The server looks up no more at once (docs/protocol.md). */
export const MOST_TOKENS = 8;
const TOKEN = /^[A-Za-z0-9_-]{32,100}$/;

export function isToken(text: unknown): text is string {
  return typeof text === "string" && TOKEN.test(text);
}

/** The token of new seats, drawn when it is first needed. */
export function ownToken(): { token: string; isKept: boolean } {
  const token = recall("token") ?? drawToken();
  return { token, isKept: keep("token", token) };
}

/** The token of the seats at a table, which may have been taken on another device. */
export function tokenAt(code: string): { token: string; isKept: boolean } {
  const token = ownTable(code)?.token;
  return isToken(token) ? { token, isKept: true } : ownToken();
}

/** The tokens of merged devices, without our own. */
export function otherTokens(): string[] {
  try {
    const kept: unknown = JSON.parse(recall(OTHERS) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isToken) : [];
  } catch {
    return [];
  }
}

/** All of them, our own first. A browser that never sat down has none, and draws none to be asked for it. */
export function allTokens(): string[] {
  return [...new Set([...(recall("token") === null ? [] : [ownToken().token]), ...otherTokens()])].slice(
    0,
    MOST_TOKENS,
  );
}

/** From now on seats are taken with this token; the others are good for what was played with them. */
export function keepTokens(token: string, others: readonly string[]): boolean {
  const rest = [...new Set(others)].filter((other) => other !== token && isToken(other));
  const isKept = keep(OTHERS, JSON.stringify(rest.slice(0, MOST_TOKENS - 1)));
  return keep("token", token) && isKept;
}
