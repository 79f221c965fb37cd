// The environment that leads a real CLI to the stand-in and to nothing else. It is the whole of what the CLI needs beside
// HOME and PATH, which are the caller's.

export interface StubEnvironmentOptions {
  /** `subscription` gives a token instead of a key: rate limits are told only then. @default "api-key" */
  readonly auth?: "api-key" | "subscription";
}

export function stubEnvironment(
  url: string,
  { auth = "api-key" }: StubEnvironmentOptions = {},
): Readonly<Record<string, string>> {
  return {
    ANTHROPIC_BASE_URL: url,
    ...(auth === "subscription" ? { CLAUDE_CODE_OAUTH_TOKEN: "made-up-token" } : { ANTHROPIC_API_KEY: "made-up-key" }),
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
    // Lets root use bypassPermissions, as in containers.
    IS_SANDBOX: "1",
  };
}
