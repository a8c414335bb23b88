/** So long, in ms, a busy page may put it off. */
const LATEST = 500;

/** Do something once what is drawn now has been painted and nothing else is to be done; returns a function that calls it off. */
export function afterPaint(act: () => void): () => void {
  // Safari does not tell when it is idle.
  const hasIdle = "requestIdleCallback" in globalThis;
  let waiting = 0;
  const frame = requestAnimationFrame(() => {
    waiting = hasIdle ? requestIdleCallback(act, { timeout: LATEST }) : Number(setTimeout(act, 50));
  });
  return () => {
    cancelAnimationFrame(frame);
    if (hasIdle) cancelIdleCallback(waiting);
    else clearTimeout(waiting);
  };
}
