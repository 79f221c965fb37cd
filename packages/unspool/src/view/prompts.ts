// What was asked, once each and above its answer. The CLI repeats a prompt only when the model has begun to answer: 2.1.325
// after the retries, 2.1.74 and older after the first block. Who has asked knows it before, and what is repeated then is
// passed over.

export interface Prompts {
  /** This is being asked. @returns what takes it back, if its turn has not begun */
  expect(text: string): () => void;
  /** Something of the next turn has come. @returns the prompt to show, if there is one */
  begin(): string | undefined;
  /** The CLI repeats a prompt. @returns whether it is to be shown */
  repeat(text: string): boolean;
  endTurn(): void;
}

export function createPrompts(): Prompts {
  const waiting: string[] = [];
  const told: string[] = [];
  let isBegun = false;
  return {
    expect(text) {
      waiting.push(text.trim());
      return () => void take(waiting, text.trim());
    },
    begin() {
      const next = isBegun ? undefined : waiting.shift();
      isBegun = true;
      if (next !== undefined) told.push(next);
      return next;
    },
    repeat(text) {
      isBegun = true;
      if (take(told, text.trim())) return false;
      take(waiting, text.trim());
      return true;
    },
    endTurn() {
      isBegun = false;
      told.length = 0;
    },
  };
}

function take(texts: string[], text: string): boolean {
  const place = texts.indexOf(text);
  if (place >= 0) texts.splice(place, 1);
  return place >= 0;
}

/** A slash command as it was typed: the CLI repeats it in tags. */
export function typedCommand(text: string): string | undefined {
  const name = /^\s*<command-name>([^<]+)<\/command-name>/.exec(text)?.[1];
  if (name === undefined) return undefined;
  const words = /<command-args>([\s\S]*?)<\/command-args>/.exec(text)?.[1] ?? "";
  return `${name} ${words}`.trim();
}
