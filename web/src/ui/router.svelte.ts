// The current path. ../pages.ts maps it to a page.
let path = $state(location.pathname);

export const router = {
  get path(): string {
    return path;
  },
};

export function go(to: string, { replace = false } = {}): void {
  if (to !== location.pathname + location.search) {
    history[replace ? "replaceState" : "pushState"](null, "", to);
  }
  path = location.pathname;
  scrollTo(0, 0);
}

/** Handle links within the client without reloading the page; call it once. */
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
