// What the types promise.
import { z } from "zod";
import { describe, expectTypeOf, it } from "vitest";
import { createClaude, type Session, type TurnError, type TurnResult } from "../src/index.ts";

const claude = createClaude();

describe("types", () => {
  it("data is what the schema makes of it", () => {
    const ask = () => claude.ask("x", { schema: z.object({ name: z.string() }) });
    expectTypeOf<Awaited<ReturnType<typeof ask>>["data"]>().toEqualTypeOf<{ name: string }>();
    const session = () => claude.session({ schema: z.object({ count: z.number() }) });
    expectTypeOf<ReturnType<typeof session>>().toEqualTypeOf<Session<{ count: number }>>();
  });

  it("with reject: false a turn resolves with its result or its error, told apart by the outcome", () => {
    const ask = () => claude.ask("x", { reject: false });
    type Settled = Awaited<ReturnType<typeof ask>>;
    expectTypeOf<Settled>().toEqualTypeOf<TurnResult | TurnError>();
    expectTypeOf<Extract<Settled, { readonly outcome: "success" }>>().toEqualTypeOf<TurnResult>();
    const again = () => claude.session().ask("x", { reject: false });
    expectTypeOf<Awaited<ReturnType<typeof again>>>().toEqualTypeOf<TurnResult | TurnError>();
  });

  it("without it, with its result alone", () => {
    const ask = () => claude.ask("x");
    expectTypeOf<Awaited<ReturnType<typeof ask>>>().toEqualTypeOf<TurnResult>();
  });

  it("callbacks need no annotations", () => {
    void (() =>
      claude.session({
        permissions: (request) => request.deny(request.toolName),
        hooks: { PreToolUse: (input) => void input.tool_name },
      }));
  });
});
