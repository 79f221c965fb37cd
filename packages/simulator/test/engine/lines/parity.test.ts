// Rebuilds every line of every recording through the interface that the engine uses. The result must be the same: keys,
// their order, types and values, except ids, times and the vendor's prose.

import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/json.ts";
import { findDifferences } from "./compare.ts";
import { EXCEPTIONS, type Exception } from "./exceptions.ts";
import { text } from "./fields.ts";
import { rebuild } from "./rebuild.ts";
import { startRebuilding } from "./rebuilding.ts";
import { loadRecordings, VERSIONS } from "./recordings.ts";

interface Finding {
  readonly where: string;
  readonly recording: string;
  readonly report: string;
}

const findings = new Map(VERSIONS.map((version) => [version, findDeviations(version)]));

test.each(VERSIONS)("builds the lines of %s as they were recorded", (version) => {
  const unexplained = (findings.get(version) ?? []).filter(
    (finding) => !EXCEPTIONS.some((exception) => isExcepted(exception, finding)),
  );
  expect(unexplained.map((finding) => finding.report)).toEqual([]);
});

test("still needs every listed exception", () => {
  const all = [...findings.values()].flat();
  const idle = EXCEPTIONS.filter((exception) => !all.some((finding) => isExcepted(exception, finding)));
  expect(idle.map((exception) => exception.reason)).toEqual([]);
});

function findDeviations(version: string): readonly Finding[] {
  const found: Finding[] = [];
  for (const recording of loadRecordings(version)) {
    const state = startRebuilding(recording);
    for (const [index, line] of recording.lines.entries()) {
      if (isEcho(line)) continue;
      const built = rebuild(state, line);
      const place = `${recording.name}:${index + 1}`;
      if (built === undefined) {
        found.push({
          where: getKind(line),
          recording: recording.name,
          report: `no ${getKind(line)}, seen at ${place}`,
        });
        continue;
      }
      for (const { path, recorded, built: made } of findDifferences(line, built)) {
        const where = `${getKind(line)} ${path}`;
        const report = `${where} at ${place}: recorded ${recorded}, built ${made}`;
        found.push({ where, recording: recording.name, report });
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

function getKind(line: JsonObject): string {
  const type = text(line, "type");
  return typeof line["subtype"] === "string" ? `${type}/${line["subtype"]}` : type;
}

function isExcepted(exception: Exception, finding: Finding): boolean {
  return exception.where.test(finding.where) && (exception.recordings?.test(finding.recording) ?? true);
}
