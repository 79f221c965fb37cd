// Which tools are available: `--tools` and rules that deny a whole tool remove built-in tools, for agents too.

import type { Session } from "../sessions/session.ts";
import { hasQuestionTool, QUESTION_TOOL } from "./user-questions.ts";

/** Returns `undefined` if the tool is available, otherwise the error for a call of it. */
export function explainMissingTool(session: Session, name: string): string | undefined {
  const { options, texts, agentTool } = session;
  const plain = `No such tool available: ${name}`;
  if (name === "StructuredOutput") return session.jsonSchema === undefined ? plain : undefined;
  const names = name === agentTool ? [name, "Task", "Agent"] : [name];
  const isDenied = names.some((one) => options.disallowedTools.includes(one));
  const isLeftOut = !name.startsWith("mcp__") && options.tools !== undefined && !names.some(isIn(options.tools));
  const isMissing = name === QUESTION_TOOL && !hasQuestionTool(session);
  if (!isDenied && !isLeftOut && !isMissing) return undefined;
  return texts.missingTool(name);
}

function isIn(list: readonly string[]): (name: string) => boolean {
  return (name) => list.includes(name);
}
