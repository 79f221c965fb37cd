// Checks over pipes of the commands other than `run`, with a real CLI or its files.

import { existsSync } from "node:fs";
import type { Scenario } from "@unspool/simulator";
import { expectEqual } from "../expect-equal.ts";
import { expectEnd, expectInOrder, expectNone } from "./expect.ts";
import { writeServers } from "./mcp-servers.ts";
import { hello, parseTurn } from "./ran.ts";
import type { Check, Ran } from "./run-check.ts";

export const PIPE_CHECKS: Readonly<Record<string, Check>> = {
  "run --record, then check, view, replay, export, stats": {
    async run({ play, unspool }) {
      await play(hello);
      const ran = await unspool(["run", "--record", "run.ndjson", "Hi"]);
      const words = [["check"], ["view"], ["replay", "--speed", "100"], ["export", "--md"], ["stats", "--json"]];
      const [check, view, replay, page, stats] = await inTurn(words, ([name = "", ...flags]) =>
        unspool([name, "run.ndjson", ...flags]),
      );
      const figures = JSON.parse(stats?.stdout ?? "") as { readonly total: Readonly<Record<string, unknown>> };
      return [
        ...[ran, check, view, replay, page, stats].flatMap((one) => (one === undefined ? [] : expectEnd(one, 0))),
        ...expectInOrder(check?.stdout ?? "", "well formed", "1 turn"),
        ...[view, replay].flatMap((one) => expectInOrder(one?.stdout ?? "", "› Hi", "Hello.", "✓ done")),
        ...expectInOrder(page?.stdout ?? "", "# Hi", "**You:**", "Hi", "Be kind.", "Hello."),
        ...expectEqual([figures.total["turns"], Number(figures.total["costUsd"]) > 0], [1, true]),
      ];
    },
  },

  "claude | unspool view": {
    async run({ play, unspool, start, claude }) {
      await play(hello);
      const flags = ["-p", "Hi", "--output-format", "stream-json", "--verbose", "--include-partial-messages"];
      const said = await start([...claude, ...flags]);
      const shown = await unspool(["view"], said.stdout);
      return [
        ...expectEnd(shown, 0),
        ...expectInOrder(shown.stdout, "○ Be kind.", "Hello.", "✓ done", "resume: claude --resume "),
      ];
    },
  },

  "unspool record -- claude": {
    async run({ play, unspool, claude }) {
      await play(hello);
      const flags = ["-p", "Hi", "--output-format", "stream-json", "--verbose"];
      const ran = await unspool(["record", "-o", "run.ndjson", "--", ...claude, ...flags]);
      const checked = await unspool(["check", "run.ndjson"]);
      return [...expectEnd(ran, 0), ...expectInOrder(ran.stdout, '"type":"result"'), ...expectEnd(checked, 0)];
    },
  },

  doctor: {
    async run({ play, unspool, sandbox, version }) {
      await play(hello);
      writeServers(sandbox.workspace);
      const ran = await unspool(["doctor", "--json"]);
      const { checks } = JSON.parse(ran.stdout) as { readonly checks: readonly Readonly<Record<string, string>>[] };
      const level = (name: string): string | undefined => checks.find((check) => check["name"] === name)?.["level"];
      const names = ["start", "login", "MCP good", "MCP bad"];
      return [
        ...expectEnd(ran, 1),
        ...expectEqual(checks.find(({ name }) => name === "version")?.["found"], version),
        ...expectEqual(names.map(level), ["ok", "ok", "ok", "error"]),
        ...expectNone(ran.stdout, "made-up-key"),
      ];
    },
  },

  "claude | unspool view, failed and cut": {
    async run({ play, unspool, start, claude }) {
      const flags = ["-p", "Hi", "--output-format", "stream-json", "--verbose"];
      await play({ turns: [{ replies: [{ error: { status: 400, type: "invalid_request_error", message: "No." } }] }] });
      const failed = await unspool(["view"], (await start([...claude, ...flags])).stdout);
      await play(hello);
      const lines = (await start([...claude, ...flags])).stdout.split("\n");
      const cut = await unspool(["view"], lines.filter((line) => !line.includes('"type":"result"')).join("\n"));
      return [
        ...expectEnd(failed, 1),
        ...expectInOrder(failed.stdout, "✗ failed"),
        ...expectEnd(cut, 1),
        ...expectInOrder(cut.stdout, "Hello.", "✗ the stream ended before its result"),
      ];
    },
  },

  "view of a transcript with an agent in the background": {
    cannot: { below: "2.1.74", reason: "it asks no model about agents that have ended" },
    async run({ play, unspool }) {
      await play(background);
      const { id } = parseTurn(await unspool(["run", "--json", "Look around"]));
      const [view, events, found] = await inTurn(
        [
          ["view", id],
          ["events", id, "--type", "tool-call-end"],
          ["sessions", "echo east", "--role", "tool"],
        ],
        unspool,
      );
      return [
        ...[view, events, found].flatMap((one) => (one === undefined ? [] : expectEnd(one, 0))),
        ...expectInOrder(
          view?.stdout ?? "",
          "Claude Code",
          "› Look around",
          "● Agent  east · in the background",
          "● Bash  echo east",
          "✓ completed",
          " total",
        ),
        ...expectNone(view?.stdout ?? "", "<"),
        ...expectEqual(events?.stdout.trimEnd().split("\n").length, 2),
        ...expectInOrder(found?.stdout ?? "", id, "tool (agent)", "echo east"),
      ];
    },
  },

  "run --resume of no session": {
    async run({ play, unspool }) {
      await play(hello);
      const short = await unspool(["run", "--resume", "zzzz", "Hi"]);
      const whole = await unspool(["run", "--resume", "00000000-0000-4000-8000-00000000000f", "Hi"]);
      return [
        ...expectEnd(short, 2),
        ...expectInOrder(short.stderr, 'There is no session "zzzz" on this machine.'),
        ...expectEnd(whole, 2),
        ...expectInOrder(whole.stderr, "There is no session 00000000-0000-4000-8000-00000000000f in this folder."),
        ...expectNone(whole.stdout, "go on:"),
      ];
    },
  },

  sessions: {
    async run({ play, unspool, sandbox }) {
      await play(hello);
      const { id } = parseTurn(await unspool(["run", "--json", "A word that is easy to find"]));
      const listed = await unspool(["sessions", "--here", "--json"]);
      const found = await unspool(["sessions", "easy to find"]);
      const line = await unspool(["sessions", "--resume", id.slice(0, 8), "--print"]);
      const { file } = JSON.parse(listed.stdout.split("\n")[0] ?? "") as { readonly file: string };
      return [
        ...expectInOrder(listed.stdout, id),
        ...expectInOrder(found.stdout, id, "you", "easy to find"),
        ...expectInOrder(line.stdout, sandbox.workspace, `claude --resume ${id}`),
        ...(existsSync(file) ? expectEnd(await unspool(["stats", file]), 0) : [`there is no ${file}`]),
      ];
    },
  },

  "chat in a pipe": {
    async run({ play, unspool }) {
      await play({ turns: [{ replies: ["One."] }, { replies: ["Two."] }] });
      const ran = await unspool(["chat"], "First\nSecond\n/cost\n/export chat.md\n");
      return [
        ...expectEnd(ran, 0),
        ...expectInOrder(ran.stdout, "› First", "One.", "› Second", "Two.", "in 2 turns", "wrote chat.md"),
      ];
    },
  },
};

const background: Scenario = {
  turns: [
    {
      replies: [
        [
          {
            tool: "Agent",
            input: { description: "east", prompt: "Look.", subagent_type: "general-purpose", run_in_background: true },
            agent: { replies: [[{ tool: "Bash", input: { command: "echo east", description: "Look" } }], "Quiet."] },
          },
        ],
        "It is on its way.",
      ],
      notices: [["It has come back."]],
    },
  ],
};

async function inTurn<Item>(items: readonly Item[], run: (item: Item) => Promise<Ran>): Promise<readonly Ran[]> {
  const results: Ran[] = [];
  for (const item of items) results.push(await run(item));
  return results;
}
