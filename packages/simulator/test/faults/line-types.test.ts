import { expect, it } from "vitest";
import { checkFaults } from "../../src/faults/check-faults.ts";
import { isOfType } from "../../src/output/line-type.ts";
import { loadRuns } from "../../../../fixtures/load.ts";

interface Line {
  readonly type: string;
  readonly subtype?: string;
  readonly event?: { readonly type?: string };
  readonly request?: { readonly subtype?: string };
  readonly response?: { readonly subtype?: string };
}

function getKind({ type, subtype, event, request, response }: Line): string {
  const inner = subtype ?? event?.type ?? request?.subtype ?? response?.subtype;
  return inner === undefined ? type : `${type}/${inner}`;
}

it.each(["1.0.128", "2.1.74", "2.1.325"])("accepts a fault after every type of line that %s writes", (version) => {
  const lines = new Map<string, string>();
  for (const run of loadRuns("scenarios", version)) {
    for (const line of run.lines) {
      if (line.startsWith("{")) lines.set(getKind(JSON.parse(line) as Line), line);
    }
  }
  // It depends only on the clock, and the simulator never writes it.
  lines.delete("tool_progress");
  expect(lines.size).toBeGreaterThan(10);
  for (const [kind, line] of lines) {
    expect(() => checkFaults([{ fault: "stall", afterType: kind }])).not.toThrow();
    expect({ kind, fits: isOfType(line, kind) }).toEqual({ kind, fits: true });
  }
});
