// How much room there is for what a leg pays.

/** Whether the scoring needs the place of the board: phones with many players, and phones held sideways. */
export function takesBoard(players: number, width: number, height: number): boolean {
  return height < 500 || (width <= 700 && (players > 5 || (players > 4 && height < 700)));
}
