// Elicitation: a real MCP server asks the user in the middle of a call, through a real CLI and our client.

import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { TurnError, type SessionOptions } from "unspool";
import { expectEqual } from "../expect-equal.ts";
import type { Check } from "./checks.ts";

/** The server in mcp-server.ts. */
export const ASKER: { readonly command: string; readonly args: readonly string[] } = {
  command: process.execPath,
  args: [fileURLToPath(new URL("mcp-server.js", import.meta.url))],
};

const cannot = { below: "2.1.120", reason: "it does not tell MCP servers that they may ask" };
const all: SessionOptions = { permissionMode: "bypassPermissions", mcpServers: { asker: ASKER } };
const ask = { tool: "mcp__asker__ask", input: {} };

export const ELICITATION_CHECKS: Readonly<Record<string, Check>> = {
  elicitation: {
    cannot,
    async run({ claude }) {
      const scenario = { turns: [{ replies: [[ask], [ask], [ask], [ask], "Done."] }] };
      const asked: unknown[] = [];
      const client = await claude(scenario, {
        ...all,
        async onElicitation({ serverName, message, mode, requestedSchema }) {
          const fields = Object.keys(
            (requestedSchema as { readonly properties?: object } | undefined)?.properties ?? {},
          );
          asked.push([serverName, message, mode, fields.join()]);
          if (asked.length === 2) return { action: "decline" };
          if (asked.length === 3) return { action: "cancel" };
          if (asked.length === 4) throw new Error("Nobody is here.");
          return { action: "accept", content: { name: "Ada" } };
        },
      });
      const { text, toolCalls } = await client.ask("Ask me.");
      const form = ["asker", "Who are you?", "form", "name"];
      return expectEqual(
        { text, asked, answers: toolCalls.map(({ result }) => result?.text) },
        {
          text: "Done.",
          asked: [form, form, form, form],
          answers: [
            '{"action":"accept","content":{"name":"Ada"}}',
            '{"action":"decline"}',
            '{"action":"cancel"}',
            '{"action":"cancel"}',
          ],
        },
      );
    },
  },

  "elicitation by address": {
    cannot: { below: "2.1.325", reason: "it tells MCP servers that they may ask by form only" },
    async run({ claude }) {
      const url = "https://example.com/sign-in";
      const scenario = { turns: [{ replies: [[{ tool: "mcp__asker__ask", input: { url } }], "Done."] }] };
      const asked: unknown[] = [];
      const client = await claude(scenario, {
        ...all,
        async onElicitation({ message, mode, url: place }) {
          asked.push([message, mode, place]);
          return { action: "accept" };
        },
      });
      const { toolCalls } = await client.ask("Ask me.");
      return expectEqual(
        [asked, toolCalls[0]?.result?.text],
        [[["Please sign in.", "url", url]], '{"action":"accept"}'],
      );
    },
  },

  "elicitation without anybody to ask": {
    cannot,
    async run({ claude }) {
      const client = await claude({ turns: [{ replies: [[ask], "Done."] }] }, all);
      const { text, toolCalls } = await client.ask("Ask me.");
      return expectEqual([text, toolCalls[0]?.result?.text], ["Done.", '{"action":"decline"}']);
    },
  },

  "elicitation that is interrupted": {
    cannot,
    async run({ claude }) {
      const reasons: unknown[] = [];
      const begin = new AbortController();
      const begun = once(begin.signal, "abort");
      const client = await claude(
        { turns: [{ replies: [[ask], "Never said."] }, { replies: ["Back."] }] },
        {
          ...all,
          onElicitation: ({ signal }) =>
            new Promise((resolve) => {
              begin.abort();
              signal.addEventListener("abort", () => {
                reasons.push(signal.reason);
                resolve({ action: "cancel" });
              });
            }),
        },
      );
      await using session = client.session();
      const turn = session.ask("Ask me.");
      await Promise.race([begun, turn]);
      await turn.interrupt();
      const code = await turn.catch((error: unknown) => (error instanceof TurnError ? error.code : String(error)));
      await session.idle();
      const { text } = await session.ask("And now?");
      return expectEqual({ code, reasons: reasons.length, text }, { code: "interrupted", reasons: 1, text: "Back." });
    },
  },
};
