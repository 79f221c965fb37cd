// The CLI must ask the host's `permissions` in any mode that the CLI or the user's settings choose. 2.1.285 and 2.1.299 start in
// `auto` without a mode, so these checks run on them too.

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Scenario } from "@unspool/simulator";
import { createClaude, type SessionOptions } from "unspool";
import { expectEqual } from "../expect-equal.ts";
import type { Check } from "./checks.ts";

export const STARTS_IN_AUTO: readonly string[] = ["2.1.285", "2.1.299"];

const touch = { tool: "Bash", input: { command: "touch note.txt", description: "Make a note" }, result: "" };
const leave = { tool: "ExitPlanMode", input: { plan: "Make a note." }, result: "" };

export const PERMISSION_CHECKS: Readonly<Record<string, Check>> = {
  "permissions are asked in every mode of the user": {
    also: STARTS_IN_AUTO,
    cannot: { below: "1.0.128", reason: "it cannot fork" },
    async run({ options }) {
      const problems: string[] = [];
      for (const defaultMode of [undefined, "acceptEdits", "bypassPermissions"]) {
        const given = await options(notes());
        if (defaultMode !== undefined) setDefaultMode(given, defaultMode);
        const asked: string[] = [];
        await using session = createClaude({
          ...given,
          permissions(request) {
            asked.push(request.toolName);
            return request.deny("no");
          },
        }).session();
        await session.ask("Make a note.");
        await using fork = await session.fork();
        await fork.ask("Make a note.");
        const modes = [session, fork].map(({ state }) => state.setup.permissionMode);
        problems.push(
          ...expectEqual(
            { asked, modes, ran: hasNote(given) },
            { asked: ["Bash", "Bash"], modes: ["default", "default"], ran: false },
          ),
        );
      }
      return problems;
    },
  },

  "a wider permission mode ends the session before a call runs": {
    also: STARTS_IN_AUTO,
    async run({ options }) {
      const given = await options(notes());
      const session = createClaude({
        ...given,
        permissions: (request) => request.allow(),
        // Simulates another source of the mode: the last argument wins.
        wrapTransport: (transport) => (launch, handlers) =>
          transport({ ...launch, args: [...launch.args, "--permission-mode", "acceptEdits"] }, handlers),
      }).session();
      const turn = await session.ask("Make a note.", { reject: false });
      await session.close();
      const { code, details } = turn.outcome === "success" ? { code: "success", details: {} } : turn;
      return expectEqual(
        { code, details, ran: hasNote(given) },
        { code: "permission-mode-mismatch", details: { asked: "default", reported: "acceptEdits" }, ran: false },
      );
    },
  },

  /** No line of the stream reports the mode of an agent: 2.1.74 and 2.1.325 wrote the file without a question. */
  "an agent with a wider mode of its own is asked about": {
    also: STARTS_IN_AUTO,
    cannot: { below: "2.1.74", reason: "agents have no mode of their own, or start otherwise" },
    async run({ options }) {
      const problems: string[] = [];
      for (const mode of ["acceptEdits", "bypassPermissions"]) {
        const write = { tool: "Write", input: { file_path: "note.txt", content: "x" }, result: "" };
        const input = { description: "Write", prompt: "Write it.", subagent_type: "writer" };
        const agent = { tool: "Agent", input, agent: { replies: [[write], "Written."] } };
        const given = await options({ turns: [{ replies: [[agent], "Done."], notices: [["Told."]] }] });
        const folder = join(given.cwd ?? "", ".claude/agents");
        mkdirSync(folder, { recursive: true });
        const head = `---\nname: writer\ndescription: Writes.\npermissionMode: ${mode}\n---\n`;
        writeFileSync(join(folder, "writer.md"), `${head}You write.\n`);
        const asked: string[] = [];
        await using session = createClaude({
          ...given,
          permissions(request) {
            asked.push(request.toolName);
            return request.deny("no");
          },
        }).session();
        await session.ask("Go.");
        await session.idle();
        problems.push(...expectEqual({ asked, ran: hasNote(given) }, { asked: ["Write"], ran: false }));
      }
      return problems;
    },
  },

  "permission modes that the host agrees to": {
    also: STARTS_IN_AUTO,
    cannot: { below: "1.0.88", reason: "it takes no mode while it runs" },
    async run({ claude }) {
      const scenario: Scenario = {
        turns: [{ replies: [[leave], "Left."] }, { replies: [[touch], "Asked."] }, { replies: [[touch], "Done."] }],
      };
      const asked: string[] = [];
      await using session = (
        await claude(scenario, {
          permissionMode: "plan",
          permissions(request) {
            asked.push(request.toolName);
            return request.toolName === "ExitPlanMode" ? request.allow() : request.deny("no");
          },
        })
      ).session();
      const texts = [(await session.ask("Plan.")).text, (await session.ask("Go on.")).text];
      await session.setPermissionMode("acceptEdits");
      texts.push((await session.ask("Again.")).text);
      return expectEqual(
        { texts, first: asked.slice(0, 2), mode: session.state.setup.permissionMode },
        { texts: ["Left.", "Asked.", "Done."], first: ["ExitPlanMode", "Bash"], mode: "acceptEdits" },
      );
    },
  },
};

function notes(): Scenario {
  return { turns: [{ replies: [[touch], "Done."] }, { replies: [[touch], "Done."] }] };
}

function setDefaultMode({ env }: SessionOptions, defaultMode: string): void {
  const folder = join(env?.["HOME"] ?? "", ".claude");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "settings.json"), JSON.stringify({ permissions: { defaultMode } }));
}

function hasNote({ cwd = "" }: SessionOptions): boolean {
  return existsSync(join(cwd, "note.txt"));
}
