// What is written to a terminal, frame by frame.
import { Writable } from "node:stream";
import type { Clock } from "@unspool/client";
import { describe, expect, it } from "vitest";
import { createScreen } from "../../src/terminal/screen.ts";

const ESC = "\u001B";

class Clockwork implements Clock {
  #now = 0;
  #timers: { readonly at: number; readonly callback: () => void }[] = [];
  now(): number {
    return this.#now;
  }
  after(ms: number, callback: () => void): () => void {
    const timer = { at: this.#now + ms, callback };
    this.#timers.push(timer);
    return () => void (this.#timers = this.#timers.filter((other) => other !== timer));
  }
  pass(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#now = Math.max(this.#now, next.at);
      this.#timers = this.#timers.filter((timer) => timer !== next);
      next.callback();
    }
    this.#now = end;
  }
}

class Paper extends Writable {
  readonly isTTY: boolean = true;
  columns = 40;
  rows = 10;
  readonly writes: string[] = [];
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.writes.push(chunk.toString());
    done();
  }
}

interface Setup {
  readonly paper: Paper;
  readonly clock: Clockwork;
  open: readonly string[];
  readonly screen: ReturnType<typeof createScreen>;
}

function setUp(isLive = true): Setup {
  const paper = new Paper();
  const clock = new Clockwork();
  const setup: Setup = {
    paper,
    clock,
    open: [],
    screen: createScreen(paper, {
      clock,
      isLive,
      renderLiveArea: () => setup.open,
      onResize: () => undefined,
    }),
  };
  return setup;
}

describe("the screen", () => {
  it("draws at most thirty times a second", () => {
    const { paper, clock, screen, ...setup } = setUp();
    const live = Object.assign(setup, { screen });
    for (let ms = 0; ms < 1000; ms += 1) {
      live.open = [`piece ${ms}`];
      screen.print([`line ${ms}`]);
      screen.touch();
      clock.pass(1);
    }
    expect(paper.writes.length).toBeGreaterThan(20);
    expect(paper.writes.length).toBeLessThanOrEqual(32);
    expect(paper.writes.join("").match(/line \d+/g)).toHaveLength(
      Number(/line (\d+)(?!.*line)/s.exec(paper.writes.join(""))?.[1]) + 1,
    );
  });

  it("writes each frame in one synchronized update", () => {
    const setup = setUp();
    setup.open = ["one", "two"];
    setup.screen.touch();
    setup.clock.pass(50);
    expect(setup.paper.writes).toHaveLength(1);
    expect(setup.paper.writes[0]).toMatch(new RegExp(`^${ESC}\\[\\?2026h.*one.*two.*${ESC}\\[\\?2026l$`, "s"));
  });

  it("writes only what has changed", () => {
    const setup = setUp();
    setup.open = ["first", "second", "third"];
    setup.screen.touch();
    setup.clock.pass(500);
    expect(setup.paper.writes).toHaveLength(1);
    setup.open = ["first", "second", "other"];
    setup.clock.pass(100);
    expect(setup.paper.writes).toHaveLength(2);
    expect(setup.paper.writes[1]).toContain("other");
    expect(setup.paper.writes[1]).not.toContain("second");
  });

  it("removes the live area and its timers at the end", () => {
    const setup = setUp();
    setup.open = ["status"];
    setup.screen.touch();
    setup.clock.pass(50);
    setup.screen.print(["last line"]);
    setup.screen.close();
    const before = setup.paper.writes.length;
    expect(setup.paper.writes.at(-1)).toMatch(new RegExp(`last line${ESC}\\[K\r\n.*${ESC}\\[J`, "s"));
    setup.clock.pass(1000);
    expect(setup.paper.writes).toHaveLength(before);
  });

  it("writes plain lines to a pipe, one write per chunk", async () => {
    const { paper, screen } = setUp(false);
    screen.print(["a", "b"]);
    screen.print(["c"]);
    screen.touch();
    await screen.drained(new AbortController().signal);
    screen.close();
    expect(paper.writes).toEqual(["a\nb\nc\n"]);
  });
});
