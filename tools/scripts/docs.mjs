// Fills the snippets of the documents: a code block below `<!-- path -->` is the text of that file, which the tests run.
// `npm run docs` writes them; the fence `snippets` compares.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packages } from "./pack.mjs";
import { root } from "./process.mjs";

/** Every Markdown file that people read, from the root: at the top, in docs, in examples and beside each package. */
export function documents() {
  const folders = [".", "docs", "examples", ...packages().map(({ folder }) => folder)];
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: folder === "docs", encoding: "utf8" })
        .filter((name) => name.endsWith(".md"))
        .map((name) => join(folder, name).replaceAll("\\", "/")),
    );
}

/** Returns a document with its snippets as the files have them now. */
export function fillSnippets(text) {
  return text.replace(
    /(<!-- ([\w./-]+\.\w+) -->\n```\w+\n)[\s\S]*?(```)/g,
    (_, head, path, tail) => head + readFileSync(join(root, path), "utf8") + tail,
  );
}

/** Writes the documents whose snippets have changed. */
export function writeSnippets() {
  for (const path of documents()) {
    const before = readFileSync(join(root, path), "utf8");
    const after = fillSnippets(before);
    if (after !== before) writeFileSync(join(root, path), after);
  }
}
