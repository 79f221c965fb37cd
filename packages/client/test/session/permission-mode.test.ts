// A host that answers permissions is asked, whatever mode the CLI, its settings or its files would choose.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createMemoryStore, SIMULATED_VERSIONS, spawnSimulated, type Scenario } from "@unspool/simulator";
import { fakeClaude } from "@unspool/simulator/testing";
import { assert, constantFrom, oneof, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import { createClaude } from "../../src/claude.ts";
import { createPool } from "../../src/batch/pool.ts";
import type { SessionOptions } from "../../src/options/options.ts";
import { createPermissionModeGuard } from "../../src/session/permission-mode.ts";
import type { Launch } from "../../src/transport/types.ts";

const touch = { tool: "Bash", input: { command: "touch note.txt", description: "Make a note" }, result: "" };
const leave = { tool: "ExitPlanMode", input: { plan: "Make a note." }, result: "" };
const notes: Scenario = {
  turns: [{ replies: [[touch], "Done."] }, { replies: [[touch], "Done again."] }, { replies: ["Third."] }],
};

interface Playing {
  readonly scenario?: Scenario;
  readonly version?: string;
  /** The mode that the program starts in, whatever it is told, by start. */
  readonly really?: readonly (string | undefined)[];
}

function simulated(options: SessionOptions, { scenario = notes, version = "2.1.325", really = [] }: Playing = {}) {
  const store = createMemoryStore();
  const launches: Launch[] = [];
  const started: SessionOptions = {
    ...options,
    spawn(launch) {
      const mode = really[launches.length];
      launches.push(launch);
      const words = mode === undefined ? [] : ["--permission-mode", mode];
      return spawnSimulated({ scenario, store, version })({ ...launch, args: [...launch.args, ...words] });
    },
  };
  return { claude: createClaude(started), options: started, modes: () => launches.map(({ args }) => modesIn(args)) };
}

function modesIn(args: readonly string[]): readonly (string | undefined)[] {
  return args.flatMap((word, index) => (word === "--permission-mode" ? [args[index + 1]] : []));
}

const denies: SessionOptions = { permissions: (request) => request.deny("no") };

describe("the mode that a session is started in", () => {
  test.each<[string, SessionOptions, readonly string[]]>([
    ["no option", {}, []],
    ["a callback", denies, ["default"]],
    ["rules", { permissions: { deny: ["Bash(rm *)"] } }, ["default"]],
    ["a callback and a mode", { ...denies, permissionMode: "acceptEdits" }, ["acceptEdits"]],
    ["a mode", { permissionMode: "plan" }, ["plan"]],
    ["settings as data", { ...denies, settings: { permissions: { defaultMode: "acceptEdits" } } }, ["acceptEdits"]],
    ["settings as text", { ...denies, settings: '{"permissions":{"defaultMode":"plan"}}' }, ["plan"]],
    ["extra arguments", { ...denies, extraArgs: ["--permission-mode", "acceptEdits"] }, ["acceptEdits"]],
  ])("is passed to the CLI once or not at all, with %s", async (_name, options, modes) => {
    const played = simulated(options);
    await played.claude.ask("Go.");
    expect(played.modes()).toEqual([modes]);
  });

  test("is passed to every version", async () => {
    for (const version of SIMULATED_VERSIONS) {
      const played = simulated(denies, { version });
      const { toolCalls } = await played.claude.ask("Go.");
      // 1.0.60 does not report the denial.
      expect(toolCalls.map(({ status }) => status)).toEqual([version === "1.0.60" ? "failed" : "denied"]);
      expect(played.modes()).toEqual([["default"]]);
    }
  });

  test("is kept by forks, or is the last one set", async () => {
    const played = simulated({ ...denies, permissionMode: "acceptEdits" });
    await using session = played.claude.session();
    await session.ask("Go.");
    await using before = await session.fork();
    await before.ready();
    await session.setPermissionMode("plan");
    await using after = await session.fork();
    await after.ready();
    await using other = await session.fork({ permissionMode: "default" });
    await other.ready();
    expect(played.modes()).toEqual([["acceptEdits"], ["acceptEdits"], ["plan"], ["default"]]);
  });

  test("is the same in a pool, a map and a chain", async () => {
    const played = simulated(denies);
    await played.claude.map(["a"], () => "Go.");
    await played.claude.chain(["Go."]);
    await using pool = createPool({ ...played.options, size: 1 });
    await pool.ask("Go.");
    for (const modes of played.modes()) expect(modes).toEqual(["default"]);
    expect(played.modes().length).toBeGreaterThanOrEqual(3);
  });

  test("is the last one set when a CLI that died is started again", async () => {
    const store = createMemoryStore();
    const launches: Launch[] = [];
    const claude = createClaude({
      ...denies,
      permissionMode: "bypassPermissions",
      recover: "resume",
      spawn(launch) {
        launches.push(launch);
        const faults = launches.length > 1 ? [] : [{ fault: "exit", code: 7, afterType: "result" } as const];
        return spawnSimulated({ scenario: notes, store, faults })(launch);
      },
    });
    await using session = claude.session();
    await session.ready();
    await session.setPermissionMode("default");
    await session.ask("Go.", { reject: false });
    await session.ask("Again.", { reject: false });
    expect(launches.map(({ args }) => modesIn(args))).toEqual([["bypassPermissions"], ["default"]]);
  });
});

describe("a CLI that runs in a wider mode than requested", () => {
  test.each(["2.1.285", "2.1.299"])("starts in auto mode by default (%s)", async (version) => {
    // Without a permission callback, the client chooses no mode.
    const { toolCalls } = await simulated({}, { version }).claude.ask("Go.");
    expect(toolCalls.map(({ status }) => status)).toEqual(["succeeded"]);
    const denied = await simulated(denies, { version }).claude.ask("Go.");
    expect(denied.toolCalls.map(({ status }) => status)).toEqual(["denied"]);
  });

  test.each(["acceptEdits", "auto", "bypassPermissions"])("fails the turn before a call runs: %s", async (mode) => {
    const asked: string[] = [];
    const options: SessionOptions = {
      permissions(request) {
        asked.push(request.toolName);
        return request.deny("no");
      },
    };
    const session = simulated(options, { really: [mode] }).claude.session();
    const turn = await session.ask("Go.", { reject: false });
    expect(turn).toMatchObject({
      outcome: "error",
      code: "permission-mode-mismatch",
      details: { asked: "default", reported: mode },
      toolCalls: [],
    });
    expect(turn.outcome === "success" ? "" : turn.message).toContain(`"${mode}", which is wider than "default"`);
    await expect(session.ask("Again.")).rejects.toMatchObject({ code: "permission-mode-mismatch" });
    await session.close();
    expect(session.isClosed).toBe(true);
  });

  test("also fails the turn after resume, fork or restart", async () => {
    const played = simulated(denies, { really: [undefined, "acceptEdits", "auto"] });
    await using session = played.claude.session();
    await session.ask("Go.");
    await using fork = await session.fork();
    expect(await fork.ask("Go.", { reject: false })).toMatchObject({ code: "permission-mode-mismatch" });
    const id = session.id ?? "";
    await session.close();
    const resumed = await played.claude.ask("Go.", { resume: id, reject: false });
    expect(resumed).toMatchObject({ code: "permission-mode-mismatch" });
  });

  test("a narrower mode does not fail the turn", async () => {
    for (const mode of ["plan", "dontAsk"]) {
      const { claude } = simulated(denies, { really: [mode] });
      expect(await claude.ask("Go.")).toMatchObject({ outcome: "success" });
    }
  });

  test("a requested mode is checked without `permissions`, and nothing is checked without a mode", async () => {
    const strict = simulated({ permissionMode: "default" }, { really: ["bypassPermissions"] });
    expect(await strict.claude.ask("Go.", { reject: false })).toMatchObject({ code: "permission-mode-mismatch" });
    const free = simulated({}, { really: ["bypassPermissions"] });
    expect(await free.claude.ask("Go.")).toMatchObject({ text: "Done." });
  });
});

describe("a mode that the host agreed to", () => {
  test("can be set by setPermissionMode, or by the control request itself", async () => {
    await using session = simulated(denies).claude.session();
    await session.ask("Go.");
    await session.setPermissionMode("acceptEdits");
    expect((await session.ask("Again.")).toolCalls.map(({ status }) => status)).toEqual(["succeeded"]);
    await session.control("set_permission_mode", { mode: "default" });
    expect((await session.ask("Third.")).text).toBe("Third.");
  });

  test("can be set by its answer to a permission request", async () => {
    const options: SessionOptions = {
      permissions: (request) =>
        request.alwaysAllow({ updates: [{ type: "setMode", mode: "acceptEdits", destination: "session" }] }),
    };
    const guard = createPermissionModeGuard(options);
    expect(guard.checkMode("acceptEdits")).toBeDefined();
    const answer = { behavior: "allow", updatedPermissions: [{ type: "setMode", mode: "acceptEdits" }] };
    guard.answered(permissionRequest("Bash"), encodeResponse(answer));
    expect(guard.checkMode("acceptEdits")).toBeUndefined();
    expect(guard.checkMode("auto")).toBeDefined();
  });

  test("is not set by the text of a tool's answer, nor by a denial", () => {
    const guard = createPermissionModeGuard(denies);
    const update = [{ type: "setMode", mode: "bypassPermissions" }];
    guard.answered(
      permissionRequest("Bash"),
      encodeResponse({ behavior: "deny", message: "no", updatedPermissions: update }),
    );
    const request = { type: "control-request", subtype: "mcp_message", requestId: "2" } as never;
    guard.answered(request, encodeResponse({ behavior: "allow", updatedPermissions: update }));
    expect(guard.checkMode("bypassPermissions")).toBeDefined();
  });

  test("can be set by a hook that decides about permissions", () => {
    const guard = createPermissionModeGuard(denies);
    const decision = { behavior: "allow", updatedPermissions: [{ type: "setMode", mode: "acceptEdits" }] };
    const request = { type: "control-request", subtype: "hook_callback", requestId: "3" } as never;
    guard.answered(request, encodeResponse({ hookSpecificOutput: { hookEventName: "PermissionRequest", decision } }));
    expect(guard.checkMode("acceptEdits")).toBeUndefined();
  });

  test.each(["2.0.76", "2.1.74", "2.1.325"])(
    "can be set by letting the model leave plan mode (%s)",
    async (version) => {
      const scenario: Scenario = { turns: [{ replies: [[leave], "Left."] }, { replies: [[touch], "Done."] }] };
      const asked: string[] = [];
      const options: SessionOptions = {
        permissionMode: "plan",
        permissions(request) {
          asked.push(request.toolName);
          return request.toolName === "ExitPlanMode" ? request.allow() : request.deny("no");
        },
      };
      await using session = simulated(options, { scenario, version }).claude.session();
      expect((await session.ask("Go.")).text).toBe("Left.");
      expect((await session.ask("Go on.")).text).toBe("Done.");
      expect(asked).toEqual(["ExitPlanMode", "Bash"]);
    },
  );

  test("leaving plan mode leads back to the mode before it, and only if it was not denied", async () => {
    const guard = createPermissionModeGuard({ ...denies, permissionMode: "acceptEdits" });
    await guard.change("plan", async () => undefined);
    expect(guard.checkMode("default")).toBeDefined();
    guard.check({ type: "tool-call-start", name: "ExitPlanMode" } as never);
    guard.answered(permissionRequest("ExitPlanMode"), encodeResponse({ behavior: "deny", message: "no" }));
    expect(guard.checkMode("acceptEdits")).toBeDefined();
    guard.check({ type: "tool-call-start", name: "ExitPlanMode" } as never);
    guard.answered(permissionRequest("ExitPlanMode"), encodeResponse({ behavior: "allow" }));
    expect(guard.checkMode("acceptEdits")).toBeUndefined();
    expect(guard.checkMode("auto")).toBeDefined();
  });

  test("a refused change changes nothing", async () => {
    const guard = createPermissionModeGuard(denies);
    let whilePending: unknown;
    const refused = guard.change("auto", () => {
      whilePending = guard.checkMode("auto");
      return Promise.reject(new Error("refused"));
    });
    await expect(refused).rejects.toThrow("refused");
    expect(whilePending).toBeUndefined();
    expect(guard.checkMode("auto")).toBeDefined();
    expect(guard.current).toBe("default");
  });
});

test("an agent may work in the modes of the session, and in the one that the host gave it", async () => {
  const agents = { own: { description: "d", prompt: "p", permissionMode: "acceptEdits" as const } };
  const guard = createPermissionModeGuard({ ...denies, agents });
  const agreed = (agentType: string | undefined): readonly string[] =>
    ["dontAsk", "default", "acceptEdits", "auto", "bypassPermissions"].filter((mode) =>
      guard.agreesTo(mode, agentType),
    );
  expect(agreed(undefined)).toEqual(["dontAsk", "default"]);
  expect(agreed("project")).toEqual(["dontAsk", "default"]);
  expect(agreed("own")).toEqual(["dontAsk", "default", "acceptEdits"]);
  expect(agreed("__proto__")).toEqual(["dontAsk", "default"]);
  // Before 1.0.88, hooks do not report the mode.
  expect(guard.agreesTo(undefined, undefined)).toBe(true);
  await guard.change("auto", async () => undefined);
  expect(agreed("project")).toEqual(["dontAsk", "default", "acceptEdits", "auto"]);
});

test("exactly the wider modes and all unknown modes are refused", () => {
  const order = ["plan", "dontAsk", "default", "acceptEdits", "auto", "bypassPermissions"];
  const known = constantFrom(...order);
  assert(
    property(known, oneof(known, string()), (asked, reported) => {
      const isWider = order.indexOf(reported) > order.indexOf(asked);
      const isRefused = reported !== "manual" && (isWider || !order.includes(reported));
      const error = createPermissionModeGuard({ permissionMode: asked }).checkMode(reported);
      expect(error !== undefined).toBe(isRefused);
    }),
  );
  const guard = createPermissionModeGuard({ permissionMode: "careful" });
  expect(guard.checkMode("careful")).toBeUndefined();
  expect(guard.checkMode("default")).toBeUndefined();
  expect(guard.checkMode("acceptEdits")).toBeDefined();
});

function permissionRequest(toolName: string): never {
  return { type: "permission-request", requestId: "1", toolName, input: {} } as never;
}

function encodeResponse(response: object): string {
  return `${JSON.stringify({ type: "control_response", response: { subtype: "success", request_id: "1", response } })}\n`;
}

test("no prompt is sent to a CLI that answers initialize with a wider mode", async () => {
  await using fake = fakeClaude({ scenario: notes, version: "2.1.325" });
  // By its version it is known that the answer will tell.
  const version = { name: "@anthropic-ai/claude-code", version: "2.1.325" };
  writeFileSync(join(fake.dir, "package.json"), JSON.stringify(version));
  const claude = createClaude({
    ...denies,
    executable: fake.path,
    wrapTransport: (transport) => (launch, handlers) =>
      transport({ ...launch, args: [...launch.args, "--permission-mode", "acceptEdits"] }, handlers),
  });
  const turn = await claude.ask("Go.", { reject: false });
  expect(turn).toMatchObject({ code: "permission-mode-mismatch", details: { reported: "acceptEdits" } });
  expect(fake.received().filter(({ type }) => type === "user")).toEqual([]);
});
