#!/usr/bin/env node
// A player as a program for Node: it backs the camel in the lead while that pays, and rolls otherwise.
// camelup play --against exec:./backer.mjs

import { createInterface } from "node:readline";

// The racing camel in front: on the farthest space the topmost; crazy camels have capitals and do not count.
function leaderOf(track) {
  const spaces = Object.keys(track).filter((space) => /[a-z]/.test(track[space]));
  const farthest = Math.max(...spaces.map(Number));
  return track[farthest].replace(/[A-Z]/g, "").at(-1);
}

// One of the legal actions: the leader's ticket if it is worth 3 or more, else the roll, which comes first.
function choose(view) {
  const leader = leaderOf(view.track);
  const colours = [...Object.values(view.track).join("").replace(/[A-Z]/g, "")].sort();
  const tent = view.tents[colours.indexOf(leader)];
  const ticket = view.legal.find((action) => action.type === "take_ticket" && action.camel === leader);
  return ticket && tent[0] >= 3 ? ticket : view.legal[0];
}

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    say({ type: "hello", protocol: 1, name: "Backer", needs: [] });
  } else if (message.type === "start") {
    say({ type: "ready" });
  } else if (message.type === "turn") {
    say({ type: "choice", id: message.id, action: choose(message.view) });
  } else if (message.type === "bye") {
    lines.close();
  }
});
