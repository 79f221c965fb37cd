import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { createTranscripts } from "../../src/transcripts/transcripts.ts";

const home = mkdtempSync(join(tmpdir(), "unspool-list-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const project = join(home, ".claude/projects/p");
mkdirSync(project, { recursive: true });

function session(day: number, modifiedAt: number): void {
  const timestamp = `2026-01-${String(day).padStart(2, "0")}T00:00:00.000Z`;
  const message = { role: "user", content: `day ${day}` };
  const file = join(project, `s-${day}.jsonl`);
  writeFileSync(
    file,
    `${JSON.stringify({ type: "user", uuid: "u", parentUuid: null, sessionId: "s", timestamp, message })}\n`,
  );
  utimesSync(file, modifiedAt, modifiedAt);
}

it("sessions are listed by the time of their last entry, not by that of their file", async () => {
  const now = Date.now() / 1000;
  // Copied from another machine, in any order.
  for (const [place, day] of [3, 1, 20, 2, 4].entries()) session(day, now + place);
  for (let day = 5; day < 20; day++) session(day, now - day);
  const transcripts = createTranscripts({ home });
  const days = (await transcripts.list()).map(({ id }) => Number(id.slice(2)));
  expect(days).toEqual(days.toSorted((one, other) => other - one));
  expect((await transcripts.list({ limit: 2 })).map(({ id }) => id)).toEqual(["s-20", "s-19"]);
});
