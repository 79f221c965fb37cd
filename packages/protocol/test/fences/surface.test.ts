// What users can name, pinned: a change here is a change of the public interface and needs a changeset that says so.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as protocol from "@unspool/protocol";
import * as stream from "@unspool/protocol/stream";
import { describe, expect, it } from "vitest";
import { readManifest, root, withoutCommentLines } from "./workspace.ts";

describe("the public surface of @unspool/protocol", () => {
  it("exports these values", () => {
    expect(Object.keys(protocol).sort()).toMatchInlineSnapshot();
  });

  it("exports these types", () => {
    expect(typeNames("index.ts")).toMatchInlineSnapshot();
  });

  it("encodes these messages", () => {
    expect(Object.keys(protocol.encode).sort()).toMatchInlineSnapshot();
  });

  it("has these event types", () => {
    expect(protocol.EVENT_TYPES).toMatchInlineSnapshot();
  });

  it("has these reasons for a malformed line", () => {
    expect(protocol.MALFORMED_REASONS).toMatchInlineSnapshot();
  });

  it("has these error codes", () => {
    expect(protocol.ENCODE_ERROR_CODES).toMatchInlineSnapshot();
  });
});

describe("the public surface of @unspool/protocol/stream", () => {
  it("exports these values and types", () => {
    expect({ values: Object.keys(stream).sort(), types: typeNames("stream.ts") }).toMatchInlineSnapshot();
  });
});

describe("package.json of @unspool/protocol", () => {
  it("has these entries and publishes these files", () => {
    const { exports, files } = readManifest("protocol");
    expect({ exports, files }).toMatchInlineSnapshot();
  });
});

/** Type names an entry exports. Its text tells them, because `export *` is not allowed. */
function typeNames(entry: string): string[] {
  const code = withoutCommentLines(readFileSync(join(root, "packages/protocol/src", entry), "utf8"));
  const listed = [...code.matchAll(/^export\s+(type\s+)?\{([^}]*)\}/gm)].flatMap(([, isType, names = ""]) =>
    names
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "" && (isType !== undefined || name.startsWith("type ")))
      .map((name) => name.replace(/^type\s+/, "").replace(/^.*\sas\s+/, "")),
  );
  const declared = [...code.matchAll(/^export\s+(?:interface|type)\s+([\w$]+)\s*[<={]/gm)].map(([, name = ""]) => name);
  return [...listed, ...declared].sort();
}
