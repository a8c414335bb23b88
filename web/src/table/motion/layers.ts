// What draws the motions over and under a board. AnimatedBoard.svelte loads it.
export { default as MotionLayer } from "./MotionLayer.svelte";
export { default as WayOfUnit } from "./WayOfUnit.svelte";
