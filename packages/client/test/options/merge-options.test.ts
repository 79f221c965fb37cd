import { say, scenario, spawnSimulated } from "@unspool/simulator";
import { expect, test } from "vitest";
import { createClaude, type Claude } from "../../src/claude.ts";
import { mergeOptions } from "../../src/options/merge-options.ts";
import type { SessionOptions } from "../../src/options/options.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Returns a client and the environments of the programs it has started. */
function client(defaults: SessionOptions): { readonly claude: Claude; readonly seen: Env[] } {
  const seen: Env[] = [];
  const spawn = spawnSimulated({ scenario: scenario("four").turn(say.text("One.")) });
  const claude = createClaude({
    spawn(launch) {
      const { A, B, C } = launch.env;
      seen.push({ A, B, C });
      return spawn(launch);
    },
    ...defaults,
  });
  return { claude, seen };
}

test("a call's variables are added to its client's, and take precedence", async () => {
  const { claude, seen } = client({ env: { A: "client", B: "client" } });
  await claude.ask("Go.", { env: { B: "call", C: "call" } });
  expect(seen).toEqual([{ A: "client", B: "call", C: "call" }]);
});

test("a call removes a variable with undefined", async () => {
  const { claude, seen } = client({ env: { A: "client", B: "client" } });
  await claude.ask("Go.", { env: { B: undefined } });
  expect(seen).toEqual([{ A: "client", B: undefined, C: undefined }]);
});

test("a call can restore a variable that its client removed", async () => {
  const { claude, seen } = client({ env: { PATH: undefined, A: undefined } });
  await claude.ask("Go.", { env: { A: "call" } });
  expect(seen).toEqual([{ A: "call", B: undefined, C: undefined }]);
});

test("variables of derived clients, sessions and forks are merged, too", async () => {
  const { claude, seen } = client({ env: { A: "first" } });
  await using session = claude.with({ env: { B: "second" } }).session({ env: { C: "third" } });
  await session.ask("Go.");
  await using branch = await session.fork({ env: { A: undefined } });
  await branch.ready();
  expect(seen).toEqual([
    { A: "first", B: "second", C: "third" },
    { A: undefined, B: "second", C: "third" },
  ]);
});

test("variables of chain steps and map inputs are merged with the common ones", async () => {
  const { claude, seen } = client({ env: { A: "client" } });
  await claude.chain([{ prompt: "Go.", options: { env: { C: "step" } } }], { env: { B: "chain" } });
  await claude.map([1], () => ({ prompt: "Go.", options: { env: { C: "input" } } }), { env: { B: "map" } });
  expect(seen).toEqual([
    { A: "client", B: "chain", C: "step" },
    { A: "client", B: "map", C: "input" },
  ]);
});

test("all other options replace their defaults", () => {
  const merged = mergeOptions(
    { model: "a", allowedTools: ["Read"], cwd: "/a" },
    { model: "b", allowedTools: ["Edit"] },
  );
  expect(merged).toEqual({ model: "b", allowedTools: ["Edit"], cwd: "/a" });
});

test("an invalid environment is refused, not merged", () => {
  const claude = createClaude({ env: { A: "1" } });
  expect(() => claude.session({ env: "A=1" as never })).toThrow(expect.objectContaining({ code: "invalid-option" }));
});
