// YAML, with the place of everything in it. The parser is handed in: who waits loads it with `import()`, who cannot with
// `require`, and who has no YAML not at all.

import type * as Yaml from "yaml";

import type { Locate, Position } from "./check.ts";
import { invalidScenario } from "./error.ts";
import type { Path } from "./error.ts";

export type YamlParser = Pick<typeof Yaml, "isMap" | "isNode" | "isScalar" | "isSeq" | "LineCounter" | "parseDocument">;

export interface YamlText {
  readonly value: unknown;
  readonly locate: Locate;
}

/** @throws {ScenarioError} with the line of each fault. */
export type ReadYaml = (text: string, file?: string) => YamlText;

export function createYamlReader(parser: YamlParser): ReadYaml {
  const { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } = parser;

  function locate(
    document: Yaml.Document,
    lines: Yaml.LineCounter,
    path: Path,
    at: "key" | "value",
  ): Position | undefined {
    let node: unknown = document.contents;
    let offset = isNode(node) ? node.range?.[0] : undefined;
    for (const [index, step] of path.entries()) {
      const isLast = index === path.length - 1;
      const found = childOf(node, step, isLast && at === "key");
      if (found === undefined) break;
      offset = found.offset ?? offset;
      node = found.node;
    }
    return offset === undefined ? undefined : position(lines, offset);
  }

  function childOf(
    node: unknown,
    step: string | number,
    isKey: boolean,
  ): { readonly node: unknown; readonly offset: number | undefined } | undefined {
    if (isSeq(node)) return withOffset(node.items[Number(step)]);
    if (!isMap(node)) return undefined;
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
    return pair === undefined ? undefined : withOffset(isKey || !isNode(pair.value) ? pair.key : pair.value);
  }

  function withOffset(node: unknown): { readonly node: unknown; readonly offset: number | undefined } {
    return { node, offset: isNode(node) ? (node as Yaml.Node).range?.[0] : undefined };
  }

  return (text, file) => {
    const lines = new LineCounter();
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, schema: "core", strict: true });
    // A tag that nobody knows is only a warning of the parser, and its value a guess.
    const faults = [...document.errors, ...document.warnings];
    if (faults.length > 0) {
      throw invalidScenario(
        faults.map(({ code, message, pos }) => ({
          place: "",
          path: [],
          message: `not YAML: ${code === "MULTIPLE_DOCS" ? "more than one document" : message}`,
          ...position(lines, pos[0]),
        })),
        file,
      );
    }
    return { value: plainValue(document, file), locate: (path, at) => locate(document, lines, path, at) };
  };
}

function plainValue(document: Yaml.Document, file: string | undefined): unknown {
  try {
    // Aliases of aliases can stand for billions of values in a few lines.
    return document.toJS({ maxAliasCount: 100 });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw invalidScenario([{ place: "", path: [], message: `not YAML: ${message}` }], file, cause);
  }
}

function position(lines: Yaml.LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset);
  return { line, column: col };
}
