// What a race needs once it is drawn: the log and the chat, the help and the explanations. Race.svelte loads it.
export { default as Explain } from "../explain/Explain.svelte";
export { default as SidePanel } from "../talk/SidePanel.svelte";
export { default as TurnHelp } from "./TurnHelp.svelte";
