// Sentences of a finished game, which name everybody, turned towards the one who reads them.

/** "Leg 2. Nora starts." for Nora: "Leg 2. You start."; "It hit Nora's tile: Nora +1.": "It hit your tile: you +1." */
export function toReader(sentence: string, name: string): string {
  const word = `(?<![\\p{L}\\p{N}])${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`;
  const isStart = (at: number): boolean => /(^|[.!?] )$/.test(sentence.slice(0, at));
  return sentence.replace(
    // The one verb in the present tense, which has to agree with "you".
    new RegExp(`${word}(?:(['’]s)|( starts(?=\\.)))?(?![\\p{L}\\p{N}])`, "gu"),
    (_found: string, owns: string | undefined, starts: string | undefined, at: number) => {
      const you = owns ? "your" : "you";
      const subject = isStart(at) ? you.replace("y", "Y") : you;
      return starts ? `${subject} start` : subject;
    },
  );
}
