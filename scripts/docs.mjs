// Fills the snippets of the documents: a code block behind `<!-- path -->` is the text of that file, which the tests run.
// `npm run docs` writes them; a fence compares.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packages } from "./pack.mjs";
import { root } from "./process.mjs";

/** A document with its snippets as the files have them now. */
function withSnippets(text) {
  return text.replace(
    /(<!-- (\S+) -->\n```js\n)[\s\S]*?(```)/g,
    (_, head, path, tail) => head + readFileSync(join(root, path), "utf8") + tail,
  );
}

function documentsWithSnippets() {
  const published = packages().filter(({ manifest }) => manifest.private !== true);
  const pages = ["README.md", "docs/from-claude-wire.md", "docs/from-the-agent-sdk.md", "docs/web.md"];
  return [...pages, ...published.map(({ folder }) => `${folder}/README.md`)];
}

/** Writes what has changed. */
export function writeSnippets() {
  for (const path of documentsWithSnippets()) {
    const before = readFileSync(join(root, path), "utf8");
    const after = withSnippets(before);
    if (after !== before) writeFileSync(join(root, path), after);
  }
}
