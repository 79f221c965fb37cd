// Compiles one rule in the notation of the CLI's settings: `Bash`, `Bash(git *)`, `Edit(src/**)`,
// `WebFetch(domain:example.com)`, `mcp__server__*`. If it is uncertain whether a rule matches, an `allow` rule does not apply,
// but a `deny` or `ask` rule does.

import { domainToASCII } from "node:url";
import type { JsonObject } from "@unspool/protocol";
import { ClaudeError } from "../../errors.ts";
import { type RuleFolders, compilePathPattern } from "./path-pattern.ts";
import { findCommandsRun } from "./shell/commands-run.ts";
import { mayMatchPattern } from "./shell/may-match.ts";
import { findPowerShellCommands } from "./shell/powershell-commands.ts";

export interface CompiledRule {
  readonly pattern: string;
  /** For `allow` rules. */
  definitelyMatches(toolName: string, input: JsonObject): boolean;
  /** For `deny`, `defer` and `ask` rules. */
  possiblyMatches(toolName: string, input: JsonObject): boolean;
  /** Returns why it is uncertain whether the rule matches, or `undefined` if it certainly does. */
  doubtAbout(toolName: string, input: JsonObject): string | undefined;
}

/** The test of a rule for the argument of a call. */
interface ArgumentTest {
  readonly tools: readonly string[];
  definitely(input: JsonObject, toolName: string): boolean;
  possibly(input: JsonObject, toolName: string): boolean;
  doubt?(input: JsonObject): string | undefined;
}

const READERS = ["Read", "Grep", "LS", "NotebookRead", "Glob"];
const EDITORS = ["Edit", "Write", "MultiEdit", "NotebookEdit"];
/** The same tool under its new name and its old one. */
const AGENTS = ["Agent", "Task"];
/** Monitor runs a shell command too, and the CLI applies rules of Bash to it. */
const SHELL_TOOLS = ["Bash", "Monitor"];

/** @throws {ClaudeError} `invalid-option` for a pattern that could never match */
export function compileRule(pattern: string, places: RuleFolders): CompiledRule {
  const [, name, argument] = /^([^()\s]+)(?:\((.+)\))?$/s.exec(typeof pattern === "string" ? pattern.trim() : "") ?? [];
  if (name === undefined)
    throw createInvalidError(pattern, "write Tool or Tool(argument), such as Bash or Bash(git *)");
  if (argument === undefined || argument.trim() === "*") {
    const nameTest = compileNamePattern(name);
    const fits = (toolName: string): boolean => nameTest.test(toolName);
    const others = AGENTS.includes(name) ? AGENTS : name === "Bash" ? SHELL_TOOLS : [];
    const possiblyMatches = (toolName: string): boolean => fits(toolName) || others.includes(toolName);
    return { pattern, definitelyMatches: fits, possiblyMatches, doubtAbout: () => undefined };
  }
  const test = createArgumentTest(name, argument.trim(), pattern, places);
  return {
    pattern,
    definitelyMatches: (toolName, input) => test.tools.includes(toolName) && test.definitely(input, toolName),
    possiblyMatches: (toolName, input) => test.tools.includes(toolName) && test.possibly(input, toolName),
    doubtAbout: (_, input) => test.doubt?.(input),
  };
}

/** `mcp__server` means all tools of the server, as in the CLI. */
function compileNamePattern(name: string): RegExp {
  const isServer = /^mcp__(?:(?!__).)+$/.test(name) && !name.includes("*");
  return compileGlob(isServer ? `${name}__*` : name);
}

function createArgumentTest(name: string, argument: string, pattern: string, places: RuleFolders): ArgumentTest {
  if (name === "Bash" || name === "PowerShell") return createCommandTest(name, argument);
  if (READERS.includes(name) || EDITORS.includes(name)) return createPathTest(name, argument, places);
  if (name === "WebFetch") return createDomainTest(argument, pattern);
  if (AGENTS.includes(name)) return createValueTest(AGENTS, readAgentType, compileGlob(argument));
  if (name === "Skill") return createValueTest(["Skill"], readSkill, compileCommandPattern(argument));
  throw createInvalidError(
    pattern,
    `a rule for ${name} cannot have an argument. Those for Bash, PowerShell, Read, Edit, Write, WebFetch, Agent and ` +
      "Skill can; use `decide` for others",
  );
}

function createCommandTest(name: string, argument: string): ArgumentTest {
  const expression = compileCommandPattern(argument);
  const isPattern = hasWildcard(argument);
  const definitely = ({ command }: JsonObject, toolName: string): boolean => {
    if (toolName !== name || typeof command !== "string" || (isPattern && isCompound(command))) return false;
    return expression.test(command.trim());
  };
  const isBash = name === "Bash";
  const read = isBash ? findCommandsRun : findPowerShellCommands;
  const mayMatch = mayMatchPattern(isBash ? argument : argument.toLowerCase());
  const mayFit = (text: string): boolean => mayMatch(isBash ? text : text.toLowerCase());
  return {
    tools: isBash ? SHELL_TOOLS : [name],
    definitely,
    possibly({ command }) {
      if (typeof command !== "string") return true;
      const { commands, problem } = read(command);
      return problem !== undefined || commands.some(mayFit);
    },
    doubt({ command }) {
      if (typeof command !== "string") return "It has no command.";
      const { commands, problem } = read(command);
      // A match is certain if it does not depend on the unknown parts.
      if (commands.some((one) => mayFit(one.replaceAll(/[\uE000\uE001]/g, "\uFFFD")))) return undefined;
      return problem === undefined
        ? "Part of the command is only known when it runs, and could be what the rule denies. Write names of programs out, and quote variables."
        : `The command cannot be read for certain: ${problem}. Write it more simply.`;
    },
  };
}

/** As in the CLI, `Edit(…)` applies to every tool that writes files, and `Read(…)` to every tool that reads them. */
function createPathTest(name: string, argument: string, places: RuleFolders): ArgumentTest {
  const path = compilePathPattern(argument, places);
  /** Returns all paths of the input, as tools differ in which one they use. */
  const listPaths = ({ file_path, notebook_path, path: folder }: JsonObject): readonly unknown[] => {
    const given = [file_path, notebook_path, folder].filter((one) => one !== undefined && one !== null);
    return given.length === 0 ? [places.cwd] : given;
  };
  return {
    tools: name === "Edit" ? EDITORS : name === "Read" ? READERS : [name],
    definitely(input, toolName) {
      const given = listPaths(input);
      // The pattern of a Glob may leave its path.
      return toolName !== "Glob" && given.every((one) => typeof one === "string" && path.definitelyMatches(one));
    },
    possibly(input) {
      return listPaths(input).some((one) => typeof one !== "string" || path.possiblyMatches(one));
    },
  };
}

function createDomainTest(argument: string, pattern: string): ArgumentTest {
  const domain = /^domain:(\S+)$/.exec(argument)?.[1];
  if (domain === undefined) throw createInvalidError(pattern, "write WebFetch(domain:example.com)");
  // In the form that URLs have: `bücher.de` is `xn--bcher-kva.de`.
  const expression = compileGlob(
    domain.includes("*") ? domain.toLowerCase() : domainToASCII(domain) || domain.toLowerCase(),
  );
  const fits = ({ url }: JsonObject): boolean | undefined => {
    if (typeof url !== "string" || !URL.canParse(url)) return undefined;
    return expression.test(new URL(url).hostname.replace(/\.$/, ""));
  };
  return { tools: ["WebFetch"], definitely: (input) => fits(input) ?? false, possibly: (input) => fits(input) ?? true };
}

/** A value that is not text matches `deny` rules, and no `allow` rules. */
function createValueTest(
  tools: readonly string[],
  valueOf: (input: JsonObject) => unknown,
  expression: RegExp,
): ArgumentTest {
  const fits = (input: JsonObject): boolean | undefined => {
    const value = valueOf(input);
    return typeof value === "string" ? expression.test(value) : undefined;
  };
  return { tools, definitely: (input) => fits(input) ?? false, possibly: (input) => fits(input) ?? true };
}

/** The default type is general-purpose. */
function readAgentType({ subagent_type: type = "general-purpose" }: JsonObject): unknown {
  return type;
}

/** Reads the name like the CLI: `/review` and ` review ` are `review`. The field was once called `command`. */
function readSkill({ skill, command }: JsonObject): unknown {
  const value = skill ?? command;
  return typeof value === "string" ? value.trim().replace(/^\//, "") : value;
}

function compileGlob(pattern: string): RegExp {
  return new RegExp(`^${pattern.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}$`, "s");
}

function createInvalidError(pattern: string, advice: string): ClaudeError {
  return new ClaudeError("invalid-option", `The permission rule ${JSON.stringify(pattern)} means nothing: ${advice}.`, {
    pattern,
  });
}

/** Operators, redirections, substitutions, line breaks; also `=(…)` and `*(e:…:)`, by which zsh runs commands. */
const MORE_THAN_ONE = /[;&|<>`\n\r]|[$=*?]\(/;

/**
 * Whether the command could be several. An `allow` rule with a wildcard never matches such a command, even if the operator
 * is quoted.
 */
function isCompound(command: string): boolean {
  return MORE_THAN_ONE.test(command);
}

/** Compiles `git *`, `npm run test:*` (the same as ` *`), `* --version`. A final ` *` also matches nothing. */
function compileCommandPattern(pattern: string): RegExp {
  const words = pattern.trim().replace(/:\*$/, " *");
  const open = words.endsWith(" *") ? words.slice(0, -2) : words;
  const body = open
    .split(/(\\\*|\*)/)
    .map((piece) => (piece === "*" ? ".*" : escape(piece === "\\*" ? "*" : piece)))
    .join("");
  return new RegExp(`^${body}${open === words ? "" : "(?:\\s.*)?"}$`, "s");
}

/** Whether the pattern can match more than one command. */
function hasWildcard(pattern: string): boolean {
  return /(?<!\\)\*/.test(pattern);
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
