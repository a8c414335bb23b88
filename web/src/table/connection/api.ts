// Requests to the server over HTTP.
import type {
  ErrorForm,
  FinishedGame,
  GameList,
  GameSummary,
  ListedTable,
  MadeTable,
  NewTable,
  OddsForm,
  RecordForm,
  Replay,
  ServerForm,
  TableList,
  WatchedTable,
} from "../../game/protocol.ts";

/**
 * An error from the server, or from the connection to it. Codes are those of docs/errors.md, and "lost" when nothing
 * answered.
 */
export class Refusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Send a request: a POST if there is a body, unless something else is said. */
export async function ask<T>(path: string, body?: unknown, more: RequestInit = {}): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(
      path,
      body === undefined
        ? more
        : {
            method: "POST",
            body: JSON.stringify(body),
            ...more,
            headers: { "content-type": "application/json", ...more.headers },
          },
    );
  } catch {
    throw new Refusal("lost", "The server isn’t responding. Check your connection and try again.");
  }
  const form: unknown = await answer.json().catch(() => null);
  if (!answer.ok || form === null) {
    const { code = "lost", message = "The server sent an unexpected answer. Try again in a moment." } = (form ??
      {}) as Partial<ErrorForm>;
    throw new Refusal(code, message);
  }
  return form as T;
}

/** The open tables, and how many people are at all tables. */
export async function listTables(): Promise<TableList> {
  return ask("/api/tables");
}

/** The latest finished games of open tables. */
export async function listGames(): Promise<ListedTable[]> {
  return (await ask<GameList>("/api/games")).games;
}

export async function makeTable(wanted: NewTable): Promise<MadeTable> {
  return ask("/api/tables", wanted);
}

export async function showTable(code: string): Promise<WatchedTable> {
  return ask(`/api/tables/${encodeURIComponent(code)}`);
}

export async function showGame(code: string): Promise<FinishedGame> {
  return ask(`/api/games/${encodeURIComponent(code)}`);
}

/** Who won a finished game, what paid, and what happened. */
export async function summarizeGame(code: string): Promise<GameSummary> {
  return ask(`/api/games/${encodeURIComponent(code)}/summary`);
}

/** A finished game, step by step. */
export async function replayGame(code: string): Promise<Replay> {
  return ask(`/api/games/${encodeURIComponent(code)}/replay`);
}

/** A game from elsewhere, by its record. */
export async function replayRecord(record: string): Promise<Replay> {
  return ask("/api/replay", { record } satisfies RecordForm);
}

export async function showServer(): Promise<ServerForm> {
  return ask("/api/server");
}

/**
 * The odds of any position in notation, and what each action is worth; estimated from this number of races if they are
 * not exact.
 */
export async function positionOdds(position: string, samples?: number): Promise<OddsForm> {
  return ask("/api/odds", { position, values: true, samples });
}
