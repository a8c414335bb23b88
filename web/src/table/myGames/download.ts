// Save what the server knows about this person as a file. A plain link cannot carry the tokens.
import { exportMine } from "./api.ts";

/** Long enough for a browser to begin the download, in ms. */
const KEPT = 60_000;

export async function download(): Promise<void> {
  const text = JSON.stringify(await exportMine(), null, 2);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = "camelup-my-data.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT);
}
