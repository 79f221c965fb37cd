// Apart from the server, so that the help of `unspool` does not load it: it needs only the table of options.

/** The model sees the tools as `mcp__unspool__NAME`. */
export const TOOL_SERVER_NAME = "unspool";
