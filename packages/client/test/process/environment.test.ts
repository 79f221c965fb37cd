import { expect, test } from "vitest";
import { checkAuth, createEnvironment } from "../../src/process/environment.ts";

test("inherits the host's environment without the variables of an outer Claude Code", () => {
  const host = {
    PATH: "/bin",
    HOME: "/home/me",
    CLAUDECODE: "1",
    CLAUDE_CODE_ENTRYPOINT: "cli",
    CLAUDE_CODE_CHILD_SESSION: "1",
    CLAUDE_CODE_SESSION_ID: "outer",
    CLAUDE_CODE_SSE_PORT: "1234",
    CLAUDE_CONFIG_DIR: "/kept",
    ANTHROPIC_API_KEY: "key",
    GONE: undefined,
  };
  expect(createEnvironment({}, host, "linux")).toEqual({
    PATH: "/bin",
    HOME: "/home/me",
    CLAUDE_CONFIG_DIR: "/kept",
    ANTHROPIC_API_KEY: "key",
  });
});

test("adds the given variables, removes undefined ones, and keeps explicit ones of an outer session", () => {
  const env = { ADDED: "1", HOME: undefined, CLAUDE_CODE_ENTRYPOINT: "mine" };
  expect(createEnvironment({ env }, { HOME: "/home/me", PATH: "/bin" }, "linux")).toEqual({
    PATH: "/bin",
    ADDED: "1",
    CLAUDE_CODE_ENTRYPOINT: "mine",
  });
});

test("removes the host's debugger flags from NODE_OPTIONS", () => {
  const host = { NODE_OPTIONS: "--inspect-brk=9229 --use-system-ca --inspect" };
  expect(createEnvironment({}, host, "linux")).toEqual({ NODE_OPTIONS: "--use-system-ca" });
});

test("ignores the case of names on Windows", () => {
  const host = { Path: "C:\\", claudecode: "1", Temp: "x" };
  expect(createEnvironment({ env: { PATH: "D:\\", TEMP: undefined } }, host, "win32")).toEqual({ PATH: "D:\\" });
});

test('`auth: "subscription"` hides keys, tokens and clouds of the host', () => {
  const host = {
    ANTHROPIC_API_KEY: "key",
    ANTHROPIC_AUTH_TOKEN: "t",
    CLAUDE_CODE_USE_BEDROCK: "1",
    CLAUDE_CODE_OAUTH_TOKEN: "plan",
  };
  expect(createEnvironment({ auth: "subscription" }, host, "linux")).toEqual({ CLAUDE_CODE_OAUTH_TOKEN: "plan" });
});

test('`auth: "api-key"` requires a key from the host or from `env`', () => {
  expect(() => createEnvironment({ auth: "api-key" }, {}, "linux")).toThrow(
    /needs a key, and ANTHROPIC_API_KEY is not set/,
  );
  expect(() => createEnvironment({ auth: "api-key" }, { ANTHROPIC_API_KEY: "" }, "linux")).toThrow(/needs a key/);
  const env = { ANTHROPIC_API_KEY: "mine" };
  expect(createEnvironment({ auth: "api-key", env }, { CLAUDE_CODE_OAUTH_TOKEN: "plan" }, "linux")).toEqual(env);
});

test.each([
  ["inherit", "ANTHROPIC_API_KEY", false],
  ["inherit", "none", false],
  [undefined, "none", false],
  ["subscription", "none", false],
  ["subscription", "oauth", false],
  ["subscription", undefined, false],
  ["subscription", "ANTHROPIC_API_KEY", true],
  ["subscription", "apiKeyHelper", true],
  ["api-key", "ANTHROPIC_API_KEY", false],
  ["api-key", "none", true],
  ["api-key", "/login managed key", true],
] as const)("auth %s with the reported source %s: warns is %s", (auth, source, isWarning) => {
  expect(checkAuth(auth, source)?.code).toBe(isWarning ? "auth-mismatch" : undefined);
});
