import { mount } from "svelte";
import "virtual:tokens.css";
import "./ui/style.css";
import App from "./App.svelte";
import { follow } from "./ui/router.svelte.ts";

const target = document.getElementById("app");
if (target) {
  follow();
  target.replaceChildren();
  mount(App, { target });
  if (import.meta.env.PROD) install();
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
