// The rules of the whole game in the client, for what has to work without a server: following a real game, and lessons.
// A live table never uses them; there the server decides.
//
//   let state = start({ edition: 2, players: 3, track: { 1: "gy", 2: "rb", 3: "p", 14: "K", 16: "W" } });
//   legal(state);                                     // [{ type: "roll" }, { type: "take_ticket", camel: "b" }, ...]
//   whyNot(state, { type: "place_tile", space: 1, side: "+" });   // { code: "tile_on_space_1", message: "A ..." }
//   let events;
//   ({ state, events } = apply(state, { type: "take_ticket", camel: "g" }));
//   ({ state, events } = apply(state, { type: "roll" }, "y2"));   // the caller says what the die shows
//   viewOf(state, 0);                                 // what Board, Players and the tray draw
//
// Everything is a pure function. States, actions and events are the JSON forms of docs/notation.md, as the server sends
// them (protocol.ts); states never change; every action makes a new one. Chance comes from outside: `facesLeft(state)` lists what a
// roll may show, each face as often as it is likely, so that `faces[Math.floor(random() * faces.length)]` is a fair die,
// and a lesson can give any face that it likes. `startingTrack(faces)` sets the camels up from their first dice.
//
// Cards may be unknown: `start({ ..., open: [1] })` knows the cards of seat 1 alone. All others then play
// `{ type: "play_card", deck, camel: null }`, and the end of the race pays the leg but not the decks: `isCounted` tells
// whether the money is final. Play the same actions from an open start, with the cards that were turned up, to count it.
//
// It is a second engine beside the one in Python, so it is held to it: tests/engine.test.ts plays thousands of games that
// Python has played (tests/client_games.py), and every legal action, refusal, state, view and event must be the same.
export { legal, type Refusal, tileSpaces, whyNot, WORDS } from "./legal.ts";
export { camelToMove, dieOf, facesLeft, facesOf, move, type Moved, whyNotFace } from "./movement.ts";
export { apply, isCounted, RulesError, type Start, start, type Step } from "./apply.ts";
export { cardRewards, legRewards, pay, scoreDecks, ticketReward } from "./scoring.ts";
export { eventsFor, viewOf } from "./view.ts";
export { startingSpace, startingTrack } from "./setup.ts";
export { type GameState, hasPartnerships, isOver, playersOf, ranking, spaceOf, unknownCards } from "./state.ts";
export { boundCrazy, trackAfter } from "../track.ts";
