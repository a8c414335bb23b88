// The light or dark theme: the system's, unless the user chose one.
import { forget, keep, recall } from "./storage.ts";

export type Theme = "system" | "light" | "dark";

function read(): Theme {
  const kept = recall("theme");
  return kept === "light" || kept === "dark" ? kept : "system";
}

let chosen = $state<Theme>(read());

function apply(): void {
  if (chosen === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = chosen;
}

export const theme = {
  get chosen(): Theme {
    return chosen;
  },
  choose(next: Theme): void {
    chosen = next;
    if (next === "system") forget("theme");
    else keep("theme", next);
    apply();
  },
};

apply();
