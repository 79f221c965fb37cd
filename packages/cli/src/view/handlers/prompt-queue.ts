// Shows each prompt once, above its answer. The CLI echoes a prompt late: 2.1.325 after the retries, 2.1.74 and older after the
// first block. A host that sent the prompt announces it here, and the echo is skipped.

export interface PromptQueue {
  /**
   * Announces a prompt that was sent.
   * @param shown the text to show, if it is shorter
   * @returns a function that withdraws the prompt if its turn has not begun
   */
  expect(text: string, shown?: string): () => void;
  /** The next turn has begun. Returns the prompt to show, if there is one. */
  begin(): string | undefined;
  /** The CLI echoed a prompt. Returns the text to show, or `undefined` if it was shown already. */
  echo(text: string): string | undefined;
  endTurn(): void;
}

interface Asked {
  readonly text: string;
  readonly shown: string;
}

export function createPromptQueue(): PromptQueue {
  const pending: Asked[] = [];
  const shownPrompts: Asked[] = [];
  let isBegun = false;
  return {
    expect(text, shown = text) {
      const asked: Asked = { text: text.trim(), shown };
      pending.push(asked);
      return () => void take(pending, asked.text);
    },
    begin() {
      const next = isBegun ? undefined : pending.shift();
      isBegun = true;
      if (next !== undefined) shownPrompts.push(next);
      return next?.shown;
    },
    echo(text) {
      isBegun = true;
      if (take(shownPrompts, text.trim()) !== undefined) return undefined;
      return take(pending, text.trim())?.shown ?? text;
    },
    endTurn() {
      isBegun = false;
      shownPrompts.length = 0;
    },
  };
}

function take(asked: Asked[], text: string): Asked | undefined {
  const index = asked.findIndex((one) => one.text === text);
  return index < 0 ? undefined : asked.splice(index, 1)[0];
}

/** Returns a slash command as it was typed. The CLI echoes it in tags. */
export function parseSlashCommand(text: string): string | undefined {
  const name = /^\s*<command-name>([^<]+)<\/command-name>/.exec(text)?.[1];
  if (name === undefined) return undefined;
  const args = /<command-args>([\s\S]*?)<\/command-args>/.exec(text)?.[1] ?? "";
  return `${name} ${args}`.trim();
}
