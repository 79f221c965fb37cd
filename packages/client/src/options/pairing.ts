// What cannot stand beside what, each with its reason. What only some versions refuse is in `flags.ts`, which knows the
// version; here stands what no version takes, or what would silently not be done.

import type { AskOptions } from "./types.ts";

interface PairingRule {
  /** The one that is to be changed, most likely. */
  readonly option: keyof AskOptions;
  /** @returns the reason, or undefined if all is well */
  readonly breaks: (options: AskOptions) => string | undefined;
}

/** The protocol stands on these. */
const OUR_FLAGS = new Set([
  "-p",
  "--print",
  "--input-format",
  "--output-format",
  "--verbose",
  "--permission-prompt-tool",
  "--",
]);

const rule = (option: keyof AskOptions, isBroken: (options: AskOptions) => boolean, reason: string): PairingRule => ({
  option,
  breaks: (options) => (isBroken(options) ? reason : undefined),
});

const goesOn = ({ resume, continue: continues }: AskOptions): boolean => resume !== undefined || continues === true;

export const PAIRING_RULES: readonly PairingRule[] = [
  rule(
    "continue",
    ({ resume, continue: continues }) => resume !== undefined && continues === true,
    "`resume` names a session and `continue` means the last one of the folder: give one of them.",
  ),
  rule(
    "fork",
    (options) => options.fork === true && !goesOn(options),
    "`fork` needs a session to go on from: give `resume` or `continue`, too.",
  ),
  rule(
    "sessionId",
    (options) => options.sessionId !== undefined && goesOn(options) && options.fork !== true,
    "`sessionId` is the id of a new session, and `resume` and `continue` keep the old one: give `fork: true`, or leave it out.",
  ),
  rule(
    "resumeAt",
    ({ resumeAt, resume }) => resumeAt !== undefined && resume === undefined,
    "`resumeAt` is a message of the session that `resume` names: give `resume`, too.",
  ),
  {
    option: "fallbackModel",
    breaks: ({ model, fallbackModel }) =>
      fallbackModel !== undefined && fallbackModel === model
        ? `\`fallbackModel\` is the same as \`model\` (${JSON.stringify(model)}): it must be another one.`
        : undefined,
  },
  rule(
    "recover",
    ({ recover, persist }) => recover === "resume" && persist === false,
    '`recover: "resume"` reads the session from disk, and `persist: false` keeps nothing there: drop one of them.',
  ),
  rule(
    "retry",
    (options) => isRetrying(options) && (options.sessionId !== undefined || (goesOn(options) && options.fork !== true)),
    "`retry` asks again in a new session, and `resume`, `continue` and `sessionId` name one that has the prompt already: give `fork: true` without `sessionId`, or leave `retry` out.",
  ),
  rule(
    "transport",
    ({ transport, spawn }) => transport !== undefined && spawn !== undefined,
    "`transport` and `spawn` both say how the program is reached: give one of them.",
  ),
  {
    option: "env",
    breaks: ({ auth, env }) => {
      const name = ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"].find((one) => env?.[one] !== undefined);
      return auth === "subscription" && name !== undefined
        ? `\`auth: "subscription"\` keeps keys from Claude, but \`env\` has ${name}: drop one of them.`
        : undefined;
    },
  },
  rule(
    "onBudget",
    ({ budget, onBudget }) => isAsking(budget) && onBudget === undefined,
    '`budget.onExceeded: "ask"` asks `onBudget`, which is not there: give it, or choose "stop".',
  ),
  {
    option: "extraArgs",
    breaks: ({ extraArgs = [] }) => {
      const ours = extraArgs.find((word) => OUR_FLAGS.has(word.split("=")[0] ?? ""));
      return ours === undefined
        ? undefined
        : `\`extraArgs\` has ${JSON.stringify(ours)}, which this package decides about itself: leave it out.`;
    },
  },
];

function isRetrying({ retry }: AskOptions): boolean {
  return retry !== undefined && retry !== false;
}

function isAsking(budget: AskOptions["budget"]): boolean {
  return budget !== undefined && "onExceeded" in budget && budget.onExceeded === "ask";
}
