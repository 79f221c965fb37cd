// The examples at the top of the repository: what they print, and how they exit.
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { say, scenario } from "@unspool/simulator";
import { describe, expect, onTestFinished, test } from "vitest";
import { simulatorPath, temporaryFolder } from "../process.ts";
import { runExample, runScript } from "./run-example.ts";

const refused = scenario("refused").turn(say.error(400, { message: "no such thing" }));

describe("typewriter", () => {
  test("prints the answer and what it cost", async () => {
    const { stdout, stderr, code } = await runExample("typewriter");
    expect(stdout).toMatchInlineSnapshot(`
      "> Explain recursion in three sentences.

      Recursion is a function that calls itself on a smaller piece of the same problem. Each call waits for the answer of the next, until a case is so small that it needs no call. Then the answers are put together on the way back.

      success: 45 pieces, 224 characters, $0.0002
      "
    `);
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
  });

  test("prints pieces while the model is still writing, and is interrupted by Ctrl-C", async () => {
    const { stdout, code } = await runExample("typewriter", {
      args: ["Tell me a story"],
      scenario: scenario("endless").turn(say.text("Once upon a time"), say.hang()),
      onStart: (child) => {
        let shown = "";
        child.stdout.on("data", (chunk: Buffer) => {
          const before = shown;
          shown += chunk.toString();
          // The answer has no end yet: what is here has come piece by piece.
          if (shown.includes("Once upon") && !before.includes("Once upon")) child.kill("SIGINT");
        });
      },
    });
    expect(stdout).toMatch(/^> Tell me a story\n\nOnce upon a[ a-z]*\n\ninterrupted: \d+ pieces, /);
    expect(code).toBe(130);
  });

  test("exits with 1 when the turn fails", async () => {
    const { stdout, code } = await runExample("typewriter", { scenario: refused });
    expect(stdout).toMatch(/\nerror: 1 pieces, 0 characters, \$0\.0000\n$/);
    expect(code).toBe(1);
  });
});

describe("monitor", () => {
  test("prints each change of each session, and the table at the end", async () => {
    const { stdout, stderr, code } = await runExample("monitor");
    const [changes = "", table = ""] = stdout.split("---\n");
    // Sessions run side by side: only the lines of one file have an order.
    const linesOf = (file: string): readonly string[] => changes.split("\n").filter((line) => line.startsWith(file));
    expect(linesOf("auth.ts").map((line) => line.split(/\s+/)[1])).toEqual([
      "idle",
      "running",
      "Read",
      "running",
      "ended",
    ]);
    expect(linesOf("billing.ts").map((line) => line.split(/\s+/)[1])).toEqual([
      "idle",
      "running",
      "retrying",
      "running",
      "ended",
    ]);
    expect(table).toMatchInlineSnapshot(`
      "auth.ts      ended     1 tools  $0.0004  Everybody is allowed in.
      billing.ts   ended     0 tools  $0.0002  Rounds to whole cents too early.
      cache.ts     ended     1 tools  $0.0004  Nothing ever leaves the cache.
      deploy.ts    ended     0 tools  $0.0002  Looks good.
      4 of 4 done, $0.0013
      "
    `);
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
  });

  test("names the sessions that failed, and exits with 1", async () => {
    const { stdout, code } = await runExample("monitor", {
      args: ["good.ts", "bad.ts"],
      scenario: scenario("mixed")
        .turn({ contains: "good.ts" }, say.text("Good."))
        .turn({ contains: "bad.ts" }, say.error(400, { message: "no such thing" })),
    });
    expect(stdout.split("---\n")[1]).toMatchInlineSnapshot(`
      "good.ts      ended     0 tools  $0.0002  Good.
      bad.ts       ended     0 tools  $0.0000  failed: Claude ended the turn with an error: API Error: 400 no such thing
      1 of 2 done, $0.0002
      "
    `);
    expect(code).toBe(1);
  });
});

describe("editor", () => {
  test("shows diffs, and does what the person answers", async () => {
    const { stdout, stderr, code, claude } = await runExample("editor", { input: "y\nn\ns\n" });
    expect(stdout).toMatchInlineSnapshot(`
      "I will change the greeting.

      ── Edit
      file_path:
         greet.ts
      change:
        - export function hello() {
        -   return "Hello";
        + export function hello(name = "world") {
        +   return \`Hello, dear \${name}\`;
          }
      replace_all:
         false
      do it? [y/n/s] y


      ── Write
      file_path:
         greet.test.ts
      content:
        + import { hello } from "./greet.ts";
        + 
      do it? [y/n/s] n


      ── Bash
      command:
         rm -rf dist
      description:
         Remove old builds
      do it? [y/n/s] s


      interrupted:
        Edit succeeded
        Write denied
        Bash denied
      "
    `);
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    const behaviours = claude
      .received()
      .flatMap((message) => (message.type === "control_response" ? [JSON.stringify(message)] : []))
      // The other answers are those of the hook that guards permissions; they decide nothing here.
      .flatMap((line) => /"behavior":"(\w+)"/.exec(line)?.[1] ?? []);
    expect(behaviours).toEqual(["allow", "deny", "deny"]);
  });

  test("stops the turn when nobody can answer any more", async () => {
    const { stdout, code } = await runExample("editor", { input: "" });
    expect(stdout).toMatch(/\ninterrupted:\n {2}Edit denied\n$/);
    expect(code).toBe(0);
  });
});

describe("agent-chain", () => {
  test("shows each step, and gives its answer to the next", async () => {
    const { stdout, stderr, code, claude } = await runExample("agent-chain");
    expect(stdout).toMatchInlineSnapshot(`
      "── 1. analyse
      The cookie lives for 300 seconds (session.ts:12).

      ── 2. plan
      1. Raise maxAge to a day. 2. Renew it at each request. 3. Test both.

      ── 3. report
      The login cookie was too short-lived; a fix in three small steps is planned.

      3 sessions, $0.0010
      "
    `);
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    const prompts = claude.received().flatMap((message) => (message.type === "user" ? [message.message.content] : []));
    expect(prompts[1]).toContain("The cookie lives for 300 seconds");
    expect(prompts[2]).toContain("Plan: 1. Raise maxAge");
    expect(claude.calls().map(({ args }) => args.includes("haiku"))).toEqual([false, false, true]);
  });

  test("ends with the step that fails, and keeps what came before it", async () => {
    const { stdout, code, claude } = await runExample("agent-chain", {
      scenario: scenario("breaks")
        .turn({ contains: "Find the cause" }, say.text("A cause."))
        .turn({ contains: "Write a plan" }, say.error(400, { message: "no such thing" })),
    });
    expect(stdout).toMatch(/\nStep 2 of 3 \(plan\) failed: .*no such thing.*\n1 of 3 steps done, \$0\.\d{4}\n$/);
    expect(code).toBe(1);
    expect(claude.calls()).toHaveLength(2);
  });

  test("does the same at the shell, over pipes", async () => {
    const { stdout, stderr, code, claude } = await runScript("agent-chain");
    expect(stdout).toMatchInlineSnapshot(`
      "cause:  The cookie lives for 300 seconds (session.ts:12).
      plan:   1. Raise maxAge to a day. 2. Renew it at each request. 3. Test both.
      report: The login cookie was too short-lived; a fix in three small steps is planned.
      "
    `);
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    const prompts = claude.received().flatMap((message) => (message.type === "user" ? [message.message.content] : []));
    expect(prompts[1]).toContain("The cookie lives for 300 seconds");
    expect(prompts[2]).toContain("1. Raise maxAge");
  });

  test("ends at the shell with the step that fails", async () => {
    const { stdout, stderr, code, claude } = await runScript("agent-chain", { scenario: refused });
    expect(stdout).toBe("");
    expect(stderr).toContain("no such thing");
    expect(code).toBe(1);
    expect(claude.calls()).toHaveLength(1);
  });
});

describe("health-check", () => {
  test("finds everything in order", async () => {
    const { stdout, code } = await runExample("health-check", { args: ["--version", "2.1.325"] });
    expect(stdout.replace(/, \/.*$/m, ", PATH")).toMatchInlineSnapshot(`
      "ok    version       2.1.325, PATH
      ok    answer        OK
      ok    tools         Bash,Edit,Read
      "
    `);
    expect(code).toBe(0);
  });

  test("finds another version than the pinned one, and a tool that is missing", async () => {
    const { stdout, code } = await runExample("health-check", { args: ["--version", "2.0.76", "--tools", "Read,Fly"] });
    expect(stdout).toContain("FAIL  version       2.1.325, wanted 2.0.76\n");
    expect(stdout).toContain("FAIL  tools         missing: Fly\n");
    expect(code).toBe(1);
  });

  test("finds unexpected tools if no others are allowed", async () => {
    const { stdout, code } = await runExample("health-check", { args: ["--tools", "Read", "--only"] });
    expect(stdout).toMatch(/^FAIL {2}tools {9}not wanted: .*not wanted: Bash\b/m);
    expect(code).toBe(1);
  });

  test("finds an MCP server that has failed, and one that works", async () => {
    const folder = temporaryFolder();
    onTestFinished(() => folder.remove());
    const mcp = join(folder.path, "mcp.json");
    writeFileSync(mcp, JSON.stringify({ mcpServers: { notes: { command: "notes" }, broken: { command: "broken" } } }));
    // Servers are always connected in the simulator: this says otherwise of one of them.
    const claude = join(folder.path, "claude");
    const failed = `s/{"name":"broken","status":"connected"/{"name":"broken","status":"failed"/`;
    writeFileSync(claude, `#!/bin/sh\n"${process.execPath}" "${simulatorPath}" "$@" | sed -u '${failed}'\n`);
    chmodSync(claude, 0o755);
    const { stdout, code } = await runExample("health-check", {
      args: ["--mcp", mcp],
      env: { UNSPOOL_CLAUDE: claude, UNSPOOL_SIMULATE_STORE: folder.path },
    });
    expect(stdout).toContain("ok    mcp notes     connected\n");
    expect(stdout).toContain("FAIL  mcp broken    failed\n");
    expect(code).toBe(1);
  });

  test("finds a model that does not answer", async () => {
    const { stdout, code } = await runExample("health-check", { scenario: refused });
    expect(stdout).toMatch(/^FAIL {2}answer {8}.*no such thing/m);
    expect(code).toBe(1);
  });

  test("exits with 4 without a claude", async () => {
    const { stdout, code } = await runExample("health-check", { env: { UNSPOOL_CLAUDE: "/nowhere/claude" } });
    expect(stdout).toMatch(/^FAIL {2}start {9}.*\/nowhere\/claude/);
    expect(code).toBe(4);
  });
});

describe("retries", () => {
  test("shows retries and limits, and gives up when the wait would be too long", async () => {
    const { stdout, stderr, code } = await runExample("retries");
    expect(stdout).toMatchInlineSnapshot(`
      "> Say hello
        … HTTP 529 (overloaded), attempt 1 of 10, again in 0.5 s
        … HTTP 529 (overloaded), attempt 2 of 10, again in 1.1 s
        Hello, after two retries.
      > Say it again
        ! five_hour allowed_warning, 92% used, resets 2030-03-17T17:46:40.000Z
        Hello, while there is some left of the plan.
      > And again
        ! five_hour rejected, resets 2030-03-17T17:46:40.000Z
        gave up: Claude ended the turn with an error: You've hit your 5-hour limit · resets 5:46pm (UTC)
      plan: five_hour rejected, resets 2030-03-17T17:46:40.000Z
      "
    `);
    expect({ stderr, code }).toEqual({ stderr: "", code: 1 });
  });

  test("waits for a reset that is near, and asks again", async () => {
    const resetsAt = Math.floor(Date.now() / 1000);
    const { stdout, code, claude } = await runExample("retries", {
      args: ["Say hello"],
      scenario: scenario("reset")
        .turn(
          say.rateLimit({
            status: "rejected",
            resetsAt,
            window: "five_hour",
            utilization: 1,
            overageStatus: "rejected",
          }),
          say.error(429, { type: "rate_limit_error", message: "Too much." }),
        )
        .turn(
          say.rateLimit({ status: "allowed", resetsAt: resetsAt + 18_000, window: "five_hour", utilization: 0.01 }),
          say.text("Hello again."),
        ),
    });
    expect(stdout).toMatch(/^> Say hello\n {2}! five_hour rejected.*\n {2}Hello again\.\nplan: five_hour allowed/);
    expect(code).toBe(0);
    expect(claude.received().filter(({ type }) => type === "user")).toHaveLength(2);
  });
});

describe("images", () => {
  test("shows the model a picture, and lists the one that the tool returned", async () => {
    const { stdout, stderr, code, claude } = await runExample("images");
    expect(stdout).toMatchInlineSnapshot(`
      "The picture and the screenshot are the same, red above blue.
      mcp__unspool__screenshot returned image/png, 74 bytes
      "
    `);
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    const [prompt] = claude.received().flatMap((message) => (message.type === "user" ? [message.message.content] : []));
    expect(prompt).toMatchObject([
      { type: "text" },
      { type: "image", source: { type: "base64", media_type: "image/png" } },
    ]);
  });

  test.each(["photo.JPG", "photo.jpeg"])("takes the file %s", async (photo) => {
    const folder = temporaryFolder();
    onTestFinished(() => folder.remove());
    const file = join(folder.path, photo);
    writeFileSync(file, Buffer.from([0xff, 0xd8, 0xff, 0xe0]));
    const { code, claude } = await runExample("images", { args: [file] });
    const [prompt] = claude.received().flatMap((message) => (message.type === "user" ? [message.message.content] : []));
    expect(prompt).toMatchObject([
      { type: "text" },
      { type: "image", source: { media_type: "image/jpeg", data: "/9j/4A==" } },
    ]);
    expect(code).toBe(0);
  });
});

describe("resume-and-fork", () => {
  test("resumes under the same id, and forks under new ones", async () => {
    const { stdout, stderr, code } = await runExample("resume-and-fork");
    expect(stdout).toMatchInlineSnapshot(`
      "first         dd07f4c5  Saturday, then.
      resumed       dd07f4c5  Saturday.
         └─ fork    e3216bc6  Then we eat in the museum.
         └─ fork    fad17858  Then we go to the lake.
      resumed       dd07f4c5  Nothing so far.
      "
    `);
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    const ids = stdout
      .trimEnd()
      .split("\n")
      .map((line) => /\b[0-9a-f]{8}\b/.exec(line)?.[0]);
    const [first, resumed, one, other, last] = ids;
    expect([resumed, last]).toEqual([first, first]);
    expect(new Set([first, one, other]).size).toBe(3);
  });
});
