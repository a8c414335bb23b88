// A live table as this browser knows it: a connection that comes back by itself, and a snapshot of everything that the
// server has said. It is a Svelte store: `const connection = connect(code)`, then `$connection.table`. What happens at
// the table is passed to its followers as steps; how they are shown is up to them.
import { Refusal } from "./api.ts";
import type { CardForm, ClientMessage, Played, Reacted, View } from "../../game/protocol.ts";
import type { GameEnded, ServerMessage, TableChanged, TableForm, Welcome } from "../../game/protocol.ts";
import { rememberOdds } from "../../game/odds.ts";
import { linesOf, startLine, tableLine } from "./raceLog.ts";
import { Notes } from "./notes.ts";
import { type Greeted, helloOf, socketAddress, takeGreeted } from "./greeting.ts";
import { noteToken } from "./ownTables.ts";
import { frameOf, type Snapshot, START } from "./snapshot.ts";
import { type Follower, type Frame, type Step, stepsFrom, type TableSource } from "./steps.ts";
import { ownToken, tokenAt } from "./tokens.ts";

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
/** Without an answer for this long, the connection is considered dead. */
const ANSWER_WAIT = 8000;
/** Refusals of `hello` that pass by themselves. */
const PASSING = new Set(["busy", "closing", "database", "silent", "too_fast", "too_many", "unavailable"]);
const CLOSED_OLD = 4426;

const NOTHING_MISSED = { missed: [], views_before: [] };

const LOST = () => new Refusal("lost", "The connection was lost before the table answered.");

/** Connect to a table; `close` it when the page goes. */
export function connect(code: string): TableConnection {
  const address = socketAddress(code);
  const own = tokenAt(code);
  return new TableConnection(address, undefined, own, takeGreeted(address, own.token));
}

/** The part of a live table that a race needs; a lesson has it, too. */
export type RaceConnection = Pick<TableConnection, "state" | "subscribe" | "send" | "onReaction" | "retry">;

export class TableConnection implements TableSource {
  #address: string;
  #token: string;
  #open: (address: string) => WebSocket;
  #socket: WebSocket | null = null;
  #state: Snapshot;
  #listeners = new Set<(state: Snapshot) => void>();
  #followers = new Set<Follower>();
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
  #notes = new Notes();
  /** All cards that were played, with the salts of our own. */
  #cards: CardForm[] = [];

  /** `greeted` is a socket that has said hello already. */
  constructor(
    address: string,
    open = (to: string): WebSocket => new WebSocket(to),
    { token, isKept } = ownToken(),
    greeted: Greeted | null = null,
  ) {
    this.#address = address;
    this.#open = open;
    this.#token = token;
    this.#state = { ...START, isKept };
    addEventListener("online", this.#hurry);
    addEventListener("offline", this.#drop);
    document.addEventListener("visibilitychange", this.#wake);
    if (greeted) this.#continue(greeted);
    else this.#connect();
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

  follow(follower: Follower): () => void {
    this.#followers.add(follower);
    follower.jump(frameOf(this.#state));
    return () => this.#followers.delete(follower);
  }

  /** Hear of reactions, which nobody keeps. */
  onReaction(listener: (reacted: Reacted) => void): () => void {
    this.#reactions.add(listener);
    return () => this.#reactions.delete(listener);
  }

  /**
   * Ask the table for something. Resolves once it is done and stored (for `sit`: with the seat), rejects with a
   * Refusal; its code is "lost" when the connection broke, and then `ply` shows after the reconnect what became of it.
   */
  send(message: Request): Promise<number | null> {
    return new Promise((done, failed) => {
      if (this.#state.status !== "live" || !this.#socket) {
        failed(new Refusal("lost", "Not connected to the table right now."));
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

  close(): void {
    this.#isClosed = true;
    removeEventListener("online", this.#hurry);
    removeEventListener("offline", this.#drop);
    document.removeEventListener("visibilitychange", this.#wake);
    this.#stop();
    this.#listeners.clear();
    this.#followers.clear();
    this.#reactions.clear();
  }

  // --- The connection ------------------------------------------------------------------------------------------

  #connect = (): void => {
    this.#timer = null;
    const socket = this.#open(this.#address);
    socket.onopen = () => {
      // As much as the server replays at first, for the log; afterwards what was missed.
      socket.send(helloOf(this.#token, this.#isTold ? this.#state.ply : 0));
    };
    this.#listen(socket);
  };

  /** Continue on a socket that was opened before. What it heard is told once those who follow this connection do so. */
  #continue({ socket, heard }: Greeted): void {
    this.#listen(socket);
    const [hear, lose] = [socket.onmessage, socket.onclose];
    queueMicrotask(() => {
      for (const event of heard) {
        if ("data" in event) hear?.call(socket, event);
        else lose?.call(socket, event);
      }
    });
  }

  #listen(socket: WebSocket): void {
    this.#socket = socket;
    this.#isWelcome = false;
    socket.onmessage = (event: MessageEvent<string>) => {
      if (this.#socket === socket) this.#hear(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      if (event.code === CLOSED_OLD) this.#end("old");
      else this.#lose();
    };
  }

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
        const log = [...this.#state.log, tableLine("began", 0, sentence)];
        this.#isTold = true;
        this.#notes.take(table);
        this.#set({ ...this.#tableTold(table), seats, latest: views, diceOut: [], log });
        return this.#jump();
      }
      case "played":
        return this.#play(message);
      case "odds":
        return this.#set({ odds: rememberOdds(this.#state.odds, message) });
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
        return this.#move(message.table);
      case "closing":
        return; // the socket closes next, and we come back
    }
  }

  // A server that is older than this page sends no cards.
  #welcome(told: Welcome): void {
    const { version, table, seats, views, missed, chat, odds, cards = [] } = told;
    const { latest, diceOut, ply, log, ended, odds: known } = this.#state;
    const fresh = missed.filter((played) => played.ply > ply);
    // The server replays only the latest plies: after a long break they do not follow what is shown here.
    const isGap = (fresh[0]?.ply ?? table.ply + 1) !== ply + 1;
    const first = (told.views_before[0] ?? views[0])?.turn;
    const head = isGap
      ? [tableLine(`gap.${table.ply}`, ply, "Some earlier actions are not listed.")]
      : ply === 0 && first !== undefined && !log.some(({ key }) => key === "began")
        ? [startLine(first, table.seats, seats)]
        : [];
    const before = frameOf(this.#state);
    const steps = stepsFrom(isGap ? { ...before, diceOut: [] } : before, fresh);
    const isContinued = !isGap && hasSameSeats(latest, views) && (fresh.at(-1)?.ply ?? ply) === table.ply;
    this.#isWelcome = true;
    this.#isTold = true;
    this.#attempts = 0;
    this.#offset = -Infinity;
    this.#set({
      ...this.#tableTold(table),
      status: "live",
      refusal: null,
      retryAt: null,
      seats,
      latest: views,
      diceOut: steps.at(-1)?.after.diceOut ?? (isGap ? [] : diceOut),
      ply: table.ply,
      log: [...log, ...head, ...fresh.flatMap(linesOf)],
      chat,
      odds: odds ? rememberOdds(known, { ply: table.ply, odds }) : known,
      ended: fresh.map(endOf).find(Boolean) ?? ended,
      isOutdated: version !== CAMELUP_VERSION,
    });
    if (table.rematch) this.#move(table.rematch);
    if (isContinued) this.#enqueue(steps);
    else this.#jump(told);
    this.#cards = cards;
    this.#notes.take(table, cards);
    this.#checkCards();
  }

  /** Somebody came or went. Views come with it for those who left their seat in mid-game: they watch from then on. */
  #tell({ table, seats, sentence, views }: TableChanged): void {
    const { log, ply } = this.#state;
    this.#news += 1;
    this.#notes.take(table);
    this.#set({
      ...this.#tableTold(table),
      seats,
      ...(views && { latest: views }),
      ...(sentence && { log: [...log, tableLine(`news.${this.#news}`, ply, sentence)] }),
    });
    if (views) this.#jump();
  }

  #play(played: Played): void {
    const steps = stepsFrom(frameOf(this.#state), [played]);
    const { views: latest, diceOut } = steps[0]!.after;
    this.#set({
      latest,
      diceOut,
      ply: played.ply,
      log: [...this.#state.log, ...linesOf(played)],
      ended: endOf(played) ?? this.#state.ended,
      turnEnds: this.#localTime(played.turn_ends, played.now),
    });
    this.#enqueue(steps);
    if (played.card) {
      this.#cards = [...this.#cards, played.card];
      this.#notes.takeCard(played.card);
      this.#checkCards();
    }
  }

  /** Check the hashes of our own cards. The code for it is loaded with the first of them. */
  #checkCards(): void {
    const { table, latest } = this.#state;
    const cards = this.#cards;
    if (!table || !cards.some(({ salt }) => salt)) return;
    import("./cardHash.ts")
      .then(({ checkOwnCards }) => {
        const warning = checkOwnCards(table.id, cards, latest);
        if (warning) this.#set({ warning });
      })
      .catch(() => undefined); // the hashes are noted, and compared after the game
  }

  /** There is a rematch, where our seats have the same token. */
  #move(moved: string): void {
    if (this.#token !== ownToken().token) noteToken(moved, this.#token);
    this.#set({ moved });
  }

  /** The table stands differently, and no steps from what was shown lead there; the last ones may still be known. */
  #jump({ missed, views_before: views = [] }: Pick<Welcome, "missed" | "views_before"> = NOTHING_MISSED): void {
    const isKnown = missed.length > 0 && hasSameSeats(views, this.#state.latest);
    const start: Frame = { views, diceOut: [], ply: (missed[0]?.ply ?? 1) - 1 };
    const past = isKnown ? stepsFrom(start, missed) : [];
    for (const follower of this.#followers) follower.jump(frameOf(this.#state), past, start);
  }

  /** These steps led to how the table stands now: the last of them ends in exactly what the server said. */
  #enqueue(steps: readonly Step[]): void {
    const last = steps.at(-1);
    if (!last) return;
    const told = [...steps.slice(0, -1), { ...last, after: frameOf(this.#state) }];
    for (const follower of this.#followers) follower.enqueue(told);
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

function hasSameSeats(views: readonly View[], others: readonly View[]): boolean {
  return views.length === others.length && views.every(({ seat }, index) => seat === others[index]!.seat);
}

function endOf({ seen }: Played): GameEnded | undefined {
  return seen[0]?.events.find((event) => event.type === "game_ended");
}
