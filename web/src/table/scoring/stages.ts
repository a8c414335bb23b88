// Everything that stops a race: what a leg pays, the decks, the result. A table has it before the first leg ends, but not
// before its board is there.
export { default as LegPayouts } from "./LegPayouts.svelte";
export { default as Podium } from "./Podium.svelte";
export { default as Result } from "./Result.svelte";
export { default as Reveal } from "./Reveal.svelte";
