// `unspool chat`: many turns.

import type { Command } from "../cli/command.ts";
import { checkSessionFlags, sessionFlags } from "../run/session-flags.ts";
import { VIEW_FLAGS, viewChoices } from "../view/flags.ts";

export const chat: Command = {
  name: "chat",
  summary: "many turns, with questions answered by key",
  details:
    "Enter sends, Alt-Enter or a backslash at the end begins another line, the arrows bring back what was said before.\n" +
    "What is said while it works waits for its turn. Ctrl-C interrupts the turn, twice leaves. Of a tool that needs\n" +
    "approval you are asked: y allow, a always, n deny, r deny with a reason, v view everything, e edit the input. What\n" +
    "the model itself asks is answered with the number of an option or in your own words.\n" +
    "In the chat: /compact /model /cost /fork /export /help /exit; other slash commands are claude's own.\n" +
    "With a pipe on stdin each line is a prompt.",
  flags: [
    ...sessionFlags({ asks: " (ask in a terminal)", stops: "stops when the chat has cost this much" }),
    ...VIEW_FLAGS,
  ],
  examples: [
    ["unspool chat", "in this folder, asks before each change"],
    ["unspool chat --continue --model opus", "goes on with the last session, with another model"],
    ["unspool chat --simulate", "a look at it without claude"],
  ],
  async run(given, io) {
    checkSessionFlags(given);
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
