// Small promises about the repository itself.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { packageFolders, root } from "./workspace.ts";

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** What people who know the wire, its flags or pages about it search for. */
const WORDS = [
  "api_retry",
  "rate_limit_event",
  "content_block_delta",
  "claude_code_version",
  "total_cost_usd",
  "session_id",
  "needs-auth",
  "CLAUDECODE",
  "typewriter",
  "bidirectional",
  "--fork-session",
  "cumulative",
  "dedupe",
  "fingerprint",
  "--verbose",
  "--replay-user-messages",
  "allowedTools",
  "user_message",
];

describe("the documents", () => {
  it.each(documents())("%s links only to files that exist", (document) => {
    const broken = relativeLinks(readFileSync(join(root, document), "utf8")).filter(
      (link) => !existsSync(join(root, dirname(document), link)),
    );
    expect(broken).toEqual([]);
  });
});

describe("the READMEs", () => {
  const readmes = ["README.md", ...packageFolders().map((folder) => `packages/${folder}/README.md`)].filter((path) =>
    existsSync(join(root, path)),
  );
  const text = readmes
    .flatMap((path) => {
      const readme = readFileSync(join(root, path), "utf8");
      const pages = relativeLinks(readme).filter((link) => link.endsWith(".md"));
      return [readme, ...pages.map((link) => readFileSync(join(root, dirname(path), link), "utf8"))];
    })
    .join("\n");

  it.each(WORDS)("or a page linked from one has the word %s", (word) => {
    expect(text).toContain(word);
  });

  it.each(["client", "protocol"])("of %s shows how to send an image", (folder) => {
    expect(readFileSync(join(root, "packages", folder, "README.md"), "utf8")).toContain("encode.image(");
  });
});

describe("package-lock.json", () => {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };

  it("names no registry", () => {
    const named = Object.entries(packages).filter(([, { resolved }]) => resolved?.includes("://"));
    expect(named.map(([path]) => path)).toEqual([]);
  });

  it("names the native packages of every platform", () => {
    // npm leaves out what its registry did not have that day, and `npm ci` then fails, here or on another platform.
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => packages[`node_modules/${name}`] === undefined)
        .filter((name) => packages[`${path}/node_modules/${name}`] === undefined)
        .map((name) => `${path} → ${name}`),
    );
    expect(missing).toEqual([]);
  });
});

describe("the Node that runs the suite", () => {
  it("is the one that was asked for", () => {
    // CI names it when it runs the suite on another line than its own; this looks from inside vitest's worker.
    const asked = process.env["UNSPOOL_NODE"] ?? process.versions.node;
    expect(process.versions.node.split(".")[0]).toBe(asked.split(".")[0]);
  });
});

/** All Markdown files that people read: at the root, in docs and beside each package. */
function documents(): string[] {
  const folders = [".", "docs", ...packageFolders().map((folder) => `packages/${folder}`)];
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: folder === "docs", encoding: "utf8" })
        .filter((name) => name.endsWith(".md"))
        .map((name) => relative(root, join(root, folder, name))),
    );
}

function relativeLinks(markdown: string): string[] {
  const prose = markdown.replaceAll(/^```.*?^```/gms, "").replaceAll(/`[^`\n]*`/g, "");
  const inline = [...prose.matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g)];
  const reference = [...prose.matchAll(/^\[[^\]]+\]:\s*<?([^\s>]+)/gm)];
  return [...inline, ...reference]
    .map(([, target = ""]) => target)
    .filter((target) => !/^(?:[a-z][a-z0-9+.-]*:|#)/i.test(target))
    .map((target) => decodeURIComponent(target.replace(/[#?].*$/, "")));
}
