// The differences between rebuilt and recorded lines that are accepted, each with its reason.

export interface Exception {
  /** The type of the line and the path in it. */
  readonly where: RegExp;
  /** The names of the recordings. @default all */
  readonly recordings?: RegExp;
  readonly reason: string;
}

export const EXCEPTIONS: readonly Exception[] = [
  {
    where: /^user \.tool_use_result$/,
    recordings: /^(?:tool-input|max-tokens-tool)/,
    reason: "the validator's own report, of which the content is a summary; a scenario gives it as `structured`",
  },
  {
    where: /^user \.tool_use_result\.(?:originalFile|structuredPatch|file\.totalLines)/,
    reason: "the rest of the file is not known, because no file is read",
  },
  {
    where: /^user \.tool_use_result\.file\.(?:content|numLines)$/,
    recordings: /^(?:tools|asked)$/,
    reason: "the content, which the result is made from, was left out of the recording",
  },
  {
    where: /^user \.tool_use_result\.noOutputExpected$/,
    recordings: /^permission-(?:allowed|updated)$/,
    reason: "the host changed the command, and no line has the new one",
  },
  {
    where: /^user \.tool_use_result\.filePath$/,
    recordings: /^todo-plan$/,
    reason: "the name of a plan is made up by the CLI",
  },
  {
    where: /^user \.tool_use_result$/,
    recordings: /^sdk-mcp$/,
    reason: "the content, which says more than the error, was left out of the recording",
  },
  {
    where: /^system\/init \.(?:tools|slash_commands|skills)\.length$/,
    recordings: /^rate-limit$/,
    reason: "with a login instead of a key 2.1.325 also lists RemoteTrigger and schedule",
  },
];
