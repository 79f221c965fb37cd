// Slash commands that the CLI answers without the model. Only `/compact` costs tokens.

import { compact } from "./compact.ts";
import { getContextWindow } from "../versions/models.ts";
import type { Prompt } from "../sessions/queue.ts";
import { createSessionLines, type Session } from "../sessions/session.ts";
import { endCommand, type Command } from "./command-end.ts";
import { endTurn, writeInit } from "./turn-lines.ts";
import type { Turn } from "../sessions/turn-state.ts";

/** Parses a slash command. Returns undefined if the prompt is for the model. */
export function parseCommand({ ordering }: Session, prompt: Prompt): Command | undefined {
  const match = /^\/([\w:-]+)(?:\s+([\s\S]*))?$/u.exec(prompt.text.trim());
  const name = match?.[1];
  if (name === undefined || !prompt.canCommand) return undefined;
  const isKnown =
    name === "compact" || name === "cost" || name === "context" || (name === "clear" && ordering.hasClear);
  return isKnown || ordering.unknownCommands !== "model" ? { name, args: match?.[2] ?? "" } : undefined;
}

export async function runCommand(turn: Turn, command: Command): Promise<void> {
  switch (command.name) {
    case "compact":
      return compact(turn, command);
    case "cost":
      return printOutput(turn, command, formatCost(turn.session));
    case "context":
      return printOutput(turn, command, formatContext(turn.session));
    case "clear":
      if (turn.session.ordering.hasClear) return clear(turn);
      return handleUnknown(turn, command);
    default:
      return handleUnknown(turn, command);
  }
}

function printOutput(turn: Turn, { name, args }: Command, text: string): void {
  const { lines, output, ordering } = turn.session;
  writeInit(turn);
  const isAssistant = ordering.commandAnswers === "assistant";
  const more = {
    local_command_source: `<local-command-stdout>${text}</local-command-stdout>`,
    local_command_run: { command: name, args },
  };
  output.write(isAssistant ? lines.synthetic(text, undefined, more) : lines.commandOutput(text));
  endCommand(turn, "print", name, isAssistant ? text : "");
}

function handleUnknown(turn: Turn, { name }: Command): void {
  writeInit(turn);
  endCommand(turn, "unknown", name, turn.session.texts.unknownCommand(name));
}

/** Starts a new conversation with a new id and a total of zero. */
function clear(turn: Turn): void {
  const { session } = turn;
  const { identity, output, options } = session;
  const id = identity.uuid();
  const asked = turn.prompts[0]?.uuid ?? identity.uuid();
  output.write(session.lines.conversationReset(id, asked));
  session.id = id;
  session.lines = createSessionLines(options, identity, id);
  session.accounting.reset();
  session.messages = 0;
  output.write(session.lines.tasksChanged([]));
  writeInit(turn);
  endTurn(turn, { outcome: { kind: "success", text: "", isError: false }, terminalReason: null }, 0, "clear");
}

function formatCost({ accounting }: Session): string {
  const models = Object.entries(accounting.modelUsage).map(([model, usage]) => {
    const tokens = `${usage.inputTokens} input, ${usage.outputTokens} output`;
    const cache = `${usage.cacheReadInputTokens} cache read, ${usage.cacheCreationInputTokens} cache write`;
    return `${`${model}:`.padStart(21)}  ${tokens}, ${cache} (${formatDollars(usage.costUsd)})`;
  });
  return [
    `Total cost:            ${formatDollars(accounting.totalCostUsd)}`,
    "Total duration (API):  0s",
    "Total duration (wall): 0s",
    "Total code changes:    0 lines added, 0 lines removed",
    ...(models.length === 0
      ? ["Usage:                 0 input, 0 output, 0 cache read, 0 cache write"]
      : ["Usage by model:", ...models]),
  ].join("\n");
}

function formatContext({ model, messages, quirks }: Session): string {
  const window = getContextWindow(quirks, model);
  return [
    "## Context Usage",
    "",
    `**Model:** ${model}  `,
    `**Tokens:** ${900 + messages * 50} / ${window >= 1_000_000 ? "1m" : `${window / 1000}k`} (0%)`,
    "",
    "### Estimated usage by category",
    "",
    "| Category | Tokens | Percentage |",
    "|----------|--------|------------|",
    "| System prompt | 900 | 0.4% |",
    `| Messages | ${messages * 50} | 0.1% |`,
  ].join("\n");
}

function formatDollars(amount: number): string {
  return `$${amount > 0.5 ? amount.toFixed(2) : amount.toFixed(4)}`;
}
