// What real CLIs did with the encoder's lines: the runs of fixtures/inputs, with stdin and stdout. Longer sessions have
// only their control lines; in answers, texts over 60 characters and lists over four items are shortened.
// docs/what-clis-accept.md says the same in words.
import { describe, expect, test } from "vitest";
import { loadRun, loadRuns } from "../../../../fixtures/load.ts";
import { EncodeError } from "../../src/encode/encode-error.ts";
import { writeAgain } from "./recorded/again.ts";
import type { RecordedCall, RunValues } from "./recorded/call.ts";
import { control } from "./recorded/control.ts";
import { sessions } from "./recorded/sessions.ts";

type Version = (typeof versions)[number];

interface Request {
  readonly request_id: string;
  readonly request: RunValues;
}

interface Answer {
  readonly subtype: "success" | "error";
  readonly request_id?: string;
  readonly response?: { readonly errors?: object; readonly staging?: { readonly ok: boolean } };
  readonly error?: string;
  readonly error_code?: string;
}

const versions = ["1.0.128", "2.1.74", "2.1.325"] as const;
const calls: Readonly<Record<string, readonly RecordedCall[]>> = { control, ...sessions };
const recordings = versions.flatMap((version) =>
  loadRuns("inputs", version).map(({ name }) => [version, name] as const),
);

describe("the input that was sent to real CLIs", () => {
  test.for(recordings)("%s %s: the encoder writes every control request identically", ([version, name]) => {
    const requests = linesOf(version, name, "stdin").filter(isRequest);
    const written = requests.map((line, index) => {
      const { request_id, request } = JSON.parse(line) as Request;
      return callsOf(version, name)[index]?.[0](request_id, request);
    });
    expect(written).toEqual(requests);
    expect(callsOf(version, name)).toHaveLength(requests.length);
  });

  test.for(recordings)("%s %s: the encoder writes every other line identically, or rejects it", ([version, name]) => {
    // Written by hand as an experiment.
    const refused = [
      '"message":""}',
      '"behavior":"deny"}',
      '"behavior":"allow"}',
      '"updatedInput":null}',
      '"error":""}',
    ];
    for (const line of linesOf(version, name, "stdin").filter((other) => !isRequest(other))) {
      if (refused.some((part) => line.includes(part))) expect(() => writeAgain(line)).toThrow(EncodeError);
      else expect(writeAgain(line)).toBe(line);
    }
  });
});

describe("the answers of real CLIs", () => {
  test.for(recordings)("%s %s: each request got the documented answer", ([version, name]) => {
    const requests = linesOf(version, name, "stdin").filter(isRequest);
    const answers = answersIn(version, name);
    const outcomes = requests.map((line) => {
      const { request_id } = JSON.parse(line) as Request;
      return outcomeOf(answers.filter((answer) => answer.request_id === request_id));
    });
    expect(outcomes).toEqual(callsOf(version, name).map(([, byVersion]) => byVersion[versions.indexOf(version)]));
  });

  test.for(versions)("%s: a request without an id gets an answer without an id, or no answer", (version) => {
    const answers = [...answersIn(version, "documented-cancel"), ...answersIn(version, "documented-compact")];
    expect(answers.map((answer) => [answer.request_id, outcomeOf([answer])])).toEqual(
      version === "1.0.128"
        ? []
        : [
            [undefined, "unsupported"],
            [undefined, "unsupported"],
          ],
    );
  });

  test.for(versions)("%s: an unsupported subtype gets an error code only from the newest version", (version) => {
    const unsupported = recordings
      .filter(([itsVersion]) => itsVersion === version)
      .flatMap(([, name]) => answersIn(version, name))
      .filter((answer) => outcomeOf([answer]) === "unsupported");
    const codes = { "1.0.128": [], "2.1.74": [undefined], "2.1.325": ["unsupported_request"] };
    expect([...new Set(unsupported.map((answer) => answer.error_code))]).toEqual(codes[version]);
  });

  test.for([
    ["keep-alive-first", []],
    ["unknown-subtype", []],
    ["documented-cancel", []],
    ["documented-compact", []],
    ["cancel-request-unknown", ["1.0.128"]],
    ["documented-user-message", ["1.0.128"]],
  ] as const)("a line with %s does not prevent the next turn, except in %j, which exit", ([name, exiting]) => {
    const silent = versions.filter((version) => !linesOf(version, name, "stdout").some((line) => isResult(line)));
    expect(silent).toEqual(exiting);
  });
});

/** Returns the calls that were sent to this version. */
function callsOf(version: Version, name: string): RecordedCall[] {
  return (calls[name] ?? []).filter(([, outcomes]) => outcomes[versions.indexOf(version)] !== "not sent");
}

/** Returns the lines, each with its LF. The recording `user` has only input, because its lines get no answers. */
function linesOf(version: Version, name: string, stream: "stdin" | "stdout"): string[] {
  return loadRun(`inputs/${version}/${name}`)[stream].toString().match(/.+\n/g) ?? [];
}

function isRequest(line: string): boolean {
  return line.startsWith('{"type":"control_request","request_id"');
}

function isResult(line: string): boolean {
  return (JSON.parse(line) as { readonly type: string }).type === "result";
}

function answersIn(version: Version, name: string): Answer[] {
  return linesOf(version, name, "stdout")
    .map((line) => JSON.parse(line) as { readonly type: string; readonly response: Answer })
    .filter(({ type }) => type === "control_response")
    .map(({ response }) => response);
}

function outcomeOf(answers: readonly Answer[]): string {
  return answers.map(wordFor).join(" + ") || "silent";
}

function wordFor({ subtype, response, error = "", error_code }: Answer): string {
  if (error.startsWith("Unsupported control request")) return "unsupported";
  if (subtype === "error") return ["error", error_code ?? []].flat().join(" ");
  if (response === undefined) return "success";
  const names = Object.keys(response);
  const isFailing = Object.keys(response.errors ?? {}).length > 0 || response.staging?.ok === false;
  return `success {${names.length > 4 ? "…" : names.join(", ")}}${isFailing ? " failing" : ""}`;
}
