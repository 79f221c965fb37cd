// The session of a chat, and what is said in it: prompts one after the other, the commands of the chat, what went wrong.

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
import { parse } from "../cli/parse.ts";
import { failureWords } from "../run/failure-words.ts";
import { clean } from "../view/text.ts";
import type { Show } from "../view/show.ts";
import { CHAT_COMMANDS, readChatLine } from "./chat-command.ts";

export interface Conversation {
  readonly session: Session;
  /** Prompts that are not answered yet. */
  readonly open: number;
  /** @returns false: the person wants to leave */
  say(line: string): Promise<boolean>;
  interrupt(): void;
  /** Resolves when everything that was asked is answered. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export function openConversation(io: Io, options: SessionOptions, show: Show): Conversation {
  const folder = mkdtempSync(join(tmpdir(), "unspool-chat-"));
  const kept = join(folder, "said.ndjson");
  /** What the CLI says is kept for /export: prompts come back on the stream. */
  const keep =
    (transport: TransportFactory): TransportFactory =>
    (launch, handlers) =>
      transport(launch, {
        ...handlers,
        onData(chunk) {
          appendFileSync(kept, chunk, { mode: 0o600 });
          handlers.onData(chunk);
        },
      });
  const turns: Turn[] = [];
  let session = createClaude({ ...options, wrapTransport: keep }).session();
  let leave = session.subscribe((event) => show.push(event));

  function track(turn: Turn, text: string): void {
    turns.push(turn);
    const takeBack = show.expect(text);
    if (turns.length > 1) show.note(`queued: ${text}`);
    void turn
      .then(() => undefined, tell)
      .then(() => {
        turns.splice(turns.indexOf(turn), 1);
        takeBack();
        show.touch();
        return undefined;
      });
    show.touch();
  }
  function tell(error: unknown): void {
    // What the CLI itself reported is in the view.
    if (error instanceof TurnError && (error.code === "turn-failed" || error.code === "interrupted")) return;
    show.note(clean(failureWords(error)));
  }
  async function fork(): Promise<void> {
    const branch = await session.fork();
    leave();
    const before = session;
    session = branch;
    leave = session.subscribe((event) => show.push(event));
    await before.close();
    show.note(`goes on in a copy; ${before.id ?? "the session"} stays as it is`);
  }
  async function exportTo(path: string): Promise<void> {
    const { exportCommand } = await import("../commands/export.ts");
    const file = path === "" ? `chat-${session.id?.replaceAll(/[^\w-]/g, "") ?? "session"}.html` : path;
    const format = file.endsWith(".md") ? "--md" : "--html";
    // Its own words would stand in the middle of the screen.
    const stderr = new Writable({ write: (_chunk, _encoding, done) => done() });
    const code = await exportCommand.run(parse(exportCommand, [kept, format, "-o", file]), { ...io, stderr }, []);
    if (code === EXIT.ok) show.note(`written: ${file}`);
  }
  function tellCost(): void {
    const { ledger } = session.state;
    const models = usageByModel(session.state).map(
      ({ model, usage }) =>
        `${model}: ${usage.inputTokens + usage.cacheReadTokens + usage.cacheCreationTokens} in, ${usage.outputTokens} out`,
    );
    show.note(
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
    get open() {
      return turns.length;
    },
    async say(line) {
      const said = readChatLine(line);
      try {
        if (said.type === "exit") return false;
        if (said.type === "prompt") track(session.ask(said.text), said.text);
        else if (said.type === "compact") track(session.compact(said.text), line.trim());
        else if (said.type === "cost") tellCost();
        else if (said.type === "fork") await fork();
        else if (said.type === "export") await exportTo(said.text);
        else if (said.type === "help") for (const [usage, what] of CHAT_COMMANDS) show.note(`${usage}: ${what}`);
        else if (said.type === "model") {
          await session.setModel(said.text === "" ? null : said.text);
          show.note(said.text === "" ? "the usual model from now on" : `${said.text} from now on`);
        }
      } catch (error) {
        tell(error);
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
      leave();
      await session.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
