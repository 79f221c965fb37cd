import { describe, expect, it } from "vitest";
import { scenarioFor } from "../src/scenario-for.ts";

const scenario = { turns: [], host: { versions: ">=1.0.88", steps: [] } };

describe("a scenario for a version", () => {
  it("is there if the version is in its range", () => {
    expect(scenarioFor(scenario, "2.1.74")).toBe(scenario);
    expect(scenarioFor(scenario, "1.0.60")).toBeUndefined();
  });

  it("has only the waits that the version can wait for", () => {
    const wait = { wait: { type: "control_request" } };
    const steps = [{ ...wait, versions: ">=2.0.76" }, { quietMs: 1000 }];
    const waiting = { turns: [], host: { steps } };
    expect(scenarioFor(waiting, "2.0.76")).toBe(waiting);
    expect(scenarioFor(waiting, "2.0.30")?.host?.steps).toEqual([{ quietMs: 1000 }]);
  });

  it("asks for no partial messages where the version has none", () => {
    expect(scenarioFor(scenario, "1.0.88")?.host?.partials).toBe(false);
    expect(scenarioFor(scenario, "1.0.110")?.host?.partials).toBeUndefined();
  });
});
