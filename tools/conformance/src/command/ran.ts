// Reads the output of a run of the command.

import type { Scenario } from "@unspool/simulator";
import type { Ran } from "./run-check.ts";

/** A scenario with one greeting. */
export const hello: Scenario = {
  turns: [{ replies: [[{ thinking: "Be kind." }, { text: "Hello.\n\n- one\n- two" }]] }],
  otherwise: ["Again."],
};

export function parseEvents({ stdout }: Ran): readonly Readonly<Record<string, unknown>>[] {
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
}

export function parseTurn(ran: Ran): { readonly id: string; readonly text: string } {
  const end = parseEvents(ran).findLast(({ type }) => type === "turn-end");
  return { id: String(end?.["sessionId"]), text: String(end?.["text"]) };
}
