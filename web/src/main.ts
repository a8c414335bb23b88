import { mount } from "svelte";
import "virtual:tokens.css";
import "./style.css";
import App from "./App.svelte";
import { follow } from "./router.svelte.ts";

const target = document.getElementById("app");
if (target) {
  follow();
  target.replaceChildren();
  mount(App, { target });
}
