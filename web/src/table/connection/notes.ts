// What this browser noted at its latest tables while the games were played, so that nobody can change it afterwards:
// docs/fair-dice.md. It is stored as `camelup verify --noted` reads it, the newest table first.
import type { CardForm, NotedGame, TableForm } from "../../game/protocol.ts";
import { keep, recall } from "../../ui/storage.ts";

const KEY = "noted";
const MOST = 60;
/** Eight players have five cards each. */
const MOST_CARDS = 40;

export function notedGame(code: string): NotedGame | null {
  return notedGames().find(({ table }) => table === code) ?? null;
}

/** Stored data may have been edited. */
function notedGames(): NotedGame[] {
  try {
    const kept = JSON.parse(recall(KEY) ?? "[]") as Partial<NotedGame | null>[];
    return kept.filter((one): one is NotedGame => Array.isArray(one?.cards) && Array.isArray(one.seeds));
  } catch {
    return [];
  }
}

/** The notes at one table. What was seen first counts; once the game is over, nothing new is believed. */
export class Notes {
  #noted: NotedGame | null = null;

  take({ id, status, settings, dice }: TableForm, cards: readonly CardForm[] = []): void {
    this.#noted ??= notedGame(id);
    if (status === "finished") return;
    if (!this.#noted) {
      const { commitment } = dice;
      const { first } = settings;
      this.#store({ type: "noted_game", table: id, commitment, seeds: [], first, is_first_random: null, cards: [] });
    }
    const { is_first_random = null, seeds } = dice;
    if (status === "playing" && !this.#noted?.seeds.length) this.#store({ seeds, is_first_random });
    cards.forEach(this.takeCard);
  }

  takeCard = ({ ply, seat, deck, hash }: CardForm): void => {
    const noted = this.#noted;
    if (!noted || noted.cards.length >= MOST_CARDS || noted.cards.some((card) => card.ply === ply)) return;
    this.#store({ cards: [...noted.cards, { ply, seat, deck, hash }] });
  };

  #store(changes: Partial<NotedGame>): void {
    const noted = { ...this.#noted, ...changes } as NotedGame;
    this.#noted = noted;
    const others = notedGames().filter(({ table }) => table !== noted.table);
    keep(KEY, JSON.stringify([noted, ...others].slice(0, MOST)));
  }
}
