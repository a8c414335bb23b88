// The screens that interrupt a race: the payout, the decks and the result. They are loaded after the board, but before
// the first leg ends.
export { default as LegPayouts } from "./LegPayouts.svelte";
export { default as Podium } from "./Podium.svelte";
export { default as Result } from "./Result.svelte";
export { default as Reveal } from "./Reveal.svelte";
