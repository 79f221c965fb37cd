import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createFolderStore } from "../../../src/cli/sessions/folder-store.ts";
import { createMemoryStore, type SavedSession } from "../../../src/cli/sessions/session-store.ts";

const FIRST = "11111111-1111-4111-8111-111111111111";
const SECOND = "22222222-2222-4222-8222-222222222222";

function kept(id: string, cwd = "/a"): SavedSession {
  return { cwd, seed: 1, runs: 1, session: { id, totalCostUsd: 0, state: { played: [0] } } };
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "unspool-store-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

describe.each([
  ["in memory", () => createMemoryStore()],
  ["in a folder", () => createFolderStore(folder())],
])("a session store %s", (_, create) => {
  test("loads a session as it was saved", () => {
    const store = create();
    store.save(kept(FIRST));
    expect(store.load(FIRST)).toEqual(kept(FIRST));
    expect(store.load(SECOND)).toBeUndefined();
  });

  test("finds the latest session of a working directory", () => {
    const store = create();
    store.save(kept(FIRST));
    store.save(kept(SECOND));
    store.save(kept("33333333-3333-4333-8333-333333333333", "/b"));
    expect(store.latest("/a")?.session.id).toBe(SECOND);
    store.save(kept(FIRST));
    expect(store.latest("/a")?.session.id).toBe(FIRST);
    expect(store.latest("/nowhere")).toBeUndefined();
  });

  test("reserves different seeds", () => {
    const store = create();
    const toId = (seed: number): string => `00000000-0000-4000-8000-${String(seed).padStart(12, "0")}`;
    expect([1, 2, 3].map(() => store.reserveSeed(toId))).toEqual([1, 2, 3]);
    expect(store.load(toId(1))).toBeUndefined();
  });
});

test("two stores share one folder", () => {
  const path = folder();
  const toId = (seed: number): string => `00000000-0000-4000-8000-${String(seed).padStart(12, "0")}`;
  const [one, two] = [createFolderStore(path), createFolderStore(path)];
  one.save(kept(FIRST));
  expect(two.load(FIRST)).toEqual(kept(FIRST));
  expect([one.reserveSeed(toId), two.reserveSeed(toId), one.reserveSeed(toId)]).toEqual([1, 2, 3]);
});

test("uses only uuids as file names", () => {
  const path = folder();
  const store = createFolderStore(join(path, "inner"));
  store.save(kept("../escaped"));
  expect(readdirSync(path)).toEqual(["inner"]);
  expect(readdirSync(join(path, "inner"))).toEqual([]);
  writeFileSync(join(path, "outside.json"), JSON.stringify(kept("../outside")));
  expect(store.load("../outside")).toBeUndefined();
});

test("ignores a file that is not a session", () => {
  const path = folder();
  writeFileSync(join(path, `${FIRST}.json`), '{"half');
  writeFileSync(join(path, `${SECOND}.json`), "null");
  const store = createFolderStore(path);
  expect([store.load(FIRST), store.load(SECOND), store.latest("/a")]).toEqual([undefined, undefined, undefined]);
});

test("a save leaves no temporary files", () => {
  const path = folder();
  createFolderStore(path).save(kept(FIRST));
  expect(readdirSync(path)).toEqual([`${FIRST}.json`]);
});

test("refuses a folder that cannot be created", () => {
  const path = folder();
  symlinkSync(join(path, "missing"), join(path, "link"));
  expect(() => createFolderStore(join(path, "link"))).toThrow(/EEXIST|ENOENT/);
});
