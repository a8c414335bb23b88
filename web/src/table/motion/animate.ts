// Key frame animations of elements. Their progress depends on the start time, so that a redrawn element continues.
import type { Attachment } from "svelte/attachments";

interface Time {
  ms: number;
  since: number;
}

/** Animate an element as long as it exists. */
export function animated(frames: Keyframe[], time: Time, more: KeyframeAnimationOptions = {}): Attachment {
  return (element) => start(element, frames, time, more);
}

/** Animate an element; returns a function that ends it. */
export function start(
  element: Element,
  frames: Keyframe[],
  { ms, since }: Time,
  more: KeyframeAnimationOptions = {},
): (() => void) | undefined {
  if (!frames.length || !("animate" in element)) return undefined;
  const animation = element.animate(frames, { duration: ms, fill: "both", ...more });
  animation.currentTime = performance.now() - since;
  return () => animation.cancel();
}
