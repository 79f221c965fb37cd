// Code that a document shows is the text of a file that the tests run.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { documents, fillSnippets } from "../scripts/docs.mjs";
import { root } from "./workspace.ts";

const withSnippets = documents().filter((path) => /<!-- \S+\.\w+ -->\n```/.test(read(path)));

it("documents with snippets are found", () => {
  expect(withSnippets).toEqual(expect.arrayContaining(["README.md", "packages/client/README.md", "docs/web.md"]));
});

it.each(withSnippets)("%s shows its snippets as their files have them (else: npm run docs)", (path) => {
  expect(read(path)).toBe(fillSnippets(read(path)));
});

// Readers copy whole programs from these pages, so nothing there may be untested.
it.each(["docs/from-claude-wire.md", "docs/from-the-agent-sdk.md"])("%s has no other JavaScript", (path) => {
  const text = read(path);
  expect(text.match(/^```js$/gm)?.length).toBe(text.match(/<!-- \S+ -->\n```js$/gm)?.length);
});

function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}
