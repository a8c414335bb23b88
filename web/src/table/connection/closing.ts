// Why a table was closed before its race was over, in a sentence.
import type { TableForm } from "../../game/protocol.ts";

export function whyClosed({ closed }: Pick<TableForm, "closed">): string {
  return closed === "too_long"
    ? "The race went on for 1,000 actions without an end, so the table was closed."
    : "The table was closed because nobody was there.";
}
