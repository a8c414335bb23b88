// What a table needs once it is drawn. TablePage.svelte loads it.
export { default as SoundSettings } from "../../ui/sound/SoundSettings.svelte";
export { playSounds } from "../../table/sound/eventSounds.ts";
export { sound } from "../../ui/sound/sound.ts";
