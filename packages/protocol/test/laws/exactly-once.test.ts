// Law 1: the decoder emits every block once, in order, under its own agent, in every dialect and any interleaving.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { conversation } from "./conversation.ts";
import { decodeEvents, collectMessages, getExpectedMessages, type SeenMessage } from "./observe.ts";
import { render, type Dialect } from "./render.ts";
import { checkProperty } from "../../../../tools/testing/property.ts";

const anyChoices = fc.array(fc.nat(1000), { minLength: 1, maxLength: 40 });
const flag = fc.boolean();

function lines(rendered: readonly string[]): string[] {
  return rendered.map((line) => `${line}\n`);
}

describe("the decoder emits each block exactly once, in order, under its agent", () => {
  it("in the streams of real CLIs: ids, uuids and parents, one line per block, any text", () => {
    const dialects = fc.record<Dialect>({
      lines: fc.constantFrom("per-block", "cumulative", "whole"),
      partials: fc.constantFrom("none", "finished-before-stop", "finished-after-stop", "finished-at-end"),
      hasIds: fc.constant(true),
      hasUuids: fc.constant(true),
      hasParents: fc.constant(true),
      hasSession: flag,
      isThoughtText: flag,
      marksOwnCalls: flag,
    });
    checkProperty(
      "exactly-once, real",
      fc.property(conversation(false), dialects, anyChoices, (said, dialect, choices) => {
        expect(byAgent(collectMessages(decodeEvents(lines(render(said, dialect, choices)))))).toEqual(
          byAgent(getExpectedMessages(said)),
        );
      }),
    );
  });

  it("with message ids but without uuids or parents: several messages open at once", () => {
    const dialects = fc.record<Dialect>({
      lines: fc.constantFrom("per-block", "cumulative", "growing", "whole"),
      partials: fc.constant("none"),
      hasIds: fc.constant(true),
      hasUuids: fc.constant(false),
      hasParents: flag,
      hasSession: flag,
      isThoughtText: flag,
    });
    checkProperty(
      "exactly-once, ids only",
      fc.property(conversation(true), dialects, anyChoices, (said, dialect, choices) => {
        const seen = collectMessages(decodeEvents(lines(render(said, dialect, choices))));
        const expected = getExpectedMessages(said);
        if (dialect.hasParents) expect(byAgent(seen)).toEqual(byAgent(expected));
        expect(byId(seen)).toEqual(byId(expected));
      }),
    );
  });

  it("without message ids: messages are distinguished by the content they repeat", () => {
    const dialects = fc.record<Dialect>({
      lines: fc.constantFrom("per-block", "cumulative", "growing", "whole"),
      partials: fc.constant("none"),
      hasIds: fc.constant(false),
      hasUuids: flag,
      hasParents: flag,
      hasSession: flag,
      isThoughtText: flag,
    });
    checkProperty(
      "exactly-once, no ids",
      fc.property(conversation(true), dialects, anyChoices, (said, dialect, choices) => {
        // A text that grows under a new uuid each time cannot be distinguished from two texts (docs/decisions/0002).
        fc.pre(!(dialect.lines === "growing" && dialect.hasUuids));
        const seen = collectMessages(decodeEvents(lines(render(said, dialect, choices))));
        const expected = getExpectedMessages(said);
        if (dialect.lines === "per-block") {
          expect(seen.flatMap((message) => message.blocks).sort()).toEqual(
            expected.flatMap((message) => message.blocks).sort(),
          );
        } else {
          expect(seen.map((message) => message.blocks.join("|")).sort()).toEqual(
            expected.map((message) => message.blocks.join("|")).sort(),
          );
        }
        if (dialect.hasParents) expect(flatByAgent(seen)).toEqual(flatByAgent(expected));
      }),
    );
  });

  it("with partial messages, with and without ids, uuids and sessions", () => {
    const dialects = fc.record<Dialect>({
      lines: fc.constantFrom("per-block", "cumulative", "whole"),
      partials: fc.constantFrom("finished-before-stop", "finished-after-stop", "finished-at-end"),
      hasIds: flag,
      hasUuids: flag,
      hasParents: flag,
      hasSession: flag,
      isThoughtText: flag,
    });
    checkProperty(
      "exactly-once, partials",
      fc.property(conversation(true), dialects, anyChoices, (all, dialect, choices) => {
        // Without parents nothing tells which agent a delta belongs to, so there is only one agent.
        const said = dialect.hasParents ? all : all.slice(0, 1);
        const seen = collectMessages(decodeEvents(lines(render(said, dialect, choices))));
        const expected = getExpectedMessages(said);
        if (dialect.hasIds) expect(byAgent(seen)).toEqual(byAgent(expected));
        expect(flatByAgent(seen)).toEqual(flatByAgent(expected));
      }),
    );
  });
});

it("equal blocks that are streamed and then repeated in snapshots stay separate", () => {
  // Seed 1636233486: the second snapshot also matches the two blocks that are still unconfirmed.
  const empty = { type: "text", text: "" } as const;
  const said = [{ id: null, messages: [{ id: "msg_0001", blocks: [empty, empty, empty] }] }];
  const dialect: Dialect = {
    lines: "cumulative",
    partials: "finished-at-end",
    hasIds: true,
    hasUuids: true,
    hasParents: true,
    hasSession: false,
    isThoughtText: false,
  };
  expect(byAgent(collectMessages(decodeEvents(lines(render(said, dialect, [0])))))).toEqual(
    byAgent(getExpectedMessages(said)),
  );
});

function byAgent(messages: readonly SeenMessage[]): Record<string, unknown> {
  return group(messages, (message) => ({ id: message.id, blocks: message.blocks }));
}

function flatByAgent(messages: readonly SeenMessage[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(group(messages, (message) => message.blocks)).map(([agent, blocks]) => [agent, blocks.flat()]),
  );
}

function group<T>(messages: readonly SeenMessage[], view: (message: SeenMessage) => T): Record<string, T[]> {
  const agents: Record<string, T[]> = {};
  for (const message of messages) (agents[String(message.agent)] ??= []).push(view(message));
  return agents;
}

function byId(messages: readonly SeenMessage[]): unknown {
  return Object.fromEntries(messages.map((message) => [message.id, message.blocks]));
}
