// Checks of our client with a real CLI in front of the model stub. Each returns a list of problems.

import type { Scenario } from "@unspool/simulator";
import { createPool, tool, TurnError, type Claude, type SessionOptions } from "unspool";
import { expectEqual } from "../expect-equal.ts";
import type { CliCheck } from "../run-on-clis.ts";

export interface CheckContext {
  /** Creates a client whose model plays this scenario. */
  readonly claude: (scenario: Scenario, options?: SessionOptions) => Promise<Claude>;
  /** Returns the options of such a client. */
  readonly options: (scenario: Scenario) => Promise<SessionOptions>;
}

export interface Check extends CliCheck {
  readonly run: (context: CheckContext) => Promise<readonly string[]>;
}

const echo = (word: string): { tool: string; input: { command: string; description: string }; result: string } => ({
  tool: "Bash",
  input: { command: `echo ${word}`, description: `Say ${word}` },
  result: word,
});
const touch = {
  tool: "Bash",
  input: { command: "touch note.txt", description: "Make a note" },
  result: "",
  asks: true,
};
/** A PNG of one pixel. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const all: SessionOptions = { permissionMode: "bypassPermissions" };

export const CHECKS: Readonly<Record<string, Check>> = {
  ask: {
    async run({ claude }) {
      const scenario = { turns: [{ replies: [[{ text: "I look." }, echo("hi")], "Hello."] }] };
      const result = await (await claude(scenario, all)).ask("Hi");
      const { text, outcome, toolCalls, costUsd } = result;
      const tools = toolCalls.map(({ name, status }) => `${name} ${status}`);
      return expectEqual(
        { text, outcome, tools, isPaid: costUsd > 0 },
        { text: "Hello.", outcome: "success", tools: ["Bash succeeded"], isPaid: true },
      );
    },
  },

  session: {
    async run({ claude }) {
      const scenario = { turns: [{ replies: ["One."] }, { replies: ["Two."] }, { replies: ["Three."] }] };
      await using session = (await claude(scenario)).session();
      // Sent at once: each gets its own answer.
      const results = await Promise.all(["1?", "2?", "3?"].map((prompt) => session.ask(prompt)));
      await session.idle();
      const ids = new Set(results.map(({ sessionId }) => sessionId));
      return expectEqual(
        { texts: results.map(({ text }) => text), ids: ids.size },
        { texts: ["One.", "Two.", "Three."], ids: 1 },
      );
    },
  },

  permissions: {
    async run({ claude }) {
      const scenario = { turns: [{ replies: [[touch], [touch], "Done."] }] };
      const asked: string[] = [];
      const { text, denials, toolCalls } = await (
        await claude(scenario, {
          permissions(request) {
            asked.push(request.toolName);
            return asked.length === 1 ? request.allow() : request.deny("Enough.");
          },
        })
      ).ask("Make notes.");
      const results = toolCalls.map(({ status }) => status);
      return expectEqual(
        { text, asked, results, denials: denials.length },
        { text: "Done.", asked: ["Bash", "Bash"], results: ["succeeded", "denied"], denials: 1 },
      );
    },
  },

  /** No CLI asks about `echo`, and in the second mode about nothing. */
  rules: {
    async run({ claude }) {
      const problems: string[] = [];
      for (const permissionMode of ["default", "bypassPermissions"] as const) {
        const scenario = {
          turns: [{ replies: [[echo("secret")], [echo("yes")], [echo("no")], [{ ...touch, asks: false }], "Done."] }],
        };
        const asked: string[] = [];
        const hooked: string[] = [];
        const { text, toolCalls } = await (
          await claude(scenario, {
            permissionMode,
            hooks: { PreToolUse: ({ tool_input: input }) => void hooked.push(getCommand(input)) },
            permissions: {
              deny: ["Bash(echo secret)"],
              ask: ["Bash(echo *)"],
              allow: ["Bash(touch *)"],
              decide(request) {
                asked.push(getCommand(request.input));
                return asked.length === 1 ? request.allow() : request.deny("Not this one.");
              },
            },
          })
        ).ask("Say it.");
        const hasRun = toolCalls.map(({ status }) => status === "succeeded");
        const wanted = {
          text: "Done.",
          asked: ["echo yes", "echo no"],
          hooked: ["echo secret", "echo yes", "echo no", "touch note.txt"],
          hasRun: [false, true, false, true],
        };
        problems.push(...expectEqual({ text, asked, hooked, hasRun }, wanted));
      }
      return problems;
    },
  },

  "rules after alwaysAllow": {
    async run({ claude }) {
      const scenario = { turns: [{ replies: [[touch], [touch], [echo("secret")], "Done."] }] };
      const updates = [
        { type: "addRules", rules: [{ toolName: "Bash" }], behavior: "allow", destination: "session" },
      ] as const;
      let asked = 0;
      const { toolCalls } = await (
        await claude(scenario, {
          permissions: {
            deny: ["Bash(echo *)"],
            ask: ["Bash(touch *)"],
            decide(request) {
              asked += 1;
              return asked === 1 ? request.alwaysAllow({ updates }) : request.deny("Not this one.");
            },
          },
        })
      ).ask("Make a note.");
      const results = toolCalls.map(({ status, result }) => [status === "succeeded", classifyText(result?.text)]);
      return expectEqual(
        { asked, results },
        {
          asked: 2,
          results: [
            [true, "other"],
            [false, "decided"],
            [false, "rule"],
          ],
        },
      );
    },
  },

  hooks: {
    async run({ claude }) {
      const scenario = { turns: [{ replies: [[echo("hi")], "Done."] }] };
      const called: string[] = [];
      const note = ({ hook_event_name: name }: { readonly hook_event_name: string }): undefined =>
        void called.push(name);
      const hooks = {
        UserPromptSubmit: note,
        PreToolUse: { matcher: "Bash", run: note },
        PostToolUse: note,
        Stop: note,
      };
      const { text } = await (await claude(scenario, { ...all, hooks })).ask("Go.");
      return expectEqual(
        { text, called },
        { text: "Done.", called: ["UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"] },
      );
    },
  },

  tool: {
    async run({ claude }) {
      const scenario = { turns: [{ replies: [[{ tool: "mcp__unspool__add", input: { a: 2, b: 3 } }], "Five."] }] };
      const calls: unknown[] = [];
      const number = { type: "number" } as const;
      const schema = { type: "object", properties: { a: number, b: number }, required: ["a", "b"] } as const;
      const add = tool("add", schema, (input) => {
        const { a, b } = input as { readonly a: number; readonly b: number };
        calls.push([a, b]);
        return String(a + b);
      });
      const { text, toolCalls } = await (await claude(scenario, { tools: [add] })).ask("Add.");
      const results = toolCalls.map(({ status, result }) => [status, result?.text]);
      return expectEqual({ text, calls, results }, { text: "Five.", calls: [[2, 3]], results: [["succeeded", "5"]] });
    },
  },

  "what tools return": {
    async run({ claude }) {
      const pixel = Buffer.from(PIXEL, "base64");
      const show = tool("show", {}, () => ({ type: "image", data: pixel, mimeType: "image/png" }));
      const list = tool("list", {}, () => [
        { type: "text", text: "See:" },
        { type: "image", data: PIXEL, mimeType: "image/png" },
      ]);
      const fail = tool("fail", {}, () => ({ content: [{ type: "text", text: "No." }], isError: true }));
      // As in JavaScript, without types.
      const near = tool("near", {}, (): object => ({ image: pixel, mimeType: "image/png" }));
      const names = ["show", "list", "fail", "near"];
      const replies = names.map((name) => [{ tool: `mcp__unspool__${name}`, input: {} }]);
      const client = await claude({ turns: [{ replies: [...replies, "Done."] }] }, { tools: [show, list, fail, near] });
      const { toolCalls } = await client.ask("Go.");
      const seen = toolCalls.map(({ status, result }) => {
        const blocks = Array.isArray(result?.content) ? (result.content as readonly { type?: string }[]) : [];
        return [status, blocks.some(({ type }) => type === "image"), result?.text.split(":")[0]];
      });
      return expectEqual(seen, [
        // Some versions add the path of the file.
        ["succeeded", true, seen[0]?.[2]],
        ["succeeded", true, "See"],
        ["failed", false, "No."],
        ["failed", false, "The tool returned an image in a form that MCP does not have"],
      ]);
    },
  },

  interrupt: {
    async run({ claude }) {
      const scenario = {
        turns: [
          { replies: [{ blocks: [{ text: "This goes on and on and on" }], hang: true }] },
          { replies: ["Back."] },
        ],
      };
      await using session = (await claude(scenario)).session();
      const turn = session.ask("Talk.");
      for await (const event of turn) if (event.type === "text-delta") break;
      await turn.interrupt();
      const stopped = await turn.catch((error: unknown) => (error instanceof TurnError ? error.code : String(error)));
      const { text } = await session.ask("And now?");
      return expectEqual({ stopped, text }, { stopped: "interrupted", text: "Back." });
    },
  },

  resume: {
    async run({ claude }) {
      const scenario = { turns: [{ replies: ["One."] }, { replies: ["Two."] }] };
      const client = await claude(scenario);
      const first = await client.ask("First.");
      const second = await client.ask("Second.", { resume: first.sessionId ?? "" });
      const isSame = second.sessionId === first.sessionId;
      return expectEqual(
        { texts: [first.text, second.text], isSame, warnings: second.warnings },
        { texts: ["One.", "Two."], isSame: true, warnings: [] },
      );
    },
  },

  fork: {
    async run({ claude }) {
      const scenario = { turns: [{ replies: ["One."] }, { replies: ["Two."] }] };
      await using session = (await claude(scenario)).session();
      const first = await session.ask("First.");
      await using branch = await session.fork();
      const second = await branch.ask("Second.");
      const isNew = second.sessionId !== first.sessionId;
      return expectEqual({ texts: [first.text, second.text], isNew }, { texts: ["One.", "Two."], isNew: true });
    },
  },

  "structured output": {
    cannot: { below: "2.0.76", reason: "it has no --json-schema" },
    async run({ claude }) {
      const scenario = { turns: [{ replies: [[{ tool: "StructuredOutput", input: { answer: 42 } }], "Done."] }] };
      const schema = { type: "object", properties: { answer: { type: "number" } }, required: ["answer"] };
      const { data } = await (await claude(scenario)).ask("Count.", { schema });
      return expectEqual(data, { answer: 42 });
    },
  },

  "structured output that is no object": {
    cannot: { below: "2.0.76", reason: "it has no --json-schema" },
    async run({ claude }) {
      const scenario = { turns: [{ replies: [[{ tool: "StructuredOutput", input: { value: [1, 2] } }], "Done."] }] };
      const schema = { type: "array", items: { $ref: "#/$defs/count" }, $defs: { count: { type: "number" } } };
      const { data } = await (await claude(scenario)).ask("Count.", { schema });
      return expectEqual(data, [1, 2]);
    },
  },

  "budget stop": {
    async run({ claude }) {
      const scenario = { turns: [{ replies: [[echo("one")], [echo("two")], [echo("three")], "Never said."] }] };
      const turn = (await claude(scenario, { ...all, budget: { toolCalls: 1 } })).ask("Work.");
      const stopped = await turn.catch((error: unknown) => error);
      const { code, toolCalls } = stopped as TurnError;
      return expectEqual({ code, isShort: toolCalls.length < 3 }, { code: "budget-exceeded", isShort: true });
    },
  },

  chain: {
    async run({ claude }) {
      const scenario = {
        turns: [
          { prompt: { contains: "Begin" }, replies: ["A seed."] },
          { prompt: { contains: "A seed." }, replies: ["A tree."] },
          { prompt: { contains: "A tree." }, replies: ["A forest."] },
        ],
      };
      const chain = (await claude(scenario)).chain(["Begin.", "Let it grow.", (previous) => `After ${previous.text}`]);
      const { text, results, costUsd } = await chain;
      const sessions = new Set(results.map(({ sessionId }) => sessionId)).size;
      return expectEqual({ text, sessions, isPaid: costUsd > 0 }, { text: "A forest.", sessions: 3, isPaid: true });
    },
  },

  pool: {
    async run({ options }) {
      const scenario = {
        turns: [
          { prompt: { contains: "one" }, replies: ["One."] },
          { prompt: { contains: "two" }, replies: ["Two."] },
          { prompt: { contains: "three" }, replies: ["Three."] },
        ],
      };
      await using pool = createPool({ ...(await options(scenario)), size: 2 });
      await pool.warm();
      const { ready } = pool;
      const results = await Promise.all(["one?", "two?", "three?"].map((prompt) => pool.ask(prompt)));
      return expectEqual(
        { ready, texts: results.map(({ text }) => text) },
        { ready: 2, texts: ["One.", "Two.", "Three."] },
      );
    },
  },
};

function getCommand(input: unknown): string {
  const { command } = input as { readonly command?: unknown };
  return typeof command === "string" ? command : "";
}

/** Classifies the text of a refusal; each version puts its own text before it. */
function classifyText(text: string | undefined): "rule" | "decided" | "other" {
  if (text?.includes("The host's rule") === true) return "rule";
  return text?.includes("Not this one.") === true ? "decided" : "other";
}
