import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { transcriptsPath } from "../../../../fixtures/load.ts";
import { temporaryFolder, unspool, type Ran } from "../process.ts";

const transcripts = join(transcriptsPath, "2.1.325");
const folder = temporaryFolder();
const HOSTILE = "11111111-0000-4000-8000-000000000001";

beforeAll(() => {
  cpSync(transcripts, join(folder.path, "projects"), { recursive: true });
  const place = join(folder.path, "projects/-it-s-here");
  mkdirSync(place);
  const common = { sessionId: HOSTILE, cwd: "/it's here", version: "2.1.325", parentUuid: null, isSidechain: false };
  const entry = (uuid: string, timestamp: string, content: string): string =>
    `${JSON.stringify({ ...common, type: "user", uuid, timestamp, message: { role: "user", content } })}\n`;
  writeFileSync(
    join(place, `${HOSTILE}.jsonl`),
    entry("a", "2030-01-01T00:00:00.000Z", "\u001B]0;owned\u0007漢字 evil\nprompt 🎉"),
  );
});
afterAll(() => folder.remove());

function sessions(...args: readonly string[]): Promise<Ran> {
  return unspool(["sessions", ...args], { env: { CLAUDE_CONFIG_DIR: folder.path }, cwd: folder.path });
}

describe("unspool sessions", () => {
  it("lists the newest session first, one line each, without control sequences", async () => {
    const { stdout, stderr, code } = await sessions("--limit", "3");
    const [head = "", first = "", ...rest] = stdout.trimEnd().split("\n");
    expect(head).toMatch(/^age +session +msgs +cost +folder, title$/);
    expect(first).toMatch(new RegExp(`^now +${HOSTILE} +1 +/it's here +漢字 evil prompt 🎉$`));
    expect(rest).toHaveLength(2);
    // The others have cost something; nobody has answered the first.
    for (const line of rest) expect(line).toMatch(/ \$0\.\d{4} /);
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
  });

  it("lists sessions as JSON with the text unchanged", async () => {
    const { stdout } = await sessions("--limit", "1", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      id: HOSTILE,
      cwd: "/it's here",
      firstPrompt: "\u001B]0;owned\u0007漢字 evil\nprompt 🎉",
    });
  });

  it("finds a text in the messages", async () => {
    const { stdout } = await sessions("EVIL");
    expect(stdout).toMatch(new RegExp(`^${HOSTILE}  you  now  .*\\.jsonl:1\n    漢字 evil prompt 🎉\n$`));
    expect((await sessions("evil", "--role", "assistant")).code).toBe(1);
  });

  it("searches only sessions of this folder with --here", async () => {
    expect(await sessions("--here")).toMatchObject({ stdout: "", stderr: "There are no sessions yet.\n", code: 1 });
    expect(await sessions("nobody said this")).toMatchObject({
      stdout: "",
      stderr: "No session contains that text.\n",
      code: 1,
    });
  });

  it("prints the command to resume without a terminal, quoted for a shell", async () => {
    expect(await sessions("--resume", HOSTILE.slice(0, 8))).toMatchObject({
      stdout: `cd '/it'\\''s here' && claude --resume ${HOSTILE}\n`,
      code: 0,
    });
  });

  it.each([
    [["--resume", "zzz"], 'There is no session "zzz". See: unspool sessions'],
    [["--resume", "a", "text"], "--resume takes an id and no text to search: remove the text."],
    [["--limit", "x"], '--limit takes a whole number from 0, not "x".'],
    [["--role", "me"], '--role takes one of user, assistant, tool, not "me".'],
  ])("refuses %j in one sentence", async (args, sentence) => {
    expect(await sessions(...args)).toMatchObject({ stdout: "", stderr: `unspool: ${sentence}\n`, code: 2 });
  });

  it("rejects an ambiguous id", async () => {
    const { stderr, code } = await sessions("--resume", "");
    expect(stderr).toMatch(/^unspool: \d+ sessions start with "": give more of the id\.\n$/);
    expect(code).toBe(2);
  });
});
