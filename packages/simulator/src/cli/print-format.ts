// The three output formats: every line as it comes, the last result as one object (or all messages, with --verbose),
// or its text alone.

import type { CliArguments } from "./arguments.ts";

export interface PrintFormat {
  /** What is to be written now. */
  take(line: string): string | undefined;
  /** What is to be written at the end. */
  finish(): string | undefined;
}

type Wanted = Pick<CliArguments, "outputFormat" | "isVerbose" | "maxTurns" | "maxBudgetUsd">;

interface Message {
  readonly type?: unknown;
  readonly subtype?: unknown;
  readonly result?: unknown;
}

/** Not messages, but talk between the CLI and its host. */
const LEFT_OUT = new Set<unknown>([
  "control_request",
  "control_response",
  "control_cancel_request",
  "stream_event",
  "keep_alive",
  "prompt_suggestion",
]);

export function createPrintFormat(wanted: Wanted): PrintFormat {
  if (wanted.outputFormat === "stream-json") return { take: (line) => line, finish: () => undefined };
  const lines: string[] = [];
  let result: { readonly line: string; readonly message: Message } | undefined;
  return {
    take(line) {
      const message = JSON.parse(line) as Message;
      if (LEFT_OUT.has(message.type)) return undefined;
      if (wanted.outputFormat === "json" && wanted.isVerbose) lines.push(line.trimEnd());
      if (message.type === "result") result = { line, message };
      return undefined;
    },
    finish() {
      if (result === undefined) return undefined;
      if (wanted.outputFormat === "text") return textOf(result.message, wanted);
      return wanted.isVerbose ? `[${lines.join(",")}]\n` : result.line;
    },
  };
}

/** Only a text that the model wrote gets its line break. */
function textOf(message: Message, { maxTurns, maxBudgetUsd }: Wanted): string | undefined {
  switch (message.subtype) {
    case "success": {
      const text = typeof message.result === "string" ? message.result : "";
      return text.endsWith("\n") ? text : `${text}\n`;
    }
    case "error_during_execution":
      return "Execution error";
    case "error_max_turns":
      return `Error: Reached max turns (${maxTurns})`;
    case "error_max_budget_usd":
      return `Error: Exceeded USD budget (${maxBudgetUsd})`;
    case "error_max_structured_output_retries":
      return "Error: Failed to provide valid structured output after maximum retries";
    default:
      return undefined;
  }
}
