// The hashes that everybody is shown of face-down cards: docs/fair-dice.md. The hash functions come from a library,
// because browsers have their own only on secure pages, so load this only when it is needed.
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { CardForm, CardHash, View } from "../../game/protocol.ts";

const SEATS = "ABCDEFGH";

type Place = Pick<CardHash, "ply" | "seat">;

/** The salt of a card, from the secret that is revealed when the game is over. */
export function cardSalt(secret: Uint8Array, table: string, place: Place): string {
  return bytesToHex(hmac(sha256, secret, bytes(message(table, place))));
}

/** The hash of a card with its salt. */
export function cardHash(table: string, place: Place, deck: string, camel: string, salt: string): string {
  return bytesToHex(sha256(bytes(`${message(table, place)}:${deck}:${camel}:${salt}`)));
}

/** Check the hashes of our own cards, which come in the order of the decks; returns a warning if one is wrong. */
export function checkOwnCards(table: string, cards: readonly CardForm[], views: readonly View[]): string | null {
  const wrong = cards.find((card) => {
    const { seat, deck, hash, salt } = card;
    if (salt === null) return false;
    const before = cards.filter((one) => one.seat === seat && one.deck === deck && one.ply < card.ply).length;
    const view = views.find((one) => one.seat === seat);
    const own = view?.[`${deck}_deck`].filter((one) => one.seat === seat)[before];
    return own?.camel ? cardHash(table, card, deck, own.camel, salt) !== hash : false;
  });
  return wrong
    ? `Don’t trust this server: it showed everyone a wrong fingerprint of the card you played as action ${wrong.ply}, so it could exchange that card.`
    : null;
}

function message(table: string, { ply, seat }: Place): string {
  return `camelup card 1:${table}:${ply}:${SEATS[seat]}`;
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
