import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fakeClaude } from "@unspool/simulator/testing";
import { afterAll, describe, expect, it } from "vitest";
import { temporaryFolder, unspool } from "../process.ts";

const folder = temporaryFolder();
const fake = fakeClaude({ scenario: { turns: [] } });
const home = join(folder.path, "home");
mkdirSync(home);
afterAll(() => {
  fake.cleanup();
  folder.remove();
});

interface Report {
  readonly ok: boolean;
  readonly checks: readonly { readonly level: string; readonly name: string; readonly found: string }[];
}

const environment = { PATH: `${fake.dir}:${process.env["PATH"] ?? ""}`, HOME: home, ANTHROPIC_API_KEY: "sk-made-up" };

describe("unspool doctor", () => {
  it("reports every check, after a start without a prompt", async () => {
    const { stdout, stderr } = await unspool(["doctor"], { env: environment });
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^ok +Node +\d/m);
    expect(stdout).toMatch(/^warning +API key +ANTHROPIC_API_KEY is set.*\n +→ unset it/m);
    expect(stdout).toMatch(/^ok +claude +.*claude \(first on the PATH\)$/m);
    expect(stdout).toMatch(/^ok +version +2\.1\.325$/m);
    expect(stdout).toMatch(/^ok +start +ready after/m);
    expect(stdout).not.toContain("sk-made-up");
    expect(fake.received().map(({ type }) => type)).not.toContain("user");
  });

  it("writes one JSON object", async () => {
    const { stdout, code } = await unspool(["doctor", "--json", "--no-start"], { env: environment });
    const { ok, checks } = JSON.parse(stdout) as Report;
    expect({ ok, code }).toEqual({ ok: true, code: 0 });
    expect(checks.map(({ name }) => name)).toEqual(["Node", "API key", "claude", "version", "flags"]);
  });

  it("exits with 4 without claude, and says how to install it", async () => {
    const { stdout, code } = await unspool(["doctor"], { env: { HOME: home, PATH: "" } });
    expect(stdout).toMatch(/^ok +environment /m);
    expect(stdout).toMatch(
      /^error +claude +not found.*\n +→ install it: npm install -g @anthropic-ai\/claude-code, or set UNSPOOL_CLAUDE to its path/m,
    );
    expect(code).toBe(4);
  });

  it("names the variable or the flag with the path of a missing claude", async () => {
    const env = { ...environment, UNSPOOL_CLAUDE: "/nowhere/claude" };
    const variable = await unspool(["doctor"], { env });
    expect(variable.stdout).toMatch(
      /^error +claude +UNSPOOL_CLAUDE is \/nowhere\/claude, but there is no such program\n +→ correct the variable, or unset it/m,
    );
    expect(variable.stdout).not.toMatch(/^ok +environment/m);
    const flag = await unspool(["doctor", "--claude", "/not/here"], { env });
    expect(flag.stdout).toMatch(
      /^error +claude +--claude is \/not\/here, but there is no such program\n +→ give the path/m,
    );
    expect([variable.code, flag.code]).toEqual([4, 4]);
  });

  it("exits with 1 after an error", async () => {
    const env = { ...environment, NODE_TLS_REJECT_UNAUTHORIZED: "0" };
    expect((await unspool(["doctor", "--no-start"], { env })).code).toBe(1);
  });

  it("reports why claude does not start", async () => {
    const broken = fakeClaude({ scenario: { turns: [] }, faults: [{ fault: "exit", code: 5 }] });
    const env = { ...environment, UNSPOOL_CLAUDE: broken.path };
    const { stdout, code } = await unspool(["doctor"], { env });
    broken.cleanup();
    expect(stdout).toMatch(/^error +start +.*\n +→ run claude once/m);
    expect(code).toBe(1);
  });
});
