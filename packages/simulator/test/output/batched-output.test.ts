import { setImmediate as tick } from "node:timers/promises";
import { expect, it } from "vitest";
import { createBatchedOutput } from "../../src/output/batched-output.ts";
import { createMemorySink } from "./memory-sink.ts";

it("writes the first line at once, and the following lines of a tick together", async () => {
  const sink = createMemorySink();
  const output = createBatchedOutput(sink);
  for (const line of ["a\n", "größer 😀\n", "c\n"]) expect(output.write(line)).toBeUndefined();
  expect(sink.log).toEqual(["out:a\n"]);
  await tick();
  expect(sink.log).toEqual(["out:a\n", "out:größer 😀\nc\n"]);
});

it("applies backpressure to writes and to the end", async () => {
  let release = (): void => {};
  const written: number[] = [];
  const output = createBatchedOutput({
    ...createMemorySink(),
    write(bytes) {
      written.push(bytes.length);
      if (bytes.length < 1000) return undefined;
      return new Promise<void>((resolve) => (release = resolve));
    },
  });
  void output.write("first\n");
  const room = output.write("x".repeat(100_000));
  expect(room).toBeInstanceOf(Promise);
  void output.write("last\n");
  let hasRoom = false;
  void room?.then(() => (hasRoom = true));
  await tick();
  expect(hasRoom).toBe(false);
  release();
  await output.end();
  expect(hasRoom).toBe(true);
  expect(written).toEqual([6, 100_000, 5]);
});

it("writes all pending lines at the end", async () => {
  const sink = createMemorySink();
  const output = createBatchedOutput(sink);
  for (const line of ["a\n", "b\n"]) void output.write(line);
  await output.end();
  expect(sink.text()).toBe("a\nb\n");
});
