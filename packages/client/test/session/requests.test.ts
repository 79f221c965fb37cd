// The control requests of a session: the lines written, the results, and the errors of refused requests.
import type { Json, JsonObject } from "@unspool/protocol";
import { loadReadyMade, say, scenario, spawnSimulated, type Scenario } from "@unspool/simulator";
import { describe, expect, expectTypeOf, onTestFinished, test } from "vitest";
import { createClaude } from "../../src/claude.ts";
import { ClaudeError } from "../../src/errors.ts";
import type { SessionOptions } from "../../src/options/options.ts";
import type { Session } from "../../src/session/types.ts";

interface Opened {
  readonly session: Session;
  /** The control requests that were written, without `initialize`. */
  readonly written: readonly JsonObject[];
}

const one = scenario("one").turn(say.text("One."));

function open(version: string, options: SessionOptions = {}, plays: Scenario = one, speed = 0): Opened {
  const written: JsonObject[] = [];
  const session = createClaude({
    spawn: spawnSimulated({ scenario: plays, version, speed }),
    wrapTransport: (transport) => (launch, handlers) => {
      const inner = transport(launch, handlers);
      const write = (lines: string): void => {
        for (const line of lines.trimEnd().split("\n")) {
          const message = JSON.parse(line) as { readonly type: string; readonly request: JsonObject };
          if (message.type === "control_request" && message.request["subtype"] !== "initialize")
            written.push(message.request);
        }
        inner.write(lines);
      };
      return new Proxy(inner, { get: (target, name) => (name === "write" ? write : bound(target, name)) });
    },
    ...options,
  }).session();
  onTestFinished(() => session.close());
  return { session, written };
}

function bound(target: object, name: string | symbol): unknown {
  const value = Reflect.get(target, name, target) as unknown;
  return typeof value === "function" ? (value as (...values: unknown[]) => unknown).bind(target) : value;
}

async function catchRefusal(promise: Promise<unknown>): Promise<ClaudeError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ClaudeError);
  return error as ClaudeError;
}

const servers: SessionOptions = { mcpServers: { notes: { command: "notes" } } };

describe("contextUsage", () => {
  test("returns the CLI's report of its context", async () => {
    const { session, written } = open("2.1.325");
    expect(await session.contextUsage()).toMatchObject({
      totalTokens: expect.any(Number) as number,
      maxTokens: 200_000,
    });
    expect(written).toEqual([{ subtype: "get_context_usage" }]);
  });

  test("is refused for a CLI without the request", async () => {
    const { session } = open("2.1.74");
    const { code, message } = await catchRefusal(session.contextUsage());
    expect([code, message]).toEqual(["unsupported-request", expect.stringContaining("get_context_usage") as string]);
  });
});

describe("mcpStatus", () => {
  test("lists the servers", async () => {
    const { session, written } = open("2.1.325", servers);
    expect(await session.mcpStatus()).toEqual([{ name: "notes", status: "connected" }]);
    expect(written).toEqual([{ subtype: "mcp_status" }]);
  });

  test("gives each server a name and a status, whatever the CLI leaves out", async () => {
    const session = createClaude({
      spawn: spawnSimulated({ scenario: one }),
      wrapTransport: (transport) => (launch, handlers) =>
        transport(launch, {
          ...handlers,
          onData: (chunk) => handlers.onData(Buffer.from(Buffer.from(chunk).toString().replace('"status"', '"scope"'))),
        }),
      ...servers,
    }).session();
    onTestFinished(() => session.close());
    const [server] = await session.mcpStatus();
    expectTypeOf(server?.name).toEqualTypeOf<string | undefined>();
    expect(server).toEqual({ name: "notes", scope: "connected", status: "unknown" });
  });

  test("is an empty list without servers", async () => {
    expect(await open("1.0.128").session.mcpStatus()).toEqual([]);
  });
});

describe("mcpToggle and mcpReconnect", () => {
  test("switch a server off and on", async () => {
    const { session, written } = open("2.1.325", servers);
    await session.mcpToggle("notes", false);
    expect(await session.mcpStatus()).toEqual([{ name: "notes", status: "disabled" }]);
    await session.mcpToggle("notes", true);
    await session.mcpReconnect("notes");
    expect(await session.mcpStatus()).toEqual([{ name: "notes", status: "connected" }]);
    expect(written.filter(({ subtype }) => subtype !== "mcp_status")).toEqual([
      { subtype: "mcp_toggle", serverName: "notes", enabled: false },
      { subtype: "mcp_toggle", serverName: "notes", enabled: true },
      { subtype: "mcp_reconnect", serverName: "notes" },
    ]);
  });

  test.each(["2.1.325", "2.1.74", "2.1.20"])("are refused for a server that %s does not know", async (version) => {
    const { session } = open(version);
    for (const asked of [session.mcpToggle("nobody", true), session.mcpReconnect("nobody")]) {
      const { code, message, details } = await catchRefusal(asked);
      expect([code, message]).toEqual([
        "request-refused",
        expect.stringContaining("Server not found: nobody") as string,
      ]);
      expect(details).toMatchObject({ error: "Server not found: nobody" });
    }
  });
});

describe("stopTask", () => {
  test("stops a task, and the session is idle", async () => {
    const input = { command: "sleep 1000", description: "Sleep", run_in_background: true };
    const plays = scenario("background").turn(
      say.tool("Bash", input, "", { durationMs: 1_000_000 }),
      say.next(),
      say.text("Started."),
    );
    const { session, written } = open("2.1.325", { permissionMode: "bypassPermissions" }, plays, 1);
    await session.ask("Start it.");
    const [task = "none"] = session.state.backgroundTaskIds;
    await session.stopTask(task);
    await session.idle();
    expect(written).toEqual([{ subtype: "stop_task", task_id: task }]);
    expect(task).toMatch(/^b/u);
  });

  test("is refused by 2.1.74 for an unknown task, and ignored by 2.1.325", async () => {
    const { code, message } = await catchRefusal(open("2.1.74").session.stopTask("nobody"));
    expect([code, message]).toEqual(["request-refused", expect.stringContaining("No task found") as string]);
    await open("2.1.325").session.stopTask("nobody");
  });
});

describe("rewindFiles", () => {
  const env = { CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: "1" };
  const askedIn = async ({ session }: Opened): Promise<string> => {
    let uuid = "";
    session.subscribe((event) => {
      if (event.type === "user-message") uuid = event.uuid ?? "";
    });
    await session.ask("Go.");
    return uuid;
  };

  test("reports what would change with dryRun, and restores files without it", async () => {
    const opened = open("2.1.325", { env });
    const uuid = await askedIn(opened);
    expect(await opened.session.rewindFiles(uuid, { dryRun: true })).toMatchObject({
      canRewind: true,
      filesChanged: [],
    });
    expect(await opened.session.rewindFiles(uuid)).toMatchObject({ canRewind: true });
    expect(opened.written).toEqual([
      { subtype: "rewind_files", user_message_id: uuid, dry_run: true },
      { subtype: "rewind_files", user_message_id: uuid },
    ]);
  });

  test("is refused with a misspelt option, which would change the files", async () => {
    const opened = open("2.1.325", { env });
    const uuid = await askedIn(opened);
    expect(await catchRefusal(opened.session.rewindFiles(uuid, { dryrun: true } as object))).toMatchObject({
      code: "invalid-option",
      message: "There is no `dryrun` in the option `options` (its value is true). Did you mean `dryRun`?",
    });
    expect(opened.written).toEqual([]);
  });

  test("is refused without file checkpoints", async () => {
    const { session } = open("2.1.325");
    const { code, message } = await catchRefusal(session.rewindFiles("00000000-0000-4000-8000-000000000001"));
    expect([code, message]).toEqual(["request-refused", expect.stringContaining("not enabled") as string]);
  });

  test("refuses dryRun on 2.0.76, which would change the files", async () => {
    const opened = open("2.0.76", { env });
    const uuid = await askedIn(opened);
    for (const asked of [
      opened.session.rewindFiles(uuid, { dryRun: true }),
      opened.session.control("rewind_files", { user_message_id: uuid, dry_run: true }),
    ]) {
      expect(await catchRefusal(asked)).toMatchObject({ code: "unsupported-request", details: { since: "2.1.20" } });
    }
    expect(opened.written).toEqual([]);
    expect(await opened.session.rewindFiles(uuid)).toEqual({});
  });
});

describe("commands and models", () => {
  test.each(["2.1.325", "2.1.74", "1.0.128"])("are those that %s listed at its start", async (version) => {
    const { session, written } = open(version);
    const names = (await session.commands()).map(({ name }) => name);
    expect(names).toContain("compact");
    expect((await session.models())[0]).toMatchObject({ value: "default" });
    expect(written).toEqual([]);
  });

  test("reject when the session has ended before", async () => {
    const { session } = open("2.1.325");
    await session.close();
    expect((await catchRefusal(session.commands())).code).toBe("session-closed");
    expect((await catchRefusal(session.models())).code).toBe("session-closed");
  });
});

describe("setMaxThinkingTokens", () => {
  test("is sent with the number, or null for the default", async () => {
    const { session, written } = open("2.1.325");
    await session.setMaxThinkingTokens(2000);
    await session.setMaxThinkingTokens(null);
    expect(written).toEqual([
      { subtype: "set_max_thinking_tokens", max_thinking_tokens: 2000 },
      { subtype: "set_max_thinking_tokens", max_thinking_tokens: null },
    ]);
  });

  test("refuses a fraction before anything is sent", async () => {
    const { session, written } = open("2.1.325");
    expect(await catchRefusal(session.setMaxThinkingTokens(1.5))).toMatchObject({ code: "invalid-option" });
    expect(written).toEqual([]);
  });
});

describe("control", () => {
  test("sends any request with its fields, and resolves with the answer", async () => {
    const { session, written } = open("2.1.325");
    const answer: Json | undefined = await session.control("get_settings", { made: "up" });
    expect(answer).toMatchObject({ sources: [] });
    expect(written).toEqual([{ made: "up", subtype: "get_settings" }]);
  });

  test.each(["2.1.325", "2.1.74"])("is refused by %s for an unknown request", async (version) => {
    const { code, details } = await catchRefusal(open(version).session.control("made_up"));
    expect([code, details["subtype"]]).toEqual(["unsupported-request", "made_up"]);
  });

  test("rejects at its deadline if the CLI does not answer", async () => {
    const { session } = open("1.0.128", { requestTimeoutMs: 50 });
    expect((await catchRefusal(session.control("made_up"))).code).toBe("request-timeout");
  });

  test("refuses a request that cannot be encoded", async () => {
    const { session } = open("2.1.325");
    expect((await catchRefusal(session.control("made_up", { text: "\ud800" }))).code).toBe("invalid-option");
  });
});

describe("a CLI whose version is known", () => {
  test("gets no request that it does not know, and the call rejects at once", async () => {
    const { session, written } = open("2.0.76");
    // The version comes with the first turn, as there is no program on disk.
    await session.ask("Go.");
    const asked: readonly (readonly [string, Promise<unknown>])[] = [
      ["2.1.120", session.contextUsage()],
      ["2.1.20", session.mcpReconnect("a")],
      ["2.1.20", session.mcpToggle("a", true)],
      ["2.1.74", session.stopTask("a")],
      ["2.1.200", session.control("list_models")],
    ];
    for (const [since, promise] of asked) {
      const { code, message, details } = await catchRefusal(promise);
      expect([code, details["since"], details["version"]]).toEqual(["unsupported-request", since, "2.0.76"]);
      expect(message).toContain(`${since} and later`);
    }
    expect(written).toEqual([]);
  });
});

test("requests are answered in the middle of a turn", async () => {
  const { session } = open("2.1.325", { permissionMode: "bypassPermissions" }, await loadReadyMade("tools"));
  const turn = session.ask("Look around.");
  for await (const event of turn) if (event.type === "tool-call-end") break;
  expect(await session.contextUsage()).toMatchObject({ maxTokens: 200_000 });
  expect((await turn).outcome).toBe("success");
});
