// `unspool chat`: many turns.

import type { Command } from "../cli/command.ts";
import { VIEW_FLAGS, viewChoices } from "../view/flags.ts";

const MODES = ["default", "acceptEdits", "plan", "dontAsk", "bypassPermissions"];

export const chat: Command = {
  name: "chat",
  summary: "many turns, with questions answered by key",
  details:
    "Enter sends, Alt-Enter or a backslash at the end begins another line, the arrows bring back what was said before.\n" +
    "What is said while it works waits for its turn. Ctrl-C interrupts the turn, twice leaves. Of a tool that needs\n" +
    "approval you are asked: y allow, a always, n deny, e edit the input.\n" +
    "In the chat: /compact /model /cost /fork /export /help /exit; other slash commands are claude's own.\n" +
    "With a pipe on stdin each line is a prompt.",
  flags: [
    { name: "model", short: "m", value: "name", help: "which model answers" },
    { name: "resume", short: "r", value: "session", help: "go on with this session" },
    { name: "continue", short: "c", help: "go on with the last session of this folder" },
    { name: "fork", help: "go on under a new id, and leave the old session as it was" },
    {
      name: "permission",
      short: "p",
      value: "mode",
      choices: [...MODES, "ask"],
      help: "what tools may do (ask in a terminal)",
    },
    { name: "budget", short: "b", value: "dollars", help: "stops when the chat has cost this much" },
    { name: "record", value: "file", help: "keep every line both ways, secrets redacted" },
    { name: "simulate", help: "no claude: simulated answers, free" },
    { name: "scenario", value: "name", help: "with --simulate: a ready-made scenario, or a file" },
    ...VIEW_FLAGS,
  ],
  examples: [
    ["unspool chat", "in this folder, asks before each change"],
    ["unspool chat --continue --model opus", "goes on with the last session, with another model"],
    ["unspool chat --simulate", "a look at it without claude"],
  ],
  async run(given, io) {
    const [{ canChatInTerminal, chatInPipe, chatInTerminal }, { sessionOptions }] = await Promise.all([
      import("../chat/chat.ts"),
      import("../run/session-options.ts"),
    ]);
    const isTerminal = canChatInTerminal(io);
    const mode = given.text("permission");
    const options = {
      ...viewChoices(given),
      session: await sessionOptions(given, io),
      asks: mode === "ask" || (mode === undefined && isTerminal),
      isSimulated: given.has("simulate"),
    };
    return isTerminal ? chatInTerminal(io, options) : chatInPipe(io, options);
  },
};
