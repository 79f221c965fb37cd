import { expect, test } from "vitest";
import { createWarnings } from "../../../src/session/turns/warnings.ts";
import type { Warning } from "../../../src/warning.ts";

const warning = (message: string): Warning => ({ code: "test", message });

test("a warning goes to every turn under way, and waits for one if there is none", () => {
  const told: string[] = [];
  let running = ["a", "b"];
  const turns = () => running.map((name) => ({ warn: ({ message }: Warning) => void told.push(`${name} ${message}`) }));
  const warnings = createWarnings(turns);
  warnings.add(warning("1"));
  running = [];
  warnings.add(warning("2"));
  warnings.flush();
  running = ["c"];
  warnings.flush();
  warnings.flush();
  expect(told).toEqual(["a 1", "b 1", "c 2"]);
});
