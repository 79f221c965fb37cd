// The output formats: stream-json writes every line, json the last result (all messages with --verbose), text its text.

import type { CliArguments } from "./arguments/arguments.ts";

export interface PrintFormat {
  /** Returns the text to write now. */
  take(line: string): string | undefined;
  /** Returns the text to write at the end. */
  finish(): string | undefined;
}

type PrintOptions = Pick<CliArguments, "outputFormat" | "isVerbose" | "maxTurns" | "maxBudgetUsd">;

interface Message {
  readonly type?: unknown;
  readonly subtype?: unknown;
  readonly result?: unknown;
}

/** Lines between the CLI and its host, which are not messages. */
const LEFT_OUT = new Set<unknown>([
  "control_request",
  "control_response",
  "control_cancel_request",
  "stream_event",
  "keep_alive",
  "prompt_suggestion",
]);

export function createPrintFormat(options: PrintOptions): PrintFormat {
  if (options.outputFormat === "stream-json") return { take: (line) => line, finish: () => undefined };
  const lines: string[] = [];
  let result: { readonly line: string; readonly message: Message } | undefined;
  return {
    take(line) {
      const message = JSON.parse(line) as Message;
      if (LEFT_OUT.has(message.type)) return undefined;
      if (options.outputFormat === "json" && options.isVerbose) lines.push(line.trimEnd());
      if (message.type === "result") result = { line, message };
      return undefined;
    },
    finish() {
      if (result === undefined) return undefined;
      if (options.outputFormat === "text") return formatResult(result.message, options);
      return options.isVerbose ? `[${lines.join(",")}]\n` : result.line;
    },
  };
}

/** Only a text of the model ends with a line break. */
function formatResult(message: Message, { maxTurns, maxBudgetUsd }: PrintOptions): string | undefined {
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
