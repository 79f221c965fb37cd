// Deferred calls on a real CLI: the turn ends, the session is resumed in another process, and the CLI asks about the call again.
// CLIs that cannot defer must not run the call.

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Scenario } from "@unspool/simulator";
import { createClaude, type PermissionRequest, type Session, type SessionOptions, type Settled } from "unspool";
import { expectEqual } from "../expect-equal.ts";
import type { Check } from "./checks.ts";

const touch = (name: string): { tool: string; input: { command: string; description: string }; result: string } => ({
  tool: "Bash",
  input: { command: `touch ${name}`, description: `Make ${name}` },
  result: "",
});
const scenario: Scenario = { turns: [{ replies: [[touch("note.txt")], "Done."] }, { replies: ["Second."] }] };
const all: SessionOptions = { permissionMode: "bypassPermissions" };
const later: SessionOptions = { ...all, permissions: { defer: ["Bash"], decide: (request) => request.defer() } };

export const DEFERRAL_CHECKS: Readonly<Record<string, Check>> = {
  "a deferred call": {
    cannot: { below: "2.1.89", reason: "it cannot defer" },
    async run({ options }) {
      const given = await options(scenario);
      const file = join(given.cwd ?? "", "note.txt");
      const claude = createClaude(given);
      const first = await claude.ask("Make a note.", later);
      const before = existsSync(file);
      const asked: PermissionRequest[] = [];
      const decide = (request: PermissionRequest): ReturnType<PermissionRequest["allow"]> => {
        asked.push(request);
        return request.allow();
      };
      await using session = claude.session({
        ...all,
        permissions: { defer: ["Bash"], decide },
        ...(first.sessionId === undefined ? {} : { resume: first.sessionId }),
      });
      const resumed = nextTurn(session);
      // A prompt that is sent at once still gets its own answer.
      const second = session.ask("And now?");
      const { cause, result: goneOn } = await resumed;
      const { text } = await second;
      return expectEqual(
        {
          deferred: [first.outcome, first.deferred?.name, before],
          calls: first.toolCalls.map(({ name, status }) => `${name} ${status}`),
          asked: asked.map(({ toolUseId, sessionId, canDefer }) => [
            toolUseId === first.deferred?.toolUseId,
            sessionId === first.sessionId,
            canDefer,
          ]),
          resumed: [cause, goneOn.text, existsSync(file)],
          resumedCalls: goneOn.toolCalls.map(({ name, status }) => `${name} ${status}`),
          text,
          warnings: [...first.warnings, ...goneOn.warnings].map(({ message }) => message),
        },
        {
          deferred: ["success", "Bash", false],
          calls: ["Bash deferred"],
          asked: [[true, true, true]],
          resumed: ["resume", "Done.", true],
          resumedCalls: ["Bash succeeded"],
          text: "Second.",
          warnings: [],
        },
      );
    },
  },

  "a call deferred twice, then denied": {
    cannot: { below: "2.1.89", reason: "it cannot defer" },
    async run({ options }) {
      const given = await options(scenario);
      const claude = createClaude(given);
      const { sessionId = "" } = await claude.ask("Make a note.", later);
      const goOn = async (more: SessionOptions): Promise<readonly unknown[]> => {
        await using session = claude.session({ ...all, ...more, resume: sessionId });
        const { cause, result } = await nextTurn(session);
        const { deferred, text, toolCalls } = result;
        return [cause, deferred?.name, text, toolCalls.map(({ name, status }) => `${name} ${status}`)];
      };
      const again = await goOn(later);
      const denied = await goOn({ permissions: { defer: ["Bash"], decide: (request) => request.deny("Never.") } });
      return expectEqual(
        { again, denied, isThere: existsSync(join(given.cwd ?? "", "note.txt")) },
        {
          again: ["resume", "Bash", "", ["Bash deferred"]],
          denied: ["resume", undefined, "Done.", ["Bash denied"]],
          isThere: false,
        },
      );
    },
  },

  /** A resumed CLI continues with the call before late hooks are registered. In this mode it would not ask. */
  "a deferred call is asked about, however late the hooks come": {
    cannot: { below: "2.1.89", reason: "it cannot defer" },
    async run({ options }) {
      const given = await options(scenario);
      const claude = createClaude(given);
      const { sessionId = "" } = await claude.ask("Make a note.", later);
      const asked: string[] = [];
      await using session = claude.session({
        ...all,
        resume: sessionId,
        permissions: {
          defer: ["Bash"],
          decide(request) {
            asked.push(request.toolName);
            return request.deny("Never.");
          },
        },
        wrapTransport: (transport) => (launch, handlers) => {
          // Sends nothing until the CLI asks or has run the call.
          let release: (() => void) | undefined;
          const isReady = new Promise<void>((resolve) => {
            release = resolve;
          });
          const onData = (chunk: Uint8Array): void => {
            if (/"can_use_tool"|"tool_result"/.test(Buffer.from(chunk).toString("latin1"))) release?.();
            handlers.onData(chunk);
          };
          const inner = transport(launch, {
            onData,
            onStderr: (chunk) => handlers.onStderr(chunk),
            onExit: (exit) => handlers.onExit(exit),
          });
          return {
            pid: inner.pid,
            write: (lines) => void isReady.then(() => inner.write(lines)),
            endInput: () => inner.endInput(),
            pause: () => inner.pause(),
            resume: () => inner.resume(),
            kill: (signal) => inner.kill(signal),
            unref: () => inner.unref(),
            ref: () => inner.ref(),
          };
        },
      });
      const { result } = await nextTurn(session);
      return expectEqual(
        {
          isAsked: asked.includes("Bash"),
          isThere: existsSync(join(given.cwd ?? "", "note.txt")),
          calls: result.toolCalls.length,
        },
        { isAsked: true, isThere: false, calls: 1 },
      );
    },
  },

  "two deferred calls in one message": {
    cannot: { below: "2.1.89", reason: "it cannot defer" },
    async run({ claude }) {
      const replies = [[touch("a.txt"), touch("b.txt")], "Done."];
      const { deferred, toolCalls, warnings } = await (await claude({ turns: [{ replies }] })).ask("Go.", later);
      // It keeps the last one. The other is lost: it does not run, and the CLI does not ask about it again.
      const statuses = toolCalls.map(({ id, status }) => (id === deferred?.toolUseId ? `kept: ${status}` : status));
      return expectEqual(
        { statuses: [...statuses].sort(), warnings: warnings.map(({ code }) => code) },
        { statuses: ["aborted", "kept: deferred"], warnings: ["deferral-lost"] },
      );
    },
  },

  "a sub-agent's call cannot be deferred": {
    cannot: { below: "2.1.89", reason: "it cannot defer" },
    async run({ options }) {
      const input = { description: "Look", prompt: "Look around.", subagent_type: "general-purpose" };
      const agent = { tool: "Agent", input, agent: { replies: [[touch("note.txt")], "Looked."] } };
      const given = await options({ turns: [{ replies: [[agent], "Done."], notices: [["Told."]] }] });
      await using session = createClaude(given).session(later);
      const { deferred } = await session.ask("Go.");
      await session.idle();
      const call = session.state.toolCalls.toArray().find(({ name }) => name === "Bash");
      return expectEqual(
        {
          deferred,
          isRun: existsSync(join(given.cwd ?? "", "note.txt")),
          agents: call?.agent !== null,
          isRefused: ["denied", "failed"].includes(call?.status ?? ""),
        },
        { deferred: undefined, isRun: false, agents: true, isRefused: true },
      );
    },
  },

  /** 2.1.88 ignores "defer", and in this mode runs the call. */
  "a call never runs because it was deferred": {
    async run({ options }) {
      const given = await options(scenario);
      const hooks: SessionOptions["hooks"] = {
        PreToolUse: () => ({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "defer" } }),
      };
      const problems: string[] = [];
      for (const chosen of [later, { ...all, hooks }]) {
        const { deferred, toolCalls, warnings } = await createClaude(await options(scenario)).ask(
          "Make a note.",
          chosen,
        );
        const [status = "none"] = toolCalls.map((call) => call.status);
        const isDeferred = deferred !== undefined && status === "deferred" && warnings.length === 0;
        const isDenied = deferred === undefined && ["denied", "failed"].includes(status) && warnings.length === 1;
        if (!isDeferred && !isDenied) problems.push(`${status}, ${JSON.stringify(warnings)}`);
      }
      return [...problems, ...expectEqual(existsSync(join(given.cwd ?? "", "note.txt")), false)];
    },
  },
};

/** Waits for the next turn that the CLI begins by itself. Returns its cause and result. */
async function nextTurn(session: Session): Promise<{ readonly cause: string; readonly result: Settled }> {
  let cause = "";
  const result = await new Promise<Settled>((resolve) => {
    session.onTurn((turn) => {
      cause = turn.cause;
      resolve(turn);
    });
  });
  return { cause, result };
}
