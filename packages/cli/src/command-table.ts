// The table of commands. The overview, the completions and the README's table are made from it. A command's definition is
// loaded when it is needed, so that `unspool --help` starts fast.

import type { CommandEntry } from "./cli/command.ts";

export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "run",
    parameters: "[prompt]",
    summary: "run one turn and show it live",
    load: async () => (await import("./commands/run.ts")).run,
  },
  {
    name: "demo",
    summary: "play a simulated session: a first look at no cost",
    load: async () => (await import("./commands/demo.ts")).demo,
  },
  {
    name: "chat",
    summary: "chat over many turns; a key press answers a question",
    load: async () => (await import("./commands/chat.ts")).chat,
  },
  {
    name: "view",
    parameters: "[file…]",
    summary: "show any stream, recording or transcript live",
    load: async () => (await import("./commands/view.ts")).view,
  },
  {
    name: "events",
    parameters: "[file…]",
    summary: "print unspool's events, one JSON object per line",
    load: async () => (await import("./commands/events.ts")).events,
  },
  {
    name: "stats",
    parameters: "[path…]",
    summary: "add up cost, tokens, turns, tools, models, agents",
    load: async () => (await import("./commands/stats.ts")).stats,
  },
  {
    name: "record",
    parameters: "-- claude …",
    summary: "run claude and record every line",
    load: async () => (await import("./commands/record.ts")).record,
  },
  {
    name: "replay",
    parameters: "<file>",
    summary: "play a recording on the screen, or as a fake claude",
    load: async () => (await import("./commands/replay.ts")).replay,
  },
  {
    name: "export",
    parameters: "<file>",
    summary: "write a session as one HTML page, or Markdown",
    load: async () => (await import("./commands/export.ts")).exportCommand,
  },
  {
    name: "sessions",
    parameters: "[text]",
    summary: "list, search and resume the sessions on this machine",
    load: async () => (await import("./commands/sessions.ts")).sessions,
  },
  {
    name: "doctor",
    summary: "check the set-up of this machine and say what to fix",
    load: async () => (await import("./commands/doctor.ts")).doctor,
  },
  {
    name: "check",
    parameters: "<file…>",
    summary: "check whether a stream is well formed",
    load: async () => (await import("./commands/check.ts")).check,
  },
  {
    name: "simulate",
    parameters: "[claude's flags]",
    summary: "run a fake claude that plays a scenario",
    load: async () => (await import("./commands/simulate.ts")).simulateCommand,
  },
  {
    name: "stub",
    parameters: "<scenario>",
    summary: "serve a stand-in Messages API that plays a scenario",
    load: async () => (await import("./commands/stub.ts")).stub,
  },
  {
    name: "completion",
    parameters: "<shell>",
    summary: "print completions for bash, zsh or fish",
    load: async () => (await import("./commands/completion.ts")).completion,
  },
];
