// Whether a person wrote this, or the CLI in the person's place: unflagged in many versions, but told by how it begins.

const OF_CLI =
  /^\s*(?:<(?:command-name|command-message|local-command-stdout|local-command-stderr|local-command-caveat|task-notification|bash-(?:input|stdout|stderr)|system-reminder)>|\[Request interrupted by user|Caveat: The messages below|This session is being continued from a previous conversation)/;

/** @param texts of one line: the first that is not blank decides */
export function isPrompt(texts: Iterable<string>, hasOther: boolean): boolean {
  for (const text of texts) if (text.trim() !== "") return !OF_CLI.test(text);
  return hasOther;
}
