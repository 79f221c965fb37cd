// `unspool chat`: a session of many turns.

import type { CommandDefinition } from "../cli/command.ts";
import { checkSessionFlags, createSessionFlags } from "../run/session-flags.ts";
import { VIEW_FLAGS, readViewFlags } from "../view/flags.ts";

export const chat: CommandDefinition = {
  details:
    "Enter sends, Alt-Enter or a backslash at the end starts another line, the arrow keys bring back earlier prompts. A\n" +
    "prompt that is sent during a turn waits for its end. Ctrl-C interrupts the turn, twice leaves. A tool that needs\n" +
    "approval asks: y allow, a always, n deny, r deny with a reason, v view everything, e edit the input. Answer questions\n" +
    "of the model with the number of an option or with text.\n" +
    "Commands: /compact /model /cost /fork /export /help /exit; other slash commands are those of claude.\n" +
    "With a pipe on stdin each line is a prompt.",
  flags: [
    ...createSessionFlags({ asks: " (ask in a terminal)", stops: "stop when the chat has cost this much" }),
    ...VIEW_FLAGS,
  ],
  examples: [
    ["unspool chat", "chat in this folder, with approval of each change"],
    ["unspool chat --continue --model opus", "resume the last session with another model"],
    ["unspool chat --simulate", "try it without claude"],
  ],
  async run(given, io) {
    checkSessionFlags(given);
    const [{ canChatInTerminal, chatInPipe, chatInTerminal }, { readSessionOptions }] = await Promise.all([
      import("../chat/chat.ts"),
      import("../run/session-options.ts"),
    ]);
    const isTerminal = canChatInTerminal(io);
    const mode = given.text("permission");
    const options = {
      ...readViewFlags(given),
      session: await readSessionOptions(given, io),
      asks: mode === "ask" || (mode === undefined && isTerminal),
      isSimulated: given.has("simulate"),
    };
    return isTerminal ? chatInTerminal(io, options) : chatInPipe(io, options);
  },
};
