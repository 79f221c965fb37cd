// What a line of the chat is: words for the model, or a command of the chat itself. Slash commands that are not ours go to
// the CLI, which has its own.

export const CHAT_COMMANDS: readonly (readonly [usage: string, what: string])[] = [
  ["/compact [what to keep]", "shortens the conversation"],
  ["/model [name]", "another model from now on; without a name, the usual one"],
  ["/cost", "what it has cost so far"],
  ["/fork", "goes on in a copy, and leaves the session as it is"],
  ["/export [file]", "the conversation as a page (HTML) or, by its ending, Markdown"],
  ["/help", "these"],
  ["/exit", "leaves; Ctrl-D too"],
];

export type ChatLine =
  | { readonly type: "prompt"; readonly text: string }
  | { readonly type: "nothing" }
  | { readonly type: "compact" | "model" | "cost" | "fork" | "export" | "help" | "exit"; readonly text: string };

const OWN = new Set(["compact", "model", "cost", "fork", "export", "help", "exit", "quit"]);

export function readChatLine(line: string): ChatLine {
  const text = line.trim();
  if (text === "") return { type: "nothing" };
  const [, name, rest = ""] = /^\/([a-z]+)(?:\s+([\s\S]*))?$/.exec(text) ?? [];
  if (name === undefined || !OWN.has(name)) return { type: "prompt", text };
  return { type: name === "quit" ? "exit" : (name as "compact"), text: rest.trim() };
}
