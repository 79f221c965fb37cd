// Options are checked once, before anything starts: each name, each value, and what cannot stand beside what. The message
// says what was given and why it cannot be.

import { ClaudeError } from "../errors.ts";
import { echo } from "./echo.ts";
import { isRecord, type Complaint, type Kind, type Kinds, type Path } from "./kind.ts";
import { ASK_KINDS, ONE_SHOT_KINDS, SESSION_KINDS, TURN_KINDS } from "./kinds.ts";
import { nearName } from "./near-name.ts";
import { PAIRING_RULES } from "./pairing.ts";

type Receiver = "ask" | "one-shot" | "session" | "turn";

const KINDS: Readonly<Record<Receiver, Kinds>> = {
  ask: ASK_KINDS,
  "one-shot": ONE_SHOT_KINDS,
  session: SESSION_KINDS,
  turn: TURN_KINDS,
};

/**
 * @param of what they are for: a turn has options of its own
 * @param beside names that somebody else has taken out, and that may have been meant
 * @throws {ClaudeError} `invalid-option`
 */
export function checkOptions(options: unknown, of: Receiver = "ask", beside: readonly string[] = []): void {
  if (options === undefined) return;
  if (!isRecord(options)) throw refusal(undefined, options, `Options are an object, and not ${echo(options)}.`);
  const kinds = KINDS[of];
  for (const [name, value] of Object.entries(options)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined) throw unknownOption(name, value, of, beside);
    if (value !== undefined) checkKind(name, value, kind);
  }
  for (const { option, breaks } of PAIRING_RULES) {
    const reason = breaks(options);
    if (reason !== undefined) throw refusal(option, options[option], reason);
  }
}

/** @param name what it is called where it is given. @throws {ClaudeError} `invalid-option` */
export function checkKind(name: string, value: unknown, kind: Kind): void {
  const complaint = kind(value);
  if (complaint !== undefined) throw refusal(name, complaint.value, sentenceOf(name, complaint));
}

function sentenceOf(option: string, complaint: Complaint): string {
  const { path, value } = complaint;
  if (complaint.type === "misfit") {
    const given = value === undefined ? "it is not there" : `it is ${echo(value)}`;
    return `The option \`${placeOf(option, path)}\` must be ${complaint.wanted}; ${given}.`;
  }
  const name = String(path.at(-1));
  const near = nearName(name, complaint.known);
  const advice = [
    ...(near === undefined ? [] : [`Did you mean \`${near}\`?`]),
    ...(near === undefined && complaint.advice === undefined ? [`It has ${complaint.known.join(", ")}.`] : []),
    ...(complaint.advice === undefined ? [] : [complaint.advice]),
  ];
  const where = placeOf(option, path.slice(0, -1));
  return `There is no \`${name}\` in the option \`${where}\` (its value is ${echo(value)}). ${advice.join(" ")}`;
}

/** As it would be written: `hooks.PreToolUse[0].run`. */
function placeOf(option: string, path: Path): string {
  const steps = path.map((step) => {
    if (typeof step === "number") return `[${step}]`;
    return /^[\w$]+$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
  });
  return [option, ...steps].join("");
}

function unknownOption(name: string, value: unknown, of: Receiver, beside: readonly string[]): ClaudeError {
  const near = nearName(name, [...Object.keys(KINDS[of]), ...beside]);
  const elsewhere = of === "turn" && Object.hasOwn(SESSION_KINDS, name);
  const advice = elsewhere
    ? " It belongs to the session: give it where that is made."
    : name === "retry"
      ? " It asks again in a new session: give it to `claude.ask` or `claude.map`."
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
