// Which events are wanted: by type, by agent, by what they say.

import { EVENT_TYPES, type Event } from "@unspool/protocol";
import { UsageError } from "../cli/io.ts";
import { nearest } from "../cli/nearest.ts";

export type EventFilter = (event: Event) => boolean;

export interface FilterWords {
  /** Names with commas between them; `text-*` means all that begin so. */
  readonly types: readonly string[];
  /** `main`, or the beginning of an agent's id. */
  readonly agents: readonly string[];
  /** A regular expression. */
  readonly text: string | undefined;
}

/** @throws {UsageError} */
export function createFilter({ types, agents, text }: FilterWords): EventFilter | undefined {
  const wanted = types.length === 0 ? undefined : new Set(types.flatMap(splitWords).flatMap(typesNamed));
  const names = agents.flatMap(splitWords);
  const pattern = text === undefined ? undefined : patternOf(text);
  if (wanted === undefined && names.length === 0 && pattern === undefined) return undefined;
  return (event) =>
    (wanted === undefined || wanted.has(event.type)) &&
    (names.length === 0 || names.some((name) => isOf(event.agent, name))) &&
    (pattern === undefined || says(event, pattern));
}

function splitWords(list: string): readonly string[] {
  return list
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

function typesNamed(name: string): readonly string[] {
  const found = name.endsWith("*")
    ? EVENT_TYPES.filter((type) => type.startsWith(name.slice(0, -1)))
    : EVENT_TYPES.filter((type) => type === name);
  if (found.length > 0) return found;
  const near = nearest(name, EVENT_TYPES);
  const advice = near === undefined ? `There are ${EVENT_TYPES.join(", ")}.` : `Did you mean ${near}?`;
  throw new UsageError(`There is no event of type "${name}". ${advice}`);
}

function patternOf(text: string): RegExp {
  try {
    return new RegExp(text, "u");
  } catch (error) {
    throw new UsageError(`--text takes a regular expression, and "${text}" is none.`, undefined, { cause: error });
  }
}

function isOf(agent: string | null, name: string): boolean {
  return name === "main" ? agent === null : agent !== null && agent.startsWith(name);
}

/** Names and ids of every event; what is in the others' fields is what they say. */
const NO_WORDS: ReadonlySet<string> = new Set(["type", "agent", "sessionId", "uuid", "messageId", "at", "line"]);

function says(event: Event, pattern: RegExp): boolean {
  return Object.entries(event).some(([name, value]) => !NO_WORDS.has(name) && hasText(value, pattern));
}

function hasText(value: unknown, pattern: RegExp): boolean {
  if (typeof value === "string") return pattern.test(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some((inner) => hasText(inner, pattern));
}
