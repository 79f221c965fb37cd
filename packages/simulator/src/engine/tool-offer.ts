// Which tools there are: `--tools` and rules that deny a whole tool take away built-in ones, for agents too.

import { mannersOf } from "./manners.ts";
import type { Session } from "./session.ts";
import { hasQuestionTool, QUESTION_TOOL } from "./user-questions.ts";

/** Undefined if the tool is there; else what a call of it is told. */
export function missingTool(session: Session, name: string): string | undefined {
  const { options, agentTool } = session;
  const plain = `No such tool available: ${name}`;
  if (name === "StructuredOutput") return session.jsonSchema === undefined ? plain : undefined;
  const names = name === agentTool ? [name, "Task", "Agent"] : [name];
  const isDenied = names.some((one) => options.disallowedTools.includes(one));
  const isLeftOut = !name.startsWith("mcp__") && options.tools !== undefined && !names.some(isIn(options.tools));
  const isMissing = name === QUESTION_TOOL && !hasQuestionTool(session);
  if (!isDenied && !isLeftOut && !isMissing) return undefined;
  return mannersOf(options.version).choose({
    "1.0.128": plain,
    "2.1.120": `${plain}. ${name} exists but is not enabled in this context. Use one of the available tools instead.`,
    "2.1.250": `${plain}. ${name} is disabled for this session, in subagents as well as here.`,
  });
}

function isIn(list: readonly string[]): (name: string) => boolean {
  return (name) => list.includes(name);
}
