// The environment that makes a real CLI use the stub and nothing else. The caller adds only HOME and PATH.

export interface StubEnvironmentOptions {
  /** `subscription` sets a token instead of a key. Only then does a CLI report rate limits. @default "api-key" */
  readonly auth?: "api-key" | "subscription";
}

export function createStubEnvironment(
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
