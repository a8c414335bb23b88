// Taking an identity to another device: it is sealed here, waits on the server for a few minutes, and is opened there
// with a link. Code and key are in the link's fragment, which no browser sends to a server.
import { ask } from "../connection/api.ts";
import { type Identity, readIdentity } from "./identity.ts";
import { seal, unseal } from "./sealing.ts";
import type { MadeTransfer, NewTransfer, RedeemTransfer, Transfer } from "../../game/protocol.ts";

/** The most that the server takes, in letters. */
const MOST_LETTERS = 65_536;
/** Letters that encryption and base64 make of one, at most, with the rest of the bundle's few. */
const GROWTH = 4 / 3;
const REST = 100;

export interface Offer {
  link: string;
  /** When it ends, by this device's clock, in ms. */
  until: number;
  /** How long it is good for, in ms. */
  lasts: number;
  /** What fetches it, for the one who takes it back. */
  code: string;
}

/** What is needed to take an identity over. */
export interface Ticket {
  code: string;
  key: string;
}

export async function offer(identity: Identity, origin: string): Promise<Offer> {
  const { bundle, key } = await seal(written(identity));
  const { code, seconds } = await ask<MadeTransfer>("/api/transfers", { bundle } satisfies NewTransfer);
  const lasts = seconds * 1000;
  return { link: `${origin}/transfer#${code}.${key}`, until: Date.now() + lasts, lasts, code };
}

/** Make a link useless that was not used, because there is a newer one. */
export async function withdraw({ code }: Offer): Promise<void> {
  // It may be used or too old by now, which is as good.
  await ask("/api/transfers/redeem", { code } satisfies RedeemTransfer).catch(() => undefined);
}

/** The identity as text; the oldest tables stay behind if it would be too long. */
export function written(identity: Identity): string {
  const tables = [...identity.tables];
  for (;;) {
    const text = JSON.stringify({ ...identity, tables });
    if (new TextEncoder().encode(text).length * GROWTH + REST < MOST_LETTERS || !tables.pop()) return text;
  }
}

/** Read a link's fragment; null if it lacks something. */
export function ticketOf(fragment: string): Ticket | null {
  const [, code, key] = /^#([A-Za-z0-9_-]{16,64})\.([A-Za-z0-9_-]{22,64})$/.exec(fragment) ?? [];
  return code && key ? { code, key } : null;
}

/** Fetch an identity, which works once; null if it cannot be read with this key. */
export async function redeem({ code, key }: Ticket): Promise<Identity | null> {
  const { bundle } = await ask<Transfer>("/api/transfers/redeem", { code } satisfies RedeemTransfer);
  const text = await unseal({ bundle, key });
  return text === null ? null : readIdentity(text);
}
