// The screens that interrupt a race: the payout and the decks. They are loaded after the board, but before
// the first leg ends; the result comes when the cards are revealed.
export { default as LegPayouts } from "./LegPayouts.svelte";
export { default as Podium } from "./Podium.svelte";
export { default as Reveal } from "./Reveal.svelte";

/** Load the result. */
export const loadResult = () => import("../result/TableResult.svelte");
