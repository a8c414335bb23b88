// Sentences of a finished game, which name everybody, turned towards the one who reads them.

/** Verbs in the present tense, as sentences use them. */
const VERBS: Readonly<Record<string, string>> = {
  breaks: "break",
  gets: "get",
  has: "have",
  loses: "lose",
  starts: "start",
  wins: "win",
};

/** "Nora gets 3 pounds." for Nora: "You get 3 pounds."; "It hit Nora's tile: Nora +1.": "It hit your tile: you +1." */
export function toReader(sentence: string, name: string): string {
  const word = `(?<![\\p{L}\\p{N}])${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`;
  const isStart = (at: number): boolean => /(^|[.!?] )$/.test(sentence.slice(0, at));
  return sentence.replace(
    new RegExp(`${word}(?:(['’]s)|( (${Object.keys(VERBS).join("|")})(?= |\\.)))?(?![\\p{L}\\p{N}])`, "gu"),
    (_found: string, owns: string | undefined, _verb: string | undefined, verb: string | undefined, at: number) => {
      const you = owns ? "your" : "you";
      const subject = isStart(at) ? you.replace("y", "Y") : you;
      return verb ? `${subject} ${VERBS[verb]}` : subject;
    },
  );
}
