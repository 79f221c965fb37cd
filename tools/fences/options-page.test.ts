// docs/options.md is generated from the option files of the client: names, types, documentation and defaults from the
// interfaces, flags and versions from the tables. `npm test -- options-page -u` writes it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { OptionSpec } from "../../packages/client/src/options/option-spec.ts";
import { ASK_OPTIONS } from "../../packages/client/src/options/options.ts";
import { root } from "./workspace.ts";

const FILES = ["model", "tool", "history", "host", "program"].map((group) => `${group}-options.ts`);

const INTRODUCTION = `# Options of the client

<!-- Generated from packages/client/src/options: npm test -- options-page -u -->

Every option of \`claude.ask\`, \`claude.session\` and \`createClaude\`. An unknown name, an invalid value or a conflict is
refused with \`invalid-option\` before anything starts. The flag is what the CLI gets; the version is the first tested one
that knows it, where not all do.
`;

const sections = [...FILES, "options.ts"].flatMap((file) => readSections(file));
const specs: Readonly<Record<string, OptionSpec>> = ASK_OPTIONS;

describe("the page of options", () => {
  it("follows from the types and the tables", async () => {
    const page = [INTRODUCTION, ...sections.map(formatSection)].join("\n");
    await expect(page).toMatchFileSnapshot(join(root, "docs/options.md"));
  });

  it("has every option once, with its default", () => {
    const options = sections.flatMap((section) => section.options);
    expect(options.map(({ name }) => name).sort()).toEqual(Object.keys(ASK_OPTIONS).sort());
    expect(options.filter(({ standard }) => standard === "").map(({ name }) => name)).toEqual([]);
  });
});

interface Section {
  readonly name: string;
  readonly doc: string;
  readonly options: readonly { name: string; doc: string; standard: string }[];
}

/** Reads the exported interfaces of a file whose members are options. */
function readSections(file: string): Section[] {
  const source = readFileSync(join(root, "packages/client/src/options", file), "utf8");
  const interfaces = source.matchAll(/\/\*\*((?:(?!\*\/).)*)\*\/\nexport interface (\w+)[^{]*\{\n(.*?)^\}/gms);
  return [...interfaces].flatMap(([, doc = "", name = "", body = ""]) => {
    const members = [...body.matchAll(/\/\*\*(.*?)\*\/\s+readonly (\w+)\?:/gs)];
    const options = members.map(([, comment = "", option = ""]) => {
      const [text = "", standard = ""] = readComment(comment).split(/ ?@default /);
      return { name: option, doc: text, standard };
    });
    return options.every((option) => Object.hasOwn(ASK_OPTIONS, option.name))
      ? [{ name, doc: readComment(doc), options }]
      : [];
  });
}

function readComment(comment: string): string {
  return comment
    .replaceAll(/\n\s*\*/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function formatSection({ name, doc, options }: Section): string {
  const rows = options.map((option) => {
    const { flag, since } = specs[option.name] ?? {};
    const flagCell = flag === undefined ? "" : `\`${flag}\`${since === undefined ? "" : ` (${since})`}`;
    return `| \`${option.name}\` | ${escapeCell(option.doc)} | ${escapeCell(option.standard)} | ${flagCell} |\n`;
  });
  return `## ${name}\n\n${doc}\n\n| option | meaning | default | flag |\n|---|---|---|---|\n${rows.join("")}`;
}

function escapeCell(text: string): string {
  return text.replaceAll("|", "\\|");
}
