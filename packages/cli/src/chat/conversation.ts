// The session of a chat: sends prompts in order, runs the commands of the chat, and reports failures.

import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import {
  createClaude,
  TurnError,
  type Session,
  type SessionOptions,
  type TransportFactory,
  type Turn,
} from "@unspool/client";
import { usageByModel } from "@unspool/protocol";
import { EXIT, type Io } from "../cli/io.ts";
import { describeError } from "../output/describe-error.ts";
import { cleanText } from "../terminal/clean-text.ts";
import type { LiveRenderer } from "../view/live-renderer.ts";

export interface Conversation {
  readonly session: Session;
  /** Number of prompts without an answer. */
  readonly pendingCount: number;
  /** Sends a line or runs its command. Resolves with false if the person wants to quit. */
  send(line: string): Promise<boolean>;
  interrupt(): void;
  /** Resolves when every prompt is answered. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export function openConversation(io: Io, options: SessionOptions, renderer: LiveRenderer): Conversation {
  const folder = mkdtempSync(join(tmpdir(), "unspool-chat-"));
  const outputFile = join(folder, "output.ndjson");
  /** Keeps the output of the CLI for /export. It includes the prompts, which the CLI echoes. */
  const keepOutput =
    (transport: TransportFactory): TransportFactory =>
    (launch, handlers) =>
      transport(launch, {
        ...handlers,
        onData(chunk) {
          appendFileSync(outputFile, chunk, { mode: 0o600 });
          handlers.onData(chunk);
        },
      });
  const turns: Turn[] = [];
  let session = createClaude({ ...options, wrapTransport: keepOutput }).session();
  let unsubscribe = session.subscribe((event) => renderer.push(event));

  function track(turn: Turn, text: string): void {
    turns.push(turn);
    const withdraw = renderer.expect(text);
    if (turns.length > 1) renderer.note(`queued: ${text}`);
    void turn
      .then(() => undefined, reportFailure)
      .then(() => {
        turns.splice(turns.indexOf(turn), 1);
        withdraw();
        renderer.touch();
        return undefined;
      });
    renderer.touch();
  }
  function reportFailure(error: unknown): void {
    // The view shows what the CLI reports itself.
    if (error instanceof TurnError && (error.code === "turn-failed" || error.code === "interrupted")) return;
    renderer.note(cleanText(describeError(error)));
  }
  async function fork(): Promise<void> {
    const branch = await session.fork();
    unsubscribe();
    const before = session;
    session = branch;
    unsubscribe = session.subscribe((event) => renderer.push(event));
    await before.close();
    renderer.note(`continuing in a copy; ${before.id ?? "the session"} stays unchanged`);
  }
  async function exportTo(path: string): Promise<void> {
    const { exportSession } = await import("../export/export-session.ts");
    const file = path === "" ? `chat-${session.id?.replaceAll(/[^\w-]/g, "") ?? "session"}.html` : path;
    const format = file.endsWith(".md") ? "md" : "html";
    // Its messages would appear in the middle of the screen.
    const stderr = new Writable({ write: (_chunk, _encoding, done) => done() });
    const code = await exportSession(outputFile, { format, file }, { ...io, stderr });
    if (code === EXIT.ok) renderer.note(`wrote ${file}`);
  }
  function printCost(): void {
    const { ledger } = session.state;
    const models = usageByModel(session.state).map(
      ({ model, usage }) =>
        `${model}: ${usage.inputTokens + usage.cacheReadTokens + usage.cacheCreationTokens} in, ${usage.outputTokens} out`,
    );
    renderer.note(
      [
        `$${ledger.totalCostUsd.toFixed(4)} in ${ledger.turns.length} ${ledger.turns.length === 1 ? "turn" : "turns"}`,
        ...models,
      ].join(" · "),
    );
  }

  return {
    get session() {
      return session;
    },
    get pendingCount() {
      return turns.length;
    },
    async send(line) {
      const command = parseChatLine(line);
      try {
        if (command.type === "exit") return false;
        if (command.type === "prompt") track(session.ask(command.text), command.text);
        else if (command.type === "compact") track(session.compact(command.text), line.trim());
        else if (command.type === "cost") printCost();
        else if (command.type === "fork") await fork();
        else if (command.type === "export") await exportTo(command.text);
        else if (command.type === "help") for (const [usage, help] of CHAT_COMMANDS) renderer.note(`${usage}: ${help}`);
        else if (command.type === "model") {
          await session.setModel(command.text === "" ? null : command.text);
          renderer.note(command.text === "" ? "default model from now on" : `${command.text} from now on`);
        }
      } catch (error) {
        reportFailure(error);
      }
      return true;
    },
    interrupt() {
      session.interrupt().catch(() => undefined);
    },
    async settled() {
      while (turns.length > 0) await Promise.allSettled(turns);
      await session.idle().catch(() => undefined);
    },
    async close() {
      unsubscribe();
      await session.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const CHAT_COMMANDS: readonly (readonly [usage: string, help: string])[] = [
  ["/compact [what to keep]", "summarizes the conversation to free context"],
  ["/model [name]", "switches the model; without a name, back to the default"],
  ["/cost", "shows the cost so far"],
  ["/fork", "continues in a copy and leaves the session unchanged"],
  ["/export [file]", "writes the conversation as HTML, or as Markdown if the file ends in .md"],
  ["/help", "lists these commands"],
  ["/exit", "quits, as Ctrl-D does"],
];

type ChatLine =
  | { readonly type: "prompt"; readonly text: string }
  | { readonly type: "nothing" }
  | { readonly type: "compact" | "model" | "cost" | "fork" | "export" | "help" | "exit"; readonly text: string };

const COMMAND_NAMES = new Set(["compact", "model", "cost", "fork", "export", "help", "exit", "quit"]);

/** Parses a line as a prompt or as a command of the chat. Unknown slash commands are prompts: the CLI has its own. */
function parseChatLine(line: string): ChatLine {
  const text = line.trim();
  if (text === "") return { type: "nothing" };
  const [, name, rest = ""] = /^\/([a-z]+)(?:\s+([\s\S]*))?$/.exec(text) ?? [];
  if (name === undefined || !COMMAND_NAMES.has(name)) return { type: "prompt", text };
  return { type: name === "quit" ? "exit" : (name as "compact"), text: rest.trim() };
}
