// Parity of shape: every line of every recording is built anew from what it says, through the interface that the engine
// uses, and must come out the same: keys, their order, kinds and values, but for ids, times and the vendor's prose.

import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/json.ts";
import { differences } from "./compare.ts";
import { EXCEPTIONS, type Exception } from "./exceptions.ts";
import { text } from "./fields.ts";
import { rebuild } from "./rebuild.ts";
import { startRebuilding } from "./rebuilding.ts";
import { recordingsOf, VERSIONS } from "./recordings.ts";

interface Finding {
  readonly where: string;
  readonly recording: string;
  readonly told: string;
}

const findings = new Map(VERSIONS.map((version) => [version, findingsOf(version)]));

test.each(VERSIONS)("lines of %s are built as they were recorded", (version) => {
  const unexplained = (findings.get(version) ?? []).filter(
    (finding) => !EXCEPTIONS.some((exception) => fits(exception, finding)),
  );
  expect(unexplained.map((finding) => finding.told)).toEqual([]);
});

test("every exception is still needed", () => {
  const all = [...findings.values()].flat();
  const idle = EXCEPTIONS.filter((exception) => !all.some((finding) => fits(exception, finding)));
  expect(idle.map((exception) => exception.reason)).toEqual([]);
});

function findingsOf(version: string): readonly Finding[] {
  const found: Finding[] = [];
  for (const recording of recordingsOf(version)) {
    const state = startRebuilding(recording);
    for (const [index, line] of recording.lines.entries()) {
      if (isEcho(line)) continue;
      const built = rebuild(state, line);
      const place = `${recording.name}:${index + 1}`;
      if (built === undefined) {
        found.push({ where: kindOf(line), recording: recording.name, told: `no ${kindOf(line)}, seen at ${place}` });
        continue;
      }
      for (const { path, recorded, built: made } of differences(line, built)) {
        const where = `${kindOf(line)} ${path}`;
        const told = `${where} at ${place}: recorded ${recorded}, built ${made}`;
        found.push({ where, recording: recording.name, told });
      }
    }
  }
  return found;
}

/** `--replay-user-messages` echoes the host's own answers: their shape is the host's. */
function isEcho(line: JsonObject): boolean {
  const response = (line["response"] as JsonObject | undefined)?.["response"] as JsonObject | undefined;
  return response !== undefined && "behavior" in response;
}

function kindOf(line: JsonObject): string {
  const type = text(line, "type");
  return typeof line["subtype"] === "string" ? `${type}/${line["subtype"]}` : type;
}

function fits(exception: Exception, finding: Finding): boolean {
  return exception.where.test(finding.where) && (exception.recordings?.test(finding.recording) ?? true);
}
