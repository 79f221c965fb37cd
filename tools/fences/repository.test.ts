// Small promises about the repository itself.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { documents } from "../scripts/docs.mjs";
import { packageFolders, readManifest, root, type Manifest } from "./workspace.ts";

const REPOSITORY = "https://github.com/unspool/unspool";

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
    expect(linkedFiles(document).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  // npm shows these pages without the repository around them.
  it.each(published())("%s has no relative link", (document) => {
    expect(linkTargets(document).filter((target) => !/^(?:[a-z][a-z0-9+.-]*:|#)/i.test(target))).toEqual([]);
  });
});

describe("the manifests", () => {
  it.each(packageFolders().filter((folder) => readManifest(folder).private !== true))(
    "%s says where it is in the repository",
    (folder) => {
      const { repository } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Manifest & {
        readonly repository?: unknown;
      };
      expect(repository).toEqual({ type: "git", url: `git+${REPOSITORY}.git`, directory: folder });
    },
  );
});

describe("the READMEs", () => {
  const readmes = ["README.md", ...packageFolders().map((folder) => `${folder}/README.md`)].filter((path) =>
    existsSync(join(root, path)),
  );
  const text = readmes
    .flatMap((path) => {
      const pages = linkedFiles(path).filter((link) => link.endsWith(".md"));
      return [path, ...pages].map((page) => readFileSync(join(root, page), "utf8"));
    })
    .join("\n");

  it.each(WORDS)("or a page linked from one has the word %s", (word) => {
    expect(text).toContain(word);
  });

  it.each(["docs/client/turns.md", "packages/protocol/README.md"])("%s shows how to send an image", (path) => {
    expect(readFileSync(join(root, path), "utf8")).toContain("encode.image(");
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

/** Documents that are published with a package. */
function published(): string[] {
  return documents().filter((path) => /^packages\/[^/]+\/(?:README|REFERENCE)\.md$/.test(path));
}

/** Files of this repository that a document links to, from the root. */
function linkedFiles(document: string): string[] {
  const inRepository = /^https:\/\/github\.com\/unspool\/unspool\/(?:blob|tree)\/main\//;
  return linkTargets(document)
    .map((target) =>
      inRepository.test(target) ? target.replace(inRepository, "") : resolveTarget(dirname(document), target),
    )
    .filter((target) => target !== undefined)
    .map((target) => decodeURIComponent(target.replace(/[#?].*$/, "")));
}

function resolveTarget(folder: string, target: string): string | undefined {
  return /^(?:[a-z][a-z0-9+.-]*:|#)/i.test(target) ? undefined : join(folder, target);
}

function linkTargets(document: string): string[] {
  const markdown = readFileSync(join(root, document), "utf8");
  const prose = markdown.replaceAll(/^```.*?^```/gms, "").replaceAll(/`[^`\n]*`/g, "");
  const inline = [...prose.matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g)];
  const reference = [...prose.matchAll(/^\[[^\]]+\]:\s*<?([^\s>]+)/gm)];
  return [...inline, ...reference].map(([, target = ""]) => target);
}
