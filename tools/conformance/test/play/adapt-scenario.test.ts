import { describe, expect, it } from "vitest";
import { adaptScenario } from "../../src/play/adapt-scenario.ts";

const scenario = { turns: [], host: { versions: ">=1.0.88", steps: [] } };

describe("a scenario for a version", () => {
  it("exists if the version is in its range", () => {
    expect(adaptScenario(scenario, "2.1.74")).toBe(scenario);
    expect(adaptScenario(scenario, "1.0.60")).toBeUndefined();
  });

  it("keeps only the waits for this version", () => {
    const wait = { wait: { type: "control_request" } };
    const steps = [{ ...wait, versions: ">=2.0.76" }, { quietMs: 1000 }];
    const waiting = { turns: [], host: { steps } };
    expect(adaptScenario(waiting, "2.0.76")).toBe(waiting);
    expect(adaptScenario(waiting, "2.0.30")?.host?.steps).toEqual([{ quietMs: 1000 }]);
  });

  it("has no partial messages if the version does not know them", () => {
    expect(adaptScenario(scenario, "1.0.88")?.host?.partials).toBe(false);
    expect(adaptScenario(scenario, "1.0.110")?.host?.partials).toBeUndefined();
  });
});
