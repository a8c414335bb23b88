// Greets the server of a table before the rest of the page is there. The HTML of a table names this file first
// (build/pages.ts): it opens the socket while the large scripts are still on their way, and notes what it hears until
// the connection takes it over. Over a mobile network, that saves the round trips between the scripts and the first
// picture. Other pages load this file, too, and then it does nothing.
import { PROTOCOL } from "../../game/protocol.ts";
import { tokenAt } from "./tokens.ts";

/** A socket, and what came over it before somebody listened. */
export interface Greeted {
  socket: WebSocket;
  address: string;
  token: string;
  heard: (MessageEvent<string> | CloseEvent)[];
}

/** Where the socket of a table is. */
export function socketAddress(code: string): string {
  const address = new URL(`/api/tables/${encodeURIComponent(code)}/socket`, location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return address.href;
}

/** The first message of a connection. */
export function helloOf(token: string, since: number): string {
  return JSON.stringify({ type: "hello", protocol: PROTOCOL, token, since });
}

/** Greet the table of a page, if it is the page of a table; codes in other spellings are left to the page. */
export function greet(path: string, open = (to: string): WebSocket => new WebSocket(to)): Greeted | null {
  const code = /^\/table\/([a-z0-9]+)$/.exec(path)?.[1];
  if (!code) return null;
  const address = socketAddress(code);
  const { token } = tokenAt(code);
  const socket = open(address);
  const heard: Greeted["heard"] = [];
  socket.onopen = () => socket.send(helloOf(token, 0));
  socket.onmessage = socket.onclose = (event: MessageEvent<string> | CloseEvent) => heard.push(event);
  return { socket, address, token, heard };
}

let greeted = greet(location.pathname);

/** The socket that was opened before, for the first who needs it; null if there is none for this table. */
export function takeGreeted(address: string, token: string): Greeted | null {
  const taken = greeted;
  greeted = null;
  if (taken?.address === address && taken.token === token) return taken;
  taken?.socket.close();
  return null;
}
