// Parses YAML with positions. The parser is a parameter, since asynchronous callers load it with `import()`, synchronous ones
// with `require`, and JSON needs none.

import type * as Yaml from "yaml";
import { getErrorMessage } from "@unspool/protocol/kit";

import type { Locate, Position } from "../check/check-scenario.ts";
import { createInvalidScenarioError } from "../../check/scenario-error.ts";
import type { Path } from "../../check/scenario-error.ts";

export type YamlParser = Pick<typeof Yaml, "isMap" | "isNode" | "isScalar" | "isSeq" | "LineCounter" | "parseDocument">;

export interface YamlText {
  readonly value: unknown;
  readonly locate: Locate;
}

/** @throws {ScenarioError} with the line of each error */
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
      const found = findChild(node, step, isLast && at === "key");
      if (found === undefined) break;
      offset = found.offset ?? offset;
      node = found.node;
    }
    return offset === undefined ? undefined : toPosition(lines, offset);
  }

  function findChild(
    node: unknown,
    step: string | number,
    isKey: boolean,
  ): { readonly node: unknown; readonly offset: number | undefined } | undefined {
    if (isSeq(node)) return addOffset(node.items[Number(step)]);
    if (!isMap(node)) return undefined;
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
    return pair === undefined ? undefined : addOffset(isKey || !isNode(pair.value) ? pair.key : pair.value);
  }

  function addOffset(node: unknown): { readonly node: unknown; readonly offset: number | undefined } {
    return { node, offset: isNode(node) ? (node as Yaml.Node).range?.[0] : undefined };
  }

  return (text, file) => {
    const lines = new LineCounter();
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, schema: "core", strict: true });
    // The parser only warns of an unknown tag and guesses its value.
    const errors = [...document.errors, ...document.warnings];
    if (errors.length > 0) {
      throw createInvalidScenarioError(
        errors.map(({ code, message, pos }) => ({
          location: "",
          path: [],
          message: `not YAML: ${code === "MULTIPLE_DOCS" ? "more than one document" : message}`,
          ...toPosition(lines, pos[0]),
        })),
        file,
      );
    }
    return { value: toPlainValue(document, file), locate: (path, at) => locate(document, lines, path, at) };
  };
}

function toPlainValue(document: Yaml.Document, file: string | undefined): unknown {
  try {
    // Aliases of aliases can expand to billions of values from a few lines.
    return document.toJS({ maxAliasCount: 100 });
  } catch (cause) {
    const message = getErrorMessage(cause);
    throw createInvalidScenarioError([{ location: "", path: [], message: `not YAML: ${message}` }], file, cause);
  }
}

function toPosition(lines: Yaml.LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset);
  return { line, column: col };
}
