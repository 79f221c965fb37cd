// Protocol in a browser: a bundle without a trace of Node, that decodes a recording in a realm which has
// nothing but the language and the few web globals we name.
import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { loadRun } from "../../fixtures/load.ts";
import { root } from "./workspace.ts";

const recording = loadRun("recordings/2.1.325/greeting").stdout;

describe.each(["index", "store", "stream", "approval", "web"])("the browser bundle of %s.ts", (entry) => {
  it("imports nothing", async () => {
    const result = await bundle(entry, "esm");
    const imports = Object.values(result.metafile.outputs).flatMap((output) => output.imports);
    expect(imports).toEqual([]);
    const outside = Object.keys(result.metafile.inputs).filter((path) => !path.startsWith("packages/protocol/src/"));
    expect(outside).toEqual([]);
  });

  it("names no Node module and no require", async () => {
    const { text } = await bundle(entry, "esm");
    expect(text).not.toMatch(/["'`]node:|\brequire\s*\(|\bprocess\.|\bBuffer\./);
  });
});

describe("in a realm with only the web globals it names", () => {
  it("the decoder turns a recording into events and a state", async () => {
    const { text } = await bundle("index", "iife");
    const seen = run(
      text,
      { TextDecoder, TextEncoder },
      `const events = [];
       const decoder = unspool.createDecoder({ onEvent: (event) => events.push(event) });
       decoder.push(Uint8Array.from(bytes));
       decoder.end();
       const state = events.reduce(unspool.reduce, unspool.initialState());
       ({ types: events.map((event) => event.type), status: typeof state.status })`,
    ) as { readonly types: readonly string[]; readonly status: string };
    expect(seen.types[0]).toBe("session-init");
    expect(seen.types).toContain("text-delta");
    expect(seen.types).toContain("turn-end");
    expect(seen.types).not.toContain("malformed");
    expect(seen.status).toBe("string");
  });

  it("the stream does the same", async () => {
    const { text } = await bundle("stream", "iife");
    const seen = await (run(
      text,
      { TextDecoder, TextEncoder, TransformStream },
      `(async () => {
         const stream = new unspool.DecoderStream();
         const writer = stream.writable.getWriter();
         const written = writer.write(Uint8Array.from(bytes)).then(() => writer.close());
         const types = [];
         const reader = stream.readable.getReader();
         for (let next = await reader.read(); !next.done; next = await reader.read()) types.push(next.value.type);
         await written;
         return types;
       })()`,
    ) as Promise<readonly string[]>);
    expect(seen).toContain("text-delta");
    expect(seen).toContain("turn-end");
  });
});

async function bundle(entry: string, format: "esm" | "iife") {
  const result = await build({
    absWorkingDir: root,
    entryPoints: [`packages/protocol/src/${entry}.ts`],
    bundle: true,
    write: false,
    metafile: true,
    platform: "browser",
    format,
    globalName: "unspool",
    logLevel: "silent",
  });
  return { metafile: result.metafile, text: result.outputFiles[0]?.text ?? "" };
}

/** Runs a bundle, then a script that uses it as `unspool` and has the recording as `bytes`. */
function run(bundled: string, globals: Readonly<Record<string, unknown>>, script: string): unknown {
  const context = createContext({ ...globals });
  // Made inside: a typed array of this realm would not be an instance of that realm's Uint8Array.
  runInContext(`var bytes = ${JSON.stringify([...recording])};`, context);
  runInContext(bundled, context);
  return runInContext(script, context);
}
