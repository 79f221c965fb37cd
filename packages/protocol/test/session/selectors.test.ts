// Selectors return the same object for the same parts of a state, because views compare with ===.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as protocol from "../../src/index.ts";
import type { Event, SessionState } from "../../src/index.ts";
import { checkProperty, scaleRuns } from "../../../../tools/testing/property.ts";
import { arbitraryEvents } from "./arbitrary-event.ts";
import { fold } from "./events.ts";

const SELECTORS: Readonly<Record<string, (state: SessionState) => unknown>> = {
  openTools: protocol.openTools,
  failedTools: protocol.failedTools,
  pendingPermissions: protocol.pendingPermissions,
  costByModel: protocol.costByModel,
  usageByModel: protocol.usageByModel,
  usageByAgent: protocol.usageByAgent,
  mcpHealth: protocol.mcpHealth,
  agentTree: protocol.agentTree,
  toolHealth: (state) => protocol.toolHealth(state, ["Bash", "Read"]),
  transcriptOf: (state) => protocol.transcriptOf(state, "nobody"),
};

describe.each(Object.entries(SELECTORS))("%s", (_name, select) => {
  it("returns the same object again, also after an unrelated event", () => {
    checkProperty(
      "session: selectors keep identity",
      fc.property(arbitraryEvents, (events) => {
        const state = fold(events);
        const value = select(state);
        expect(select(state)).toBe(value);
        const other: Event = { type: "malformed", reason: "not-json", detail: "", text: "", agent: null, line: 1 };
        expect(select(protocol.reduce(state, other))).toBe(value);
      }),
      scaleRuns(20),
    );
  });

  it("returns the same object again after a call for another session", () => {
    checkProperty(
      "session: selectors remember each session",
      fc.property(arbitraryEvents, arbitraryEvents, (left, right) => {
        const [one, two] = [fold(left), fold(right)];
        const values = [select(one), select(two)];
        expect(select(one)).toBe(values[0]);
        expect(select(two)).toBe(values[1]);
      }),
      scaleRuns(20),
    );
  });

  it("never returns an object of another state", () => {
    checkProperty(
      "session: selectors are of their state",
      fc.property(arbitraryEvents, arbitraryEvents, (left, right) => {
        const [one, two] = [fold(left), fold([...left, ...right])];
        const values = [select(one), select(two), select(one)];
        // A second fold of the same events shares no object with the first, so nothing is cached.
        expect(values).toEqual([select(fold(left)), select(fold([...left, ...right])), values[0]]);
      }),
      scaleRuns(20),
    );
  });
});

describe("toolHealth", () => {
  const state = fold([
    {
      type: "session-init",
      tools: ["Bash", "Read", "WebFetch"],
      mcpServers: [{ name: "mail", status: "needs-auth" }],
      slashCommands: [],
      agents: [],
      skills: [],
      plugins: [],
      capabilities: [],
      agent: null,
      line: 1,
    },
  ]);

  it("reports missing tools, surplus tools and missing servers", () => {
    expect(protocol.toolHealth(state, ["Bash", "Read", "Edit"])).toEqual({
      missingTools: ["Edit"],
      surplusTools: ["WebFetch"],
      unavailableServers: [{ name: "mail", status: "needs-auth" }],
    });
  });

  it("returns the same object again after a call for other tools", () => {
    const health = protocol.toolHealth(state, ["Bash"]);
    const other = protocol.toolHealth(state, ["Read"]);
    const without = protocol.toolHealth(state);
    expect(protocol.toolHealth(state, ["Bash"])).toBe(health);
    expect(protocol.toolHealth(state, ["Read"])).toBe(other);
    expect(protocol.toolHealth(state)).toBe(without);
    expect(protocol.toolHealth(state, [])).not.toBe(without);
  });

  it("finds nothing missing or surplus without a list", () => {
    expect(protocol.toolHealth(state)).toMatchObject({ missingTools: [], surplusTools: [] });
  });
});
