// Makes text that the CLI writes for the model readable for people: removes the tags around errors, task notices, reminders
// and command output. The view and the export share it, so that both show the same text.

/** The notice that a background task has ended. */
export interface TaskNotice {
  readonly taskId: string | undefined;
  readonly toolUseId: string | undefined;
  readonly isFailed: boolean;
  /** `Agent “Check tests” finished`. */
  readonly text: string;
}

/** 2.0.76 writes `agent-notification`. During a turn, the CLI puts the notice into a reminder. */
const NOTICE_NAMES = ["task-notification", "agent-notification"];
const NOTICE_START =
  /^\s*(?:<system-reminder>\s*)?(?:\[SYSTEM NOTIFICATION[^<]*)?(?:<tools-used-before-summary>[^<]*<\/tools-used-before-summary>\s*)?<(?:task|agent)-notification>/;

/** Returns the notices of a text that consists only of notices, and an empty list for any other text. */
export function parseTaskNotices(text: string): readonly TaskNotice[] {
  if (!NOTICE_START.test(text)) return [];
  const bodies = NOTICE_NAMES.flatMap((name) => splitElements(text, name).inside);
  return bodies.map((body): TaskNotice => {
    const fields = body.replace(/<result>[^]*<\/result>/, "");
    const taskId = readElement(fields, "task-id") ?? readElement(fields, "agent-id");
    const status = readElement(fields, "status") ?? "completed";
    const summary = readElement(fields, "summary");
    return {
      taskId,
      toolUseId: readElement(fields, "tool-use-id"),
      isFailed: status !== "completed",
      text: summary === undefined ? `Task ${taskId ?? ""} ${status}` : formatTaskSummary(summary),
    };
  });
}

/** Replaces straight quotes: `Agent “Check tests” finished`. */
export function formatTaskSummary(summary: string): string {
  return summary.trim().replaceAll(/"([^"]*)"/g, "“$1”");
}

/** Returns the text of a failed call without the tags that mark it as an error. */
export function stripErrorTags(text: string): string {
  return text.startsWith("<tool_use_error>") ? text.replaceAll(/<\/?tool_use_error>/g, "") : text;
}

/** Returns the readable part of a user message that the CLI wrote itself. Empty if all of it is for the model. */
export function stripCliTags(text: string): string {
  const notices = parseTaskNotices(text);
  if (notices.length > 0) return notices.map((notice) => notice.text).join("\n");
  return [REMINDER, CAVEAT]
    .reduce((rest, name) => splitElements(rest, name).outside, text)
    .replaceAll(/<\/?(?:local-command-std(?:out|err)|bash-std(?:out|err)|tool_use_error)>/g, "")
    .trim();
}

const REMINDER = "system-reminder";
const CAVEAT = "local-command-caveat";

/** Splits a text into the content of elements with this name and the rest, in linear time. */
function splitElements(text: string, name: string): { readonly inside: readonly string[]; readonly outside: string } {
  const [start, end] = [`<${name}>`, `</${name}>`];
  const inside: string[] = [];
  let outside = "";
  let index = 0;
  for (;;) {
    const from = text.indexOf(start, index);
    const to = from < 0 ? -1 : text.indexOf(end, from);
    if (to < 0) return { inside, outside: outside + text.slice(index) };
    outside += text.slice(index, from);
    inside.push(text.slice(from + start.length, to));
    index = to + end.length;
  }
}

function readElement(text: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^]*?)</${name}>`).exec(text)?.[1]?.trim();
}
