import { describe, expect, it } from "vitest";
import type { Dialect } from "../../../src/engine/lines/dialects.ts";
import { play, playAll } from "../play.ts";

const turns = [
  {
    replies: [
      [{ thinking: "hm" }, { text: "I look around" }, { tool: "Bash", input: { command: "echo hi" }, result: "hi" }],
      "done",
    ],
  },
];

function listContents(events: readonly { readonly type: string }[]): readonly unknown[] {
  return events
    .filter((event) => event.type === "text-end" || event.type === "thinking-end" || event.type === "tool-call-end")
    .map((event) => (event as { text?: string; input?: unknown }).text ?? (event as { input?: unknown }).input);
}

describe("documented dialects", () => {
  it.each<[Dialect]>([["snapshots"], ["growing"], ["no-ids"], ["double-encoded"]])(
    "decodes the dialect %s to the events of the real form",
    async (dialect) => {
      const real = await playAll(turns, ["go"]);
      const documented = await playAll(turns, ["go"], { dialects: [dialect] });
      expect(documented.text).not.toBe(real.text);
      expect(listContents(documented.events())).toEqual(listContents(real.events()));
      const end = documented.events().find((event) => event.type === "turn-end");
      expect(end).toMatchObject({ text: "done" });
    },
  );

  it("accepts the documented input only with the dialect documented-input", async () => {
    const playing = play([{ replies: [{ blocks: [{ text: "cut" }], hang: true }] }, { replies: ["b"] }], {
      dialects: ["documented-input"],
    });
    playing.send({ type: "user_message", content: "hi" });
    await playing.quiet();
    playing.control("cancel");
    await playing.quiet();
    playing.control("compact", { instructions: "Focus" });
    expect(await playing.finish()).toBe(0);
    expect(playing.outline()).toEqual(
      expect.arrayContaining(["result error_during_execution", "answer success", "compact_boundary"]),
    );
    const real = play([{ replies: ["a"] }]);
    real.send({ type: "user_message", content: "hi" });
    real.control("cancel");
    real.control("compact");
    await real.finish();
    expect(real.outline()).toEqual(["answer error", "answer error"]);
  });
});
