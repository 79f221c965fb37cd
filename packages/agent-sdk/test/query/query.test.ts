import { spawn } from "node:child_process";
import { PassThrough } from "node:stream";
import { loadReadyMade } from "@unspool/simulator";
import { describe, expect, test } from "vitest";
import { AbortError, query, type SDKMessage } from "../../src/index.ts";
import { all, isAlive, play, listResults, user } from "../support.ts";

const one = { turns: [{ replies: ["One."] }] };
const three = { turns: [{ replies: ["One."] }, { replies: ["Two."] }, { replies: ["Three."] }] };
const hangs = { turns: [{ replies: [{ blocks: [{ text: "On and on" }], hang: true }] }, { replies: ["Back."] }] };

describe("the messages of a query", () => {
  test("are the lines of the CLI, each once and in order, without control lines", async () => {
    const lines: string[] = [];
    const { query: started } = play(await loadReadyMade("tools"), "Look around.", {
      includePartialMessages: true,
      spawnClaudeCodeProcess: ({ command, args, env, cwd }) => {
        const child = spawn(command, args, { env, cwd, stdio: ["pipe", "pipe", "inherit"] });
        let text = "";
        child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
        child.stdout.on("end", () => lines.push(...text.split("\n").filter(Boolean)));
        return child;
      },
    });
    const messages = await all(started);
    const told = lines
      .map((line) => JSON.parse(line) as SDKMessage & { sdk_host_only?: boolean })
      .filter(({ type, sdk_host_only }) => !/^control_|^keep_alive/.test(type) && sdk_host_only !== true);
    expect(messages).toEqual(told);
    expect(messages.length).toBeGreaterThan(20);
  });

  test.each(["1.0.128", "2.0.76", "2.1.74", "2.1.200", "2.1.325"])("end with the turn (%s)", async (version) => {
    const messages = await all(play(one, "Hi", {}, { version }).query);
    expect(listResults(messages)).toEqual(["One."]);
  });

  test.each(["1.0.128", "2.1.74", "2.1.325"])(
    "answer all prompts of a stream that ends at once (%s)",
    async (version) => {
      async function* prompts() {
        for (const text of ["1", "2", "3"]) yield user(text);
      }
      const messages = await all(play(three, prompts(), {}, { version }).query);
      // Newer CLIs answer waiting prompts in one turn.
      expect(listResults(messages).length).toBeGreaterThan(0);
      expect(JSON.stringify(messages)).toContain("One.");
    },
  );

  test("continue while a background agent runs, whose end starts another turn", async () => {
    const messages = await all(play(await loadReadyMade("background-agents"), "Look around in the background.").query);
    expect(listResults(messages).length).toBeGreaterThan(1);
    expect(messages.some((message) => message.type === "system" && message.subtype === "task_notification")).toBe(true);
  });
});

describe("the end of a query", () => {
  test("break ends the process", async () => {
    const { query: started, claude } = play(hangs, "Talk", { includePartialMessages: true });
    for await (const message of started) if (message.type === "stream_event") break;
    const [call] = claude.calls();
    expect(isAlive(call?.pid ?? 0)).toBe(false);
    expect(await started.next()).toEqual({ done: true, value: undefined });
  });

  test("an abort throws an AbortError and leaves no process", async () => {
    const abortController = new AbortController();
    const { query: started, claude } = play(hangs, "Talk", { abortController, includePartialMessages: true });
    const reading = (async () => {
      for await (const message of started) if (message.type === "stream_event") abortController.abort();
    })();
    await expect(reading).rejects.toBeInstanceOf(AbortError);
    await started.return(undefined);
    expect(isAlive(claude.calls()[0]?.pid ?? 0)).toBe(false);
  });

  test("a failing CLI throws an error with its exit code and stderr", async () => {
    const { query: started } = play(one, "Hi", { resume: "00000000-0000-4000-8000-000000000000" });
    await expect(all(started)).rejects.toThrow(/^Claude Code .*No conversation found/s);
  });

  test("a missing program throws an error that names it", async () => {
    const started = query({ prompt: "Hi", options: { pathToClaudeCodeExecutable: "/nowhere/claude" } });
    await expect(all(started)).rejects.toMatchObject({ code: "claude-not-found" });
    expect(await started.next()).toEqual({ done: true, value: undefined });
  });

  test("an error in the stream of prompts is thrown by the query", async () => {
    async function* prompts() {
      yield user("1");
      throw new Error("no more paper");
    }
    await expect(all(play(hangs, prompts()).query)).rejects.toThrow("no more paper");
  });

  test("close() ends an unread query and its stream of prompts", async () => {
    let isReturned = false;
    const prompts: AsyncIterable<ReturnType<typeof user>> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => undefined),
        return: async () => {
          isReturned = true;
          return { done: true, value: undefined };
        },
      }),
    };
    const { query: started } = play(one, prompts);
    started.close();
    expect(await started.next()).toEqual({ done: true, value: undefined });
    await started.return(undefined);
    expect(isReturned).toBe(true);
  });
});

describe("a slow reader", () => {
  test("pauses the stream but not the reply to a request", async () => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough({ highWaterMark: 1024 })];
    const child = Object.assign(new PassThrough(), { stdin, stdout, killed: false, exitCode: null, kill: () => true });
    const answer = (line: string): void => {
      const { request_id: id, type } = JSON.parse(line) as { type: string; request_id: string };
      const response = { subtype: "success", request_id: id, response: { still_queued: ["x"] } };
      if (type === "control_request") stdout.write(`${JSON.stringify({ type: "control_response", response })}\n`);
    };
    let unread = "";
    stdin.on("data", (chunk: Buffer) => {
      const lines = (unread + chunk.toString()).split("\n");
      unread = lines.pop() ?? "";
      lines.forEach(answer);
    });
    stdin.on("end", () => stdout.end(() => child.emit("exit", 0, null)));
    const started = query({
      prompt: "Hi",
      options: { spawnClaudeCodeProcess: () => child },
    });
    await started.initializationResult();
    const filler = "x".repeat(64 * 1024);
    const write = (): boolean =>
      stdout.write(`${JSON.stringify({ type: "system", subtype: "informational", content: filler })}\n`);
    let written = 0;
    // 16 of them are a mebibyte: some more are taken while the pipe is being paused.
    for (; written < 64; written += 1) {
      write();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(stdout.isPaused()).toBe(true);
    expect(stdout.readableLength + stdout.writableLength).toBeGreaterThan(32 * 64 * 1024);
    expect(await started.interrupt()).toEqual({ still_queued: ["x"] });
    const messages: SDKMessage[] = [];
    stdout.write('{"type":"result","subtype":"success","result":"Done."}\n');
    for await (const message of started) messages.push(message);
    expect(messages).toHaveLength(written + 1);
  });
});

describe("the methods of a query", () => {
  test("return lists, account, context and servers of the CLI", async () => {
    const { query: started } = play(three, endless());
    expect((await started.supportedCommands()).length).toBeGreaterThan(0);
    expect((await started.supportedModels()).length).toBeGreaterThan(0);
    expect((await started.supportedAgents()).length).toBeGreaterThan(0);
    expect(await started.accountInfo()).toBeTypeOf("object");
    expect(await started.mcpServerStatus()).toEqual([]);
    const first = await started.initializationResult();
    expect(Object.keys(await started.reinitialize())).toEqual(
      expect.arrayContaining(["commands", "models", "account"]),
    );
    expect(first.output_style).toBeTypeOf("string");
    expect(await started.readFile("/no/such/file")).toBeNull();
  });

  test("reject an in-process server that is added later", async () => {
    const { query: started } = play(three, endless());
    const instance = { connect: async () => undefined, close: async () => undefined };
    const adding = started.setMcpServers({ late: { type: "sdk", name: "late", instance } });
    await expect(adding).rejects.toThrow(/late runs in this process.*mcpServers/);
  });

  test("accept more prompts during a query", async () => {
    let isAnswered: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      isAnswered = resolve;
    });
    async function* more() {
      await answered;
      yield user("2");
    }
    const { query: started } = play(three, "1");
    const streaming = started.streamInput(more());
    const results: string[] = [];
    for await (const message of started) {
      if (message.type !== "result") continue;
      results.push(...listResults([message]));
      isAnswered();
    }
    await streaming;
    expect(results).toEqual(["One.", "Two."]);
  });
});

/** A stream of prompts that never yields. */
function endless(): AsyncIterable<ReturnType<typeof user>> {
  return { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }) };
}
