// Checks the host script of a scenario.

import { isRecord } from "../../json.ts";
import {
  byKey,
  echo,
  flag,
  json,
  jsonObject,
  listOf,
  mapOf,
  number,
  oneOf,
  record,
  text,
} from "../../check/checker.ts";
import type { Check } from "../../check/checker.ts";
import type { HostAnswer, HostScript, HostStep } from "../host-types.ts";

/** The member of a union that has this key. */
type With<U, K extends string> = Extract<U, { readonly [P in K]: unknown }>;

const yes: Check = (value, path, report) => {
  if (value !== true) report(path, `expected true, got ${echo(value)}`);
};

const userContent: Check = (value, path, report) => {
  if (typeof value !== "string") listOf(jsonObject, "a text or a list of blocks", 1)(value, path, report);
};

const awaited: Check = (value, path, report) => {
  if (value !== "result") mapOf(json, '"result" or an object with the fields of a line')(value, path, report);
};

const version: Check = (value, path, report) => {
  const isRange =
    typeof value === "string" && /^(?:[<>]=?|=)?\d+\.\d+\.\d+(?: (?:[<>]=?|=)?\d+\.\d+\.\d+)*$/.test(value);
  if (!isRange) report(path, `expected versions as in ">=2.1.0 <3.0.0", got ${echo(value)}`);
};

const control: Check = (value, path, report) => {
  jsonObject(value, path, report);
  if (isRecord(value) && typeof value["subtype"] !== "string")
    report(path, `expected "subtype" in a control request, got ${echo(value)}`);
};

const step = byKey("a step", {
  user: record<With<HostStep, "user">>("a user message", { user: userContent, uuid: text, priority: text }),
  control: record<With<HostStep, "control">>("a control request", { control, id: text }),
  wait: record<With<HostStep, "wait">>("a wait", { wait: awaited, count: number(1), versions: version }),
  quietMs: record<With<HostStep, "quietMs">>("a pause", { quietMs: number(0) }),
  served: record<With<HostStep, "served">>("a number of answers", { served: number(1) }),
  signal: record<With<HostStep, "signal">>("a signal", { signal: oneOf("SIGINT", "SIGTERM") }),
  line: record<With<HostStep, "line">>("a line", { line: text }),
  restart: record<With<HostStep, "restart">>("a restart", { restart: oneOf("resume", "fork", "continue") }),
  end: record<With<HostStep, "end">>("an end", { end: yes }),
});

const answer = byKey("an answer", {
  permission: record<Exclude<With<HostAnswer, "permission">, { readonly permission: "ignore" }>>("an answer", {
    permission: oneOf("allow", "deny", "ignore"),
    updatedInput: jsonObject,
    message: text,
    interrupt: flag,
  }),
  hook: record<With<HostAnswer, "hook">>("an answer to a hook", { hook: jsonObject }),
  mcp: record<With<HostAnswer, "mcp">>("an answer of an MCP server", { mcp: text, result: jsonObject }, ["result"]),
});

export const host: Check = record<HostScript>(
  "a host script",
  {
    args: listOf(text, "a list of flags"),
    input: oneOf("stream-json", "text"),
    partials: flag,
    permissionMode: text,
    files: mapOf(text, "an object with the content of each file"),
    auth: oneOf("api-key", "subscription"),
    env: mapOf(text, "an object with texts"),
    initialize: jsonObject,
    steps: listOf(step, "a list of steps"),
    answers: listOf(answer, "a list of answers"),
    versions: version,
  },
  ["steps"],
);
