// Key frames on elements: where they are is told by when they began, so that a drawing that is made anew goes on.
import type { Attachment } from "svelte/attachments";

interface Time {
  ms: number;
  since: number;
}

/** Move an element for as long as it is there. */
export function animated(frames: Keyframe[], time: Time, more: KeyframeAnimationOptions = {}): Attachment {
  return (element) => start(element, frames, time, more);
}

/** Move an element; what is given back ends it. */
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
