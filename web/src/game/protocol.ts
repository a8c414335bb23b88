// Written by tools/client_types.py from the server's schema (`make types`): do not edit.

export const PROTOCOL = 1;
export const CHAT_LENGTH = 300;
export const TITLE_LENGTH = 40;
export const REACTIONS = ["camel", "clap", "laugh", "cry", "wow", "sand"] as const;
export const DEFAULT_SETTINGS: Settings = {"edition": 2, "seats": 4, "is_open": false, "odds": "off", "hides_money": false, "clock": null, "first": null};

/** Do something in the game. */
export interface Act {
  type: "act";
  seat: number;
  ply: number;
  action: Action;
  id?: number | null;
}

export type Action = Roll | TakeTicket | PlaceTile | PlayCard | JoinPartner;

/** The host gives a free seat to a computer player. */
export interface AddComputer {
  type: "add_computer";
  level: string;
  seat?: number | null;
  id?: number | null;
}

/** The game has begun. Free seats are gone, so that seats may have other numbers than before. */
export interface Began {
  type: "began";
  table: TableForm;
  seats: number[];
  views: View[];
  sentence: string;
}

/** A camel by its letter: small letters race, capitals are crazy. */
export type Camel = "b" | "g" | "o" | "p" | "r" | "w" | "y" | "K" | "W";

/** A unit moved from one space to another; the camel at its bottom is its first. */
export interface CamelMoved {
  type: "camel_moved";
  unit: Camel[];
  start: number;
  end: number;
  is_under: boolean;
}

/** A finish card on a deck: whose it is, and which camel it shows, null where that is not known. */
export interface Card {
  seat: number;
  camel: RacingCamel | null;
}

/** What is shown of a face-down card so that nobody can exchange it: docs/fair-dice.md. */
export interface CardForm {
  ply: number;
  seat: number;
  deck: "loser" | "winner";
  hash: string;
  salt: string | null;
}

/** What everybody is shown of a card when it is played. */
export interface CardHash {
  ply: number;
  seat: number;
  deck: Deck;
  hash: string;
}

/** A finish card was laid face down on a deck; the camel is null for those who may not know it. */
export interface CardPlayed {
  type: "card_played";
  seat: number;
  deck: Deck;
  camel: RacingCamel | null;
}

/** A finish card was turned up and paid; both decks are gone through in the order in which they were built. */
export interface CardScored {
  type: "card_scored";
  deck: Deck;
  seat: number;
  camel: RacingCamel;
  reward: number;
  money: number;
}

/** What somebody wrote. It is text, never markup. */
export interface ChatLine {
  seat: number | null;
  name: string;
  text: string;
  at: number;
}

/** Says which of several seats on one device counts for this person; null for none. */
export interface ChosenSeat {
  table: string;
  seat: number | null;
}

export type ClientMessage = Hello | Sit | GiveSeed | Leave | AddComputer | Remove | Reopen | SetOpen | Start | Act | Say | React | Mute | Rematch;

/** The server stops; the game is stored. Try again in a moment. */
export interface Closing {
  type: "closing";
  message: string;
}

/** What the choices of one kind cost a player in pounds, compared with the best actions. */
export interface Cost {
  kind: "early_ticket" | "late_ticket" | "loser" | "partner" | "roll" | "tile" | "winner";
  decisions: number;
  coins: number;
  error: number;
}

/** Everybody's chances to win after an action, by seat, and their standard errors. */
export interface CurvePoint {
  ply: number;
  wins: number[];
  errors: number[];
}

/** The two betting spaces for finish cards. */
export type Deck = "winner" | "loser";

/** What was deleted. */
export interface Deleted {
  tables: number;
  left: number;
  names: number;
  chat: number;
  damaged: number;
}

/** What makes the dice checkable: docs/fair-dice.md. */
export interface DiceForm {
  commitment: string;
  seeds: string[];
  secret: string | null;
  is_first_random: boolean | null;
}

/** A player took a pyramid ticket, and a die came out of the pyramid; the dice of racing camels need no reason. */
export interface DieRevealed {
  type: "die_revealed";
  seat: number;
  face: Face;
  reason: GreyReason | null;
}

/** What was asked for with this id has been done, and is stored. */
export interface Done {
  type: "done";
  id: number;
  ply: number;
}

/** What one player began with, and what every kind of bet has brought since; losses are below 0. */
export interface Earnings {
  start: number;
  tickets: number;
  pyramid_tickets: number;
  copied: number;
  tiles: number;
  winner_cards: number;
  loser_cards: number;
  spared: number;
}

/** The number of an edition. */
export type Edition = 1 | 2;

/** What HTTP answers when it refuses. */
export interface ErrorForm {
  code: string;
  message: string;
}

/** A figure and its standard error. */
export interface Estimate {
  value: number;
  error: number;
}

export type Event = TicketTaken | TilePlaced | CardPlayed | PartnersJoined | DieRevealed | CamelMoved | TileHit | RaceEnded | LegScored | LegStarted | CardScored | GameEnded;

/** What a die shows: the letter of a camel, and a number. */
export type Face = string;

/** A game that is over, with the proof of its dice and cards; json_codec writes and reads it. */
export interface FinishedGame {
  type: "finished_game";
  record: Record;
  dice: Proof;
  published: Published | null;
}

/** How somebody does in the games that you shared, you included. */
export interface Friend {
  name: string;
  is_you: boolean;
  games: number;
  wins: number;
  skill: number | null;
  skill_error: number | null;
  luck: number | null;
}

/** The money was counted. */
export interface GameEnded {
  type: "game_ended";
  winner: RacingCamel;
  loser: RacingCamel;
  money: number[];
  victors: number[];
}

/** Finished games of tables that were open, the latest first. */
export interface GameList {
  games: ListedTable[];
}

/** A finished game as people look at it: who won, what every kind of bet brought, and what happened. */
export interface GameSummary {
  edition: number;
  names: string[];
  seats: SeatForm[];
  ended_at: number;
  money: number[];
  victors: number[];
  winner: RacingCamel;
  loser: RacingCamel;
  legs: number;
  track: Track;
  earnings: Earnings[];
  cards: CardScored[];
  log: LoggedPly[];
  rematch: string | null;
  title: string | null;
}

/** Give one's own part of the dice where one sits already: at a rematch, before the start. */
export interface GiveSeed {
  type: "seed";
  seat: number;
  seed: string;
  id?: number | null;
}

/** Why the grey die moves the crazy camel that it moves, whichever colour it shows. */
export type GreyReason = "only_carrier" | "on_top" | "shown";

/** The first message: who this is. Answered by `welcome`, or by `error` and the end. */
export interface Hello {
  type: "hello";
  protocol: number;
  token?: string | null;
  since?: number | null;
  id?: number | null;
}

/** Enter into a betting partnership with another seat. */
export interface JoinPartner {
  type: "join_partner";
  seat: number;
}

/** Leave a seat: before the start it is free again, after it a computer player has it for good. */
export interface Leave {
  type: "leave";
  seat: number;
  id?: number | null;
}

/** The odds of the leg: exact. */
export interface LegForm {
  ranks: { [key: string]: number[] };
  tile_hits: { [key: string]: number };
  race_ends: number;
}

/** What a leg brought one player: every part, their sum, and the money after it (never below 0). */
export interface LegReward {
  seat: number;
  tickets: TicketReward[];
  pyramid_tickets: number;
  copied: number;
  total: number;
  money: number | null;
}

/** The leg was scored for all players. */
export interface LegScored {
  type: "leg_scored";
  leg: number;
  ranking: RacingCamel[];
  rewards: LegReward[];
}

/** The table was cleared and all dice went back into the pyramid. */
export interface LegStarted {
  type: "leg_started";
  leg: number;
  seat: number;
}

/** What a list shows of a player besides the name. */
export interface ListedPlayer {
  seat: number;
  kind: "computer" | "person" | "program";
  level: string | null;
}

/** A table in a list: a field of `Settings` that is named here is listed. One that is added needs a default, since it is missing from tables that are stored already. */
export interface ListedTable {
  id: string;
  status: "closed" | "finished" | "playing" | "waiting";
  edition: number;
  seats: number;
  free: number;
  names: string[];
  odds: "full" | "hints" | "leg" | "off";
  clock: number | null;
  created: number;
  title: string | null;
  players: ListedPlayer[];
  leg: number | null;
  money: number[] | null;
  updated: number;
  people: number;
}

/** One action of a finished game, in words. */
export interface LoggedPly {
  ply: number;
  seat: number;
  leg: number;
  by: "computer" | "owner" | "stand_in";
  sentences: string[];
}

/** A new table. */
export interface MadeTable {
  id: string;
  link: string;
}

/** A bundle that waits. */
export interface MadeTransfer {
  code: string;
  expires: number;
  seconds: number;
}

/** There is a rematch at another table; tokens are good there too. */
export interface Moved {
  type: "moved";
  table: string;
  sentence: string;
}

/** The host takes somebody's word, or gives it back. */
export interface Mute {
  type: "mute";
  seat: number;
  is_muted?: boolean;
  id?: number | null;
}

/** A choice that stood out, for better or worse. */
export interface MyDecision {
  table: string;
  at: number;
  ply: number;
  leg: number;
  action: string;
  best: string;
  change: number;
  error: number;
  choices: number;
}

/** One of a person's games. */
export interface MyGame {
  table: string;
  title: string | null;
  edition: number;
  status: "closed" | "finished" | "playing" | "waiting";
  at: number;
  seat: number | null;
  own_seats: number[];
  is_shared: boolean;
  seats: MySeat[];
  winners: number[];
  place: number | null;
  money: number | null;
  accuracy: Estimate | null;
  luck: Estimate | null;
  leg: number | null;
  is_own_turn: boolean;
}

/** A person's games, the newest first, finished or not. */
export interface MyGames {
  games: MyGame[];
  next: string | null;
}

/** Somebody in a game, as a list shows it. */
export interface MySeat {
  name: string;
  kind: "computer" | "person" | "program";
  level: string | null;
}

/** What a person's finished games say together. Only those count in which one seat is certainly his. */
export interface MySummary {
  races: number;
  won: number;
  accuracy: Estimate | null;
  series: RacePoint[];
  unreviewed: string[];
  costs: Cost[];
  best: MyDecision | null;
  worst: MyDecision | null;
  friends: Friend[];
  friend_games: number;
}

/** A computer player of a new table. */
export interface NewSeat {
  level: string;
  seat?: number | null;
}

/** A request for a table. */
export interface NewTable {
  settings?: Partial<Settings>;
  computers?: NewSeat[];
  token?: string | null;
  title?: string | null;
}

/** A bundle for another device, encrypted with a key that the server never sees. */
export interface NewTransfer {
  bundle: string;
}

/** What somebody at a table noted while the game was played. Nobody else can change it afterwards. */
export interface NotedGame {
  type: "noted_game";
  table: string;
  commitment: string;
  seeds: string[];
  first: number | null;
  is_first_random: boolean | null;
  cards: CardHash[];
}

/** Odds, by the table's setting: what it leaves out is null. */
export interface OddsForm {
  edition: number;
  hints: { [key: string]: "best" | "down" | "level" | "up" } | null;
  leg: LegForm | null;
  race: RaceForm | null;
  values: ValuesForm | null;
  best: string[] | null;
}

/** The odds of a position, by the table's setting, the same for everyone. */
export interface OddsTold {
  type: "odds";
  ply: number;
  odds: OddsForm;
}

/** Two players became betting partners for the rest of the leg. */
export interface PartnersJoined {
  type: "partners_joined";
  seat: number;
  partner: number;
}

/** Place one's tile on a space, or move it there, with one of its sides up. */
export interface PlaceTile {
  type: "place_tile";
  space: number;
  side: Side;
}

/** Bet on the overall winner or loser; the camel is null where the card is not known. */
export interface PlayCard {
  type: "play_card";
  deck: Deck;
  camel: RacingCamel | null;
}

/** Somebody did something. */
export interface Played {
  type: "played";
  ply: number;
  seat: number;
  by: "computer" | "owner" | "stand_in";
  seen: Seen[];
  turn_ends: number | null;
  now: number;
  sentence: string | null;
  card: CardForm | null;
}

/** A computer player. */
export interface PlayerForm {
  level: string;
  name: string;
  description: string;
  face: string;
}

/** One action as it was played: who, what, and what the die showed. */
export interface Ply {
  seat: number;
  action: Action;
  outcome: Face | null;
}

/** What lets anybody check the dice of a finished game; bytes are written as hexadecimal digits. */
export interface Proof {
  commitment: string;
  secret: string;
  seeds: string[];
  is_first_random: boolean;
}

/** What the server showed everybody at the table, beside the game itself, before anything was revealed. */
export interface Published {
  table: string;
  first: number | null;
  left_out: number[];
  cards: CardHash[];
}

/** A unit crossed the line. */
export interface RaceEnded {
  type: "race_ended";
  is_clockwise: boolean;
}

/** The odds of the race. */
export interface RaceForm {
  winner: { [key: string]: number };
  loser: { [key: string]: number };
  exact: boolean;
  error: number;
}

/** A game in a chart over time. */
export interface RacePoint {
  table: string;
  at: number;
  accuracy: number;
  error: number;
  won: boolean;
}

/** A racing camel by its letter. */
export type RacingCamel = "b" | "g" | "o" | "p" | "r" | "w" | "y";

/** Show a quick reaction. */
export interface React {
  type: "react";
  reaction: "camel" | "clap" | "cry" | "laugh" | "sand" | "wow";
  seat?: number | null;
  id?: number | null;
}

/** Somebody reacted. */
export interface Reacted {
  type: "reacted";
  seat: number;
  reaction: "camel" | "clap" | "cry" | "laugh" | "sand" | "wow";
}

/** A game from its start to where it stands: never a seed, so that it replays under any later version. */
export interface Record {
  type: "record";
  names: string[];
  start: State | View;
  plies: Ply[];
  result: number[] | null;
  hides_money: boolean;
}

/** A record that somebody brings along: as text, or as JSON of docs/notation.md. */
export interface RecordForm {
  record: string | { [key: string]: unknown };
}

/** Fetch a bundle, and leave none. */
export interface RedeemTransfer {
  code: string;
}

/** What was asked for was refused, and nothing has changed. */
export interface Refused {
  type: "error";
  code: string;
  message: string;
  ply: number | null;
  id: number | null;
}

/** Play again with the same people and levels, seats rotated. Answered to all by `moved`. */
export interface Rematch {
  type: "rematch";
  id?: number | null;
}

/** The host removes a player, before the start. */
export interface Remove {
  type: "remove";
  seat: number;
  id?: number | null;
}

/** The host opens a seat again from which somebody was removed. */
export interface Reopen {
  type: "reopen";
  seat: number;
  lets_back?: boolean;
  id?: number | null;
}

/** A game from its start, step by step. */
export interface Replay {
  names: string[];
  hides_money: boolean;
  is_over: boolean;
  steps: ReplayStep[];
  seats: SeatForm[] | null;
}

/** One step of a game that is looked at again: what was played, what happened, and how everything stood then. */
export interface ReplayStep {
  seat: number | null;
  action: Action | null;
  outcome: string | null;
  events: Event[];
  sentences: string[][];
  state: State;
}

/** How far a review is, and what it says so far. */
export interface ReviewAnswer {
  id: string;
  progress: number;
  is_done: boolean;
  playouts: number;
  review: ReviewForm | null;
}

/** A whole review, as docs/review.md explains it. */
export interface ReviewForm {
  type: "review";
  version: number;
  edition: number;
  names: string[];
  playouts: number;
  players: ReviewedPlayer[];
  curve: CurvePoint[];
  plies: ReviewedPly[];
  turning_points: TurningPoint[];
}

/** An action that might have been chosen, and what it was worth to who chose. */
export interface ReviewedChoice {
  action: string;
  wins: number;
  coins: number;
  error: number;
  playouts: number;
}

/** One player: from the chances at the start to the result. `start` with `luck`, `unseen`, `chosen` (own choices) and `others` (choices of the others) is `result`. */
export interface ReviewedPlayer {
  seat: number;
  name: string;
  place: number;
  money: number;
  decisions: number;
  start: Worth;
  luck: Worth;
  unseen: Worth;
  chosen: Worth;
  others: Worth;
  result: Worth;
  lost: Worth;
  luck_error: Worth;
  chosen_error: Worth;
  lost_error: Worth;
  accuracy: Estimate | null;
  costs: Cost[];
}

/** An action: what it changed for every seat and why, and what would have been best. */
export interface ReviewedPly {
  ply: number;
  leg: number;
  seat: number;
  action: string;
  outcome: string | null;
  luck: Worth[];
  unseen: Worth[];
  chosen: Worth[];
  best: string;
  lost: Worth;
  error: number;
  choices: ReviewedChoice[];
  level: string[];
}

/** Take a pyramid ticket, reveal a die and move a camel. */
export interface Roll {
  type: "roll";
}

/** Somebody wrote something. */
export interface Said {
  type: "said";
  line: ChatLine;
}

/** Write to the table. */
export interface Say {
  type: "say";
  text: string;
  seat?: number | null;
  id?: number | null;
}

/** Who has a seat. */
export interface SeatForm {
  kind: "computer" | "free" | "person" | "program";
  name: string | null;
  level: string | null;
  is_connected: boolean;
  is_host: boolean;
  is_muted: boolean;
  has_left: boolean;
  is_closed: boolean;
}

/** You have a seat now; it belongs to the token of `hello`, so keep that secret. */
export interface Seated {
  type: "seated";
  seat: number;
  seats: number[];
  id: number | null;
}

/** What a ply was to one seat (None: a watcher): what happened, in forms and in words, and what its view is now. */
export interface Seen {
  seat: number | null;
  events: Event[];
  sentences: string[][];
  changes: Partial<View>;
}

/** Which server this is. */
export interface ServerForm {
  version: string;
  protocol: number;
  network: string | null;
}

export type ServerMessage = Welcome | TableChanged | Began | Played | OddsTold | Said | Reacted | Seated | Moved | Done | Refused | Closing;

/** The host lets everybody find the table in the list, or only those who have the link; also during the game. */
export interface SetOpen {
  type: "set_open";
  is_open: boolean;
  id?: number | null;
}

/** What a table is made with. */
export interface Settings {
  edition: 1 | 2;
  seats: number;
  is_open: boolean;
  odds: "full" | "hints" | "leg" | "off";
  hides_money: boolean;
  clock: number | null;
  first: number | null;
}

/** The side of a tile that lies face up: a step forward, or a step back. */
export type Side = "+" | "-";

/** Take a free seat before the start; a client may take several. Answered by `seated`, also when said again. */
export interface Sit {
  type: "sit";
  name: string;
  seed: string;
  seat?: number | null;
  is_program?: boolean;
  id?: number | null;
}

/** The host begins the game; free seats are left out. */
export interface Start {
  type: "start";
  id?: number | null;
}

/** How far the review of a game is. */
export interface StartedReview {
  table: string;
  progress: number;
  is_done: boolean;
}

/** The reviews that are being computed, or are done; those that found no room are missing. */
export interface StartedReviews {
  reviews: StartedReview[];
}

/** The whole truth about a game, secrets included. Players and clients get a `View` of it instead. */
export interface State {
  type: "state";
  edition: Edition;
  track: Track;
  dice: string;
  tents: ((2 | 3 | 5)[])[];
  tickets: Ticket[][];
  pyramid_tickets: number[];
  tiles: (Tile | null)[];
  partners: (number | null)[];
  turn: number;
  leg: number;
  winner_deck: Card[];
  loser_deck: Card[];
  money: number[];
  hands: RacingCamel[][];
}

/** Somebody came, left, lost the connection or came back. */
export interface TableChanged {
  type: "table";
  table: TableForm;
  seats: number[];
  sentence: string | null;
  views: View[] | null;
}

/** A table as everybody may see it, without its game. */
export interface TableForm {
  id: string;
  status: "closed" | "finished" | "playing" | "waiting";
  settings: Settings;
  seats: SeatForm[];
  dice: DiceForm;
  ply: number;
  turn_ends: number | null;
  now: number;
  rematch: string | null;
  before: string | null;
  closed: "empty" | "too_long" | null;
  is_claimed: boolean;
  title: string | null;
}

/** Open tables, the latest change first. */
export interface TableList {
  tables: ListedTable[];
  people: number;
}

/** Take the top betting ticket of a colour. */
export interface TakeTicket {
  type: "take_ticket";
  camel: RacingCamel;
}

/** A betting ticket in front of a player. */
export interface Ticket {
  camel: RacingCamel;
  value: 2 | 3 | 5;
}

/** What one betting ticket brought or cost. */
export interface TicketReward {
  ticket: Ticket;
  reward: number;
}

/** A betting ticket went from its tent to a player. */
export interface TicketTaken {
  type: "ticket_taken";
  seat: number;
  ticket: Ticket;
}

/** A player's tile on the track. */
export interface Tile {
  space: number;
  side: Side;
}

/** A unit landed on a tile, whose owner was paid; the money after it is null where it is hidden. */
export interface TileHit {
  type: "tile_hit";
  seat: number;
  space: number;
  side: Side;
  money: number | null;
}

/** A tile was placed on a space, or moved there from another. */
export interface TilePlaced {
  type: "tile_placed";
  seat: number;
  space: number;
  side: Side;
  moved_from: number | null;
}

/** The camels by space, each stack from bottom to top. */
export type Track = { [key: string]: string };

/** A bundle that has arrived. */
export interface Transfer {
  bundle: string;
}

/** What the choice of a turn changed for the player who made it, compared with the best action. */
export interface TurningChoice {
  change: number;
  error: number;
  best: string;
  text: string;
}

/** What the die of a turn changed for the seat of its turning point. */
export interface TurningDice {
  change: number;
  text: string;
}

/** A turn that changed the game: the action, whose chances it changed, by how much, and a text about it. */
export interface TurningPoint {
  ply: number;
  kind: "choice" | "die";
  seat: number;
  change: number;
  text: string;
  position: string;
  choice: TurningChoice | null;
  dice: TurningDice | null;
  changes: number[];
}

/** What an action is worth, in EP. */
export interface ValueForm {
  action: string;
  own: number;
  parts: { [key: string]: number };
  others: { [key: string]: number };
}

/** What every action of the seat in turn is worth, the best first. */
export interface ValuesForm {
  seat: number;
  actions: ValueForm[];
}

/** The table through the eyes of one seat, or of a spectator (seat null). What it may not know is null. */
export interface View {
  type: "view";
  edition: Edition;
  track: Track;
  dice: string;
  tents: ((2 | 3 | 5)[])[];
  tickets: Ticket[][];
  pyramid_tickets: number[];
  tiles: (Tile | null)[];
  partners: (number | null)[];
  turn: number;
  leg: number;
  winner_deck: Card[];
  loser_deck: Card[];
  money: (number | null)[];
  hands: ((RacingCamel | null)[])[];
  seat: number | null;
  legal: Action[];
}

/** A request for reviews of own games. */
export interface WantedReviews {
  tables: string[];
}

/** A table as a watcher sees it. */
export interface WatchedTable {
  table: TableForm;
  view: View | null;
}

/** The answer to `hello`: how everything stands. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  version: string;
  table: TableForm;
  seats: number[];
  views: View[];
  missed: Played[];
  views_before: View[];
  chat: ChatLine[];
  odds: OddsForm | null;
  cards: CardForm[];
}

/** What something is worth to a seat. */
export interface Worth {
  wins: number;
  coins: number;
}
