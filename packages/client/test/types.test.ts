// What the types promise, and what they refuse: a name that is not known is an error of the compiler, at every depth.
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

/** Compiled and never run. */
const never = (_call: () => unknown): void => undefined;

describe("types", () => {
  it("data is what the schema makes of it", () => {
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

  it("a JSON schema makes something unknown of it, and no schema nothing", () => {
    const ask = () => claude.ask("x", { schema: { type: "object", required: ["a"] } });
    expectTypeOf<Awaited<ReturnType<typeof ask>>["data"]>().toEqualTypeOf<unknown>();
    const bare = () => claude.ask("x", { model: "sonnet" });
    expectTypeOf<Awaited<ReturnType<typeof bare>>>().toEqualTypeOf<TurnResult<undefined>>();
  });

  it("options that may have a schema make something unknown of it", () => {
    const ask = (options: AskOptions) => claude.ask("x", options);
    expectTypeOf<Awaited<ReturnType<typeof ask>>>().toEqualTypeOf<Settled>();
    const session = (options: SessionOptions): Session => createClaude(options).session();
    expectTypeOf<ReturnType<typeof session>>().toEqualTypeOf<Session>();
  });

  it("turns that never reject may have failed", () => {
    type Listener = Parameters<Session<Named>["onTurn"]>[0];
    expectTypeOf<Parameters<Listener>[0]>().toEqualTypeOf<Turn<Named, Settled<Named>>>();
    const chain = () => claude.chain(["x"]);
    expectTypeOf<ReturnType<typeof chain>["turns"][number]>().toEqualTypeOf<Turn<unknown, Settled>>();
  });

  it("a client's own schema counts where a call brings none", () => {
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

  it("with reject: false a turn resolves with its result or its error, told apart by the outcome", () => {
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

  it("also where it is only known as a boolean", () => {
    const options = { reject: false };
    const ask = () => claude.ask("x", options);
    expectTypeOf<Awaited<ReturnType<typeof ask>>>().toEqualTypeOf<Settled<undefined>>();
    const again = () => claude.session().ask("x", options);
    expectTypeOf<Awaited<ReturnType<typeof again>>>().toEqualTypeOf<Settled<undefined>>();
  });

  it("without it, with its result alone", () => {
    const ask = () => claude.ask("x");
    expectTypeOf<Awaited<ReturnType<typeof ask>>>().toEqualTypeOf<TurnResult<undefined>>();
    const rejecting = () => claude.ask("x", { reject: true });
    expectTypeOf<Awaited<ReturnType<typeof rejecting>>>().toEqualTypeOf<TurnResult<undefined>>();
  });

  it("a turn is a promise", () => {
    expectTypeOf<Turn<Named>>().toExtend<Promise<TurnResult<Named>>>();
  });

  it("callbacks need no annotations, and may answer at once", () => {
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

  it("a name that is not known is refused", () => {
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

  it("a name inside an option is refused as well", () => {
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
