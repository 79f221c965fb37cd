// One rule as the CLI's own settings write it: `Bash`, `Bash(git *)`, `Edit(src/**)`, `WebFetch(domain:example.com)`,
// `mcp__server__*`. Where it is in doubt whether a rule fits, it does not allow, but it does deny and ask.

import { domainToASCII } from "node:url";
import type { JsonObject } from "@unspool/protocol";
import { ClaudeError } from "../errors.ts";
import { type Places, pathPattern } from "./path-pattern.ts";
import { commandsRunBy } from "./shell/commands-run.ts";
import { mayMatchPattern } from "./shell/may-match.ts";
import { commandsOfPowerShell } from "./shell/powershell-commands.ts";
import { commandPattern, hasWildcard, isCompound } from "./shell-command.ts";

export interface CompiledRule {
  readonly pattern: string;
  /** For rules that allow. */
  fitsSurely(toolName: string, input: JsonObject): boolean;
  /** For rules that deny or ask. */
  fitsPerhaps(toolName: string, input: JsonObject): boolean;
  /** Why a rule that denies or asks fits although it is not certain. Undefined if it is. */
  doubtAbout(toolName: string, input: JsonObject): string | undefined;
}

/** What a rule says about the argument of a call. */
interface ArgumentTest {
  readonly tools: readonly string[];
  surely(input: JsonObject, toolName: string): boolean;
  perhaps(input: JsonObject, toolName: string): boolean;
  doubt?(input: JsonObject): string | undefined;
}

const READERS = ["Read", "Grep", "LS", "NotebookRead", "Glob"];
const EDITORS = ["Edit", "Write", "MultiEdit", "NotebookEdit"];
/** The same tool under its new name and its old one. */
const AGENTS = ["Agent", "Task"];
/** Monitor runs a shell command too, and the CLI applies rules of Bash to it. */
const SHELL_TOOLS = ["Bash", "Monitor"];

/** @throws {ClaudeError} `invalid-option` for a pattern that could never do what it says */
export function compileRule(pattern: string, places: Places): CompiledRule {
  const [, name, argument] = /^([^()\s]+)(?:\((.+)\))?$/s.exec(typeof pattern === "string" ? pattern.trim() : "") ?? [];
  if (name === undefined) throw invalid(pattern, "write Tool or Tool(argument), such as Bash or Bash(git *)");
  if (argument === undefined || argument.trim() === "*") {
    const nameTest = namePattern(name);
    const fits = (toolName: string): boolean => nameTest.test(toolName);
    const others = AGENTS.includes(name) ? AGENTS : name === "Bash" ? SHELL_TOOLS : [];
    const fitsPerhaps = (toolName: string): boolean => fits(toolName) || others.includes(toolName);
    return { pattern, fitsSurely: fits, fitsPerhaps, doubtAbout: () => undefined };
  }
  const test = argumentTest(name, argument.trim(), pattern, places);
  return {
    pattern,
    fitsSurely: (toolName, input) => test.tools.includes(toolName) && test.surely(input, toolName),
    fitsPerhaps: (toolName, input) => test.tools.includes(toolName) && test.perhaps(input, toolName),
    doubtAbout: (_, input) => test.doubt?.(input),
  };
}

/** `mcp__server` is all tools of the server, as in the CLI. */
function namePattern(name: string): RegExp {
  const isServer = /^mcp__(?:(?!__).)+$/.test(name) && !name.includes("*");
  return glob(isServer ? `${name}__*` : name);
}

function argumentTest(name: string, argument: string, pattern: string, places: Places): ArgumentTest {
  if (name === "Bash" || name === "PowerShell") return commandTest(name, argument);
  if (READERS.includes(name) || EDITORS.includes(name)) return pathTest(name, argument, places);
  if (name === "WebFetch") return domainTest(argument, pattern);
  if (AGENTS.includes(name)) return valueTest(AGENTS, agentTypeOf, glob(argument));
  if (name === "Skill") return valueTest(["Skill"], skillOf, commandPattern(argument));
  throw invalid(
    pattern,
    `a rule for ${name} cannot have an argument. Those for Bash, PowerShell, Read, Edit, Write, WebFetch, Agent and ` +
      "Skill can; use `decide` for others",
  );
}

function commandTest(name: string, argument: string): ArgumentTest {
  const expression = commandPattern(argument);
  const isPattern = hasWildcard(argument);
  const surely = ({ command }: JsonObject, toolName: string): boolean => {
    if (toolName !== name || typeof command !== "string" || (isPattern && isCompound(command))) return false;
    return expression.test(command.trim());
  };
  const isBash = name === "Bash";
  const read = isBash ? commandsRunBy : commandsOfPowerShell;
  const mayMatch = mayMatchPattern(isBash ? argument : argument.toLowerCase());
  const mayFit = (text: string): boolean => mayMatch(isBash ? text : text.toLowerCase());
  return {
    tools: isBash ? SHELL_TOOLS : [name],
    surely,
    perhaps({ command }) {
      if (typeof command !== "string") return true;
      const { commands, problem } = read(command);
      return problem !== undefined || commands.some(mayFit);
    },
    doubt({ command }) {
      if (typeof command !== "string") return "It has no command.";
      const { commands, problem } = read(command);
      // Certain is what fits whatever the unknown parts will be.
      if (commands.some((one) => mayFit(one.replaceAll(/[\uE000\uE001]/g, "\uFFFD")))) return undefined;
      return problem === undefined
        ? "Part of the command is only known when it runs, and could be what the rule denies. Write names of programs out, and quote variables."
        : `The command cannot be read for certain: ${problem}. Write it more simply.`;
    },
  };
}

/** As in the CLI, `Edit(…)` is about every tool that writes files and `Read(…)` about every one that reads them. */
function pathTest(name: string, argument: string, places: Places): ArgumentTest {
  const path = pathPattern(argument, places);
  /** All that are given: which of them counts is the tool's affair. */
  const pathsOf = ({ file_path, notebook_path, path: folder }: JsonObject): readonly unknown[] => {
    const given = [file_path, notebook_path, folder].filter((one) => one !== undefined && one !== null);
    return given.length === 0 ? [places.cwd] : given;
  };
  return {
    tools: name === "Edit" ? EDITORS : name === "Read" ? READERS : [name],
    surely(input, toolName) {
      const given = pathsOf(input);
      // The pattern of a Glob may lead elsewhere than its path.
      return toolName !== "Glob" && given.every((one) => typeof one === "string" && path.fitsSurely(one));
    },
    perhaps(input) {
      return pathsOf(input).some((one) => typeof one !== "string" || path.fitsPerhaps(one));
    },
  };
}

function domainTest(argument: string, pattern: string): ArgumentTest {
  const domain = /^domain:(\S+)$/.exec(argument)?.[1];
  if (domain === undefined) throw invalid(pattern, "write WebFetch(domain:example.com)");
  // As addresses have it: `bücher.de` is `xn--bcher-kva.de`.
  const expression = glob(domain.includes("*") ? domain.toLowerCase() : domainToASCII(domain) || domain.toLowerCase());
  const fits = ({ url }: JsonObject): boolean | undefined => {
    if (typeof url !== "string" || !URL.canParse(url)) return undefined;
    return expression.test(new URL(url).hostname.replace(/\.$/, ""));
  };
  return { tools: ["WebFetch"], surely: (input) => fits(input) ?? false, perhaps: (input) => fits(input) ?? true };
}

/** A value that cannot be read is denied, and not allowed. */
function valueTest(
  tools: readonly string[],
  valueOf: (input: JsonObject) => unknown,
  expression: RegExp,
): ArgumentTest {
  const fits = (input: JsonObject): boolean | undefined => {
    const value = valueOf(input);
    return typeof value === "string" ? expression.test(value) : undefined;
  };
  return { tools, surely: (input) => fits(input) ?? false, perhaps: (input) => fits(input) ?? true };
}

/** Without a type it is a general-purpose agent. */
function agentTypeOf({ subagent_type: type = "general-purpose" }: JsonObject): unknown {
  return type;
}

/** As the CLI reads it: `/review` and ` review ` are `review`. It was called `command` once. */
function skillOf({ skill, command }: JsonObject): unknown {
  const value = skill ?? command;
  return typeof value === "string" ? value.trim().replace(/^\//, "") : value;
}

function glob(pattern: string): RegExp {
  return new RegExp(`^${pattern.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}$`, "s");
}

function invalid(pattern: string, advice: string): ClaudeError {
  return new ClaudeError("invalid-option", `The permission rule ${JSON.stringify(pattern)} means nothing: ${advice}.`, {
    pattern,
  });
}
