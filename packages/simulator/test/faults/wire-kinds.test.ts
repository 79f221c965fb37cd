import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { checkFaults } from "../../src/faults/check.ts";
import { isOfKind } from "../../src/faults/wire-kind.ts";

const folder = join(import.meta.dirname, "../../../protocol/test/scenario-recordings");

interface Line {
  readonly type: string;
  readonly subtype?: string;
  readonly event?: { readonly type?: string };
  readonly request?: { readonly subtype?: string };
  readonly response?: { readonly subtype?: string };
}

function kindOf({ type, subtype, event, request, response }: Line): string {
  const inner = subtype ?? event?.type ?? request?.subtype ?? response?.subtype;
  return inner === undefined ? type : `${type}/${inner}`;
}

it.each(["1.0.128", "2.1.74", "2.1.325"])("a fault may wait for every kind of line that %s writes", (version) => {
  const lines = new Map<string, string>();
  const files = readdirSync(join(folder, version)).filter((name) => /^[\w-]+\.ndjson$/.test(name));
  for (const file of files) {
    for (const line of readFileSync(join(folder, version, file), "utf8")
      .trimEnd()
      .split("\n")) {
      if (line.startsWith("{")) lines.set(kindOf(JSON.parse(line) as Line), line);
    }
  }
  // It comes by the clock alone, and never from the simulator.
  lines.delete("tool_progress");
  expect(lines.size).toBeGreaterThan(10);
  for (const [kind, line] of lines) {
    expect(() => checkFaults([{ fault: "stall", afterType: kind }])).not.toThrow();
    expect({ kind, fits: isOfKind(line, kind) }).toEqual({ kind, fits: true });
  }
});
