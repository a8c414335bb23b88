// Keyboard shortcuts for a turn: one key for each action, and numbers for the five colours.
import { racingCamels } from "../../game/camels.ts";
import type { View } from "../../game/protocol.ts";
import { isGuarded } from "../../ui/guardTaps.ts";
import type { Turn } from "../tray/turn.svelte.ts";

export const KEYS: [string, string][] = [
  ["R", "roll"],
  ["1 to 5", "take the top ticket of a colour"],
  ["W, L", "bet on the winner or loser; then 1 to 5 for the card"],
  ["T", "your tile; arrow keys to a space, Enter, then + or −"],
  ["P", "choose a partner (six or more players)"],
  ["Esc", "cancel"],
  ["Again", "press again to confirm"],
  ["?", "explain the piece or player with the focus; otherwise this help"],
];

/** What the browser closes with Esc. */
const OPEN = '[popover=""]:popover-open, [popover="auto"]:popover-open';

/** Handle a key; returns whether it is a shortcut. */
export function pressKey(key: string, turn: Turn, view: View): boolean {
  const camel = /^[1-5]$/.test(key) ? racingCamels(view.edition)[Number(key) - 1] : undefined;
  if (camel) {
    if (turn.chosen.deck) turn.pickCard(camel);
    else turn.takeTicket(camel);
    return true;
  }
  switch (key.toLowerCase()) {
    case "r":
      turn.roll();
      return true;
    case "w":
      turn.pickDeck("winner");
      return true;
    case "l":
      turn.pickDeck("loser");
      return true;
    case "t":
      turn.pickTile();
      return true;
    case "+":
    case "=":
      turn.pickTile("+");
      return true;
    case "-":
    case "_":
      turn.pickTile("-");
      return true;
    case "p":
      turn.pickPartner();
      return true;
    case "escape":
      // An open menu or help closes first, by itself.
      if (document.querySelector(OPEN) || !(turn.held || turn.isChoosing || turn.refusal)) return false;
      turn.cancel();
      return true;
    default:
      return false;
  }
}

/** Whether a key would roll by accident: held down, or pressed when the button has only just appeared. */
export function isTooSoon({ key, repeat }: KeyboardEvent): boolean {
  return key.toLowerCase() === "r" && (repeat || isGuarded(document.querySelector("button.roll")));
}

/** Whether a key press is a shortcut, and neither typed into a field nor with a modifier. */
export function isForUs(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  const { target } = event;
  return !(target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]"));
}
