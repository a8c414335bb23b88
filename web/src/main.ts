import { mount } from "svelte";
import "virtual:tokens.css";
import "./ui/style.css";
import App from "./App.svelte";
import { follow } from "./ui/router.svelte.ts";
import "./ui/fonts.ts";
// It applies the stored theme: here, so that no page is shown in the other one first.
import "./ui/theme.svelte.ts";

const target = document.getElementById("app");
if (target) {
  follow();
  target.replaceChildren();
  mount(App, { target });
  if (import.meta.env.PROD) {
    fetchLater();
    install();
  }
}

/** Fetch what a table needs once somebody touches the page: visitors who only look need not wait for it. */
function fetchLater(): void {
  const later = document.getElementById("later");
  if (!(later instanceof HTMLTemplateElement)) return;
  const touched = ["pointerdown", "pointermove", "keydown"] as const;
  const fetchNow = (): void => {
    for (const kind of touched) removeEventListener(kind, fetchNow);
    document.head.append(later.content);
  };
  for (const kind of touched) addEventListener(kind, fetchNow, { passive: true });
}

/** Install the service worker for offline use once the page is idle. Browsers allow it only on secure pages. */
function install(): void {
  if (!("serviceWorker" in navigator)) return;
  const register = (): void => {
    // If it is refused, the page still works.
    navigator.serviceWorker.register("/sw.js").catch(() => undefined);
  };
  addEventListener("load", () => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(register, { timeout: 10_000 });
    else setTimeout(register, 3000);
  });
}
