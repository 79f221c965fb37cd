// Checks lists of faults.

import { isRecord } from "../json.ts";
import { echo, flag, listOf, number, oneOf, record, text, type Check } from "../check/checker.ts";
import { formatPath, ScenarioError, type ScenarioProblem } from "../check/scenario-error.ts";
import type { Fault, FaultName, FaultTrigger } from "./types.ts";
import { isWrittenType, suggestTypes } from "./line-types.ts";

/** The fields of a fault, without its trigger. */
type FieldsOf<Name extends FaultName> = {
  readonly [Key in Exclude<keyof Extract<Fault, { readonly fault: Name }>, keyof FaultTrigger | "fault">]: Check;
};

/** Signals that end a process and do nothing else. Node keeps SIGUSR1 for its debugger and ignores SIGPIPE. */
const SIGNALS: readonly string[] =
  "SIGABRT SIGALRM SIGBUS SIGFPE SIGHUP SIGILL SIGINT SIGKILL SIGQUIT SIGSEGV SIGTERM SIGTRAP SIGUSR2".split(" ");
/** The longest delay of a timer in Node. */
const MAX_MS = 2_147_483_647;

const count = number(0);
const several = number(1);
const milliseconds = number(0, MAX_MS);
const lineText: Check = (value, path, report) => {
  if (typeof value !== "string" || value.includes("\n")) {
    report(path, `expected a string without line breaks, got ${echo(value)}`);
  }
};
const wireType: Check = (value, path, report) => {
  if (typeof value === "string" && isWrittenType(value)) return;
  const near = typeof value === "string" ? suggestTypes(value) : [];
  const hint =
    near.length === 0 ? "" : near.length === 1 ? `; did you mean "${near[0]}"?` : `; there are ${near.join(", ")}`;
  report(path, `expected a type of lines like "result", or with its subtype "system/init", got ${echo(value)}${hint}`);
};

const trigger: { readonly [Key in keyof Required<FaultTrigger>]: Check } = {
  atByte: count,
  afterLines: count,
  afterType: wireType,
};

const fields: { readonly [Name in FaultName]: FieldsOf<Name> } = {
  chunks: { bytes: count },
  noise: { text, times: several },
  "invalid-line": { text: lineText },
  "long-line": { bytes: number(64) },
  stall: { ms: milliseconds },
  flood: { lines: several },
  exit: { code: number(0, 255), signal: oneOf(...SIGNALS), undrained: flag },
  "no-result": {},
  "no-exit": {},
  "ignore-sigterm": {},
  grandchild: { ms: milliseconds },
  "close-stdin": {},
  "stderr-flood": { bytes: several },
  "duplicate-lines": { times: several },
  "lines-after-result": { lines: listOf(lineText, "a list of lines") },
  "late-result": { ms: milliseconds },
};

/** The names of all faults. */
export const FAULT_NAMES: readonly FaultName[] = Object.keys(fields) as FaultName[];
const name = oneOf(...FAULT_NAMES);

const fault: Check = (value, path, report) => {
  const kind = isRecord(value) ? value["fault"] : undefined;
  const own: Readonly<Record<string, Check>> | undefined = isFaultName(kind) ? fields[kind] : undefined;
  if (isRecord(value) && kind !== undefined && own === undefined) return name(kind, [...path, "fault"], report);
  const expected = isFaultName(kind) ? `a fault "${kind}"` : "a fault";
  const required = kind === "chunks" ? ["fault", "bytes"] : ["fault"];
  record<Record<string, unknown>>(expected, { fault: name, ...trigger, ...own }, required)(value, path, report);
  if (!isRecord(value)) return;
  const has = (key: string): boolean => value[key] !== undefined;
  if (has("atByte") && (has("afterLines") || has("afterType"))) {
    report(path, `expected only one of "atByte" and "afterLines" or "afterType"`);
  }
  if (has("code") && has("signal")) report(path, `expected only one of "code" and "signal"`);
};

/** The check of a list of faults, also as a part of a scenario. */
export const faultList: Check = listOf(fault, "a list of faults");

/**
 * Returns the value as a list of faults.
 * @param source where it came from, for messages: a file, a flag, a variable
 * @throws {ScenarioError} `invalid-scenario`, with all problems
 */
export function checkFaults(value: unknown, source?: string): readonly Fault[] {
  const problems: ScenarioProblem[] = [];
  faultList(value, ["faults"], (path, message) => problems.push({ location: formatPath(path), path, message }));
  if (problems.length === 0) return value as readonly Fault[];
  const lines = problems.map((problem) => `  ${problem.location}: ${problem.message}`);
  const title = `Invalid faults${source === undefined ? "" : ` in ${source}`}:`;
  throw new ScenarioError("invalid-scenario", [title, ...lines].join("\n"), { file: source, problems });
}

function isFaultName(value: unknown): value is FaultName {
  return typeof value === "string" && Object.hasOwn(fields, value);
}
