// A program of somebody else's, compiled by the gate `consumers` against the packed packages, with old and new TypeScript.
// Each call brings a schema of a library that has types of its own.
import { claude, createClaude, createPool, tool, type TurnError } from "@unspool/client";
import { type } from "arktype";
import * as v from "valibot";
import { z } from "zod";

const ofArktype = type({ name: "string", "age?": "number", tags: "string[]" });
const ofValibot = v.object({ name: v.string(), age: v.optional(v.number()) });
const ofZod = z.object({ name: z.string(), age: z.number().optional() });

export async function ask(): Promise<string[]> {
  const first = await claude.ask("Who?", { schema: ofArktype });
  const second = await claude.ask("Who?", { schema: ofValibot });
  const third = await claude.ask("Who?", { schema: ofZod });
  const list = await claude.ask("Who?", { schema: z.array(z.string()) });
  return [first.data.name, ...first.data.tags, second.data.name, third.data.name, ...list.data];
}

export async function keep(): Promise<string[]> {
  const session = claude.session({ schema: ofArktype });
  const branch = await session.fork({ schema: ofZod });
  const client = createClaude({ schema: ofValibot });
  const pool = createPool({ size: 1, schema: ofArktype });
  const mapped = await claude.map(["a"], (name) => `Who is ${name}?`, { schema: ofArktype });
  const names = mapped.flatMap((item) => (item.status === "fulfilled" ? [item.result.data.name] : []));
  const turns = [session.ask("Who?"), branch.ask("Who?"), client.ask("Who?"), pool.ask("Who?")];
  for (const { data } of await Promise.all(turns)) names.push(data.name);
  return names;
}

export const tools = [
  tool("add", { a: type("number"), b: type("number") }, ({ a, b }) => a + b),
  tool("greet", ofArktype, ({ name, tags }) => `${name}: ${tags.join()}`),
  tool("old", ofValibot, ({ name, age = 0 }) => `${name}, ${age}`),
  tool("new", { name: z.string() }, ({ name }) => name),
];

// oxlint-disable typescript/use-unknown-in-catch-callback-variable -- users write it, and it must compile
/** A turn rejects with one kind of error, and handlers may say so. */
export const failures = [
  claude.ask("Who?").catch((error: Error) => error.message),
  claude.ask("Who?").catch((error: TurnError) => error.code),
  claude.ask("Who?").catch((error: unknown) => String(error)),
  claude.ask("Who?").then(
    ({ text }) => text,
    (error) => error.text,
  ),
];
