// The camels and dice of both editions: small letters race, capitals are crazy, "x" is the grey die.
import type { Edition } from "./protocol.ts";

type ByEdition = { readonly [edition in Edition]: string };

/** In the order of their tents. */
export const RACING: ByEdition = { 1: "bgowy", 2: "bgpry" };
export const CAMELS: ByEdition = { 1: "bgowy", 2: "bgpryKW" };
export const DICE: ByEdition = { 1: "bgowy", 2: "bgpryx" };
/** The values of a colour's tickets, top first. */
export const TICKET_VALUES: { readonly [edition in Edition]: readonly (2 | 3 | 5)[] } = {
  1: [5, 3, 2],
  2: [5, 3, 2, 2],
};
