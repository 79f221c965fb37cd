// Drives an engine without a process: lines are collected, and time passes only when a test says so.

import { createDecoder, type Event } from "@unspool/protocol";
import { createEngine } from "../../src/engine/engine.ts";
import { formatValue } from "../../src/engine/lines/fields.ts";
import type { EngineHost, EngineOptions } from "../../src/engine/sessions/options.ts";
import { createVirtualClock } from "../../src/engine/sessions/virtual-clock.ts";
import type { Json, JsonObject } from "../../src/json.ts";
import type { Scenario, Turn } from "../../src/scenario/types.ts";

export interface Playing {
  readonly lines: readonly JsonObject[];
  readonly text: string;
  readonly complaints: string;
  /** Set when the engine has ended. */
  readonly code: number | undefined;
  /** Waits until nothing more happens without the clock. */
  quiet(): Promise<void>;
  /** Lets the clock run until nothing is left to happen. */
  settle(): Promise<void>;
  send(message: JsonObject | string): void;
  user(text: Json, more?: JsonObject): void;
  /** Sends a prompt as `-p` does with text input. */
  prompt(text: string): void;
  control(subtype: string, more?: JsonObject, id?: string): void;
  /** Answers the newest question of the CLI. */
  answer(response: JsonObject): void;
  signal(name: "SIGINT" | "SIGTERM"): void;
  end(): void;
  /** Ends the input, waits for everything that follows, and returns the exit code. */
  finish(): Promise<number | undefined>;
  events(): readonly Event[];
  /** One short word per line: `init`, `assistant text`, `user tool_result` … */
  outline(): readonly string[];
  results(): readonly JsonObject[];
}

const ordinary: EngineOptions = {
  scenario: { turns: [] },
  version: "2.1.325",
  seed: 1,
  dialects: [],
  cwd: "/work",
  model: undefined,
  permissionMode: "bypassPermissions",
  asksHost: false,
  hasPartials: false,
  replaysUser: false,
  allowedTools: [],
  disallowedTools: [],
  maxTurns: undefined,
  maxBudgetUsd: undefined,
  jsonSchema: undefined,
  mcpServers: {},
  agents: {},
  additionalDirectories: [],
  apiKeySource: "ANTHROPIC_API_KEY",
  resumed: undefined,
  sessionId: "00000000-0000-4000-8000-000000000000",
  save: undefined,
};

export function play(turns: Scenario | readonly Turn[], options: Partial<EngineOptions> = {}): Playing {
  const scenario: Scenario = Array.isArray(turns) ? { turns } : (turns as Scenario);
  const lines: JsonObject[] = [];
  const clock = createVirtualClock();
  let text = "";
  let complaints = "";
  let code: number | undefined;
  let activity = 0;
  const host: EngineHost = {
    write(line) {
      activity += 1;
      text += line;
      lines.push(JSON.parse(line) as JsonObject);
    },
    writeStderr(words) {
      complaints += words;
    },
    async sleep(ms, signal) {
      await clock.sleep(ms, signal);
      activity += 1;
    },
  };
  const engine = createEngine({ ...ordinary, ...options, scenario }, host);
  const noteEnd = async (): Promise<void> => {
    code = await engine.ended;
    activity += 1;
  };
  void noteEnd();
  const playing: Playing = {
    lines,
    get text() {
      return text;
    },
    get complaints() {
      return complaints;
    },
    get code() {
      return code;
    },
    async quiet() {
      let before: number;
      do {
        before = activity;
        for (let count = 0; count < 8; count += 1) {
          await new Promise((resolve) => setImmediate(resolve));
          if (clock.nextInMs === 0) clock.wakeNext();
        }
      } while (before !== activity);
    },
    async settle() {
      await playing.quiet();
      while (clock.wakeNext()) await playing.quiet();
    },
    send(message) {
      engine.input(typeof message === "string" ? message : JSON.stringify(message));
    },
    user(content, more = {}) {
      playing.send({ type: "user", message: { role: "user", content }, parent_tool_use_id: null, ...more });
    },
    prompt: (words) => engine.prompt(words),
    control(subtype, more = {}, id = `${subtype}-1`) {
      playing.send({ type: "control_request", request_id: id, request: { subtype, ...more } });
    },
    answer(response) {
      const asked = lines.findLast((line) => line["type"] === "control_request");
      const requestId = asked?.["request_id"];
      playing.send({ type: "control_response", response: { subtype: "success", request_id: requestId, response } });
    },
    signal: (name) => engine.signal(name),
    end: () => engine.end(),
    async finish() {
      engine.end();
      await playing.settle();
      return code;
    },
    events() {
      const events: Event[] = [];
      const decoder = createDecoder({ onEvent: (event) => events.push(event) });
      decoder.push(text);
      decoder.end();
      return events;
    },
    outline: () => lines.map(formatOutline),
    results: () => lines.filter((line) => line["type"] === "result"),
  };
  return playing;
}

/** Plays prompts one after the other to the end. */
export async function playAll(
  turns: Scenario | readonly Turn[],
  prompts: readonly string[],
  options: Partial<EngineOptions> = {},
): Promise<Playing> {
  const playing = play(turns, options);
  for (const prompt of prompts) {
    playing.user(prompt);
    await playing.settle();
  }
  await playing.finish();
  return playing;
}

function formatOutline(line: JsonObject): string {
  const message = line["message"] as JsonObject | undefined;
  const event = line["event"] as JsonObject | undefined;
  const parent = line["parent_tool_use_id"] === null || line["parent_tool_use_id"] === undefined ? "" : " (agent)";
  switch (line["type"]) {
    case "system":
      return line["subtype"] === "status" ? `status ${formatValue(line["status"])}` : formatValue(line["subtype"]);
    case "assistant":
    case "user": {
      const content = message?.["content"] as string | readonly JsonObject[];
      const first = typeof content === "string" ? undefined : content[0];
      return `${line["type"]} ${first === undefined ? "string" : formatValue(first["type"])}${parent}`;
    }
    case "stream_event":
      return formatValue(event?.["type"]);
    case "result":
      return `result ${formatValue(line["subtype"])}`;
    case "control_request":
      return `ask ${formatValue((line["request"] as JsonObject)["subtype"])}`;
    case "control_response":
      return `answer ${formatValue((line["response"] as JsonObject)["subtype"])}`;
    case "command_lifecycle":
      return `command ${formatValue(line["state"])}`;
    default:
      return formatValue(line["type"]);
  }
}

/** Returns the texts of the notes and results that the CLI writes as the user. */
export function userTexts(playing: Playing): readonly string[] {
  return playing.lines
    .filter((line) => line["type"] === "user")
    .flatMap((line) => {
      const content = (line["message"] as JsonObject)["content"] as string | readonly JsonObject[];
      if (typeof content === "string") return [content];
      return content.map((block) => (block["text"] ?? block["content"]) as string);
    });
}
