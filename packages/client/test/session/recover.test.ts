import { createMemoryStore, spawnSimulated, type Fault, type Scenario } from "@unspool/simulator";
import { describe, expect, test } from "vitest";
import { createClaude, type Claude } from "../../src/claude.ts";
import type { SessionOptions } from "../../src/options/options.ts";
import type { Launch } from "../../src/transport/types.ts";
import { lastMessage } from "./last-message.ts";

const talk: Scenario = {
  turns: [
    { prompt: { contains: "One?" }, replies: ["One."] },
    { prompt: { contains: "Two?" }, replies: ["word ".repeat(500)] },
    { prompt: { contains: "Three?" }, replies: ["Three."] },
  ],
};

const dies: Fault = { fault: "exit", code: 7, afterType: "stream_event/content_block_delta", afterLines: 4 };

/** Each start has faults of its own; all know the same sessions. */
function simulated(faults: readonly (readonly Fault[])[], options: SessionOptions = {}, version = "2.1.325") {
  const store = createMemoryStore();
  const launches: Launch[] = [];
  const prompts: string[] = [];
  const claude: Claude = createClaude({
    recover: "resume",
    spawn(launch) {
      const started = spawnSimulated({ scenario: talk, store, version, faults: faults[launches.length] ?? [] })(launch);
      launches.push(launch);
      return {
        ...started,
        stdin: {
          write(lines: string) {
            prompts.push(...lines.split("\n").filter((line) => line.includes('"type":"user"')));
            return started.stdin.write(lines);
          },
          end: () => started.stdin.end(),
        },
      };
    },
    ...options,
  });
  return { claude, launches, prompts };
}

describe("a CLI that dies in the middle", () => {
  test.each(["1.0.128", "2.0.76", "2.1.74", "2.1.325"])(
    "is restarted with its session, and no prompt is sent twice (%s)",
    async (version) => {
      const { claude, launches, prompts } = simulated([[dies]], {}, version);
      await using session = claude.session();
      await session.ask("One?");
      const cut = session.ask("Two?", { reject: false });
      const next = session.ask("Three?");
      expect(await cut).toMatchObject({ code: "process-ended", details: { exitCode: 7, isRecovered: true } });
      expect((await next).text).toBe("Three.");
      expect(launches).toHaveLength(2);
      expect(launches[1]?.args).toContain(session.id);
      expect(prompts.map((line) => /One\?|Two\?|Three\?/.exec(line)?.[0])).toEqual(["One?", "Two?", "Three?"]);
    },
  );

  test("is idle after the restart if no turn waits", async () => {
    const { claude } = simulated([[dies]]);
    await using session = claude.session();
    await session.ask("One?");
    await session.ask("Two?", { reject: false });
    await session.idle();
    expect(session.state.activity.phase).not.toBe("turn");
    expect(session.state.openToolIds).toEqual([]);
  });

  test("is watched by the watchdog after the restart", async () => {
    const { claude } = simulated([[dies], [{ fault: "stall", afterType: "system/init" }]], {
      timeouts: { silentMs: 200 },
    });
    const session = claude.session();
    await session.ask("One?");
    await session.ask("Two?", { reject: false });
    const stalled = await session.ask("Three?", { reject: false });
    expect(stalled).toMatchObject({ code: "watchdog", details: { stallReason: "silent-stream" } });
    await session.close();
  });

  test("continues from the end of its session, not from where the session was resumed", async () => {
    const { claude, launches } = simulated([[], [dies]]);
    await using session = claude.session(await lastMessage(claude.ask("One?", { partialMessages: false })));
    expect(await session.ask("Two?", { reject: false })).toMatchObject({ details: { exitCode: 7 } });
    await session.idle();
    const isCut = launches.map(({ args }) => args.includes("--resume-session-at"));
    expect(isCut).toEqual([false, true, false]);
  });
});
