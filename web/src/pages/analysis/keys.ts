// The analysis board by keyboard: a letter chooses a camel and focuses its space, left and right arrows go along the
// track, Enter puts it down, and up and down arrows move it within its stack.
import { EDITIONS, SPACES } from "../../game/editions.ts";
import { isForUs } from "../../table/race/keys.ts";
import { shift } from "./editing.ts";
import { ownerOn, spaceOf } from "../../game/position.ts";
import type { Study } from "./study.svelte.ts";

export function pressKey(event: KeyboardEvent, study: Study, focused: number, focus: (space: number) => void): void {
  if (act(event, study, focused, focus)) event.preventDefault();
}

function act(event: KeyboardEvent, study: Study, focused: number, focus: (space: number) => void): boolean {
  const { key, shiftKey, target } = event;
  const isTyping = target instanceof HTMLElement && target.closest("input, textarea, select");
  if ((event.ctrlKey || event.metaKey) && !isTyping && key.toLowerCase() === "z") {
    if (shiftKey) study.redo();
    else study.undo();
    return true;
  }
  if ((event.ctrlKey || event.metaKey) && !isTyping && key.toLowerCase() === "y") {
    study.redo();
    return true;
  }
  if (!isForUs(event) || document.querySelector(":popover-open")) return false;
  const { chosen, position } = study;
  const isOnSpace = target instanceof HTMLElement && target.dataset["boardSpace"] !== undefined;
  const letter = key.toLowerCase();
  const die =
    letter === "x" || shiftKey ? [...EDITIONS[position.edition].dice].find((one) => one === letter) : undefined;
  if (die) {
    study.toggleDie(die);
    return true;
  }
  const camel = [...EDITIONS[position.edition].camels].find((one) => one.toLowerCase() === letter);
  if (camel) {
    study.chooseCamel(camel);
    if (study.chosen) focus(spaceOf(position, camel) ?? focused);
    return true;
  }
  switch (key) {
    case "+":
    case "-":
      study.chooseTile(key);
      focus(focused);
      return true;
    case "Escape":
      if (!chosen) return false;
      study.chosen = null;
      return true;
    case "Delete":
    case "Backspace":
      if (chosen && "camel" in chosen) study.takeOff(chosen.camel);
      else if (isOnSpace && ownerOn(position, focused) !== null) study.liftTile(focused);
      else return false;
      return true;
    case "ArrowRight":
    case "ArrowLeft":
      if (!isOnSpace) return false;
      focus(((focused - 1 + (key === "ArrowRight" ? 1 : SPACES - 1)) % SPACES) + 1);
      return true;
    case "ArrowUp":
    case "ArrowDown":
      if (!isOnSpace || !chosen || !("camel" in chosen)) return false;
      study.edit((from) => shift(from, chosen.camel, key === "ArrowUp" ? 1 : -1), "");
      return true;
    default:
      return false;
  }
}
