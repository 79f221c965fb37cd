// Options are checked once, before anything starts: each name, each value, and what cannot stand beside what. The message
// says what was given and why it cannot be.

import { ClaudeError } from "../errors.ts";
import { redactText } from "../record/redact.ts";
import { ASK_KINDS, isRecord, SESSION_KINDS, TURN_KINDS, type Kind } from "./kinds.ts";
import { nearName } from "./near-name.ts";
import { PAIRING_RULES } from "./pairing.ts";

type Receiver = "ask" | "session" | "turn";

const KINDS: Readonly<Record<Receiver, Readonly<Record<string, Kind>>>> = {
  ask: ASK_KINDS,
  session: SESSION_KINDS,
  turn: TURN_KINDS,
};

/** @param of what they are for: a turn has options of its own. @throws {ClaudeError} `invalid-option` */
export function checkOptions(options: unknown, of: Receiver = "ask"): void {
  if (options === undefined) return;
  if (!isRecord(options)) throw refusal(undefined, options, `Options are an object, and not ${echo(options)}.`);
  const kinds = KINDS[of];
  for (const [name, value] of Object.entries(options)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined) throw unknownOption(name, value, of);
    if (value === undefined) continue;
    const wanted = kind(value);
    if (wanted !== undefined)
      throw refusal(name, value, `The option \`${name}\` must be ${wanted}; it is ${echo(value)}.`);
  }
  for (const { option, breaks } of PAIRING_RULES) {
    const reason = breaks(options);
    if (reason !== undefined) throw refusal(option, options[option], reason);
  }
}

function unknownOption(name: string, value: unknown, of: Receiver): ClaudeError {
  const near = nearName(name, Object.keys(KINDS[of]));
  const elsewhere = of === "turn" && Object.hasOwn(ASK_KINDS, name);
  const advice = elsewhere
    ? " It belongs to the session: give it where that is made."
    : of === "session" && Object.hasOwn(TURN_KINDS, name)
      ? " It belongs to a turn: give it to `ask`."
      : near === undefined
        ? " Flags that have no option go into `extraArgs`."
        : ` Did you mean \`${near}\`?`;
  return refusal(name, value, `There is no option \`${name}\` (its value is ${echo(value)}).${advice}`);
}

function refusal(option: string | undefined, value: unknown, message: string): ClaudeError {
  return new ClaudeError("invalid-option", message, { option, value: echo(value) });
}

const LONGEST_ECHO = 80;

/** A value as it can be shown: short, and without the key that somebody gave under a wrong name. */
function echo(value: unknown): string {
  if (typeof value === "function") return "a function";
  let text: string;
  try {
    text = JSON.stringify(value) ?? String(value);
  } catch {
    text = String(value);
  }
  // JSON has no words for these.
  if (typeof value === "number" && !Number.isFinite(value)) text = String(value);
  if (typeof value === "bigint" || typeof value === "symbol") text = String(value);
  const safe = redactText(text);
  return safe.length > LONGEST_ECHO ? `${safe.slice(0, LONGEST_ECHO)}…` : safe;
}
