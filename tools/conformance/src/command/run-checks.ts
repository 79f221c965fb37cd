// Checks of `unspool run` over pipes, with a real CLI in front of the model stub. Each returns a list of problems.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Scenario } from "@unspool/simulator";
import { expectEqual } from "../expect-equal.ts";
import { expectEnd, expectInOrder, expectNone } from "./expect.ts";
import { parseEvents, hello, parseTurn } from "./ran.ts";
import type { Check } from "./run-check.ts";

const agent = (side: string): object => ({
  tool: "Task",
  input: {
    description: side,
    prompt: `Look ${side}.`,
    subagent_type: "general-purpose",
    run_in_background: false,
  },
  agent: {
    replies: [[{ tool: "Bash", input: { command: `echo ${side}`, description: "Look" } }], `All quiet, ${side}.`],
  },
});

export const RUN_CHECKS: Readonly<Record<string, Check>> = {
  run: {
    async run({ play, unspool }) {
      await play(hello);
      const ran = await unspool(["run", "Hi", "there"]);
      return [
        ...expectEnd(ran, 0),
        ...expectInOrder(ran.stdout, "› Hi there\n", "○ Be kind.", "Hello.", "- one", "✓ done · $0.0", "session "),
        ...expectNone(ran.stdout, "\u001B"),
        ...expectEqual(ran.stderr, ""),
      ];
    },
  },

  "run with tools": {
    async run({ play, unspool, sandbox }) {
      const path = join(sandbox.workspace, "a.txt");
      const edit = { file_path: path, old_string: "second", new_string: "zweite" };
      const replies = [[{ tool: "Read", input: { file_path: path } }], [{ tool: "Edit", input: edit }], "Done."];
      await play({ turns: [{ replies }, { replies }] });
      const refused = await unspool(["run", "Edit it"]);
      const untouched = readFileSync(path, "utf8");
      const allowed = await unspool(["run", "--permission", "acceptEdits", "Edit it"]);
      return [
        ...expectInOrder(refused.stdout, "● Read  a.txt", "✗ Edit  a.txt", "Done."),
        ...expectEqual(untouched, "first\nsecond\nlast\n"),
        ...expectEnd(allowed, 0),
        ...expectInOrder(allowed.stdout, "● Edit  a.txt  +1 −1", "- second", "+ zweite", "Done."),
        ...expectEqual(readFileSync(path, "utf8"), "first\nzweite\nlast\n"),
      ];
    },
  },

  "run with agents": {
    async run({ play, unspool }) {
      const scenario = { turns: [{ replies: [[agent("east"), agent("west")], "Both are back."] }] };
      await play(scenario as Scenario);
      const { stdout, ...end } = await unspool(["run", "Look around"]);
      return [
        ...expectEnd({ stdout, ...end }, 0),
        ...["east", "west"].flatMap((side) =>
          expectInOrder(stdout, side, `echo ${side}`, `All quiet, ${side}.`, "└ ✓"),
        ),
        ...expectInOrder(stdout, "› Look around", "Both are back.", "✓ done"),
      ];
    },
  },

  "run --json": {
    async run({ play, unspool }) {
      await play(hello);
      const events = parseEvents(await unspool(["run", "--json", "Hi"]));
      const text = events.filter(({ type }) => type === "text-delta").map((event) => event["text"]);
      const end = events.findLast(({ type }) => type === "turn-end");
      return expectEqual(
        { text: text.join(""), outcome: end?.["outcome"], isPaid: Number(end?.["costUsd"]) > 0 },
        { text: "Hello.\n\n- one\n- two", outcome: "success", isPaid: true },
      );
    },
  },

  "run --raw, then check": {
    async run({ play, unspool }) {
      await play(hello);
      const raw = await unspool(["run", "--raw", "Hi"]);
      const checked = await unspool(["check", "-"], raw.stdout);
      return [
        ...expectEnd(raw, 0),
        ...expectEnd(checked, 0),
        ...expectInOrder(checked.stdout, "well formed", "1 turn"),
      ];
    },
  },

  "run --schema": {
    cannot: { below: "2.0.76", reason: "it has no --json-schema" },
    async run({ play, unspool, sandbox }) {
      await play({ turns: [{ replies: [[{ tool: "StructuredOutput", input: { answer: 42 } }], "Done."] }] });
      const schema = { type: "object", properties: { answer: { type: "number" } }, required: ["answer"] };
      writeFileSync(join(sandbox.workspace, "schema.json"), JSON.stringify(schema));
      const ran = await unspool(["run", "--schema", "schema.json", "Count"]);
      return [...expectEnd(ran, 0), ...expectEqual(JSON.parse(ran.stdout), { answer: 42 })];
    },
  },

  "run --budget": {
    async run({ play, unspool }) {
      const usage = { inputTokens: 100_000, outputTokens: 100_000 };
      const echo = { tool: "Bash", input: { command: "echo one", description: "One" } };
      await play({ turns: [{ replies: [{ blocks: [echo], usage }, { blocks: [echo], usage }, "Never said."] }] });
      const ran = await unspool(["run", "--budget", "0.5", "--permission", "bypassPermissions", "Work"]);
      return [
        ...expectEnd(ran, 3),
        ...expectInOrder(ran.stderr, "The budget of $0.50 is used up: it has cost $", "--budget."),
        ...expectNone(ran.stdout, "Never said."),
      ];
    },
  },

  "run --resume and --fork": {
    async run({ play, unspool }) {
      await play({ turns: [{ replies: ["One."] }, { replies: ["Two."] }, { replies: ["Three."] }] });
      const first = parseTurn(await unspool(["run", "--json", "First"]));
      const second = parseTurn(await unspool(["run", "--json", "--resume", first.id, "Second"]));
      const third = parseTurn(await unspool(["run", "--json", "--continue", "--fork", "Third"]));
      const view = await unspool(["run", "--resume", third.id, "Fourth"]);
      return [
        ...expectEqual([first.text, second.text, third.text], ["One.", "Two.", "Three."]),
        ...expectEqual([second.id === first.id, third.id === first.id], [true, false]),
        // The tokens of one turn, even if the CLI reports a running total.
        ...(/12 tokens in, 20 out/.test(view.stdout) ? [] : [`other tokens than the turn's: ${view.stdout}`]),
      ];
    },
  },
};
