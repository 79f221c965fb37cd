// Entries and files of the published package, pinned as the names of `surface` are.
import { describe, expect, it } from "vitest";
import { readManifest } from "./workspace.ts";

describe("package.json of @unspool/protocol", () => {
  it("has these entries and publishes these files", () => {
    const { exports, files } = readManifest("packages/protocol");
    expect({ exports, files }).toMatchInlineSnapshot(`
      {
        "exports": {
          ".": {
            "default": "./dist/index.js",
            "node": "./dist/bundle/index.js",
            "types": "./dist/index.d.ts",
            "unspool-source": "./src/index.ts",
          },
          "./approval": {
            "default": "./dist/approval.js",
            "node": "./dist/bundle/approval.js",
            "types": "./dist/approval.d.ts",
            "unspool-source": "./src/approval.ts",
          },
          "./kit": {
            "default": "./dist/kit.js",
            "node": "./dist/bundle/kit.js",
            "types": "./dist/kit.d.ts",
            "unspool-source": "./src/kit.ts",
          },
          "./known-fields": {
            "default": "./dist/known-fields.js",
            "node": "./dist/bundle/known-fields.js",
            "types": "./dist/known-fields.d.ts",
            "unspool-source": "./src/known-fields.ts",
          },
          "./lines": {
            "default": "./dist/lines.js",
            "node": "./dist/bundle/lines.js",
            "types": "./dist/lines.d.ts",
            "unspool-source": "./src/lines.ts",
          },
          "./package.json": "./package.json",
          "./redact": {
            "default": "./dist/redact.js",
            "node": "./dist/bundle/redact.js",
            "types": "./dist/redact.d.ts",
            "unspool-source": "./src/redact.ts",
          },
          "./store": {
            "default": "./dist/store.js",
            "node": "./dist/bundle/store.js",
            "types": "./dist/store.d.ts",
            "unspool-source": "./src/store.ts",
          },
          "./stream": {
            "default": "./dist/stream.js",
            "node": "./dist/bundle/stream.js",
            "types": "./dist/stream.d.ts",
            "unspool-source": "./src/stream.ts",
          },
          "./web": {
            "default": "./dist/web.js",
            "node": "./dist/bundle/web.js",
            "types": "./dist/web.d.ts",
            "unspool-source": "./src/web.ts",
          },
          "./wire": {
            "default": "./dist/wire/types.js",
            "types": "./dist/wire/types.d.ts",
            "unspool-source": "./src/wire/types.ts",
          },
        },
        "files": [
          "REFERENCE.md",
          "dist",
          "!dist/.*",
          "src",
        ],
      }
    `);
  });
});
