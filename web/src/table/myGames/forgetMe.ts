// Delete what the server knows about this person, and then what this browser knows.
import { forget } from "../../ui/storage.ts";
import { deleteMine } from "./api.ts";

/** Everything by which this browser is somebody; settings such as the theme stay. */
const OWN = ["token", "tokens", "tables", "hidden", "noted", "name"] as const;

export async function forgetMe(): Promise<void> {
  await deleteMine();
  OWN.forEach(forget);
}
