import { expect, test } from "vitest";
import { checkAuth } from "../../src/process/check-auth.ts";
import { environmentOf } from "../../src/process/environment.ts";

test("the host's environment is inherited, without what a Claude Code around it has left there", () => {
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
  expect(environmentOf({}, host, "linux")).toEqual({
    PATH: "/bin",
    HOME: "/home/me",
    CLAUDE_CONFIG_DIR: "/kept",
    ANTHROPIC_API_KEY: "key",
  });
});

test("what is given is added, undefined removes, and what is given by name is the caller's business", () => {
  const env = { ADDED: "1", HOME: undefined, CLAUDE_CODE_ENTRYPOINT: "mine" };
  expect(environmentOf({ env }, { HOME: "/home/me", PATH: "/bin" }, "linux")).toEqual({
    PATH: "/bin",
    ADDED: "1",
    CLAUDE_CODE_ENTRYPOINT: "mine",
  });
});

test("the host's debugger is not the program's", () => {
  const host = { NODE_OPTIONS: "--inspect-brk=9229 --use-system-ca --inspect" };
  expect(environmentOf({}, host, "linux")).toEqual({ NODE_OPTIONS: "--use-system-ca" });
});

test("on Windows a name is the same in every case", () => {
  const host = { Path: "C:\\", claudecode: "1", Temp: "x" };
  expect(environmentOf({ env: { PATH: "D:\\", TEMP: undefined } }, host, "win32")).toEqual({ PATH: "D:\\" });
});

test("a subscription keeps keys, tokens and clouds of the host away", () => {
  const host = {
    ANTHROPIC_API_KEY: "key",
    ANTHROPIC_AUTH_TOKEN: "t",
    CLAUDE_CODE_USE_BEDROCK: "1",
    CLAUDE_CODE_OAUTH_TOKEN: "plan",
  };
  expect(environmentOf({ auth: "subscription" }, host, "linux")).toEqual({ CLAUDE_CODE_OAUTH_TOKEN: "plan" });
});

test("an API key is insisted on, from the host or the option", () => {
  expect(() => environmentOf({ auth: "api-key" }, {}, "linux")).toThrow(
    /needs a key, and ANTHROPIC_API_KEY is not set/,
  );
  expect(() => environmentOf({ auth: "api-key" }, { ANTHROPIC_API_KEY: "" }, "linux")).toThrow(/needs a key/);
  const env = { ANTHROPIC_API_KEY: "mine" };
  expect(environmentOf({ auth: "api-key", env }, { CLAUDE_CODE_OAUTH_TOKEN: "plan" }, "linux")).toEqual(env);
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
] as const)("asked for %s and told %s: a warning is %s", (auth, source, isWarning) => {
  expect(checkAuth(auth, source)?.code).toBe(isWarning ? "auth-mismatch" : undefined);
});
