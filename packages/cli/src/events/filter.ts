// Filters events by type, agent and text.

import { EVENT_TYPES, type Event } from "@unspool/protocol";
import { findNearest } from "@unspool/protocol/kit";
import { UsageError } from "../cli/io.ts";

export type EventFilter = (event: Event) => boolean;

export interface FilterOptions {
  /** Comma-separated names; `text-*` matches all types that start so. */
  readonly types: readonly string[];
  /** `main`, or the beginning of an agent's id. */
  readonly agents: readonly string[];
  /** A regular expression. */
  readonly text: string | undefined;
}

/** @throws {UsageError} */
export function createFilter({ types, agents, text }: FilterOptions): EventFilter | undefined {
  const wanted = types.length === 0 ? undefined : new Set(types.flatMap(splitList).flatMap(findTypes));
  const names = agents.flatMap(splitList);
  const pattern = text === undefined ? undefined : parsePattern(text);
  if (wanted === undefined && names.length === 0 && pattern === undefined) return undefined;
  return (event) =>
    (wanted === undefined || wanted.has(event.type)) &&
    (names.length === 0 || names.some((name) => isAgent(event.agent, name))) &&
    (pattern === undefined || containsText(event, pattern));
}

function splitList(list: string): readonly string[] {
  return list
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

function findTypes(name: string): readonly string[] {
  const found = name.endsWith("*")
    ? EVENT_TYPES.filter((type) => type.startsWith(name.slice(0, -1)))
    : EVENT_TYPES.filter((type) => type === name);
  if (found.length > 0) return found;
  const near = findNearest(name, EVENT_TYPES);
  const advice = near === undefined ? `The types are ${EVENT_TYPES.join(", ")}.` : `Did you mean ${near}?`;
  throw new UsageError(`There is no event type "${name}". ${advice}`);
}

function parsePattern(text: string): RegExp {
  try {
    return new RegExp(text, "u");
  } catch (error) {
    throw new UsageError(`--text takes a regular expression, not "${text}".`, undefined, { cause: error });
  }
}

function isAgent(agent: string | null, name: string): boolean {
  return name === "main" ? agent === null : agent !== null && agent.startsWith(name);
}

/** Fields without text: names, ids and times. */
const IGNORED_FIELDS: ReadonlySet<string> = new Set(["type", "agent", "sessionId", "uuid", "messageId", "at", "line"]);

function containsText(event: Event, pattern: RegExp): boolean {
  return Object.entries(event).some(([name, value]) => !IGNORED_FIELDS.has(name) && hasText(value, pattern));
}

function hasText(value: unknown, pattern: RegExp): boolean {
  if (typeof value === "string") return pattern.test(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some((inner) => hasText(inner, pattern));
}
