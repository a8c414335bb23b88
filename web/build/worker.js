// The service worker: keeps what the start page, the analysis board, a followed game, rules and lessons need, so that
// they are there without a network. build/app.ts puts VERSION and FILES in front of it and writes it as /sw.js.
//
// Versions never mix. A page always comes from the server if that answers, so a new build is taken at the next load; the
// names of all other files tell their contents, so a kept one is right wherever it is asked for. What is kept is one
// build as a whole: a new worker fetches its own, and takes over when no page of the old one is open any more. Nothing
// of /api is ever kept, and nothing is added later, so that it cannot grow.
/* global VERSION, FILES */
const PREFIX = "camelup-";
const KEPT = PREFIX + VERSION;
const PAGE = "/";
/** So long, in ms, a server may take to answer before the kept page is shown. */
const PATIENCE = 4000;
/** What a proxy answers when there is no server behind it. */
const AWAY = [502, 503, 504];

async function fill() {
  const cache = await caches.open(KEPT);
  const page = await fetch(PAGE, { cache: "no-cache" });
  const text = await page.clone().text();
  // The server may have been brought up to date between this script and its page: then the next worker does it.
  if (!page.ok || !text.includes(FILES[0])) throw new Error("The page is of another build.");
  await cache.put(PAGE, page);
  await cache.addAll(FILES);
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== KEPT).map((name) => caches.delete(name)),
  );
}

async function showPage(request) {
  const kept = () => caches.match(PAGE, { cacheName: KEPT });
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE)).then(kept);
  const asked = fetch(request);
  try {
    const answer = (await Promise.race([asked, late])) ?? (await asked);
    return AWAY.includes(answer.status) ? ((await kept()) ?? answer) : answer;
  } catch {
    return (await kept()) ?? Response.error();
  }
}

async function showFile(request) {
  return (await caches.match(request.url, { cacheName: KEPT })) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(showPage(request));
  else if (FILES.includes(pathname)) event.respondWith(showFile(request));
});
