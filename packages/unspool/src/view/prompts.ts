// What was asked, once each and above its answer. The CLI repeats a prompt only when the model has begun to answer: 2.1.325
// after the retries, 2.1.74 and older after the first block. Who has asked knows it before, and what is repeated then is
// passed over.

export interface Prompts {
  /**
   * This is being asked.
   * @param shown what a person sees of it, if that is less
   * @returns what takes it back, if its turn has not begun
   */
  expect(text: string, shown?: string): () => void;
  /** Something of the next turn has come. @returns the prompt to show, if there is one */
  begin(): string | undefined;
  /** The CLI repeats a prompt. @returns what is to be shown of it, if anything is */
  repeat(text: string): string | undefined;
  endTurn(): void;
}

interface Asked {
  readonly text: string;
  readonly shown: string;
}

export function createPrompts(): Prompts {
  const waiting: Asked[] = [];
  const told: Asked[] = [];
  let isBegun = false;
  return {
    expect(text, shown = text) {
      const asked: Asked = { text: text.trim(), shown };
      waiting.push(asked);
      return () => void take(waiting, asked.text);
    },
    begin() {
      const next = isBegun ? undefined : waiting.shift();
      isBegun = true;
      if (next !== undefined) told.push(next);
      return next?.shown;
    },
    repeat(text) {
      isBegun = true;
      if (take(told, text.trim()) !== undefined) return undefined;
      return take(waiting, text.trim())?.shown ?? text;
    },
    endTurn() {
      isBegun = false;
      told.length = 0;
    },
  };
}

function take(asked: Asked[], text: string): Asked | undefined {
  const place = asked.findIndex((one) => one.text === text);
  return place < 0 ? undefined : asked.splice(place, 1)[0];
}

/** A slash command as it was typed: the CLI repeats it in tags. */
export function typedCommand(text: string): string | undefined {
  const name = /^\s*<command-name>([^<]+)<\/command-name>/.exec(text)?.[1];
  if (name === undefined) return undefined;
  const words = /<command-args>([\s\S]*?)<\/command-args>/.exec(text)?.[1] ?? "";
  return `${name} ${words}`.trim();
}
