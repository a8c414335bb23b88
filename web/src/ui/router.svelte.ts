// Which page is shown: a few kinds of addresses (server/client.py has the same), and one page for all others.
export type Route =
  | { page: "start" }
  | { page: "make" }
  | { page: "device" }
  | { page: "analysis" }
  | { page: "follow" }
  | { page: "rules" }
  | { page: "puzzle"; date: string | null }
  | { page: "table"; code: string }
  | { page: "game"; code: string }
  | { page: "replay"; code: string | null }
  | { page: "learn"; name: string | null }
  | { page: "stories" }
  | { page: "lost"; path: string };

/** Find the page of a path; codes of tables may be typed in any case, with blanks around. */
export function find(path: string): Route {
  const parts = path.split("/").filter(Boolean);
  if (parts.length === 0) return { page: "start" };
  const [page, code] = parts;
  if (import.meta.env.DEV && page === "stories") return { page };
  if (parts.length === 1) {
    if (page === "make" || page === "device" || page === "analysis" || page === "follow" || page === "rules") {
      return { page };
    }
  }
  if (page === "puzzle" && parts.length <= 2) return { page, date: code ?? null };
  if (page === "replay" && parts.length <= 2) return { page, code: code ? read(code) : null };
  if (page === "learn" && parts.length <= 2) return { page, name: code ? read(code) : null };
  if (parts.length === 2 && code && (page === "table" || page === "game")) {
    return { page, code: read(code) } as Route;
  }
  return { page: "lost", path };
}

function read(code: string): string {
  try {
    return decodeURIComponent(code).trim().toLowerCase();
  } catch {
    return code;
  }
}

let path = $state(location.pathname);
const route = $derived(find(path));

export const router = {
  get route(): Route {
    return route;
  },
};

export function go(to: string, { replace = false } = {}): void {
  if (to !== location.pathname + location.search) {
    history[replace ? "replaceState" : "pushState"](null, "", to);
  }
  path = location.pathname;
  scrollTo(0, 0);
}

/** Follow links within the client without loading the page anew; call it once. */
export function follow(): void {
  addEventListener("popstate", () => (path = location.pathname));
  addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/") || link.hash) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
}
