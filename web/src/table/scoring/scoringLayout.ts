// The layout of the payout screen.

/** Whether the payout replaces the board: on phones with many players, and on phones in landscape. */
export function takesBoard(players: number, width: number, height: number): boolean {
  return height < 500 || (width <= 700 && (players > 5 || (players > 4 && height < 700)));
}
