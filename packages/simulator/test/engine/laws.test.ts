// Laws of the engine for any scenario: the same seed gives the same bytes, every block comes exactly once, and it ends.

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Block, Turn } from "../../src/scenario/types.ts";
import { checkProperty, scaleRuns } from "../../../../tools/testing/property.ts";
import { play, playAll, type Playing } from "./play.ts";

/** Each case plays whole conversations, so 750 are enough where 25,000 are requested. */
const CASES = 30;
const versions = fc.constantFrom("2.1.325", "2.1.200", "2.1.74", "2.0.76", "1.0.128");
const words = fc.string({ minLength: 1, maxLength: 40, unit: "grapheme" }).map((text) => `.${text}`);

const text: fc.Arbitrary<Block> = words.map((said) => ({ text: said }));
const thinking: fc.Arbitrary<Block> = words.map((thought) => ({ thinking: thought }));
const call: fc.Arbitrary<Block> = fc.record({
  tool: fc.constantFrom("Bash", "Read", "Write"),
  input: fc.record({ command: words }),
  result: words,
  durationMs: fc.constantFrom(0, 0, 5, 20),
});
const generateAgent = (isBackground: boolean): fc.Arbitrary<Block> =>
  fc.array(fc.oneof(text, call), { minLength: 1, maxLength: 3 }).chain((blocks) =>
    words.map((prompt) => ({
      tool: "Agent",
      input: { description: "sent", prompt, subagent_type: "general-purpose", run_in_background: isBackground },
      agent: { replies: [blocks, "reported"] },
    })),
  );
const blocks = fc.array(fc.oneof(text, thinking, call, generateAgent(false), generateAgent(true)), {
  minLength: 1,
  maxLength: 5,
});
const turn: fc.Arbitrary<Turn> = fc
  .array(blocks, { minLength: 1, maxLength: 3 })
  .map((replies) => ({ replies: [...replies, "the end"] }));
const turns = fc.array(turn, { minLength: 1, maxLength: 3 });

/** Returns what the main agent says in a scenario: the replies up to the first without a call. */
function listScripted(script: readonly Turn[]): readonly string[] {
  return script.flatMap(({ replies }) => {
    const said: string[] = [];
    for (const reply of replies as readonly (string | readonly Block[])[]) {
      const list = typeof reply === "string" ? [{ text: reply }] : reply;
      said.push(...list.map(formatBlock));
      if (!list.some((block) => "tool" in block)) break;
    }
    return said;
  });
}

function formatBlock(block: Block): string {
  if ("text" in block) return `text ${block.text}`;
  if ("thinking" in block) return `thinking ${block.thinking}`;
  return "tool" in block ? `tool ${JSON.stringify(block.input)}` : "other";
}

function listHeard(playing: Playing): readonly string[] {
  return playing.events().flatMap((event) => {
    if (event.agent !== null) return [];
    if (event.type === "text-end") return [`text ${event.text}`];
    if (event.type === "thinking-end") return [`thinking ${event.text}`];
    return event.type === "tool-call-end" ? [`tool ${JSON.stringify(event.input)}`] : [];
  });
}

/** Removes the replies to ended background tasks, which come between turns. */
function removeNotices(said: readonly string[]): readonly string[] {
  return said.filter((word) => word !== "text The background task has ended.");
}

describe("laws of the engine", () => {
  it("writes the same bytes for the same seed", async () => {
    await checkProperty(
      "same seed, same bytes",
      fc.asyncProperty(
        turns,
        versions,
        fc.boolean(),
        fc.integer({ min: 0, max: 1000 }),
        async (script, version, hasPartials, seed) => {
          const prompts = script.map((_, index) => `prompt ${index}`);
          const one = await playAll(script, prompts, { version, hasPartials, seed });
          const other = await playAll(script, prompts, { version, hasPartials, seed });
          expect(other.text).toBe(one.text);
        },
      ),
      scaleRuns(CASES),
    );
  });

  it("emits every block of the main agent exactly once and in order", async () => {
    await checkProperty(
      "every block exactly once",
      fc.asyncProperty(
        turns,
        versions.filter((version) => version !== "2.0.76"),
        fc.boolean(),
        async (script, version, hasPartials) => {
          const playing = await playAll(
            script,
            script.map((_, index) => `prompt ${index}`),
            { version, hasPartials },
          );
          expect(removeNotices(listHeard(playing))).toEqual(listScripted(script));
          expect(playing.events().filter((event) => event.type === "unknown" || event.type === "malformed")).toEqual(
            [],
          );
          const open = new Set<string>();
          for (const event of playing.events()) {
            if (event.type === "tool-call-end") open.add(event.toolUseId);
            if (event.type === "tool-result") expect(open.delete(event.toolUseId)).toBe(true);
          }
          expect([...open]).toEqual([]);
        },
      ),
      scaleRuns(CASES),
    );
  });

  it("exits after the end of input, whatever the host did before", async () => {
    const action = fc.constantFrom("user", "interrupt", "urgent", "quiet", "settle", "SIGINT", "answer", "initialize");
    await checkProperty(
      "always an end",
      fc.asyncProperty(
        turns,
        versions,
        fc.array(action, { maxLength: 8 }),
        fc.boolean(),
        async (script, version, actions, isKilled) => {
          const playing = play(script, { version, permissionMode: "default", asksHost: true, hasPartials: true });
          playing.user("first");
          for (const name of actions) {
            if (name === "user") playing.user("more");
            else if (name === "urgent") playing.user("now", { priority: "now" });
            else if (name === "quiet") await playing.quiet();
            else if (name === "settle") await playing.settle();
            else if (name === "SIGINT") playing.signal("SIGINT");
            else if (name === "answer") playing.answer({ behavior: "allow", updatedInput: {} });
            else playing.control(name);
          }
          if (isKilled) playing.signal("SIGTERM");
          await playing.finish();
          expect(playing.code).toBeTypeOf("number");
          // The only warnings are about prompts without a turn.
          expect(playing.complaints.replaceAll(/^unspool-claude: warning: the scenario has no turn .*\n/gm, "")).toBe(
            "",
          );
          const before = playing.lines.length;
          playing.user("too late");
          await playing.settle();
          expect(playing.lines.length).toBe(before);
        },
      ),
      scaleRuns(CASES),
    );
  });
});
