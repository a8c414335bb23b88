// A live table as this browser knows it: a connection that comes back by itself, and an immutable snapshot of all that
// the server told. It is a Svelte store: `const live = connect(code)`, then `$live.table`, `$live.status`.
import { Refusal } from "./api.ts";
import {
  PROTOCOL,
  type ChatLine,
  type ClientMessage,
  type Event,
  type Played,
  type Reacted,
  type Seen,
} from "../../game/protocol.ts";
import type { GameEnded, ServerMessage, TableChanged, TableForm, View, Welcome } from "../../game/protocol.ts";
import { drawToken } from "./secrets.ts";
import { keep, recall } from "../../ui/storage.ts";

/** `refused` and `old` are final; an old page must be loaded anew. */
export type Status = "connecting" | "live" | "reconnecting" | "refused" | "old";

/** Something that happened at the table, waiting to be shown. */
export interface Step {
  played: Played;
  /** What the viewer in front (the first held seat, or a watcher) saw of it. */
  seen: Seen;
  /** The views after it, in the order of `Snapshot.views`. */
  after: View[];
  /** The dice that are out after it. */
  out: string[];
}

/** A line of the race log. */
export interface LogLine {
  /** Unique in this log, and rising. */
  key: string;
  ply: number;
  /** Who acted; null for what the table itself says. */
  seat: number | null;
  by: Played["by"] | null;
  text: string;
  /** The die that came out, as "g2". */
  face: string | null;
}

const NOBODY = { seat: null, by: null, face: null };

export interface Snapshot {
  status: Status;
  /** Why there is no table: a sentence for people, and a code for programs. */
  refusal: { code: string; message: string } | null;
  /** When the next attempt to connect is made, in ms of Date.now(). */
  retryAt: number | null;
  table: TableForm | null;
  /** The seats that this browser holds; none for a watcher. */
  seats: number[];
  /** How the game stands at the server, for each held seat or for the watcher: what may be done is in here. */
  latest: View[];
  /** How the game is to be drawn: `latest` less the steps that still wait to be shown. */
  views: View[];
  /** The dice that are out in this leg, as they are to be drawn: "g2", in their order. */
  out: string[];
  /** What happened and was not shown yet, oldest first. */
  queue: Step[];
  /** Actions that the server has done. */
  ply: number;
  log: LogLine[];
  chat: ChatLine[];
  odds: { ply: number; odds: NonNullable<Welcome["odds"]> } | null;
  /** When somebody else plays for the seat in turn, in ms of Date.now(). */
  turnEnds: number | null;
  /** How the game ended. */
  ended: GameEnded | null;
  /** The table of the rematch. */
  moved: string | null;
  /** What is still unanswered was asked at this time, in ms of Date.now(). */
  waitingSince: number | null;
  /** The server was upgraded since this page was loaded; all still works. */
  isOutdated: boolean;
  /** Whether seats will still be ours after a reload: some browsers keep nothing. */
  isKept: boolean;
}

type Request = Exclude<ClientMessage, { type: "hello" }>;
interface Pending {
  message: Request;
  at: number;
  done: (seat: number | null) => void;
  failed: (refusal: Refusal) => void;
  timer: ReturnType<typeof setTimeout>;
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;
/** After so long without an answer the connection is taken to be dead. */
const ANSWER_WAIT = 8000;
/** More than so many missed steps are not played one by one. */
const MOST_MISSED = 24;
/** Refusals of `hello` that pass by themselves. */
const PASSING = new Set(["busy", "closing", "database", "silent", "too_fast", "too_many", "unavailable"]);
const CLOSED_OLD = 4426;

const LOST = () => new Refusal("lost", "The connection was lost before the table answered.");

/** A table of which nothing was told yet. */
export const START: Snapshot = {
  status: "connecting",
  refusal: null,
  retryAt: null,
  table: null,
  seats: [],
  latest: [],
  views: [],
  out: [],
  queue: [],
  ply: 0,
  log: [],
  chat: [],
  odds: null,
  turnEnds: null,
  ended: null,
  moved: null,
  waitingSince: null,
  isOutdated: false,
  isKept: true,
};

/** The secret by which this browser holds its seats, the same at all tables. */
export function ownToken(): { token: string; isKept: boolean } {
  const known = recall("token");
  const token = known ?? drawToken();
  return { token, isKept: keep("token", token) };
}

/** Connect to a table; `close` it when the page goes. */
export function connect(code: string): TableConnection {
  const address = new URL(`/api/tables/${encodeURIComponent(code)}/socket`, location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return new TableConnection(address.href);
}

/** What a race needs of a live table; a lesson has one of its own. */
export type LiveTable = Pick<TableConnection, "state" | "subscribe" | "send" | "shift" | "onReaction" | "retry">;

export class TableConnection {
  #address: string;
  #token: string;
  #open: (address: string) => WebSocket;
  #socket: WebSocket | null = null;
  #state: Snapshot;
  #listeners = new Set<(state: Snapshot) => void>();
  #reactions = new Set<(reacted: Reacted) => void>();
  #pending = new Map<number, Pending>();
  #ids = 0;
  #attempts = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isWelcome = false;
  #isClosed = false;
  #isTold = false;
  #news = 0;
  /** The server's clock less ours, in seconds: the largest that was seen, since messages can only be late. */
  #offset = -Infinity;

  constructor(address: string, open = (to: string): WebSocket => new WebSocket(to)) {
    this.#address = address;
    this.#open = open;
    const { token, isKept } = ownToken();
    this.#token = token;
    this.#state = { ...START, isKept };
    addEventListener("online", this.#hurry);
    addEventListener("offline", this.#drop);
    document.addEventListener("visibilitychange", this.#wake);
    this.#connect();
  }

  get state(): Snapshot {
    return this.#state;
  }

  /** The contract of a Svelte store. */
  subscribe(listener: (state: Snapshot) => void): () => void {
    this.#listeners.add(listener);
    listener(this.#state);
    return () => this.#listeners.delete(listener);
  }

  /** Hear of reactions, which nobody keeps. */
  onReaction(listener: (reacted: Reacted) => void): () => void {
    this.#reactions.add(listener);
    return () => this.#reactions.delete(listener);
  }

  /**
   * Ask the table for something. Resolves once it is done and stored (for `sit`: with the seat), rejects with a
   * Refusal; its code is "lost" when the connection broke, and then `ply` tells after the reconnect what became of it.
   */
  send(message: Request): Promise<number | null> {
    return new Promise((done, failed) => {
      if (this.#state.status !== "live" || !this.#socket) {
        failed(new Refusal("lost", "There is no connection to the table at the moment."));
        return;
      }
      const id = ++this.#ids;
      const timer = setTimeout(this.#drop, ANSWER_WAIT);
      this.#pending.set(id, { message, at: Date.now(), done, failed, timer });
      this.#socket.send(JSON.stringify({ ...message, id }));
      this.#set({ waitingSince: this.#waitingSince() });
    });
  }

  /** Try to connect at once, where the next attempt would be made later. */
  retry(): void {
    this.#hurry();
  }

  /** The oldest waiting step was shown. */
  shift(): void {
    const [step, ...queue] = this.#state.queue;
    if (step) this.#set({ queue, views: step.after, out: step.out });
  }

  /** Show how the game stands, and nothing of what waits. */
  skip(): void {
    const last = this.#state.queue.at(-1);
    if (last) this.#set({ queue: [], views: this.#state.latest, out: last.out });
  }

  close(): void {
    this.#isClosed = true;
    removeEventListener("online", this.#hurry);
    removeEventListener("offline", this.#drop);
    document.removeEventListener("visibilitychange", this.#wake);
    this.#stop();
    this.#listeners.clear();
    this.#reactions.clear();
  }

  // --- The connection ------------------------------------------------------------------------------------------

  #connect = (): void => {
    this.#timer = null;
    const socket = this.#open(this.#address);
    this.#socket = socket;
    this.#isWelcome = false;
    socket.onopen = () => {
      // From the beginning at first, for the log; afterwards what was missed.
      const since = this.#isTold ? this.#state.ply : 0;
      socket.send(JSON.stringify({ type: "hello", protocol: PROTOCOL, token: this.#token, since }));
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (this.#socket === socket) this.#hear(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      if (event.code === CLOSED_OLD) this.#end("old");
      else this.#lose();
    };
  };

  /** The connection is gone: try again, less and less often. */
  #lose(): void {
    this.#stop();
    if (this.#isClosed || this.#state.status === "refused" || this.#state.status === "old") return;
    const longest = Math.min(FIRST_WAIT * 2 ** this.#attempts, LONGEST_WAIT);
    const wait = longest * (0.5 + Math.random() / 2); // apart from each other, after a server's restart
    this.#attempts += 1;
    this.#timer = setTimeout(this.#connect, wait);
    this.#set({ status: this.#isTold ? "reconnecting" : "connecting", retryAt: Date.now() + wait, turnEnds: null });
  }

  /** Let go of the socket and of all that waits for it. */
  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { failed, timer } of pending) {
      clearTimeout(timer);
      failed(LOST());
    }
    if (this.#state.waitingSince !== null) this.#set({ waitingSince: null });
  }

  #drop = (): void => {
    if (this.#socket) this.#lose();
  };

  #hurry = (): void => {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#attempts = 0;
    this.#connect();
  };

  #wake = (): void => {
    if (document.visibilityState === "visible") this.#hurry();
  };

  #end(status: "refused" | "old", refusal: Snapshot["refusal"] = null): void {
    this.#set({ status, refusal, retryAt: null });
    this.#stop();
  }

  // --- What the server says ------------------------------------------------------------------------------------

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        return this.#welcome(message);
      case "table":
        return this.#tell(message);
      case "began": {
        const { table, seats, views, sentence } = message;
        const line: LogLine = { ...NOBODY, key: "began", ply: 0, text: sentence };
        this.#isTold = true;
        return this.#set({
          ...this.#tableTold(table),
          seats,
          latest: views,
          views,
          out: [],
          queue: [],
          log: [...this.#state.log, line],
        });
      }
      case "played":
        return this.#play(message);
      case "odds":
        return this.#set({ odds: { ply: message.ply, odds: message.odds } });
      case "said":
        return this.#set({ chat: [...this.#state.chat, message.line] });
      case "reacted":
        for (const listener of this.#reactions) listener(message);
        return;
      case "seated":
        this.#set({ seats: message.seats });
        return this.#answer(message.id, (pending) => pending.done(message.seat));
      case "done":
        return this.#answer(message.id, (pending) => pending.done(null));
      case "error":
        return this.#refuse(message.code, message.message, message.id);
      case "moved":
        return this.#set({ moved: message.table });
      case "closing":
        return; // the socket closes next, and we come back
    }
  }

  #welcome({ version, table, seats, views, missed, chat, odds }: Welcome): void {
    this.#isWelcome = true;
    this.#attempts = 0;
    this.#offset = -Infinity;
    const { views: shown, latest, out, queue, log, ply } = this.#state;
    const fresh = missed.filter((played) => played.ply > ply);
    const isSame =
      latest.length > 0 && latest.length === views.length && latest.every((view, i) => view.seat === views[i]?.seat);
    const isToBePlayed = this.#isTold && isSame && fresh.length + queue.length <= MOST_MISSED;
    const steps = isToBePlayed ? stepsFrom(latest, queue.at(-1)?.out ?? out, fresh) : [];
    this.#set({
      ...this.#tableTold(table),
      status: "live",
      refusal: null,
      retryAt: null,
      seats,
      latest: views,
      views: isToBePlayed && queue.length + steps.length ? shown : views,
      out: isToBePlayed ? out : fresh.reduce(diceAfter, queue.at(-1)?.out ?? out),
      queue: isToBePlayed ? [...queue, ...steps] : [],
      ply: table.ply,
      log: [...log, ...fresh.flatMap(linesOf)],
      chat,
      odds: odds && { ply: table.ply, odds },
      ended: fresh.map(endOf).find(Boolean) ?? this.#state.ended,
      moved: table.rematch,
      isOutdated: version !== CAMELUP_VERSION,
    });
    this.#isTold = true;
  }

  /** Somebody came or went; who has left his seat in mid-game watches from then on, which makes other views. */
  #tell({ table, seats, sentence, views }: TableChanged): void {
    const { log, ply, queue } = this.#state;
    this.#news += 1;
    const line: LogLine = { ...NOBODY, key: `news.${this.#news}`, ply, text: sentence ?? "" };
    this.#set({
      ...this.#tableTold(table),
      seats,
      ...(views && { latest: views, views, queue: [], out: queue.at(-1)?.out ?? this.#state.out }),
      ...(sentence && { log: [...log, line] }),
    });
  }

  #play(played: Played): void {
    const { latest, out, queue, log } = this.#state;
    const steps = stepsFrom(latest, queue.at(-1)?.out ?? out, [played]);
    this.#set({
      latest: steps.at(-1)?.after ?? latest,
      queue: [...queue, ...steps],
      ply: played.ply,
      log: [...log, ...linesOf(played)],
      ended: endOf(played) ?? this.#state.ended,
      turnEnds: this.#localTime(played.turn_ends, played.now),
    });
  }

  #refuse(code: string, message: string, id: number | null): void {
    if (this.#isWelcome) {
      this.#answer(id, (pending) => pending.failed(new Refusal(code, message)));
    } else if (code === "protocol") {
      this.#end("old", { code, message });
    } else if (!PASSING.has(code)) {
      this.#end("refused", { code, message });
    }
  }

  #answer(id: number | null, tell: (pending: Pending) => void): void {
    const pending = id === null ? undefined : this.#pending.get(id);
    if (id === null || !pending) return;
    this.#pending.delete(id);
    clearTimeout(pending.timer);
    this.#set({ waitingSince: this.#waitingSince() });
    tell(pending);
  }

  #waitingSince(): number | null {
    const oldest = this.#pending.values().next().value;
    return oldest?.at ?? null;
  }

  #tableTold(table: TableForm): Partial<Snapshot> {
    return { table, turnEnds: this.#localTime(table.turn_ends, table.now) };
  }

  #localTime(at: number | null, now: number): number | null {
    this.#offset = Math.max(this.#offset, now - Date.now() / 1000);
    return at === null ? null : (at - this.#offset) * 1000;
  }

  #set(changes: Partial<Snapshot>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener(this.#state);
  }
}

/** Steps with the views after each of them, from views and what was played since. */
export function stepsFrom(views: View[], dice: string[], missed: Played[]): Step[] {
  const steps: Step[] = [];
  let before = views;
  let out = dice;
  for (const played of missed) {
    const after = before.map((view) => {
      const seen = played.seen.find(({ seat }) => seat === view.seat);
      return seen ? { ...view, ...seen.changes } : view;
    });
    const seen = seenByAll(played);
    out = diceAfter(out, played);
    if (seen) steps.push({ played, seen, after, out });
    before = after;
  }
  return steps;
}

/** Views tell which dice are still in; what the others show is known from what happened. */
function diceAfter(out: string[], { seen }: Played): string[] {
  let dice = out;
  for (const event of seen[0]?.events ?? []) {
    if (event.type === "die_revealed") dice = [...dice, event.face];
    else if (event.type === "leg_started") dice = [];
  }
  return dice;
}

/** What was played as lines of the log. */
export function linesOf(played: Played): LogLine[] {
  const { ply, seat, by, sentence } = played;
  const { events = [], sentences = [] } = seenByAll(played) ?? {};
  const said: LogLine[] = sentence ? [{ ...NOBODY, key: `${ply}.by`, ply, text: sentence }] : [];
  const told = sentences.flatMap((texts, index) => {
    const event = events[index];
    const face = event?.type === "die_revealed" ? event.face : null;
    return texts.map((text, nth) => {
      const whose = event ? seatOf(event, seat, nth) : seat;
      return { key: `${ply}.${index}.${nth}`, ply, seat: whose, by, text, face };
    });
  });
  return [...said, ...told];
}

function endOf({ seen }: Played): GameEnded | undefined {
  return seen[0]?.events.find((event) => event.type === "game_ended");
}

/** Whose line it is: of who acted, of who is paid, or of nobody. A leg's first line tells its order, then come the seats. */
function seatOf(event: Event, actor: number, nth: number): number | null {
  switch (event.type) {
    case "leg_scored":
      return event.rewards[nth - 1]?.seat ?? null;
    case "tile_hit":
    case "card_scored":
      return event.seat;
    case "race_ended":
    case "leg_started":
    case "game_ended":
      return null;
    default:
      return actor;
  }
}

/**
 * What happened, as it may be shown here. Who holds several seats passes the device round: then nobody else at it is to
 * learn which card was laid, so it is told as another of these seats saw it.
 */
function seenByAll({ seat, seen }: Played): Seen | undefined {
  return seen.find((one) => one.seat !== seat) ?? seen[0];
}
