// The sessions of a machine, built from transcripts that real CLIs wrote.
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDecoder, type Event, finalText } from "@unspool/protocol";
import { afterAll, describe, expect, it } from "vitest";
import { transcriptsPath as real } from "../../../../fixtures/load.ts";
import { createTranscripts } from "../../src/transcripts/transcripts.ts";
import type { TranscriptWarning } from "../../src/transcripts/types.ts";

const folder = mkdtempSync(join(tmpdir(), "unspool-transcripts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let homes = 0;

interface Machine {
  readonly home: string;
  readonly projects: string;
  /** Writes a session of these entries. @returns its file */
  session(project: string, id: string, entries: readonly (object | string)[], modifiedAt?: number): string;
}

function machine(): Machine {
  const home = join(folder, `home-${++homes}`);
  const projects = join(home, ".claude", "projects");
  mkdirSync(projects, { recursive: true });
  return {
    home,
    projects,
    session(project, id, entries, modifiedAt) {
      mkdirSync(join(projects, project), { recursive: true });
      const file = join(projects, project, `${id}.jsonl`);
      writeFileSync(
        file,
        entries.map((entry) => `${typeof entry === "string" ? entry : JSON.stringify(entry)}\n`).join(""),
      );
      if (modifiedAt !== undefined) utimesSync(file, modifiedAt, modifiedAt);
      return file;
    },
  };
}

const uuid = (digit: string): string => `${digit.repeat(8)}-1111-4111-8111-${digit.repeat(12)}`;
const prompt = (text: string, more: object = {}): object => ({
  type: "user",
  parentUuid: null,
  uuid: uuid("a"),
  sessionId: "s",
  cwd: "/home/me/app",
  timestamp: "2026-01-02T03:04:05.000Z",
  message: { role: "user", content: text },
  ...more,
});
const answer = (text: string, more: object = {}): object => ({
  type: "assistant",
  parentUuid: uuid("a"),
  uuid: uuid("b"),
  sessionId: "s",
  cwd: "/home/me/app",
  timestamp: "2026-01-02T03:04:06.000Z",
  message: { id: "msg_1", role: "assistant", model: "m", content: [{ type: "text", text }], usage: {} },
  ...more,
});

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe("listing sessions", () => {
  it("summarizes each session from its file, newest first", async () => {
    const here = machine();
    here.session("-home-me-app", uuid("1"), [prompt("first prompt"), answer("an answer")], 1000);
    here.session(
      "-home-me-app",
      uuid("2"),
      [
        prompt("<command-name>/clear</command-name>"),
        prompt("meta", { isMeta: true }),
        prompt("second prompt", { version: "2.1.325", timestamp: "2026-01-03T00:00:00.000Z" }),
        { type: "ai-title", aiTitle: "by the CLI", sessionId: "s" },
        { type: "custom-title", customTitle: "by the person", sessionId: "s" },
      ],
      2000,
    );
    const list = await createTranscripts({ home: here.home }).list();
    expect(list.map(({ id }) => id)).toEqual([uuid("2"), uuid("1")]);
    expect(list[0]).toMatchObject({ firstPrompt: "second prompt", title: "by the person", version: "2.1.325" });
    expect(list[1]).toEqual({
      id: uuid("1"),
      file: join(here.projects, "-home-me-app", `${uuid("1")}.jsonl`),
      cwd: "/home/me/app",
      startedAt: Date.parse("2026-01-02T03:04:05.000Z"),
      updatedAt: Date.parse("2026-01-02T03:04:06.000Z"),
      firstPrompt: "first prompt",
      title: undefined,
      version: undefined,
      messageCount: 2,
      isMessageCountExact: true,
      sizeBytes: readFileSync(join(here.projects, "-home-me-app", `${uuid("1")}.jsonl`)).length,
    });
  });

  it.each(readdirSync(real))("reads sessions that CLI %s wrote", async (version) => {
    const here = machine();
    const expected = new Set<string>();
    for (const name of readdirSync(join(real, version))) {
      cpSync(join(real, version, name), join(here.projects, name), { recursive: true });
      for (const file of readdirSync(join(real, version, name))) {
        if (/^(?!agent-).*\.jsonl$/.test(file)) expected.add(`${name}/${file}`);
      }
    }
    const warnings: TranscriptWarning[] = [];
    const list = await createTranscripts({ home: here.home }).list({ onWarning: (warning) => warnings.push(warning) });
    expect(new Set(list.map(({ file }) => file.slice(here.projects.length + 1)))).toEqual(expected);
    expect(warnings).toEqual([]);
    for (const session of list) {
      expect(session.cwd).toBe("LAB/ws");
      expect(session.firstPrompt).toMatch(/^@|^\/|\w/);
      expect(session.messageCount).toBeGreaterThan(1);
    }
  });

  it("filters by the folder in the files, not by the names of project folders", async () => {
    const here = machine();
    // Both folders have the same name in the CLI's spelling.
    here.session("-home-me-app", uuid("1"), [prompt("one", { cwd: "/home/me/app" })]);
    here.session("-home-me-app", uuid("2"), [prompt("two", { cwd: "/home/me-app" })]);
    const list = await createTranscripts({ home: here.home }).list({ cwd: "/home/me/../me/app/" });
    expect(list.map(({ id }) => id)).toEqual([uuid("1")]);
  });

  it("reads no further than the caller iterates", async () => {
    const here = machine();
    for (let count = 0; count < 100; count++) here.session("p", `s-${count}`, [prompt(`prompt ${count}`)], count + 1);
    here.session("p", "broken", ["rubbish"], 0.5);
    const warnings: TranscriptWarning[] = [];
    const options = { onWarning: (warning: TranscriptWarning) => void warnings.push(warning) };
    const transcripts = createTranscripts({ home: here.home });
    expect((await transcripts.list({ limit: 3, ...options })).map(({ id }) => id)).toEqual(["s-99", "s-98", "s-97"]);
    for await (const { id } of transcripts.list(options)) {
      expect(id).toBe("s-99");
      break;
    }
    expect(warnings).toEqual([]);
    expect(await transcripts.list(options)).toHaveLength(100);
    expect(warnings).toHaveLength(1);
  });

  it("reads only both ends of a long file, and marks its count as an estimate", async () => {
    const here = machine();
    const filler = answer("x".repeat(500));
    const many = Array.from({ length: 20_000 }, () => filler);
    const last = answer("bye", { timestamp: "2026-01-02T04:00:00.000Z" });
    here.session("p", uuid("1"), [
      prompt("hello"),
      ...many,
      last,
      { type: "custom-title", customTitle: "long", sessionId: "s" },
    ]);
    const [session] = await createTranscripts({ home: here.home }).list();
    expect(session).toMatchObject({
      firstPrompt: "hello",
      title: "long",
      updatedAt: Date.parse("2026-01-02T04:00:00.000Z"),
      isMessageCountExact: false,
    });
    expect(session?.messageCount).toBeGreaterThan(15_000);
    expect(session?.messageCount).toBeLessThan(25_000);
  });

  it("finds a prompt after an unusually long head", async () => {
    const here = machine();
    const attachment = { type: "attachment", sessionId: "s", attachment: { text: "y".repeat(200_000) } };
    here.session("p", uuid("1"), [
      attachment,
      prompt("behind it"),
      ...Array.from({ length: 30_000 }, () => answer("z".repeat(80))),
    ]);
    const [session] = await createTranscripts({ home: here.home }).list();
    expect(session?.firstPrompt).toBe("behind it");
  });

  it("skips broken files with a warning, and empty ones without", async () => {
    const here = machine();
    here.session("p", uuid("1"), [prompt("fine")]);
    here.session("p", uuid("2"), ["not JSON", "nor this"]);
    here.session("p", uuid("3"), []);
    here.session("p", uuid("4"), [{ type: "summary", summary: "of another", leafUuid: "x" }]);
    mkdirSync(join(here.projects, "p", `${uuid("5")}.jsonl`));
    writeFileSync(join(here.projects, "a-file"), "");
    const warnings: TranscriptWarning[] = [];
    const list = await createTranscripts({ home: here.home }).list({ onWarning: (warning) => warnings.push(warning) });
    expect(list.map(({ id }) => id)).toEqual([uuid("1")]);
    expect(warnings.map(({ file }) => file)).toEqual([join(here.projects, "p", `${uuid("2")}.jsonl`)]);
  });

  it("lists nothing if there is no folder", async () => {
    expect(await createTranscripts({ home: join(folder, "nobody") }).list()).toEqual([]);
  });

  it("uses CLAUDE_CONFIG_DIR", async () => {
    const here = machine();
    here.session("p", uuid("1"), [prompt("one")]);
    const list = await createTranscripts({ env: { CLAUDE_CONFIG_DIR: join(here.home, ".claude") } }).list();
    expect(list).toHaveLength(1);
  });
});

describe("reading a session", () => {
  function eventsOf(...files: readonly string[]): Event[] {
    const events: Event[] = [];
    const decoder = createDecoder({ onEvent: (event) => events.push(event) });
    for (const file of files) decoder.push(readFileSync(file, "utf8"));
    decoder.end();
    return events;
  }

  it("gives the events of its file, by id, by path and by file", async () => {
    const here = machine();
    const file = here.session("p", uuid("1"), [prompt("hello"), answer("hi there")]);
    const transcripts = createTranscripts({ home: here.home });
    const expected = eventsOf(file);
    expect(await collect(transcripts.read(uuid("1")).events)).toEqual(expected);
    expect(await collect(transcripts.read(file).events)).toEqual(expected);
    const elsewhere = join(folder, "elsewhere.jsonl");
    cpSync(file, elsewhere);
    expect(await collect(transcripts.read({ file: elsewhere }).events)).toEqual(expected);
    const state = await transcripts.read(uuid("1")).state;
    expect(finalText(state)).toBe("hi there");
  });

  it.each([
    "2.1.325/agents",
    "2.1.325/nested-agents",
    "2.1.325/background-agents",
    "2.1.74/agents",
    "2.0.76/agents",
    "1.0.128/agents",
  ])("%s includes its agents, under the calls that started them", async (name) => {
    const here = machine();
    cpSync(join(real, name), join(here.projects, "p"), { recursive: true });
    const [session] = await createTranscripts({ home: here.home }).list();
    const { events, state } = createTranscripts({ home: here.home }).read(session?.id ?? "");
    const all = await collect(events);
    expect(new Set(all.map((event) => event.agent))).toEqual(new Set([null, "toolu_0001", "toolu_0002"]));
    expect(all.filter((event) => event.type === "malformed" || event.type === "unknown")).toEqual([]);
    expect(JSON.stringify(all)).not.toContain("Warmup");
    expect([...(await state).agents]).toHaveLength(2);
  });

  it("ignores agents of another session beside it", async () => {
    const here = machine();
    const file = here.session("p", uuid("1"), [prompt("hello"), answer("hi")]);
    here.session("p", "agent-a123456", [
      prompt("not mine", { isSidechain: true, agentId: "a123456", sessionId: uuid("2") }),
    ]);
    const transcripts = createTranscripts({ home: here.home });
    expect(await collect(transcripts.read(uuid("1")).events)).toEqual(eventsOf(file));
    expect(await transcripts.list()).toHaveLength(1);
  });

  it("reads a file that is being written", async () => {
    const here = machine();
    const file = here.session("p", uuid("1"), [prompt("hello"), answer("hi")]);
    appendFileSync(file, '{"type":"assis');
    const events = await collect(createTranscripts({ home: here.home }).read(uuid("1")).events);
    expect(events.some((event) => event.type === "text-end" && event.text === "hi")).toBe(true);
  });

  it.each([
    "../../secret",
    "..",
    "/etc/passwd",
    "p/../../../secret.jsonl",
    "agent-a123456",
    "",
    "x".repeat(300),
    "no-such-id",
  ])("refuses %j", async (id) => {
    const here = machine();
    writeFileSync(join(here.home, "secret.jsonl"), JSON.stringify(prompt("secret")));
    here.session("p", "agent-a123456", [prompt("agent")]);
    const { events, state } = createTranscripts({ home: here.home }).read(id);
    await expect(collect(events)).rejects.toMatchObject({ code: "file-failed" });
    await expect(state).rejects.toMatchObject({ code: "file-failed" });
  });

  it("refuses paths that lead out of the projects, by name or by link", async () => {
    const here = machine();
    const outside = join(here.home, "outside.jsonl");
    writeFileSync(outside, JSON.stringify(prompt("outside")));
    mkdirSync(join(here.projects, "p"), { recursive: true });
    symlinkSync(outside, join(here.projects, "p", "link.jsonl"));
    const transcripts = createTranscripts({ home: here.home });
    for (const path of [
      outside,
      join(here.projects, "p", "..", "..", "..", "outside.jsonl"),
      join(here.projects, "p", "link.jsonl"),
    ]) {
      await expect(collect(transcripts.read(path).events)).rejects.toMatchObject({ code: "file-failed" });
    }
  });
});

describe("a path that is not a session file", () => {
  it("is not opened by id if it is a link out of the projects", async () => {
    const here = machine();
    const outside = join(here.home, "outside.jsonl");
    writeFileSync(outside, JSON.stringify(prompt("outside")));
    mkdirSync(join(here.projects, "p"), { recursive: true });
    symlinkSync(outside, join(here.projects, "p", `${uuid("1")}.jsonl`));
    const transcripts = createTranscripts({ home: here.home });
    await expect(collect(transcripts.read(uuid("1")).events)).rejects.toMatchObject({ code: "file-failed" });
    expect(await collect(transcripts.list())).toEqual([]);
    expect(await collect(transcripts.search("outside"))).toEqual([]);
  });

  it("is read if it is a link within the projects", async () => {
    const here = machine();
    const file = here.session("p", uuid("1"), [prompt("Hello?"), answer("inside")]);
    symlinkSync(file, join(here.projects, "p", `${uuid("2")}.jsonl`));
    expect(finalText(await createTranscripts({ home: here.home }).read(uuid("2")).state)).toBe("inside");
  });

  it.skipIf(process.platform === "win32")("does not block if it is a named pipe", async () => {
    const here = machine();
    const file = here.session("p", uuid("1"), [prompt("Hello?"), answer("there")]);
    const own = join(here.projects, "p", uuid("1"), "subagents");
    mkdirSync(own, { recursive: true });
    execFileSync("mkfifo", [join(own, "agent-x.jsonl"), join(here.projects, "p", "agent-y.jsonl")]);
    execFileSync("mkfifo", [join(here.projects, "p", `${uuid("3")}.jsonl`)]);
    const transcripts = createTranscripts({ home: here.home });
    for (const session of [uuid("1"), { file }]) expect(finalText(await transcripts.read(session).state)).toBe("there");
    await expect(collect(transcripts.read(uuid("3")).events)).rejects.toMatchObject({ code: "file-failed" });
    const pipe = { file: join(here.projects, "p", `${uuid("3")}.jsonl`) };
    await expect(collect(transcripts.read(pipe).events)).rejects.toMatchObject({ code: "file-failed" });
  });
});

describe("searching sessions", () => {
  it("finds prompts and answers ignoring case, with their line and context", async () => {
    const here = machine();
    here.session(
      "p",
      uuid("1"),
      [
        prompt("Where is the BUG?"),
        { type: "mode", mode: "x bug" },
        answer(`${"a ".repeat(60)}the\nbug "is" here${" b".repeat(90)}`),
      ],
      1000,
    );
    here.session(
      "p",
      uuid("2"),
      [prompt("no insects"), prompt("bug", { isMeta: true }), prompt("bug of an agent", { isSidechain: true })],
      2000,
    );
    const transcripts = createTranscripts({ home: here.home });
    const [ofAgent, ...hits] = await transcripts.search("bug");
    expect([ofAgent, ...hits].map((hit) => [hit?.sessionId, hit?.line, hit?.role, hit?.agentId])).toEqual([
      // What an agent was asked is found too.
      [uuid("2"), 3, "user", ""],
      [uuid("1"), 1, "user", undefined],
      [uuid("1"), 3, "assistant", undefined],
    ]);
    expect(hits[0]).toMatchObject({
      snippet: "Where is the BUG?",
      cwd: "/home/me/app",
      at: Date.parse("2026-01-02T03:04:05.000Z"),
    });
    expect(hits[1]?.snippet).toMatch(/^…(?:a )+the bug "is" here(?: b)+…$/);
    expect(await transcripts.search('Bug "IS"')).toHaveLength(1);
    expect(await transcripts.search("bug", { role: "assistant" })).toHaveLength(1);
    expect(await transcripts.search("bug", { limit: 1 })).toHaveLength(1);
    expect(await transcripts.search("bug", { cwd: "/elsewhere" })).toEqual([]);
    expect(await transcripts.search("bug", { cwd: "/home/me/app" })).toHaveLength(3);
    expect(await transcripts.search("the\nbug")).toHaveLength(1);
    expect(await transcripts.search("")).toEqual([]);
  });

  it("counts lines correctly across the chunks of a file", async () => {
    const here = machine();
    const entries = Array.from({ length: 2000 }, (_, index) => answer(`${"w".repeat(300)} number ${index}.`));
    here.session("p", uuid("1"), entries);
    const [hit] = await createTranscripts({ home: here.home }).search("number 1777.");
    expect(hit?.line).toBe(1778);
  });

  it("skips a line that is too long, and continues after it", async () => {
    const here = machine();
    here.session("p", uuid("1"), [prompt("needle one"), answer("x".repeat(17 << 20)), prompt("needle two")]);
    const warnings: TranscriptWarning[] = [];
    const hits = await createTranscripts({ home: here.home }).search("needle", {
      onWarning: (warning) => warnings.push(warning),
    });
    expect(hits.map(({ line }) => line)).toEqual([1, 3]);
    expect(warnings).toMatchObject([{ line: 2 }]);
  });

  it("skips a file that it may not read", async () => {
    const here = machine();
    here.session("p", uuid("1"), [prompt("needle")]);
    mkdirSync(join(here.projects, "q"), { recursive: true });
    symlinkSync(join(here.projects, "q", `${uuid("2")}.jsonl`), join(here.projects, "q", `${uuid("2")}.jsonl`));
    const warnings: TranscriptWarning[] = [];
    const hits = await createTranscripts({ home: here.home }).search("needle", {
      onWarning: (warning) => warnings.push(warning),
    });
    expect(hits).toHaveLength(1);
    expect(warnings).toHaveLength(1);
  });
});
