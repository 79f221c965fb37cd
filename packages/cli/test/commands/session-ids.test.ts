// Every command that reads a stream accepts a unique beginning of a session id.
import { cpSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { transcriptsPath } from "../../../../fixtures/load.ts";
import { temporaryFolder, unspool, type Ran } from "../process.ts";

const transcripts = join(transcriptsPath, "2.1.325");
const folder = temporaryFolder();
afterAll(() => folder.remove());
cpSync(join(transcripts, "agents"), join(folder.path, "projects/-work"), { recursive: true });
const own = readdirSync(join(folder.path, "projects/-work")).find((name) => name.endsWith(".jsonl")) ?? "";
const file = join(folder.path, "projects/-work", own);
const id = basename(own, ".jsonl");
const twin = `${id.slice(0, 8)}-0000-4000-8000-000000000001`;
cpSync(file, join(folder.path, `projects/-work/${twin}.jsonl`));

function run(...words: readonly string[]): Promise<Ran> {
  return unspool(words, { cwd: folder.path, env: { CLAUDE_CONFIG_DIR: folder.path } });
}

describe("a session of this machine", () => {
  it.each([["view"], ["events", "--type", "text-end"], ["check"], ["export", "--md"]])(
    "is read by %s as its file is, by its id and by the beginning of it",
    async (...words) => {
      const [byFile, byId, byBeginning] = await Promise.all(
        [file, id, id.slice(0, 12)].map((word) => run(...words, word)),
      );
      expect(byFile).toMatchObject({ stderr: "", code: 0 });
      const named = ({ stdout }: Ran): string => stdout.replace(/^\S+(?=: well formed)/, "NAME");
      expect(named(byId!)).toBe(named(byFile!));
      expect(named(byBeginning!)).toBe(named(byFile!));
    },
  );

  it("is counted by stats together with its agents", async () => {
    const read = async (...words: readonly string[]): Promise<unknown> => {
      const { total } = JSON.parse((await run("stats", "--json", ...words)).stdout) as { readonly total: unknown };
      return total;
    };
    const total = await read(id.slice(0, 12));
    expect(total).toEqual(await read(file, join(folder.path, "projects/-work", id)));
    expect(total).toMatchObject({ inputTokens: 72, outputTokens: 120, agents: 2 });
  });

  it.each(["view", "events", "check", "stats", "export", "replay"])(
    "is rejected by %s in one sentence if none or several sessions match",
    async (command) => {
      const words = command === "export" ? ["export", "--md"] : [command];
      expect(await run(...words, "zzz")).toMatchObject({
        stdout: "",
        stderr:
          "unspool: There is no file zzz, and no session of this machine starts with that id. See: unspool sessions\n",
        code: 2,
      });
      expect(await run(...words, id.slice(0, 8))).toMatchObject({
        stdout: "",
        stderr: `unspool: 2 sessions start with "${id.slice(0, 8)}": give more of the id.\n`,
        code: 2,
      });
    },
  );

  it.each(["zzzz", "abcd"])("is rejected by run before anything starts if no session matches: %s", async (word) => {
    expect(await run("run", "--resume", word, "Hi")).toMatchObject({
      stdout: "",
      stderr: `unspool: There is no session "${word}" on this machine. See: unspool sessions\n`,
      code: 2,
    });
  });

  it("is rejected by replay, which suggests view", async () => {
    expect(await run("replay", id)).toMatchObject({
      stderr: `unspool: "${id}" is a session of this machine, not a recording. Use: unspool view ${id}\n`,
      code: 2,
    });
  });

  it("is ignored if there is a file of that name", async () => {
    writeFileSync(join(folder.path, id.slice(0, 8)), "");
    expect(await run("view", id.slice(0, 8))).toMatchObject({
      stdout: "",
      stderr: `unspool: There was nothing to show in ${id.slice(0, 8)}.\n`,
      code: 0,
    });
  });
});
