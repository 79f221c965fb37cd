import { describe, expect, test } from "vitest";

import { findAgentCalls } from "../../../src/scenario/play/script.ts";
import { loadReadyMade, readyMade } from "../../../src/scenario/load/ready-made.ts";
import { normalizeReply } from "../../../src/scenario/play/reply.ts";
import type { Scenario } from "../../../src/scenario/types.ts";

const asked = `greeting tools parallel-tools thinking long-text unicode image-in image-out two-agents nested-agents
  background-agents permission-allow permission-allow-changed permission-deny permission-deny-interrupt
  permission-withdrawn hooks mcp-tool structured-output interrupt compact retry rate-limit-warning rate-limit-rejected
  api-error turn-limit budget-limit resume fork replay-user-messages queued-messages`.split(/\s+/);

test("ready-made scenarios cover the whole protocol", () => {
  expect(readyMade()).toEqual(expect.arrayContaining(asked));
});

describe.each(readyMade())("%s", (name) => {
  test("the scenario is valid and has a description and a host script", async () => {
    const scenario = await loadReadyMade(name);
    expect(scenario.name).toBe(name);
    expect(scenario.description).toMatch(/^[A-Z].*\.$/);
    expect(scenario.host?.steps.length).toBeGreaterThan(1);
    expect(scenario.host?.partials ?? true).toBe(!name.endsWith("-plain"));
  });

  test("the scenario has a turn for every prompt, and different prompts for its agents", async () => {
    const scenario = await loadReadyMade(name);
    const prompts = (scenario.host?.steps ?? []).filter(
      (step) => "user" in step && step.user !== "/compact Focus on x",
    );
    expect(scenario.turns.length).toBe(prompts.length);
    const agents = findAgentCalls(scenario).map(({ prompt }) => prompt);
    expect(new Set(agents).size).toBe(agents.length);
  });

  test("the scenario runs only harmless commands in its workspace", async () => {
    for (const input of listInputs(await loadReadyMade(name))) {
      if (input.command !== undefined)
        expect(input.command).toMatch(/^(?:echo|cat a\.txt|touch note\.txt|sleep \d+; echo|printf|node -[ep] \d$) ?/);
      if (input.file_path !== undefined) expect(input.file_path).toMatch(/^\$\{cwd\}\/[\w.]+$/);
    }
  });
});

test("suggests the nearest name for an unknown one", async () => {
  await expect(loadReadyMade("greting")).rejects.toThrow(
    'There is no ready-made scenario "greting". Did you mean "greeting"?',
  );
  await expect(loadReadyMade("../../package")).rejects.toMatchObject({ code: "unreadable-scenario" });
});

test("keeps control characters and separators in texts", async () => {
  const { turns } = await loadReadyMade("unicode");
  const texts = turns.map(({ replies }) => replies.at(-1));
  expect(texts.slice(0, 3)).toEqual([
    "line\u2028separator, paragraph\u2029separator, next\u0085line",
    "emoji 👩‍👩‍👧‍👦 🇩🇪 ✍🏽, CJK 日本語 中文 한국어, right to left العربية עברית \u200f\u202e x",
    "nul \u0000 bell \u0007 escape \u001b[31mred\u001b[0m delete \u007f byte order mark \ufeff",
  ]);
  expect(texts[6]).toBe("half of a pair \ud83d alone");
});

function listInputs(scenario: Scenario): readonly { readonly command?: string; readonly file_path?: string }[] {
  const replies = [
    ...scenario.turns.flatMap((turn) => [...turn.replies, ...(turn.notices ?? []).flat()]),
    ...findAgentCalls(scenario).flatMap(({ agent }) => agent.replies),
  ];
  return replies
    .flatMap((reply) => normalizeReply(reply).blocks)
    .flatMap((block) => ("tool" in block ? [block.input as object] : []));
}
