// The session flags that `run` and `chat` share. Those that set an option of the client are derived from its table of
// options; see `command` in packages/client/src/options/option-spec.ts.

import type { SessionOptions } from "@unspool/client";
import { OPTION_FLAGS, type OptionFlag } from "@unspool/client/command-flags";
import type { Flag, ParsedArgs } from "../cli/command.ts";
import { UsageError } from "../cli/io.ts";

/** The value of --permission that the client does not have: the person decides about each call. */
const ASK = "ask";

/** @param help the texts that differ: when the person is asked, and what the budget stops */
export function createSessionFlags(help: { readonly asks: string; readonly stops: string }): readonly Flag[] {
  return [
    ...OPTION_FLAGS.map((flag): Flag => {
      if (flag.option === "budget") return { ...flag, help: help.stops };
      if (flag.option !== "permissionMode") return flag;
      return { ...flag, choices: [...(flag.choices ?? []), ASK], help: `${flag.help}${help.asks}` };
    }),
    { name: "simulate", help: "simulated answers without claude, free" },
    {
      name: "scenario",
      value: "name",
      help: "with --simulate: a built-in scenario (unspool simulate --list) or a file",
    },
  ];
}

/** @throws {UsageError} */
export function checkSessionFlags(given: ParsedArgs): void {
  readOptionFlags(given);
  if (given.text("scenario") !== undefined && !given.has("simulate")) {
    throw new UsageError("--scenario is for --simulate: give both.");
  }
}

/** Reads the flags that set options of the client. @throws {UsageError} for an invalid value or a conflict */
export function readOptionFlags(given: ParsedArgs): SessionOptions {
  const entries = OPTION_FLAGS.map((flag) => [flag.option, readValue(flag, given)] as const);
  const options = Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as SessionOptions;
  for (const { findConflict } of OPTION_FLAGS) {
    const conflict = findConflict?.(options);
    if (conflict !== undefined) throw new UsageError(nameFlags(conflict));
  }
  return options;
}

function readValue({ name, value: placeholder, option, parse }: OptionFlag, given: ParsedArgs): unknown {
  if (placeholder === undefined) return given.has(name) ? true : undefined;
  const text = given.text(name);
  if (text === undefined || (option === "permissionMode" && text === ASK)) return undefined;
  const parsed = parse(text);
  if ("value" in parsed) return parsed.value;
  throw new UsageError(`--${name} takes ${parsed.expected}, not "${text}".`);
}

/** Replaces the names of options, which the client puts in backticks, by their flags. */
function nameFlags(text: string): string {
  return text.replaceAll(/`(\w+)`/g, (quoted, option: string) => {
    const flag = OPTION_FLAGS.find((known) => known.option === option);
    return flag === undefined ? quoted : `--${flag.name}`;
  });
}
