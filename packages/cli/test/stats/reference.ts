// The slow reference implementation of counting transcripts: it parses every line and keeps everything. `collect` must
// give the same result.

import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { listPriceOf } from "@unspool/client";
import { findFiles } from "../../src/stats/read/find-files.ts";

interface Line {
  readonly file: number;
  readonly entry: Fields;
}
type Fields = Readonly<Record<string, unknown>>;

export interface Counted {
  readonly session: string;
  readonly project: string;
  readonly day: string;
  readonly agent: string;
  readonly model: string;
  readonly tool: string;
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly costUsd: number;
  readonly messages: number;
  readonly turns: number;
  readonly calls: number;
  readonly failures: number;
  readonly toolMs: number;
}

const NOTHING = {
  project: "",
  tool: "",
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  costUsd: 0,
  messages: 0,
  turns: 0,
  calls: 0,
  failures: 0,
  toolMs: 0,
};

export function countSlowly(root: string): readonly Counted[] {
  const files = [...findFiles([root])];
  const lines: Line[] = files.flatMap((path, file) =>
    readFileSync(path, "utf8")
      .split("\n")
      .flatMap((text) => {
        const entry = parse(text);
        return entry === undefined ? [] : [{ file, entry }];
      }),
  );
  const starts = files.map((_, file) =>
    Math.min(
      ...lines
        .filter((line) => line.file === file)
        .slice(0, 40)
        .map(timeOf)
        .filter((time) => !Number.isNaN(time))
        .slice(0, 1),
    ),
  );
  const owner = ownerOf(lines, starts);
  const sessionOf = ({ entry, file }: Line): string => text(entry["sessionId"]) || basename(files[file]!, ".jsonl");
  const agentOf = ({ entry, file }: Line): string => {
    if (entry["isSidechain"] !== true) return "main";
    const meta = files[file]!.replace(/\.jsonl$/, ".meta.json");
    const kind = existsSync(meta)
      ? (JSON.parse(readFileSync(meta, "utf8")) as { agentType: string }).agentType
      : "agent";
    return text(entry["attributionAgent"]) || kind;
  };

  // Messages: lines of one id, in the file it belongs to; figures from all of them.
  const counted: (Counted & { stretch: number; hour: number; searches: number; isCut: boolean; time: number })[] = [];
  const states = new Map<string, { time: number; startTime: number; models: Fields }[]>();
  let lastTime = Number.NaN;
  let lastFile = -1;
  for (const line of lines) {
    if (line.file !== lastFile) lastTime = Number.NaN;
    lastFile = line.file;
    const isTalk = line.entry["type"] === "assistant" || line.entry["type"] === "user";
    if (isTalk && !Number.isNaN(timeOf(line))) lastTime = timeOf(line);
    if (line.entry["type"] !== "cost-state") continue;
    const list = states.get(sessionOf(line)) ?? [];
    list.push({
      time: lastTime,
      startTime: line.entry["startTime"] as number,
      models: line.entry["modelUsage"] as Fields,
    });
    states.set(sessionOf(line), list);
  }
  const messages = group(lines.filter(isMessage), ({ entry }) => text(object(entry["message"])["id"]));
  for (const [id, all] of messages) {
    const first = all.find(({ file }) => file === owner(`message ${id}`))!;
    const session = sessionOf(first);
    const isMain = !basename(files[first.file]!).startsWith("agent-");
    const stretch = isMain
      ? lines
          .slice(0, lines.indexOf(first))
          .filter((line) => line.entry["type"] === "cost-state" && sessionOf(line) === session).length
      : (states.get(session) ?? []).filter(({ time }) => time < timeOf(first)).length;
    const most = (read: (usage: Fields) => number): number =>
      Math.max(...all.map(({ entry }) => read(object(object(entry["message"])["usage"]))));
    const hourOf = (usage: Fields): number => number(object(usage["cache_creation"])["ephemeral_1h_input_tokens"]);
    const hour = most(hourOf);
    counted.push({
      ...NOTHING,
      session,
      day: dayOf(first),
      agent: agentOf(first),
      model: text(object(first.entry["message"])["model"]),
      input: most((usage) => number(usage["input_tokens"])),
      output: most((usage) => number(usage["output_tokens"])),
      cacheRead: most((usage) => number(usage["cache_read_input_tokens"])),
      cacheWrite: most((usage) => number(usage["cache_creation_input_tokens"]) - hourOf(usage)) + hour,
      hour,
      searches: most((usage) => number(object(usage["server_tool_use"])["web_search_requests"])),
      messages: 1,
      stretch,
      isCut: all.some(({ entry }) => entry["isAbortedMidStream"] === true),
      time: timeOf(first),
    });
  }
  const { prices, unseen } = settle(counted, states);

  // Calls and results.
  const results = lines.flatMap((line) =>
    blocksOf(line)
      .filter((block) => block["type"] === "tool_result")
      .map((block) => ({ line, block })),
  );
  const seenCalls = new Set<string>();
  const calls = lines.filter(isMessage).flatMap((line): Counted[] =>
    blocksOf(line).flatMap((block) => {
      const id = text(block["id"]);
      if (block["type"] !== "tool_use" || seenCalls.has(id) || owner(`call ${id}`) !== line.file) return [];
      seenCalls.add(id);
      const result = results.find((one) => one.line.file === line.file && one.block["tool_use_id"] === id);
      const message = messages.get(text(object(line.entry["message"])["id"]))!.find(({ file }) => file === line.file)!;
      const base = {
        session: sessionOf(line),
        day: dayOf(message),
        agent: agentOf(line),
        model: text(object(line.entry["message"])["model"]),
      };
      const toolMs = result === undefined ? 0 : timeOf(result.line) - timeOf(line);
      return [
        {
          ...NOTHING,
          ...base,
          tool: text(block["name"]),
          calls: 1,
          failures: result?.block["is_error"] === true ? 1 : 0,
          toolMs,
        },
      ];
    }),
  );

  const turns = lines
    .filter((line) => isPrompt(line) && owner(`prompt ${text(line.entry["uuid"])}`) === line.file)
    .map((line): Counted => ({
      ...NOTHING,
      session: sessionOf(line),
      day: dayOf(line),
      agent: "main",
      model: "",
      turns: 1,
    }));
  // Where a session's first words were said; it may have gone elsewhere since.
  const projectOf = (session: string): string => {
    const first = lines.find((line) => sessionOf(line) === session && (isPrompt(line) || isMessage(line)));
    return text(first?.entry["cwd"]) || "unknown";
  };
  const projects = new Map<string, string>();
  const all = [...counted.map((one, place) => ({ ...one, costUsd: prices[place]! })), ...unseen, ...calls, ...turns];
  for (const { session } of all) if (!projects.has(session)) projects.set(session, projectOf(session));
  return all.map((one) => ({ ...one, project: projects.get(one.session)! }));
}

/** The file that begins first, of those that hold the id. */
function ownerOf(lines: readonly Line[], starts: readonly number[]): (key: string) => number {
  const holders = new Map<string, number>();
  for (const line of lines) {
    const keys = isMessage(line)
      ? [
          `message ${text(object(line.entry["message"])["id"])}`,
          ...blocksOf(line).map((block) => `call ${text(block["id"])}`),
        ]
      : [`prompt ${text(line.entry["uuid"])}`];
    for (const key of keys) {
      const holder = holders.get(key);
      if (holder === undefined || starts[line.file]! < starts[holder]!) holders.set(key, line.file);
    }
  }
  return (key) => holders.get(key)!;
}

interface Priced extends Counted {
  readonly stretch: number;
  readonly hour: number;
  readonly searches: number;
  readonly isCut: boolean;
  readonly time: number;
}

function settle(
  all: readonly Priced[],
  states: ReadonlyMap<string, readonly { time: number; startTime: number; models: Fields }[]>,
): { prices: number[]; unseen: Counted[] } {
  const list = (
    one: Pick<Priced, "model" | "input" | "output" | "cacheRead" | "cacheWrite" | "hour" | "searches">,
  ): number => {
    const price = listPriceOf(one.model)!;
    const write = (one.cacheWrite - one.hour) * price.cacheWrite + one.hour * price.cacheWrite * 1.6;
    return (
      (one.input * price.input + one.output * price.output + one.cacheRead * price.cacheRead + write) / 1e6 +
      one.searches * 0.01
    );
  };
  const firstOf = (session: string): number =>
    Math.min(...all.filter((one) => one.session === session).map(({ time }) => time));
  /** What another session of the same count had cost before this one began. */
  const baseOf = (session: string, model: string): number => {
    const own = states.get(session)!;
    const before = [...states]
      .filter(([other]) => other !== session)
      .flatMap(([, others]) => others)
      .filter((state) => state.startTime === own[0]!.startTime && state.time <= firstOf(session))
      .sort((left, right) => left.time - right.time)
      .at(-1);
    return number(object(before?.models[model])["costUSD"]);
  };
  const unseen = [...states].flatMap(([session, own]) =>
    Object.entries(own.at(-1)!.models).flatMap(([model, usage]): Counted[] => {
      const isSeen = all.some((one) => one.session === session && one.model === model && !one.isCut);
      const costUsd = number(object(usage)["costUSD"]) - baseOf(session, model);
      const day = new Date(own.at(-1)!.time).toISOString().slice(0, 10);
      return isSeen || costUsd <= 0 ? [] : [{ ...NOTHING, session, day, agent: "main", model, costUsd }];
    }),
  );
  const prices = all.map((one) => {
    if (one.isCut) return 0;
    const own = states.get(one.session);
    const last = own?.at(-1);
    const reported = last === undefined ? undefined : (last.models[one.model] as Fields | undefined);
    if (own === undefined || reported === undefined) return list(one);
    const told = number(reported["costUSD"]);
    const hour = number(reported["cacheCreationEphemeral1hInputTokens"]);
    const listed = list({
      model: one.model,
      input: number(reported["inputTokens"]),
      output: number(reported["outputTokens"]),
      cacheRead: number(reported["cacheReadInputTokens"]),
      cacheWrite: number(reported["cacheCreationInputTokens"]),
      hour,
      searches: number(reported["webSearchRequests"]),
    });
    const factor = told > 0 && listed > 0 ? told / listed : 1;
    if (one.stretch >= own.length) return factor * list(one);
    const added = told - baseOf(one.session, one.model);
    const covered = all.filter(
      (other) =>
        other.session === one.session && other.model === one.model && !other.isCut && other.stretch < own.length,
    );
    const sum = covered.reduce((cost, other) => cost + list(other), 0);
    return (list(one) / sum) * Math.max(added, factor * sum);
  });
  return { prices, unseen };
}

function isMessage({ entry }: Line): boolean {
  return entry["type"] === "assistant" && object(entry["message"])["model"] !== "<synthetic>";
}

function isPrompt(line: Line): boolean {
  const { entry } = line;
  if (entry["type"] !== "user" || entry["isSidechain"] === true || entry["isMeta"] === true) return false;
  const content = object(entry["message"])["content"];
  const words = typeof content === "string" ? content : text(blocksOf(line)[0]?.["text"]);
  return words.trim() !== "" && !words.startsWith("<command-name>") && !words.startsWith("[Request interrupted");
}

function blocksOf({ entry }: Line): readonly Fields[] {
  const content = object(entry["message"])["content"];
  return Array.isArray(content) ? (content as Fields[]) : [];
}

function timeOf({ entry }: Line): number {
  return Date.parse(text(entry["timestamp"]));
}

function dayOf(line: Line): string {
  return new Date(timeOf(line)).toISOString().slice(0, 10);
}

function group<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

function parse(line: string): Fields | undefined {
  try {
    return JSON.parse(line) as Fields;
  } catch {
    return undefined;
  }
}

function object(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function number(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
