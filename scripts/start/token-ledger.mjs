// Tokens of each turn, all models and agents together. The wire counts them for the whole process, so a turn is a
// difference; where it does not, the turn's own figures of the main agent have to do.

/** A ledger to be asked once per turn-end event, in order. */
export function createTokenLedger() {
  let before = { in: 0, out: 0 };
  return {
    turn({ modelUsage, usage }) {
      const models = Object.values(modelUsage);
      if (models.length === 0) return ofTurn(usage);
      const now = { in: sum(models, INPUT), out: sum(models, OUTPUT) };
      // `/clear` begins to count anew.
      const isReset = now.in < before.in || now.out < before.out;
      const turn = isReset ? now : { in: now.in - before.in, out: now.out - before.out };
      before = now;
      return turn;
    },
  };
}

const INPUT = ["inputTokens", "cacheReadInputTokens", "cacheCreationInputTokens"];
const OUTPUT = ["outputTokens"];

function sum(models, keys) {
  return models.flatMap((model) => keys.map((key) => model[key] ?? 0)).reduce((all, tokens) => all + tokens, 0);
}

function ofTurn(usage = {}) {
  const { inputTokens = 0, cacheReadTokens = 0, cacheCreationTokens = 0, outputTokens = 0 } = usage;
  return { in: inputTokens + cacheReadTokens + cacheCreationTokens, out: outputTokens };
}
