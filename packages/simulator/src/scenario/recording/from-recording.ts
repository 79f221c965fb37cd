// Derives a scenario from the output of a CLI. Played, it has the same turns, blocks, tools, agents and errors.

import { createDecoder, type DecoderStats } from "@unspool/protocol";
import { redactText } from "@unspool/protocol/redact";

import { checkScenario } from "../check/check-scenario.ts";
import { ScenarioError } from "../../check/scenario-error.ts";
import { toHostScript } from "./host.ts";
import { createRecordingReader } from "./read.ts";
import type { Recorded, RecordedTurn } from "./read.ts";
import { toReplies } from "./replies.ts";
import { mapStrings } from "../play/placeholders.ts";
import type { Scenario, Turn } from "../types.ts";

export interface RecordingOptions {
  readonly name?: string;
  /** The input of the CLI. With it the scenario gets a host script. */
  readonly stdin?: string | Iterable<string>;
  /** Whether texts that look like keys and tokens are replaced. @default true */
  readonly redacts?: boolean;
}

/**
 * Derives a scenario. The workspace's path becomes `${cwd}`. Unknown and malformed lines are skipped.
 * @throws {ScenarioError} if the recording has no output of a CLI
 */
export function scenarioFromRecording(recording: string | Iterable<string>, options: RecordingOptions = {}): Scenario {
  const { recorded, add } = createRecordingReader();
  const decoder = createDecoder({ onEvent: add });
  for (const line of splitLines(recording)) decoder.push(`${line}\n`);
  decoder.end();
  const { name, stdin } = options;
  const { model, summary } = recorded;
  const turns = toTurns(recorded);
  // A session with nothing but commands has no replies and is still valid.
  if (turns.length === 0 && !recorded.hasBegun) throw createNotRecordedError(decoder.stats, name);
  const scenario: Scenario = {
    ...(name === undefined ? {} : { name }),
    ...(model === undefined ? {} : { model }),
    turns,
    ...(summary === undefined ? {} : { summary }),
    ...(stdin === undefined ? {} : { host: toHostScript(splitLines(stdin), recorded) }),
  };
  const redacted = (options.redacts ?? true) ? redactSecrets(scenario) : scenario;
  return checkScenario(
    mapStrings(redacted, (text) => insertPlaceholder(text, recorded.cwd)),
    name,
  );
}

/** Redacts the scenario as one JSON text, because a field named `password` marks its value as a secret. */
function redactSecrets(scenario: Scenario): unknown {
  return JSON.parse(redactText(JSON.stringify(scenario)));
}

function createNotRecordedError({ lines, malformed, unknown }: DecoderStats, name: string | undefined): ScenarioError {
  const found =
    lines === 0
      ? "nothing at all"
      : `${lines === 1 ? "1 line" : `${lines} lines`}, of which ${malformed} cannot be read and ${unknown} are of an unknown type`;
  const title = `No recording${name === undefined ? "" : ` for ${name}`}: found ${found}, and no turn of a model.`;
  const expected = "Expected what `claude -p --output-format stream-json --verbose` wrote to stdout, line by line.";
  return new ScenarioError("unreadable-scenario", `${title} ${expected}`);
}

function toTurns(recorded: Recorded): readonly Turn[] {
  const turns: Turn[] = [];
  const turnByCall = new Map<string, number>();
  for (const turn of recorded.turns) {
    const replies = toReplies(turn, recorded);
    // Commands like /compact are turns without an answer of the model.
    if (replies.length === 0) continue;
    const index = turn.isNotice ? (turnByCall.get(turn.noticeOf ?? "") ?? turns.length - 1) : turns.length;
    const known = turns[index];
    turns[Math.max(0, index)] =
      known === undefined ? { replies } : { ...known, notices: [...(known.notices ?? []), replies] };
    for (const id of listCalls(turn)) turnByCall.set(id, index);
  }
  return turns;
}

function listCalls({ messages }: RecordedTurn): readonly string[] {
  return messages.flatMap(({ blocks }) =>
    [...blocks.values()].flatMap((block) => (block.kind === "tool" ? block.id : [])),
  );
}

function insertPlaceholder(text: string, cwd: string | undefined): string {
  return cwd === undefined || cwd.length < 2 ? text : text.replaceAll(cwd, () => "${cwd}");
}

function* splitLines(lines: string | Iterable<string>): Generator<string> {
  for (const text of typeof lines === "string" ? [lines] : lines) yield* text.split("\n").filter((line) => line !== "");
}
