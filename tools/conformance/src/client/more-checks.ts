// More checks of our client: control requests of a session, and requests of a real CLI whose host fails to answer.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { JsonObject, Scenario } from "@unspool/simulator";
import { ClaudeError, createClaude, findClaude, supportsOf, type SessionOptions } from "unspool";
import { compareVersions } from "../clis/versions.ts";
import { expectEqual } from "../expect-equal.ts";
import type { Check } from "./checks.ts";
import { ASKER, ELICITATION_CHECKS } from "./elicitation-checks.ts";

const all: SessionOptions = { permissionMode: "bypassPermissions" };
const write = { tool: "Write", input: { file_path: "note.txt", content: "A note." } };
const bash = (command: string) => ({ tool: "Bash", input: { command, description: "Run" } });
const NOBODY = "00000000-0000-4000-8000-000000000000";

export const MORE_CHECKS: Readonly<Record<string, Check>> = {
  requests: {
    async run({ options }) {
      const scenario = { turns: [{ replies: ["Hello."] }] };
      const given = await options(scenario);
      const { version } = await findClaude({ executable: given.executable });
      const supports = supportsOf(version);
      await using session = createClaude(given).session();
      await session.ask("Hi");
      const asked: Readonly<Record<string, Promise<string>>> = {
        get_context_usage: session.contextUsage().then(({ totalTokens }) => typeof totalTokens),
        mcp_status: session.mcpStatus().then((list) => `${list.length} servers`),
        mcp_reconnect: session.mcpReconnect("nobody").then(() => "done"),
        mcp_toggle: session.mcpToggle("nobody", true).then(() => "done"),
        set_max_thinking_tokens: session.setMaxThinkingTokens(2000).then(() => "done"),
        get_settings: session.control("get_settings").then((answer) => typeof (answer as JsonObject)["effective"]),
        rewind_files: session.rewindFiles(NOBODY).then(() => "done"),
      };
      const answers: Readonly<Record<string, string>> = {
        get_context_usage: "number",
        mcp_status: "0 servers",
        // The server and the checkpoint do not exist.
        mcp_reconnect: "request-refused",
        mcp_toggle: "request-refused",
        set_max_thinking_tokens: "done",
        get_settings: "object",
        rewind_files: "request-refused",
      };
      const wanted = Object.entries(answers).map(([subtype, answer]) => [
        subtype,
        supports.hasRequest(subtype) ? answer : "unsupported-request",
      ]);
      const seen = await Promise.all(
        Object.entries(asked).map(async ([subtype, promise]) => [subtype, await promise.catch(getCode)]),
      );
      const commands = (await session.commands()).map(({ name }) => name);
      const models = await session.models();
      return [
        ...expectEqual(seen, wanted),
        ...expectEqual([commands.includes("compact"), models[0]?.["value"]], [true, "default"]),
      ];
    },
  },

  "a session that is not there": {
    async run({ claude }) {
      const ours = await claude({ turns: [{ replies: ["Hello."] }] });
      const session = ours.session({ resume: NOBODY });
      const turn = session.ask("Hi").then(() => "answered", getCode);
      const ready = session.ready().then(() => "ready", getCode);
      const seen = [await turn, await ready];
      await session.close();
      return expectEqual(seen, ["session-not-found", "session-not-found"]);
    },
  },

  "a prompt that is asked again": {
    async run({ options }) {
      const given = await options({ turns: [], otherwise: [{ error: { status: 529 } }] });
      const env = { ...given.env, CLAUDE_CODE_MAX_RETRIES: "0" };
      const retry = { maxAttempts: 2, delayMs: 10 };
      const error = await createClaude({ ...given, env }).ask("Hi", { retry, reject: false });
      if (error.outcome === "success") return [`answered: ${error.text}`];
      const { code, status, isTransient, details, warnings } = error;
      const seen = [code, status, isTransient, details["attempts"], warnings.map((warning) => warning.code)];
      return expectEqual(seen, ["turn-failed", 529, true, 2, ["retried"]]);
    },
  },

  "a command that still runs at the end": {
    async run({ options }) {
      const seen: boolean[] = [];
      for (const isInterrupted of [false, true]) {
        const name = `pid-${isInterrupted}`;
        const command = `node -e 'console.log(process.pid); setTimeout(() => 0, 60000)' > ${name}`;
        const replies = [{ blocks: [{ tool: "Bash", input: { command } }] }, "Done."];
        const given = await options({ turns: [{ replies }] });
        const session = createClaude({ ...given, ...all, shutdown: { graceMs: 500 } }).session();
        const turn = session.ask("Go", { reject: false });
        const file = join(given.cwd ?? "", name);
        while (!existsSync(file) || readFileSync(file, "utf8") === "") await setTimeout(20);
        const pid = Number(readFileSync(file, "utf8"));
        if (isInterrupted) await session.interrupt();
        await session.close();
        await turn;
        seen.push(isRunning(pid));
      }
      return expectEqual(seen, [false, false]);
    },
  },

  "a command of a CLI that is killed": {
    async run({ options }) {
      const inFile = (name: string): string => join(workspace, name);
      const given = await options({
        turns: [
          {
            replies: [
              [bash("nohup sleep 60 > /dev/null 2>&1 & echo $! > daemon")],
              [bash("node -e 'console.log(process.pid); setTimeout(() => 0, 60000)' > command")],
              "Done.",
            ],
          },
        ],
      });
      const workspace = given.cwd ?? "";
      const session = createClaude({ ...given, ...all }).session();
      const turn = session.ask("Go", { reject: false });
      while (!existsSync(inFile("command")) || readFileSync(inFile("command"), "utf8") === "") await setTimeout(20);
      const [command, daemon] = ["command", "daemon"].map((name) => Number(readFileSync(inFile(name), "utf8")));
      process.kill(session.pid ?? 0, "SIGKILL");
      const result = await turn;
      await session.close();
      const lives = { command: isRunning(command ?? 0), daemon: isRunning(daemon ?? 0) };
      if (lives.daemon) process.kill(daemon ?? 0, "SIGKILL");
      const code = result.outcome === "success" ? "success" : result.code;
      // Only Linux shows the environment of other processes, which identifies the owner of a command.
      return expectEqual(
        { code, ...lives },
        { code: "process-ended", command: process.platform !== "linux", daemon: true },
      );
    },
  },

  "MCP servers": {
    async run({ options }) {
      const given = await options({ turns: [{ replies: ["Hello."] }] });
      const { version } = await findClaude({ executable: given.executable });
      // 2.1.20 accepts the requests, but does not find servers of the command line.
      const isSteered = version !== undefined && compareVersions(version, "2.1.74") >= 0;
      await using session = createClaude({ ...given, mcpServers: { asker: ASKER } }).session();
      await session.ask("Hi");
      const getStatus = async (): Promise<unknown> =>
        (await session.mcpStatus()).map(({ name, status }) => [name, status]);
      const seen = [await getStatus()];
      const wanted: unknown[] = [[["asker", "connected"]]];
      if (isSteered) {
        await session.mcpToggle("asker", false);
        seen.push(await getStatus());
        await session.mcpToggle("asker", true);
        await session.mcpReconnect("asker");
        seen.push(await getStatus());
        wanted.push([["asker", "disabled"]], [["asker", "connected"]]);
      }
      return expectEqual(seen, wanted);
    },
  },

  "rewind files": {
    cannot: { below: "2.1.20", reason: "it has no rewind_files, or changes the files in a dry run, too" },
    async run({ options }) {
      const given = await options({ turns: [{ replies: [[write], "Done."] }] });
      const file = join(given.cwd ?? "", "note.txt");
      const env = { CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: "1" };
      await using session = createClaude(given).session({ ...all, env });
      let id = "";
      session.subscribe((event) => {
        if (event.type === "user-message" && id === "") id = event.uuid ?? "";
      });
      await session.ask("Write.");
      const before = existsSync(file);
      const looked = await session.rewindFiles(id, { dryRun: true });
      const between = existsSync(file);
      const { canRewind } = await session.rewindFiles(id);
      return expectEqual(
        { before, changed: looked["filesChanged"], between, canRewind, after: existsSync(file) },
        { before: true, changed: [file], between: true, canRewind: true, after: false },
      );
    },
  },

  "stop a task": {
    cannot: { below: "2.1.74", reason: "it has no stop_task" },
    async run({ claude }) {
      const input = { command: "sleep 1000", description: "Sleep", run_in_background: true };
      const scenario: Scenario = {
        turns: [{ replies: [[{ tool: "Bash", input }], "Started."], notices: [["Stopped, then."]] }],
      };
      await using session = (await claude(scenario, all)).session();
      await session.ask("Start it.");
      const tasks = session.state.backgroundTaskIds;
      await session.stopTask(tasks[0] ?? "none");
      await session.idle();
      return expectEqual({ tasks: tasks.length, isOpen: !session.isClosed }, { tasks: 1, isOpen: true });
    },
  },

  question: {
    cannot: { below: "2.0.76", reason: "it has no AskUserQuestion" },
    async run({ claude }) {
      const options = ["A", "B"].map((label) => ({ label, description: label }));
      const questions = [
        { question: "Which?", header: "Which", multiSelect: false, options },
        { question: "Which ones?", header: "Ones", multiSelect: true, options },
      ];
      const ask = { tool: "AskUserQuestion", input: { questions } };
      const answers = [{ "Which?": "A", "Which ones?": ["A", "B"] }, undefined, new Error("Nobody is here.")];
      const seen: string[] = [];
      const client = await claude(
        { turns: [{ replies: [[ask], [ask], [ask], "Done."] }] },
        {
          async onQuestion(asked) {
            seen.push(asked.map(({ question, isMultiSelect }) => `${question} ${isMultiSelect}`).join());
            const answer = answers[seen.length - 1];
            if (answer instanceof Error) throw answer;
            return answer;
          },
        },
      );
      const { text, toolCalls, denials } = await client.ask("Ask me.");
      const [first, ...rest] = toolCalls.map(({ status, result }) => `${status}: ${result?.text ?? ""}`);
      const isTold = first?.includes('"Which?"="A", "Which ones?"="A, B"') === true;
      return expectEqual(
        { text, seen, isTold, rest, denials: denials.length },
        {
          text: "Done.",
          seen: Array.from({ length: 3 }, () => "Which? false,Which ones? true"),
          isTold: true,
          rest: [
            "denied: The user does not want to answer these questions.",
            "denied: The questions could not be asked: Nobody is here.",
          ],
          denials: 2,
        },
      );
    },
  },

  "hooks that fail": {
    async run({ options }) {
      const look = { tool: "Bash", input: { command: "echo hi", description: "Say hi" } };
      const given = await options({
        turns: [
          { replies: [[look], [look], [write], [write], "Done."] },
          { replies: ["One.", "Two.", "Three.", "Never said."] },
        ],
      });
      let calls = 0;
      /** Throws the first time, and never returns the second time. */
      const fail = (): Promise<never> => {
        calls += 1;
        if (calls % 2 === 1) throw new Error("Out of order.");
        return new Promise(() => undefined);
      };
      let isStopWatched = false;
      const policy = { timeoutMs: 300, onFailure: "block" } as const;
      await using session = createClaude({
        ...given,
        ...all,
        hooks: {
          PreToolUse: [
            { matcher: "Bash", run: fail, timeoutMs: 300, onFailure: "continue" },
            { matcher: "Write", run: fail, ...policy },
          ],
          PostToolUse: { run: fail, ...policy },
          UserPromptSubmit: { run: ({ prompt }) => (prompt.includes("blocked") ? fail() : undefined), ...policy },
          Stop: { run: () => (isStopWatched ? fail() : undefined), ...policy },
        },
      }).session();
      const first = await session.ask("Go.");
      const blocked = await session.ask("To be blocked.");
      isStopWatched = true;
      const last = await session.ask("Stop.");
      return expectEqual(
        {
          text: first.text,
          ran: first.toolCalls.map(({ status }) => status === "succeeded"),
          isWritten: existsSync(join(given.cwd ?? "", "note.txt")),
          // No request was sent: the model would have answered "One.".
          blocked: [blocked.outcome, blocked.text.includes("One."), blocked.usage?.inputTokens ?? 0],
          last: last.text,
        },
        {
          text: "Done.",
          ran: [true, true, false, false],
          isWritten: false,
          blocked: ["success", false, 0],
          // A failing hook blocks the stop once, not forever.
          last: "Two.",
        },
      );
    },
  },

  ...ELICITATION_CHECKS,
};

function getCode(error: unknown): string {
  return error instanceof ClaudeError ? error.code : String(error);
}

/** A zombie does not count: a container without init never reaps it. */
function isRunning(pid: number): boolean {
  try {
    if (process.platform !== "linux") return process.kill(pid, 0);
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
  } catch {
    return false;
  }
}
