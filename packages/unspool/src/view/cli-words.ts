// What the CLI writes for the model, as a person reads it. Tags around errors, notices of background tasks, reminders and
// the output of commands are for the model only. Used by the view and by the export, so that both show the same words.

/** The notice that a background task has ended. */
export interface TaskNotice {
  readonly taskId: string | undefined;
  readonly toolUseId: string | undefined;
  readonly isFailed: boolean;
  /** `Agent “Check tests” finished`. */
  readonly text: string;
}

/** 2.0.76 writes `agent-notification`; when a turn is under way, the CLI puts the notice into a reminder. */
const NOTICE_NAMES = ["task-notification", "agent-notification"];
const NOTICE_START =
  /^\s*(?:<system-reminder>\s*)?(?:\[SYSTEM NOTIFICATION[^<]*)?(?:<tools-used-before-summary>[^<]*<\/tools-used-before-summary>\s*)?<(?:task|agent)-notification>/;

/** Returns the notices in a text that is nothing else. Empty for any other text. */
export function taskNotices(text: string): readonly TaskNotice[] {
  if (!NOTICE_START.test(text)) return [];
  const bodies = NOTICE_NAMES.flatMap((name) => splitElements(text, name).inside);
  return bodies.map((body): TaskNotice => {
    const fields = body.replace(/<result>[^]*<\/result>/, "");
    const taskId = fieldOf(fields, "task-id") ?? fieldOf(fields, "agent-id");
    const status = fieldOf(fields, "status") ?? "completed";
    const summary = fieldOf(fields, "summary");
    return {
      taskId,
      toolUseId: fieldOf(fields, "tool-use-id"),
      isFailed: status !== "completed",
      text: summary === undefined ? `Task ${taskId ?? ""} ${status}` : taskWords(summary),
    };
  });
}

/** `Agent "Check tests" finished` with the quotation marks of a text. */
export function taskWords(summary: string): string {
  return summary.trim().replaceAll(/"([^"]*)"/g, "“$1”");
}

/** The text of a failed call: its words without the tags that mark it as an error. */
export function errorWords(text: string): string {
  return text.startsWith("<tool_use_error>") ? text.replaceAll(/<\/?tool_use_error>/g, "") : text;
}

/** A text that the CLI wrote in the person's place. Empty: it is for the model alone. */
export function cliWords(text: string): string {
  const notices = taskNotices(text);
  if (notices.length > 0) return notices.map((notice) => notice.text).join("\n");
  return [REMINDER, CAVEAT]
    .reduce((rest, name) => splitElements(rest, name).outside, text)
    .replaceAll(/<\/?(?:local-command-std(?:out|err)|bash-std(?:out|err)|tool_use_error)>/g, "")
    .trim();
}

const REMINDER = "system-reminder";
const CAVEAT = "local-command-caveat";

/** Splits a text into what stands inside elements of this name and the rest, in linear time. */
function splitElements(text: string, name: string): { readonly inside: readonly string[]; readonly outside: string } {
  const [start, end] = [`<${name}>`, `</${name}>`];
  const inside: string[] = [];
  let outside = "";
  let place = 0;
  for (;;) {
    const from = text.indexOf(start, place);
    const to = from < 0 ? -1 : text.indexOf(end, from);
    if (to < 0) return { inside, outside: outside + text.slice(place) };
    outside += text.slice(place, from);
    inside.push(text.slice(from + start.length, to));
    place = to + end.length;
  }
}

function fieldOf(text: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^]*?)</${name}>`).exec(text)?.[1]?.trim();
}
