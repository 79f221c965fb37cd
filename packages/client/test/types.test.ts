// Tests of the public types: an unknown name is a compiler error at every depth.
import { z } from "zod";
import { describe, expectTypeOf, it } from "vitest";
import {
  createClaude,
  createPool,
  pipeTo,
  tool,
  type AskOptions,
  type Claude,
  type Pool,
  type Session,
  type SessionOptions,
  type Settled,
  type Turn,
  type TurnError,
  type TurnResult,
} from "../src/index.ts";

const claude = createClaude();
const named = z.object({ name: z.string() });
const counted = z.object({ count: z.number() });
interface Named {
  name: string;
}
interface Counted {
  count: number;
}

/** Takes code that is compiled and never run. */
const never = (_call: () => unknown): void => undefined;

describe("types", () => {
  it("data has the output type of the schema", () => {
    const ask = () => claude.ask("x", { schema: named });
    expectTypeOf<Awaited<ReturnType<typeof ask>>["data"]>().toEqualTypeOf<Named>();
    const session = () => claude.session({ schema: counted });
    expectTypeOf<ReturnType<typeof session>>().toEqualTypeOf<Session<Counted>>();
    const pool = () => createPool({ size: 1, schema: counted });
    expectTypeOf<ReturnType<typeof pool>>().toEqualTypeOf<Pool<Counted>>();
    const map = async () => (await claude.map([1], (n) => `${n}`, { schema: named }))[0];
    type Item = NonNullable<Awaited<ReturnType<typeof map>>>;
    expectTypeOf<Extract<Item, { status: "fulfilled" }>["result"]["data"]>().toEqualTypeOf<Named>();
  });

  it("data is unknown with a JSON Schema and undefined without a schema", () => {
    const ask = () => claude.ask("x", { schema: { type: "object", required: ["a"] } });
    expectTypeOf<Awaited<ReturnType<typeof ask>>["data"]>().toEqualTypeOf<unknown>();
    const bare = () => claude.ask("x", { model: "sonnet" });
    expectTypeOf<Awaited<ReturnType<typeof bare>>>().toEqualTypeOf<TurnResult<undefined>>();
  });

  it("data is unknown if the options may have a schema", () => {
    const ask = (options: AskOptions) => claude.ask("x", options);
    expectTypeOf<Awaited<ReturnType<typeof ask>>>().toEqualTypeOf<Settled>();
    const session = (options: SessionOptions): Session => createClaude(options).session();
    expectTypeOf<ReturnType<typeof session>>().toEqualTypeOf<Session>();
  });

  it("turns that never reject resolve with a result or an error", () => {
    type Listener = Parameters<Session<Named>["onTurn"]>[0];
    expectTypeOf<Parameters<Listener>[0]>().toEqualTypeOf<Turn<Named, Settled<Named>>>();
    const chain = () => claude.chain(["x"]);
    expectTypeOf<ReturnType<typeof chain>["turns"][number]>().toEqualTypeOf<Turn<unknown, Settled>>();
  });

  it("the client's schema applies if a call has none", () => {
    const client = () => createClaude({ schema: named });
    expectTypeOf<ReturnType<typeof client>>().toEqualTypeOf<Claude<Named>>();
    const ask = () => client().ask("x", { model: "sonnet" });
    expectTypeOf<Awaited<ReturnType<typeof ask>>>().toEqualTypeOf<TurnResult<Named>>();
    const other = () => client().ask("x", { schema: counted, reject: false });
    expectTypeOf<Awaited<ReturnType<typeof other>>>().toEqualTypeOf<Settled<Counted>>();
    const session = () => client().session();
    expectTypeOf<ReturnType<typeof session>>().toEqualTypeOf<Session<Named>>();
    const changed = () => client().with({ schema: counted }).session();
    expectTypeOf<ReturnType<typeof changed>>().toEqualTypeOf<Session<Counted>>();
    const fork = () => session().fork({ schema: counted });
    expectTypeOf<ReturnType<typeof fork>>().toEqualTypeOf<Promise<Session<Counted>>>();
    const same = () => session().fork({ model: "opus" });
    expectTypeOf<ReturnType<typeof same>>().toEqualTypeOf<Promise<Session<Named>>>();
    expectTypeOf<Claude<Named>>().toExtend<Claude>();
  });

  it("a turn with reject: false resolves with a result or an error, discriminated by outcome", () => {
    const ask = () => claude.ask("x", { reject: false });
    type Got = Awaited<ReturnType<typeof ask>>;
    expectTypeOf<Got>().toEqualTypeOf<TurnResult<undefined> | TurnError<undefined>>();
    expectTypeOf<Extract<Got, { readonly outcome: "success" }>>().toEqualTypeOf<TurnResult<undefined>>();
    const again = () => claude.session().ask("x", { reject: false });
    expectTypeOf<Awaited<ReturnType<typeof again>>>().toEqualTypeOf<Got>();
    const pooled = () => createPool({ size: 1 }).ask("x", { reject: false });
    expectTypeOf<Awaited<ReturnType<typeof pooled>>>().toEqualTypeOf<Got>();
    const piped = () => pipeTo(claude.ask("x"), claude.session(), { prompt: "y", reject: false });
    expectTypeOf<Awaited<ReturnType<typeof piped>>>().toEqualTypeOf<Got>();
  });

  it("a turn resolves with a result or an error if reject is a boolean", () => {
    const options = { reject: false };
    const ask = () => claude.ask("x", options);
    expectTypeOf<Awaited<ReturnType<typeof ask>>>().toEqualTypeOf<Settled<undefined>>();
    const again = () => claude.session().ask("x", options);
    expectTypeOf<Awaited<ReturnType<typeof again>>>().toEqualTypeOf<Settled<undefined>>();
  });

  it("a turn without reject: false resolves with a result only", () => {
    const ask = () => claude.ask("x");
    expectTypeOf<Awaited<ReturnType<typeof ask>>>().toEqualTypeOf<TurnResult<undefined>>();
    const rejecting = () => claude.ask("x", { reject: true });
    expectTypeOf<Awaited<ReturnType<typeof rejecting>>>().toEqualTypeOf<TurnResult<undefined>>();
  });

  it("a turn is a promise", () => {
    expectTypeOf<Turn<Named>>().toExtend<Promise<TurnResult<Named>>>();
  });

  it("callbacks need no annotations, and may answer synchronously", () => {
    never(() =>
      claude.session({
        permissions: (request) => request.deny(request.toolName),
        hooks: {
          PreToolUse: (input) => void input.tool_name,
          Stop: [{ run: (input, { signal }) => (signal.aborted ? { reason: input.session_id } : {}) }],
        },
        onQuestion: ([first]) => ({ [first?.question ?? ""]: "yes" }),
        onElicitation: ({ message }) => ({ action: "accept", content: { message } }),
        tools: [tool("add", { a: z.number() }, ({ a }) => a + 1)],
      }),
    );
  });

  it("an unknown option name is rejected", () => {
    const permission = "plan";
    // @ts-expect-error no such option
    never(() => claude.ask("x", { model: "sonnet", permisionMode: permission }));
    // @ts-expect-error no such option
    never(() => claude.ask("x", { reject: false, permisionMode: permission }));
    // @ts-expect-error no such option
    never(() => claude.ask("x", { schema: named, permisionMode: permission }));
    // @ts-expect-error no such option
    never(() => claude.session({ model: "sonnet", budgett: { usd: 1 } }));
    // @ts-expect-error no such option
    never(() => claude.session().ask("x", { wen: "steer" }));
    // @ts-expect-error no such option
    never(() => claude.session().fork({ modle: "x" }));
    // @ts-expect-error no such option
    never(() => createClaude({ modle: "x" }));
    // @ts-expect-error no such option
    never(() => claude.with({ modle: "x" }));
    // @ts-expect-error no such option
    never(() => createPool({ size: 2, modle: "x" }));
    // @ts-expect-error no such option
    never(() => createPool({ size: 2 }).ask("x", { sginal: undefined }));
    // @ts-expect-error no such option
    never(() => claude.map([1], (n) => `${n}`, { concurency: 1 }));
    // @ts-expect-error no such option
    never(() => claude.chain(["x"], { modle: "x" }));
    // @ts-expect-error no such option
    never(() => pipeTo(claude.ask("x"), claude.session(), { prompt: "y", maxChar: 5 }));
  });

  it("an unknown name inside an option is rejected", () => {
    // @ts-expect-error no such field
    never(() => claude.ask("x", { budget: { usd: 1, toolCals: 1 } }));
    // @ts-expect-error no such field
    never(() => claude.session({ budget: { usd: 1, toolCals: 1 } }));
    // @ts-expect-error no such field
    never(() => createPool({ size: 2, budget: { usd: 1, toolCals: 1 } }));
    // @ts-expect-error no such field
    never(() => claude.ask("x", { permissions: { allow: ["Read"], deyn: ["Bash"] } }));
    // @ts-expect-error no such field
    never(() => claude.ask("x", { hooks: { PreToolUs: () => undefined } }));
    // @ts-expect-error no such field
    never(() => claude.ask("x", { hooks: { PreToolUse: { match: "Bash", run: () => undefined } } }));
    // @ts-expect-error no such field
    never(() => claude.ask("x", { hooks: { PreToolUse: [{ matcher: "Bash", run: () => undefined, timeout: 5 }] } }));
    // @ts-expect-error no such field
    never(() => claude.ask("x", { agents: { a: { descr: "x", prompt: "y" } } }));
    // @ts-expect-error no such field
    never(() => claude.ask("x", { agents: { a: { description: "x", prompt: "y", tool: [] } } }));
    // @ts-expect-error no such field
    never(() => claude.ask("x", { mcpServers: { a: { comand: "x" } } }));
    // @ts-expect-error no such field
    never(() => claude.ask("x", { mcpServers: { a: { command: "x", arg: ["y"] } } }));
    // @ts-expect-error no such field
    never(() => claude.ask("x", { timeouts: { silentMS: 5 } }));
    // @ts-expect-error no such field
    never(() => claude.ask("x", { shutdown: { grace: 5 } }));
    // @ts-expect-error no such field
    never(() => claude.ask("x", { waitForRateLimit: { maxWait: 5 } }));
    // @ts-expect-error no such field
    never(() => claude.ask("x", { record: { file: "a", redcat: false } }));
    // @ts-expect-error no such field
    never(() => claude.chain([{ prompt: "x", option: {} }]));
    // @ts-expect-error no such field
    never(() => claude.map([1], () => ({ prompt: "x", options: { modle: "x" } })));
    // @ts-expect-error no such field
    never(() => tool("add", { a: z.number() }, ({ a }) => a, { descripton: "x" }));
  });
});
