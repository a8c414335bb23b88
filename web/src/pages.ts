// The table of pages. The app finds its pages here; the build makes the list of files that work without a network from
// it, and pages.json, which gives the server the addresses. A page is a row here and a folder of its name in pages/,
// with `NamePage.svelte` in it. The build reads this file outside of a browser, so it has only data and plain
// functions.

export interface PageRow {
  /** Its folder, and the first part of its address. */
  name: string;
  /** The rest of the address, passed to the page as a property: "code", or "date?" if it is optional. */
  parameter?: string;
  /** It works without a network: a service worker keeps its files. */
  isOffline?: boolean;
  /** Its files are named in the HTML that the server sends, so that a browser fetches them at once. */
  isPreloaded?: boolean;
  /** It is left out of a build. */
  isForDevelopers?: boolean;
}

export const PAGES: readonly PageRow[] = [
  // Its address is "/".
  { name: "start", isOffline: true, isPreloaded: true },
  { name: "make" },
  { name: "device" },
  { name: "table", parameter: "code", isPreloaded: true },
  { name: "game", parameter: "code" },
  { name: "watch" },
  { name: "games" },
  { name: "transfer" },
  { name: "replay", parameter: "code?" },
  { name: "analysis", isOffline: true },
  { name: "follow", isOffline: true },
  { name: "rules", isOffline: true },
  { name: "puzzle", parameter: "date?", isOffline: true },
  { name: "learn", parameter: "name?", isOffline: true },
  { name: "stories", isForDevelopers: true },
];

/** "pages/learn/LearnPage.svelte". */
export function fileOf(name: string): string {
  return `pages/${name}/${name.charAt(0).toUpperCase()}${name.slice(1)}Page.svelte`;
}

/** The addresses of a page, in the form that the server's router reads: "/learn" and "/learn/{name}". */
export function addressesOf({ name, parameter }: PageRow): string[] {
  const address = name === "start" ? "/" : `/${name}`;
  if (!parameter) return [address];
  const longer = `${address}/{${parameter.replace("?", "")}}`;
  return parameter.endsWith("?") ? [address, longer] : [longer];
}

export interface Route {
  page: string;
  /** The properties of the page. */
  props: Record<string, string | null>;
}

/** Find the page of a path, or null. A code may be in either case, with spaces around it. */
export function findPage(path: string): Route | null {
  const [name = "start", value, ...more] = path.split("/").filter(Boolean);
  const row = PAGES.find((known) => known.name === name);
  if (!row || more.length || (name === "start" && path !== "/")) return null;
  const { parameter } = row;
  if (!parameter) return value === undefined ? { page: name, props: {} } : null;
  if (value === undefined && !parameter.endsWith("?")) return null;
  return { page: name, props: { [parameter.replace("?", "")]: value === undefined ? null : read(value) } };
}

function read(value: string): string {
  try {
    return decodeURIComponent(value).trim().toLowerCase();
  } catch {
    return value;
  }
}
