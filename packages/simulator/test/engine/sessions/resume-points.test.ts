import { expect, it, test } from "vitest";
import { rewindSession } from "../../../src/engine/sessions/resume-points.ts";
import type { StoredSession } from "../../../src/engine/sessions/options.ts";
import type { JsonObject } from "../../../src/json.ts";
import { playAll, type Playing } from "../play.ts";

async function twoTurns(version: string): Promise<{ playing: Playing; kept: StoredSession }> {
  const saved: StoredSession[] = [];
  const save = (session: StoredSession): void => void saved.push(structuredClone(session));
  const playing = await playAll([{ replies: ["one"] }, { replies: ["two"] }], ["a", "b"], { version, save });
  return { playing, kept: saved.at(-1) as StoredSession };
}

function firstAnswer({ lines }: Playing): { readonly uuid: string; readonly id: string } {
  const line = lines.find((one) => one["type"] === "assistant");
  const message = line?.["message"] as JsonObject | undefined;
  return { uuid: line?.["uuid"] as string, id: message?.["id"] as string };
}

it.each(["2.1.325", "2.0.0"])("rewinds a session of %s to a line by the uuid of the line", async (version) => {
  const { playing, kept } = await twoTurns(version);
  const { uuid, id } = firstAnswer(playing);
  expect([kept.state["messages"], rewindSession(kept, uuid)?.state["messages"]]).toEqual([4, 2]);
  expect(rewindSession(kept, id)).toBeUndefined();
});

test("rewinds a session of 1.0.128 only by the id of a model message", async () => {
  const { playing, kept } = await twoTurns("1.0.128");
  const { uuid, id } = firstAnswer(playing);
  expect(rewindSession(kept, id)?.state["messages"]).toBe(2);
  expect(rewindSession(kept, uuid)).toBeUndefined();
});

test("a rewound session forgets the lines after the resume point", async () => {
  const { playing, kept } = await twoTurns("2.1.325");
  const last = playing.lines.findLast(({ type }) => type === "assistant")?.["uuid"] as string;
  const before = rewindSession(kept, firstAnswer(playing).uuid) as StoredSession;
  expect(rewindSession(kept, last)).toBeDefined();
  expect(rewindSession(before, last)).toBeUndefined();
});
