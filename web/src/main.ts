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

/** Keep what works without a network, once there is nothing else to do. Browsers offer it on secure pages alone. */
function install(): void {
  if (!("serviceWorker" in navigator)) return;
  const register = (): void => {
    // Where it is refused the page is as good as without.
    navigator.serviceWorker.register("/sw.js").catch(() => undefined);
  };
  addEventListener("load", () => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(register, { timeout: 10_000 });
    else setTimeout(register, 3000);
  });
}
