// Checks of `unspool` in a terminal, with a real CLI in front of the model stub.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Scenario } from "@unspool/simulator";
import { STARTS_IN_AUTO } from "../client/permission-checks.ts";
import { expectEqual } from "../expect-equal.ts";
import { expectInOrder } from "./expect.ts";
import type { Check } from "./run-check.ts";
import { inTerminal } from "./terminal.ts";

const touch = (name: string): object => ({
  tool: "Bash",
  input: { command: `touch ${name}`, description: `Make ${name}` },
});
const endless = { blocks: [{ text: "This goes on and on" }], hang: true };

export const TERMINAL_CHECKS: Readonly<Record<string, Check>> = {
  "run --permission ask": {
    also: STARTS_IN_AUTO,
    async run(context) {
      await context.play({ turns: [{ replies: [[touch("one.txt")], [touch("two.txt")], "Done."] }] } as Scenario);
      return inTerminal(context, ["run", "--permission", "ask", "Make notes"], async ({ screen, press }) => {
        await screen("? y allow");
        press("y");
        await screen("? May it run? Bash  touch two.txt");
        await screen("? y allow");
        press("n");
        const shown = await screen("exit 0");
        const made = ["one.txt", "two.txt"].map((name) => existsSync(join(context.sandbox.workspace, name)));
        return [
          ...expectEqual(made, [true, false]),
          ...expectInOrder(shown, "› Make notes", "· allowed", "● Bash  touch one.txt", "· not allowed", "✗ Bash"),
        ];
      });
    },
  },

  "run --permission ask, what is asked and a reason": {
    async run(context) {
      const command = "echo building\ntouch three.txt\n\n\n\n\n\ntouch four.txt";
      const call = { tool: "Bash", input: { command, description: "Build" } };
      await context.play({ turns: [{ replies: [[call], "Done."] }] });
      return inTerminal(context, ["run", "--permission", "ask", "Build it"], async ({ screen, press }) => {
        const asked = await screen("? y allow");
        press("r");
        await screen("Why not?");
        press("-l", "not on a Friday");
        await screen("› not on a Friday");
        press("Enter");
        const shown = await screen("exit 0");
        const made = ["three.txt", "four.txt"].map((name) => existsSync(join(context.sandbox.workspace, name)));
        return [
          ...expectEqual(made, [false, false]),
          ...expectInOrder(asked, "│ echo building", "│ touch three.txt", "<empty line ×5>", "│ touch four.txt"),
          ...expectInOrder(shown, "· not allowed: not on a Friday", "✗ Bash", "not on a Friday"),
        ];
      });
    },
  },

  "run, interrupted": {
    async run(context) {
      await context.play({ turns: [{ replies: [endless] }] });
      return inTerminal(context, ["run", "Talk"], async ({ screen, press }) => {
        await screen("This goes on and on");
        press("C-c");
        const shown = await screen("exit 130");
        return expectInOrder(
          shown,
          "› Talk",
          "This goes on and on",
          "(cut off)",
          "✗ interrupted",
          "resume: unspool run",
        );
      });
    },
  },

  chat: {
    also: STARTS_IN_AUTO,
    async run(context) {
      const path = join(context.sandbox.workspace, "note.txt");
      const write = { tool: "Write", input: { file_path: path, content: "old" } };
      await context.play({
        turns: [{ replies: ["Hello."] }, { replies: [[write], "Written."] }, { replies: [endless] }],
      });
      return inTerminal(context, ["chat"], async ({ screen, press, say }) => {
        await screen("›");
        await say("Greet me");
        await screen("✓ done");
        await say("Write a note");
        await screen("e edit");
        press("e");
        await screen('"content": "old"');
        // After the end of the last field.
        press("Up", "End", "BSpace", "BSpace", "BSpace", "BSpace");
        press("-l", 'new"');
        await screen('"content": "new"');
        press("Enter");
        await screen("Written.");
        await say("Talk");
        await screen("This goes on and on");
        press("C-c");
        await screen("✗ interrupted");
        press("C-d");
        const shown = await screen("exit 0");
        return [
          ...expectEqual(readFileSync(path, "utf8"), "new"),
          ...expectInOrder(shown, "› Greet me", "Hello.", "› Write a note", "allowed with edited input", "Written."),
          ...expectInOrder(shown, "› Talk", "(cut off)", "unspool chat --resume "),
        ];
      });
    },
  },

  "chat with a question of the model": {
    cannot: { below: "2.0.30", reason: "it has no AskUserQuestion" },
    async run(context) {
      const options = ["Red", "Blue"].map((label) => ({ label, description: `All ${label}` }));
      const questions = [{ question: "Which colour?", header: "Colour", multiSelect: false, options }];
      await context.play({ turns: [{ replies: [[{ tool: "AskUserQuestion", input: { questions } }], "Noted."] }] });
      return inTerminal(context, ["chat"], async ({ screen, press, say }) => {
        await screen("›");
        await say("Ask me");
        await screen("or your own text");
        await say("2");
        await screen("Noted.");
        press("C-d");
        const shown = await screen("exit 0");
        return expectInOrder(shown, "? Which colour?", "1 Red: All Red", "2 Blue: All Blue", "· Blue", '"="Blue"');
      });
    },
  },

  "chat with /compact, /model and /fork": {
    async run(context) {
      const turns = [{ replies: ["One."] }, { replies: ["Two."] }, { replies: ["Three."] }];
      await context.play({ turns, summary: "They talked." });
      return inTerminal(context, ["chat"], async ({ screen, press, say }) => {
        await screen("›");
        await say("First");
        await screen("✓ done");
        await say("/compact");
        await screen("Context compacted");
        await say("/model haiku");
        await screen("haiku from now on");
        await say("Second");
        await screen("Two.");
        await say("/fork");
        await screen("continuing in a copy");
        await say("Third");
        await screen("Three.");
        press("C-d");
        return expectInOrder(await screen("exit 0"), "One.", "› /compact", "haiku", "Two.", "copy", "Three.");
      });
    },
  },
};
