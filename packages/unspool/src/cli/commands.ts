// All commands: enough to list them, and where each one is. A command is loaded when it is asked for, so that the help
// of all of them costs next to nothing.

import type { CommandEntry } from "./command.ts";

export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "run",
    takes: "[prompt]",
    summary: "one turn, live",
    load: async () => (await import("../commands/run.ts")).run,
  },
  {
    name: "demo",
    summary: "a simulated session, for a first look: costs nothing",
    load: async () => (await import("../commands/demo.ts")).demo,
  },
  {
    name: "chat",
    summary: "many turns, with questions answered by key",
    load: async () => (await import("../commands/chat.ts")).chat,
  },
  {
    name: "view",
    takes: "[file…]",
    summary: "the live view of any stream, recording or transcript",
    load: async () => (await import("../commands/view.ts")).view,
  },
  {
    name: "events",
    takes: "[file…]",
    summary: "translated events, one JSON object per line",
    load: async () => (await import("../commands/events.ts")).events,
  },
  {
    name: "stats",
    takes: "[path…]",
    summary: "cost, tokens, turns, tools, models, agents",
    load: async () => (await import("../commands/stats.ts")).stats,
  },
  {
    name: "record",
    takes: "-- claude …",
    summary: "stands between a program and claude, and keeps every line",
    load: async () => (await import("../commands/record.ts")).record,
  },
  {
    name: "replay",
    takes: "<file>",
    summary: "a recording on the screen, or as a fake claude",
    load: async () => (await import("../commands/replay.ts")).replay,
  },
  {
    name: "export",
    takes: "<file>",
    summary: "one self-contained page, or Markdown",
    load: async () => (await import("../commands/export.ts")).exportCommand,
  },
  {
    name: "sessions",
    takes: "[text]",
    summary: "list, search and resume the sessions on this machine",
    load: async () => (await import("../commands/sessions.ts")).sessions,
  },
  {
    name: "doctor",
    summary: "is everything in order here, and what to do if not",
    load: async () => (await import("../commands/doctor.ts")).doctor,
  },
  {
    name: "check",
    takes: "<file…>",
    summary: "is this stream well formed",
    load: async () => (await import("../commands/check.ts")).check,
  },
  {
    name: "simulate",
    takes: "[claude's flags]",
    summary: "a fake claude that plays a scenario",
    load: async () => (await import("../commands/simulate.ts")).simulateCommand,
  },
  {
    name: "stub",
    takes: "<scenario>",
    summary: "a stand-in Messages API that plays a scenario",
    load: async () => (await import("../commands/stub.ts")).stub,
  },
  {
    name: "completion",
    takes: "<shell>",
    summary: "completion for bash, zsh or fish",
    load: async () => (await import("../commands/completion.ts")).completion,
  },
];
