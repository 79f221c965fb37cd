// A scenario from what a CLI has written: the same turns, blocks, tools, agents and errors when it is played.

import { createDecoder, type DecoderStats } from "@unspool/protocol";
import { redactText } from "@unspool/protocol/redact";

import { checkScenario } from "./check.ts";
import { ScenarioError } from "./error.ts";
import { hostOf } from "./recording/host.ts";
import { createRecordingReader } from "./recording/read.ts";
import type { Recorded, RecordedTurn } from "./recording/read.ts";
import { repliesOfTurn } from "./recording/replies.ts";
import { mapStrings } from "./strings.ts";
import type { Scenario, Turn } from "./types.ts";

export interface RecordingOptions {
  readonly name?: string;
  /** What was written to the CLI. With it the scenario has a host that drives it. */
  readonly stdin?: string | Iterable<string>;
  /** Whether things that look like keys and tokens are replaced. @default true */
  readonly redacts?: boolean;
}

/**
 * The workspace's path becomes `${cwd}`. Unknown and malformed lines are passed over.
 * @throws {ScenarioError} where there is nothing of a CLI's in it
 */
export function scenarioFromRecording(recording: string | Iterable<string>, options: RecordingOptions = {}): Scenario {
  const { recorded, add } = createRecordingReader();
  const decoder = createDecoder({ onEvent: add });
  for (const line of linesOf(recording)) decoder.push(`${line}\n`);
  decoder.end();
  const { name, stdin } = options;
  const { model, summary } = recorded;
  const turns = turnsOf(recorded);
  // Of a session with nothing but commands there is nothing to say again, which is no mistake.
  if (turns.length === 0 && !recorded.hasBegun) throw notRecorded(decoder.stats, name);
  const scenario: Scenario = {
    ...(name === undefined ? {} : { name }),
    ...(model === undefined ? {} : { model }),
    turns,
    ...(summary === undefined ? {} : { summary }),
    ...(stdin === undefined ? {} : { host: hostOf(linesOf(stdin), recorded) }),
  };
  const redacted = (options.redacts ?? true) ? withoutSecrets(scenario) : scenario;
  return checkScenario(
    mapStrings(redacted, (text) => placed(text, recorded.cwd)),
    name,
  );
}

/** As a whole: what is called `password` is a secret by its name, and a name may be one too. */
function withoutSecrets(scenario: Scenario): unknown {
  return JSON.parse(redactText(JSON.stringify(scenario)));
}

function notRecorded({ lines, malformed, unknown }: DecoderStats, name: string | undefined): ScenarioError {
  const found =
    lines === 0
      ? "nothing at all"
      : `${lines === 1 ? "1 line" : `${lines} lines`}, of which ${malformed} cannot be read and ${unknown} are of an unknown type`;
  const title = `No recording${name === undefined ? "" : ` for ${name}`}: found ${found}, and no turn of a model.`;
  const expected = "Expected what `claude -p --output-format stream-json --verbose` wrote to stdout, line by line.";
  return new ScenarioError("unreadable-scenario", `${title} ${expected}`);
}

function turnsOf(recorded: Recorded): readonly Turn[] {
  const turns: Turn[] = [];
  const turnOfCall = new Map<string, number>();
  for (const turn of recorded.turns) {
    const replies = repliesOfTurn(turn, recorded);
    // Commands like /compact are turns of the CLI in which no model speaks.
    if (replies.length === 0) continue;
    const place = turn.isNotice ? (turnOfCall.get(turn.noticeOf ?? "") ?? turns.length - 1) : turns.length;
    const known = turns[place];
    turns[Math.max(0, place)] =
      known === undefined ? { replies } : { ...known, notices: [...(known.notices ?? []), replies] };
    for (const id of callsOf(turn)) turnOfCall.set(id, place);
  }
  return turns;
}

function callsOf({ messages }: RecordedTurn): readonly string[] {
  return messages.flatMap(({ blocks }) =>
    [...blocks.values()].flatMap((block) => (block.kind === "tool" ? block.id : [])),
  );
}

function placed(text: string, cwd: string | undefined): string {
  return cwd === undefined || cwd.length < 2 ? text : text.replaceAll(cwd, () => "${cwd}");
}

function* linesOf(lines: string | Iterable<string>): Generator<string> {
  for (const text of typeof lines === "string" ? [lines] : lines) yield* text.split("\n").filter((line) => line !== "");
}
